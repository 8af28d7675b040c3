// `npm run loads`: checks that Node itself can load the server. Vitest and the compiler transform TypeScript in their
// own ways. Node strips types, refuses syntax that it cannot strip, and links every import by name. The script also
// checks that deferred modules are not loaded.
import { globSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import path from 'node:path';
import { root, run } from './run-vitest.ts';

/**
 * EX_CONFIG is the exit code of main.ts if its first statement finds an invalid setting. At that point, everything has
 * been loaded.
 */
const WRONG_SETTING = 78;

const sources = globSync(['apps/server/src/**/*.ts', 'packages/*/src/**/*.ts', 'scripts/*.ts', 'bench/*.ts'], {
  cwd: root,
});
const faults = sources.flatMap((file) => {
  try {
    stripTypeScriptTypes(readFileSync(path.join(root, file), 'utf8'));
    return [];
  } catch (error) {
    return [`${file}: ${error instanceof Error ? error.message : String(error)}`];
  }
});
const main = 'apps/server/src/main/main.ts';
/**
 * Modules that most servers do not need at startup, or at all, and that would slow down every start. koffi takes 12 ms,
 * and the first segmenter takes 15 ms.
 */
const watch = `
  Intl.Segmenter = class extends Intl.Segmenter {
    constructor(...all) {
      super(...all);
      console.log('too early: Intl.Segmenter');
    }
  };
  process.on('exit', () => {
    for (const file of process.report.getReport().sharedObjects)
      if (file.includes('koffi')) console.log('too early: ' + file);
  });`;
const watched = ['--import', `data:text/javascript,${encodeURIComponent(watch)}`];
const settings = { PORT: 'none', DATA_DIR: '/nonexistent' };
const { code, output } = await run([process.execPath, ...watched, main], 'pipe', settings);
faults.push(...(output.match(/^too early: .+$/gm) ?? []));
if (code !== WRONG_SETTING) faults.push(`${main} does not load (exit code ${code}):\n${output}`);
for (const fault of faults) console.log(fault);
console.log(`${sources.length} sources, ${faults.length} faults`);
process.exitCode = sources.length > 0 && faults.length === 0 ? 0 : 1;
