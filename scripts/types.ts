// `npm run types`: the types of the whole. What did not change since the last time, nor depends on what did, is not judged anew.
import path from 'node:path';
import { root, run } from './run-vitest.ts';

const PROJECTS = ['.', 'apps/web', 'apps/sign'];

for (const project of PROJECTS) {
  const known = path.join(root, 'node_modules/.cache/types', `${project.replaceAll(/\W/g, '-')}.tsbuildinfo`);
  const options = ['--project', path.join(project, 'tsconfig.json'), '--incremental', '--tsBuildInfoFile', known];
  const { code } = await run(['tsc', ...options], 'inherit');
  if (code !== 0) process.exitCode = 1;
}
