// `npm run types` checks the types of all workspaces, two at a time. Each workspace is checked and reported
// independently of the others.
import { run } from './run-vitest.ts';

const PROJECTS = {
  server: 'tsconfig.json',
  web: 'apps/web/tsconfig.json',
  sign: 'apps/sign/tsconfig.json',
  docs: 'apps/docs/tsconfig.json',
  'ui-kit': 'packages/ui-kit/tsconfig.json',
  sdk: 'packages/sdk/tsconfig.json',
  embed: 'packages/embed/tsconfig.json',
};

const queue = Object.entries(PROJECTS).values();
const judge = async (): Promise<void> => {
  for (const [name, project] of queue) {
    const cache = `node_modules/.cache/types/${name}.json`;
    const command = [
      'tsc',
      '--pretty',
      'false',
      '--checkers',
      '1',
      '--incremental',
      '--tsBuildInfoFile',
      cache,
      '-p',
      project,
    ];
    const { code, output, seconds } = await run(command, 'pipe');
    console.log(`${output}${name}: ${code === 0 ? 'no error' : 'FAILED'} (${seconds.toFixed(1)} s)`);
    if (code !== 0) process.exitCode = 1;
  }
};
await Promise.all([judge(), judge()]);
