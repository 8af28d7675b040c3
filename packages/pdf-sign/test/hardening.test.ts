import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inspectPdf, PdfError, prepareSend, readState } from '../src/index.ts';
import { makePdf } from './support/pdf.ts';
import { completed, isValid, sendOptions, signFirst, send, verify } from './support/sign.ts';

/**
 * Tests that verifying arbitrary bytes quickly returns a report or throws a `PdfError`, and that a broken signature is
 * never reported as intact.
 */

const FORM = '/AcroForm<</Fields[10 0 R 11 0 R]/DR<</Font<</F 3 0 R>>>>>>/Names<</EmbeddedFiles<</Names[(a)null]>>>>';
const SEEDS = [
  makePdf({
    pages: [{}, { rotate: 90 }, {}],
    catalog: FORM,
    objects: ['<</FT/Tx/T(A)/Rect[0 0 1 1]/Subtype/Widget>>', '<</FT/Sig/T(B)>>'],
  }),
  makePdf({ xref: 'stream', pages: [{}, {}] }),
  makePdf({ xref: 'hybrid', pages: [{}, {}], junk: 'x' }),
];

const SNIPPETS = [
  '<<',
  '>>',
  '[',
  ']',
  '(',
  ')',
  ' 0 R',
  'obj',
  'endobj',
  'stream',
  'endstream',
  'xref',
  'trailer',
  'startxref',
  '%%EOF',
  '/Kids',
  '/Prev 0',
  '/Length 9999999',
  '-1',
  '99999999999',
  '\0',
];

interface Mutation {
  at: number;
  cut: number;
  put: string;
}

const mutation: fc.Arbitrary<Mutation> = fc.record({
  at: fc.nat(1_000_000),
  cut: fc.oneof(fc.constant(0), fc.nat(4), fc.nat(200)),
  put: fc.oneof(
    fc.constantFrom(...SNIPPETS),
    fc.string({ unit: 'binary-ascii', maxLength: 3 }),
    fc.integer({ min: -5, max: 40 }).map(String),
  ),
});

function mutate(bytes: Buffer, mutations: readonly Mutation[]): Buffer {
  let text = bytes.toString('latin1');
  for (const { at, cut, put } of mutations) {
    const position = at % (text.length + 1);
    text = text.slice(0, position) + put + text.slice(position + cut);
  }
  return Buffer.from(text, 'latin1');
}

function tryAll(bytes: Buffer): void {
  for (const attempt of [() => inspectPdf(bytes), () => readState(bytes), () => prepareSend(bytes, sendOptions())]) {
    try {
      attempt();
    } catch (error) {
      if (!(error instanceof PdfError)) throw error;
    }
  }
}

describe('damaged files', () => {
  it('reads or refuses a damaged file', () => {
    fc.assert(
      fc.property(fc.constantFrom(...SEEDS), fc.array(mutation, { minLength: 1, maxLength: 4 }), (seed, mutations) => {
        tryAll(mutate(seed, mutations));
      }),
      { seed: 20261120, numRuns: 1500 },
    );
  });

  it('reads or refuses a truncated file, regardless of its length', () => {
    for (const seed of SEEDS) for (let length = 0; length < seed.length; length += 7) tryAll(seed.subarray(0, length));
  });
});

describe('damaged signed files', () => {
  const signed = completed(SEEDS[1] ?? makePdf()).file;
  const inside = signFirst(send(SEEDS[0] ?? makePdf(), sendOptions({ signers: sendOptions().signers }))).file;

  it('reports a damaged signed file as valid only if nothing but containers or trailing spaces changed', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(signed, inside),
        fc.array(mutation, { minLength: 1, maxLength: 3 }),
        async (file, mutations) => {
          const mutated = mutate(file, mutations);
          const report = await verify(mutated);
          if (!isValid(report)) return;
          // If the signature is still valid, every signed byte must be unchanged.
          const last = report.signatures.at(-1);
          const [, gapStart = 0, gapEnd = 0] = last?.byteRange ?? [];
          expect(mutated.subarray(0, gapStart).equals(file.subarray(0, gapStart))).toBe(true);
          expect(mutated.subarray(gapEnd).toString('latin1').trimEnd()).toBe(
            file.subarray(gapEnd).toString('latin1').trimEnd(),
          );
        },
      ),
      { seed: 20261120, numRuns: 400 },
    );
  });

  it('returns a report on a truncated signed file, regardless of its length', async () => {
    for (let length = 100; length < inside.length; length += 997)
      expect(isValid(await verify(inside.subarray(0, length)))).toBe(false);
  });
});
