import { expect, it } from 'vitest';
import { tell } from '../scripts/soak-summary.ts';
import { runFuzz } from './fuzz/run.ts';
import { KINDS } from './fuzz/subject.ts';

// The test runs for a few seconds by default, and for several minutes with `npm run soak`. FUZZ_CASES sets the number
// of cases instead (see README.md).
const {
  SOAK,
  FUZZ_CASES = SOAK === 'full' ? '30000' : undefined,
  FUZZ_FROM = '0',
  FUZZ_SEED = '20261120',
} = process.env;
const CASES = { pdf: 600, cms: 3_000, rewrite: 300 };
const PER_CASE_MS = 250;

it.each(KINDS)(
  'handles mutated input without hanging, crashing or accepting changed signed bytes: %s',
  async (kind) => {
    const cases = FUZZ_CASES === undefined ? CASES[kind] : Number(FUZZ_CASES);
    const job = { kind, seed: Number(FUZZ_SEED), from: Number(FUZZ_FROM), cases, slowMs: 2_000 };
    const { findings, ...figures } = await runFuzz(job);
    if (FUZZ_CASES !== undefined) tell(`fuzz ${kind}: ${JSON.stringify(figures)}`);
    expect(findings).toEqual([]);
    expect(figures.cases).toBe(cases);
  },
  60_000 + PER_CASE_MS * Number(FUZZ_CASES ?? 0),
);
