// Starts a program of this repository: node scripts/launch.mjs <program.ts> [arguments]
// Whatever Node starts this one, the program runs under the Node of the lock file or a newer one. Runs on Node 20 too.
import { spawn } from 'node:child_process';
import module from 'node:module';
import { constants } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { findNode, isNewEnough, NODE_MAJOR, nodePackage } from './node24.mjs';
import { findBundle, nameSources } from './server-bundle.mjs';

const [program, ...args] = process.argv.slice(2);
const node = findNode();
if (program === undefined) fail('Usage: node scripts/launch.mjs <program.ts> [arguments]');
else if (node === undefined) {
  fail(
    `This needs Node ${NODE_MAJOR} or newer and runs under ${process.version}. The package ${nodePackage}, which brings one, is not installed: run \`npm ci\` (without --omit=optional) or install Node ${NODE_MAJOR}.`,
  );
} else if (isNewEnough) {
  // Compiled code is kept beside the packages: later starts and every PDF worker are quicker and smaller for it.
  module.enableCompileCache?.(fileURLToPath(new URL('../node_modules/.cache/compile', import.meta.url)));
  // In this very process: a signal sent to it reaches the program, and its exit code is ours.
  const file = path.resolve(program);
  process.argv = [process.execPath, file, ...args];
  const bundle = findBundle(file);
  if (bundle !== undefined) nameSources();
  await import(pathToFileURL(bundle ?? file).href);
} else if (typeof process.execve === 'function') {
  // Node 22.15 and later: this process becomes the other Node.
  process.execve(node, [node, ...process.execArgv, program, ...args], process.env);
} else {
  runAsChild(node, [...process.execArgv, program, ...args]);
}

/** @param {string} node @param {string[]} args */
function runAsChild(node, args) {
  const child = spawn(node, args, { stdio: 'inherit' });
  /** @type {NodeJS.Signals[]} */
  const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'];
  for (const signal of signals) {
    process.on(signal, () => {
      // A terminal sends Ctrl-C to the child as well; a second one would read as impatience.
      if (signal === 'SIGTERM' || !process.stdin.isTTY) child.kill(signal);
    });
  }
  child.on('error', (error) => fail(`${node} could not be started: ${error.message}`));
  child.on('exit', (code, signal) => {
    // A program ended by signal n is told to the shell as 128 + n.
    process.exitCode = signal === null ? (code ?? 1) : 128 + constants.signals[signal];
  });
}

/** @param {string} message */
function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exitCode = 1;
}
