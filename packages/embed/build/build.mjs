// `npm run build -w @countersign/embed` writes the dist folder. `npm ci` writes only dist/embed.js, which the server
// delivers to browsers.
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { rolldown } from 'rolldown';

const folder = path.resolve(import.meta.dirname, '..');
const dist = path.join(folder, 'dist');
rmSync(dist, { recursive: true, force: true });
const bundled = await rolldown({ input: path.join(folder, 'src/index.ts'), platform: 'browser' });
await bundled.write({ file: path.join(dist, 'embed.js'), format: 'esm', minify: true });
if (process.argv.includes('--types')) {
  const tsc = path.resolve(folder, '../../node_modules/.bin/tsc');
  execFileSync(tsc, ['-p', path.join(folder, 'build/tsconfig.json')], { stdio: 'inherit' });
  renameSync(path.join(dist, 'declarations/packages/embed/src'), path.join(dist, 'types'));
  rmSync(path.join(dist, 'declarations'), { recursive: true });
  for (const file of globSync('types/*.d.ts', { cwd: dist }))
    if (readFileSync(path.join(dist, file), 'utf8').includes('@countersign/'))
      throw new Error(`dist/${file} needs another package`);
}
