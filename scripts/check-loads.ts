// `npm run loads`: whether Node itself takes the server. Vitest and the compiler transform TypeScript their own way; Node strips types,
// refuses what it cannot strip, and links every import by name.
import { globSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import path from 'node:path';
import { root, run } from './run-vitest.ts';

/** EX_CONFIG: main.ts ends with it when its first line of its own finds a wrong setting, which is after everything was loaded. */
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
const { code, output } = await run([process.execPath, main], 'pipe', { PORT: 'none', DATA_DIR: '/nonexistent' });
if (code !== WRONG_SETTING) faults.push(`${main} does not load (exit code ${code}):\n${output}`);
for (const fault of faults) console.log(fault);
console.log(`${sources.length} sources, ${faults.length} faults`);
process.exitCode = sources.length > 0 && faults.length === 0 ? 0 : 1;
