#!/usr/bin/env node
// Whatever Node starts this, the program runs under the Node of the lock file or a newer one: scripts/launch.mjs sees to it.
import { fileURLToPath } from 'node:url';

process.argv.splice(2, 0, fileURLToPath(new URL('../src/main.ts', import.meta.url)));
await import('../../../scripts/launch.mjs');
