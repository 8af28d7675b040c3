import { expect, it } from 'vitest';
import { runFuzz } from './fuzz/run.ts';
import { KINDS } from './fuzz/subject.ts';

// A few seconds' worth; FUZZ_CASES=100000 is the nightly run (see README.md).
const { FUZZ_CASES, FUZZ_FROM = '0', FUZZ_SEED = '20261120' } = process.env;
const CASES = { pdf: 1_200, cms: 6_000, rewrite: 600 };
const PER_CASE_MS = 250;

it.each(KINDS)(
  'mutated %s: no hang, no crash, and nothing valid whose signed bytes changed',
  async (kind) => {
    const cases = FUZZ_CASES === undefined ? CASES[kind] : Number(FUZZ_CASES);
    const job = { kind, seed: Number(FUZZ_SEED), from: Number(FUZZ_FROM), cases, slowMs: 2_000 };
    const { findings, ...figures } = await runFuzz(job);
    if (FUZZ_CASES !== undefined) process.stdout.write(`${kind}: ${JSON.stringify(figures)}\n`);
    expect(findings).toEqual([]);
    expect(figures.cases).toBe(cases);
  },
  60_000 + PER_CASE_MS * Number(FUZZ_CASES ?? 0),
);
