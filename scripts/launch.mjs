// Starts a program of this repository: node scripts/launch.mjs <program.ts> [arguments] The program runs under the Node
// version of the lock file or a newer one, regardless of the Node that starts this file. This file itself also runs on
// Node 20.
import { spawn } from 'node:child_process';
import module from 'node:module';
import { constants } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { findNode, isNewEnough, NODE_MAJOR, nodePackage } from './node24.mjs';
import { findBundle, nameSources, PROGRAM } from './server-bundle.mjs';
import { BUFFER_SLAB_BYTES, missingSettings } from './server-settings.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

const [program, ...args] = process.argv.slice(2);
const node = findNode();
if (program === undefined) fail('Usage: node scripts/launch.mjs <program.ts> [arguments]');
else if (node === undefined) {
  fail(
    `Node.js ${NODE_MAJOR} or newer is required. This is ${process.version}, and the package ${nodePackage}, which contains Node.js ${NODE_MAJOR}, is not installed. Run \`npm ci\` (without --omit=optional), or install Node.js ${NODE_MAJOR}.`,
  );
} else await launch(node, path.resolve(program));

/** @param {string} nodePath @param {string} file */
async function launch(nodePath, file) {
  const isServer = path.relative(ROOT, file) === PROGRAM;
  if (isServer) Buffer.poolSize = BUFFER_SLAB_BYTES;
  const missing = isServer ? missingSettings(process.execArgv, process.env) : undefined;
  // A process with an IPC channel is not replaced, because the new program would lose the channel.
  if (isNewEnough && (!missing || process.channel)) await run(file);
  else
    begin(nodePath, [...process.execArgv, ...(missing?.flags ?? []), fileURLToPath(import.meta.url), file, ...args], {
      ...process.env,
      ...missing?.env,
    });
}

/** @param {string} file */
async function run(file) {
  // Compiled code is cached beside the packages, which makes later starts and every PDF worker faster and smaller.
  module.enableCompileCache?.(path.join(ROOT, 'node_modules/.cache/compile'));
  endWithParent();
  // The program runs in this process, so a signal sent to the process reaches the program, and both have the same exit
  // code.
  process.argv = [process.execPath, file, ...args];
  const bundle = findBundle(file);
  if (bundle !== undefined) nameSources();
  await import(pathToFileURL(bundle ?? file).href);
}

/** @param {string} nodePath @param {string[]} nodeArgs @param {NodeJS.ProcessEnv} env */
function begin(nodePath, nodeArgs, env) {
  // With Node 22.15 and later, this process is replaced by the other one.
  if (typeof process.execve === 'function') process.execve(nodePath, [nodePath, ...nodeArgs], env);
  else runAsChild(nodePath, nodeArgs, env);
}

/** @param {string} nodePath @param {string[]} nodeArgs @param {NodeJS.ProcessEnv} env */
function runAsChild(nodePath, nodeArgs, env) {
  // Through the channel, the child detects that this process has ended, even if it was killed.
  const child = spawn(nodePath, nodeArgs, { env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  /** @type {NodeJS.Signals[]} */
  const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'];
  for (const signal of signals) {
    process.on(signal, () => {
      // A terminal also sends Ctrl-C to the child. A second signal would be interpreted as a repeated Ctrl-C.
      if (signal === 'SIGTERM' || !process.stdin.isTTY) child.kill(signal);
    });
  }
  child.on('error', (error) => fail(`${nodePath} could not be started: ${error.message}`));
  child.on('exit', (code, signal) => {
    // If signal n ended a program, the shell gets the exit code 128 + n.
    process.exitCode = signal === null ? (code ?? 1) : 128 + constants.signals[signal];
  });
}

/** Stops a child of this launcher gracefully when the launcher is gone. */
function endWithParent() {
  if (process.channel === undefined) return;
  process.channel.unref();
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
}

/** @param {string} message */
function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exitCode = 1;
}
