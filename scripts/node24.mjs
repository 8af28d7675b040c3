// This file also runs on Node 20, so it uses no TypeScript and no newer features.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/** The server's TypeScript requires type stripping, which is the default from this Node version on. */
export const NODE_MAJOR = 24;

/** Whether this process runs under a Node that can run the server. */
export const isNewEnough = Number(process.versions.node.split('.')[0]) >= NODE_MAJOR;

/** The package in the lock file that contains Node for this machine. */
export const nodePackage = `node-${process.platform}-${process.arch}`;

/**
 * Returns the path of a Node that can run the server, which is the current one or the one in the lock file.
 * @returns {string | undefined}
 */
export function findNode() {
  if (isNewEnough) return process.execPath;
  try {
    const manifest = createRequire(import.meta.url).resolve(`${nodePackage}/package.json`);
    const binary = path.join(path.dirname(manifest), 'bin', 'node');
    return existsSync(binary) ? binary : undefined;
  } catch {
    return undefined;
  }
}
