// `npm run build -w @countersign/sdk` writes the dist folder. The bundle includes the private packages, and the
// declarations need no other package.
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { rolldown } from 'rolldown';

const folder = path.resolve(import.meta.dirname, '..');
const dist = path.join(folder, 'dist');
rmSync(dist, { recursive: true, force: true });
// The browser entry is a separate bundle, because a shared chunk would add all operations to the page.
await bundle('index', 'webhooks');
await bundle('browser');
const tsc = path.resolve(folder, '../../node_modules/.bin/tsc');
execFileSync(tsc, ['-p', path.join(folder, 'build/tsconfig.json')], { stdio: 'inherit' });
renameSync(path.join(dist, 'declarations/packages/sdk/src'), path.join(dist, 'types'));
rmSync(path.join(dist, 'declarations'), { recursive: true });
for (const file of globSync('types/**/*.d.ts', { cwd: dist })) {
  const [found] =
    /from ['"]@countersign\/[^'"]+|import\(['"]@countersign/.exec(readFileSync(path.join(dist, file), 'utf8')) ?? [];
  if (found !== undefined) throw new Error(`dist/${file} needs another package: ${found}`);
}

/** @param {string[]} names */
async function bundle(...names) {
  const input = Object.fromEntries(names.map((name) => [name, path.join(folder, `src/${name}.ts`)]));
  const bundled = await rolldown({ input, external: [/^node:/], platform: 'neutral' });
  await bundled.write({ dir: dist, format: 'esm', chunkFileNames: '[name].js' });
}
