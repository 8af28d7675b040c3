// `npm run build -w @countersign/sdk`: writes dist. The private packages are bundled, and the declarations need no other
// package.
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { rolldown } from 'rolldown';

const folder = path.resolve(import.meta.dirname, '..');
const dist = path.join(folder, 'dist');
rmSync(dist, { recursive: true, force: true });
const bundle = await rolldown({
  input: { index: path.join(folder, 'src/index.ts'), webhooks: path.join(folder, 'src/webhooks.ts') },
  external: [/^node:/],
  platform: 'neutral',
});
await bundle.write({ dir: dist, format: 'esm', chunkFileNames: '[name].js' });
const tsc = path.resolve(folder, '../../node_modules/.bin/tsc');
execFileSync(tsc, ['-p', path.join(folder, 'build/tsconfig.json')], { stdio: 'inherit' });
renameSync(path.join(dist, 'declarations/packages/sdk/src'), path.join(dist, 'types'));
rmSync(path.join(dist, 'declarations'), { recursive: true });
for (const file of globSync('types/**/*.d.ts', { cwd: dist })) {
  const [found] =
    /from ['"]@countersign\/[^'"]+|import\(['"]@countersign/.exec(readFileSync(path.join(dist, file), 'utf8')) ?? [];
  if (found !== undefined) throw new Error(`dist/${file} needs another package: ${found}`);
}
