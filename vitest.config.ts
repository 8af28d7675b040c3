import { availableParallelism, totalmem } from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './scripts/longest-first.ts';

// Enables the compile cache like `npm start` (scripts/launch.mjs), so that PDF workers of test servers start faster.
// Test workers inherit it.
process.env['NODE_COMPILE_CACHE'] ??= path.join(import.meta.dirname, 'node_modules/.cache/compile');

// Load shedding is off, because test servers must not reject requests while tests keep the machine busy. The tests of
// load shedding turn it on.
process.env['LOAD_SHEDDING'] ??= 'off';

/** Long tests that only `npm run soak` runs. `npm test` has shorter tests of the same kinds. */
const SOAK_ONLY = process.env['SOAK'] === 'full' ? [] : ['**/*.soak-only.test.ts'];

/**
 * These tests load the library of a PKCS#11 token. The library cannot be unloaded, so each file gets its own process.
 */
const TOKENS = ['apps/server/**/pkcs11-key.test.ts', 'apps/server/**/operator-keys.test.ts'];

/** The memory of a test worker with its servers, database sessions and browser. */
const WORKER_BYTES = 2 * 1024 ** 3;
/**
 * Server tests wait for databases, processes and timers. With three workers on two cores, a fifth of the CPU time was
 * idle, so there are two workers per core if there is enough memory.
 */
const WORKERS = Math.max(
  availableParallelism(),
  Math.min(availableParallelism() * 2, Math.floor(totalmem() / WORKER_BYTES)),
);

export default defineConfig({
  test: {
    // All files of a worker share one module graph, which is ten times as fast as a separate graph for each file.
    // Therefore, modules must not have state.
    isolate: false,
    maxWorkers: WORKERS,
    sequence: { sequencer: LongestFirst },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Limits how long a hanging test delays the end of the run.
    teardownTimeout: 20_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'packages',
          include: ['packages/**/*.test.ts', 'scripts/**/*.test.ts', 'bench/**/*.test.ts', 'vectors/**/*.test.ts'],
          exclude: ['**/node_modules/**', ...SOAK_ONLY],
        },
      },
      {
        extends: true,
        test: {
          name: 'pages',
          include: ['apps/{web,sign,docs}/**/*.test.{ts,tsx}'],
          exclude: ['**/node_modules/**', '**/*.browser.test.ts'],
        },
      },
      {
        extends: true,
        // Browser tests also start a server, so they need the database of the server tests.
        test: {
          name: 'server',
          include: ['apps/server/**/*.test.ts', 'apps/*/**/*.browser.test.ts'],
          exclude: ['**/node_modules/**', ...TOKENS, ...SOAK_ONLY],
          globalSetup: 'apps/server/test/support/postgres-setup.ts',
          setupFiles: 'apps/server/test/support/before-file.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'tokens',
          include: TOKENS,
          isolate: true,
          globalSetup: 'apps/server/test/support/postgres-setup.ts',
        },
      },
    ],
  },
});
