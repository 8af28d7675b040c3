// The last step of `npm ci` builds the pages of the web apps and the documentation for `npm start`, the web components,
// the server bundle, and the generated parts of the SDK and of the Python package. This script also runs on Node 20.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { compressFiles } from './compress-pages.mjs';
import { findNode, NODE_MAJOR, nodePackage } from './node24.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const results = await Promise.all([
  ...['apps/web', 'apps/sign'].map(buildPages),
  bundleServer(),
  buildEmbed(),
  generateSdk(),
  generatePython(),
  buildDocs(),
]);
process.exitCode = results.every(Boolean) ? 0 : 1;

/**
 * Builds one part and prints the result in one line.
 * @param {string} part its folder
 * @returns {Promise<boolean>} false when the build failed
 */
async function buildPages(part) {
  const folder = path.join(root, part);
  if (!['ts', 'mts', 'js', 'mjs'].some((extension) => existsSync(path.join(folder, `vite.config.${extension}`)))) {
    console.log(`${part}: no vite.config, nothing to build`);
    return true;
  }
  const vite = findVite(folder);
  if (vite === undefined) {
    console.log(
      `${part}: pages NOT built, because vite is not installed (npm ci --omit=dev); copy ${part}/dist from another build`,
    );
    return true;
  }
  const node = findNode();
  if (node === undefined) {
    console.error(
      `${part}: pages NOT built: Node.js ${NODE_MAJOR} or newer is required, and the package ${nodePackage} is not installed`,
    );
    return false;
  }
  const started = performance.now();
  const { code, output } = await run(node, [vite, 'build', '--logLevel', 'warn'], folder);
  if (code === 0) await compressFiles(path.join(folder, 'dist', 'assets'));
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  if (code === 0) console.log(`${part}: pages built in ${seconds} s`);
  else console.error(`${part}: the build FAILED after ${seconds} s\n${output}`);
  return code === 0;
}

/** @returns {Promise<boolean>} */
async function bundleServer() {
  const node = findNode();
  const isInstalled = existsSync(path.join(root, 'node_modules/rolldown'));
  if (node === undefined || !isInstalled) {
    console.log('apps/server: not bundled; the server starts from its sources');
    return true;
  }
  const { code, output } = await run(node, [path.join(root, 'scripts/server-bundle.mjs')], root);
  console.log(code === 0 ? 'apps/server: bundled' : `apps/server: bundling FAILED\n${output}`);
  return code === 0;
}

/** The web components at /embed.js. @returns {Promise<boolean>} */
async function buildEmbed() {
  const node = findNode();
  if (node === undefined || !existsSync(path.join(root, 'node_modules/rolldown'))) {
    console.log('packages/embed: NOT built; copy packages/embed/dist from another build');
    return true;
  }
  const { code, output } = await run(node, [path.join(root, 'packages/embed/build/build.mjs')], root);
  console.log(code === 0 ? 'packages/embed: built' : `packages/embed: the build FAILED\n${output}`);
  return code === 0;
}

/** Not committed: 22,000 lines that follow from docs/api/openapi.json. @returns {Promise<boolean>} */
async function generateSdk() {
  const node = findNode();
  if (node === undefined || !existsSync(path.join(root, 'node_modules/openapi-typescript'))) return true;
  const { code, output } = await run(node, [path.join(root, 'packages/sdk/build/generate.ts')], root);
  console.log(code === 0 ? 'packages/sdk: generated' : `packages/sdk: generation FAILED\n${output}`);
  return code === 0;
}

/** Not committed: 9,000 lines that follow from docs/api/openapi.json. @returns {Promise<boolean>} */
async function generatePython() {
  const node = findNode();
  if (node === undefined) return true;
  const { code, output } = await run(node, [path.join(root, 'scripts/python-package.ts')], root);
  console.log(code === 0 ? 'packages/python: generated' : `packages/python: generation FAILED\n${output}`);
  return code === 0;
}

/** The documentation at /docs. @returns {Promise<boolean>} */
async function buildDocs() {
  const node = findNode();
  const isInstalled = existsSync(path.join(root, 'node_modules/markdown-it'));
  if (node === undefined || !isInstalled) {
    console.log('apps/docs: pages NOT built; copy apps/docs/dist from another build');
    return true;
  }
  const { code, output } = await run(node, [path.join(root, 'apps/docs/build/main.ts')], root);
  console.log(code === 0 ? 'apps/docs: pages built' : `apps/docs: the build FAILED\n${output}`);
  return code === 0;
}

/** @param {string} folder @returns {string | undefined} */
function findVite(folder) {
  try {
    const manifest = createRequire(path.join(folder, 'package.json')).resolve('vite/package.json');
    return path.join(path.dirname(manifest), 'bin', 'vite.js');
  } catch {
    return undefined;
  }
}

/**
 * @param {string} command @param {string[]} args @param {string} cwd
 * @returns {Promise<{ code: number | null, output: string }>}
 */
function run(command, args, cwd) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (output += text));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output }));
  });
}
