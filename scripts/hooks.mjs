// `npm run hooks` installs the git hooks in lefthook.yml. `npm run hooks -- uninstall` removes them. `npm ci` installs
// no hooks, because they are optional. Therefore, lefthook is not a dependency in package.json, and its version is
// defined here.
import { spawnSync } from 'node:child_process';

const LEFTHOOK = 'lefthook@2.2.2';
const [command = 'install'] = process.argv.slice(2);
if (!['install', 'uninstall'].includes(command)) {
  console.error(`Unknown command "${command}". Use install or uninstall.`);
  process.exit(64);
}
// lefthook's own install script is skipped, because it would set up the hooks automatically. Nothing in package.json or
// the lock file changes.
const steps = [
  ['npm', 'install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', LEFTHOOK],
  ['npx', '--no-install', 'lefthook', command],
];
for (const [program = '', ...args] of steps) {
  const { status } = spawnSync(program, args, { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
