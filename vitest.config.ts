import { availableParallelism, totalmem } from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './scripts/longest-first.ts';

// As `npm start` has it (scripts/launch.mjs): the PDF workers of every test's server are quicker for it. The test workers inherit it.
process.env['NODE_COMPILE_CACHE'] ??= path.join(import.meta.dirname, 'node_modules/.cache/compile');

// A machine that is busy with tests is no server that is overloaded: servers of tests refuse nothing for that, but where a test asks for it.
process.env['LOAD_SHEDDING'] ??= 'off';

/** Long, and of the same kinds as shorter ones: played by `npm run soak` alone. */
const SOAK_ONLY = process.env['SOAK'] === 'full' ? [] : ['**/*.soak-only.test.ts'];

/** These load a token's library into the process, where it stays: each gets a process of its own, which ends with it. */
const TOKENS = ['apps/server/**/pkcs11-key.test.ts', 'apps/server/**/operator-keys.test.ts'];

/** Memory of a worker with its servers, database sessions and browser. */
const WORKER_BYTES = 2 * 1024 ** 3;
/**
 * Tests of the server wait for databases, processes and timers. Three workers on two cores left a fifth of the cores idle: the operation
 * files took 505 s of CPU time in 313 s. So there are two workers for each core where the memory allows it.
 */
const WORKERS = Math.max(
  availableParallelism(),
  Math.min(availableParallelism() * 2, Math.floor(totalmem() / WORKER_BYTES)),
);

export default defineConfig({
  test: {
    // One module graph a worker instead of one a file: an order of magnitude faster. State therefore belongs into the objects of a test, never into a module.
    isolate: false,
    maxWorkers: WORKERS,
    sequence: { sequencer: LongestFirst },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A test that waits for an answer that never comes must not hold the run for long after the rest.
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
        // Browser tests drive a whole server and so want its database too.
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
