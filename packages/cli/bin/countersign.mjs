#!/usr/bin/env node
// Runs the program under the Node version of the lock file or a newer one, whichever Node starts this file
// (scripts/launch.mjs).
import { fileURLToPath } from 'node:url';

process.argv.splice(2, 0, fileURLToPath(new URL('../src/main.ts', import.meta.url)));
await import('../../../scripts/launch.mjs');
