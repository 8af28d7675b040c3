// `npm run dev` runs the server and the pages of both apps, which are rebuilt after each change. The server restarts
// when one of its files or a page has changed. Reload the browser after that. The documentation at /docs is also
// rebuilt. The settings are those of `npm start`. Pages are not compressed here, but `npm ci` builds compressed pages.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { createRequire } from 'node:module';
import { SERVER } from '../apps/server/src/demo/server-process.ts';
import { root } from './run-vitest.ts';
import { onChange } from './watch-files.ts';

const PAGES = ['apps/web', 'apps/sign'];
const SOURCE = /^(apps\/server\/src|packages\/[^/]+\/src)\/.*\.(ts|sql|json)$/;
const IS_TEST = /\.(test|fixture|contract)\.ts$/;
const DOCUMENTATION = /^(docs\/|apps\/docs\/(build|src)\/|packages\/[^/]+\/README\.md$)/;
/** The file that each build writes last. */
const PAGE = /^apps\/(web|sign)\/dist\/index\.html$/;

let isStopping = false;
/** The server starts after both apps have been built, because it reads their pages at startup. */
let server: ChildProcess | undefined;
const unbuilt = new Set(PAGES.map((part) => `${part}/dist/index.html`));
const builds = PAGES.map(buildPages);

onChange(
  ['apps', 'packages'],
  (file) => (SOURCE.test(file) && !IS_TEST.test(file)) || PAGE.test(file),
  (changed) => {
    // A build empties its folder first, so a missing page means that the build is still running.
    const files = changed.filter((file) => existsSync(path.join(root, file)) || !PAGE.test(file));
    for (const file of files) unbuilt.delete(file);
    if (files.length === 0 || unbuilt.size > 0) return;
    if (server !== undefined) console.log(`\n${files.join(', ')} changed: restarting the server\n`);
    void restart();
  },
);

/** Builds the documentation again after a change. The running server notices the new build and needs no restart. */
onChange(
  ['docs', 'apps/docs', 'packages'],
  (file) => DOCUMENTATION.test(file) && !IS_TEST.test(file),
  () => spawn(process.execPath, ['apps/docs/build/main.ts'], { cwd: root, stdio: 'inherit' }),
);

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    isStopping = true;
    for (const build of builds) build.kill('SIGTERM');
    void stopped(server).then(() => process.exit(0));
  });

/** Only one restart runs at a time, because the data folder allows only one server. */
let restarting: Promise<void> | undefined;
let isOutdated = false;
async function restart(): Promise<void> {
  isOutdated = true;
  restarting ??= (async () => {
    while (isOutdated && !isStopping) {
      isOutdated = false;
      await stopped(server);
      if (!isStopping) server = startServer();
    }
    restarting = undefined;
  })();
  await restarting;
}

async function stopped(child: ChildProcess | undefined): Promise<void> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}

/**
 * Starts the server. If the server exits, for example because of an invalid setting, it is started again after the next
 * change.
 */
function startServer(): ChildProcess {
  return spawn(process.execPath, SERVER, { cwd: root, stdio: 'inherit' });
}

function buildPages(part: string): ChildProcess {
  const folder = path.join(root, part);
  const vite = path.join(
    path.dirname(createRequire(path.join(folder, 'package.json')).resolve('vite/package.json')),
    'bin/vite.js',
  );
  return spawn(process.execPath, [vite, 'build', '--watch', '--logLevel', 'warn'], { cwd: folder, stdio: 'inherit' });
}
