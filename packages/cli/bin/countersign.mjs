#!/usr/bin/env node
// Whatever Node starts this file, the program runs under the Node version of the lock file or a newer one
// (scripts/launch.mjs).
import { fileURLToPath } from 'node:url';

process.argv.splice(2, 0, fileURLToPath(new URL('../src/main.ts', import.meta.url)));
await import('../../../scripts/launch.mjs');
