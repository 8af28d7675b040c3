import { readFileSync } from 'node:fs';
import { verifyDocument } from '@countersign/pades';
import type { VerifyReport } from '@countersign/pades';
import { beforeAll, describe, expect, it } from 'vitest';
import { after, SIGNED_AT } from '../packages/pades/test/kit.ts';
import { makeBase } from './kit/document.ts';
import type { Base } from './kit/document.ts';
import { withList } from './kit/list.ts';
import { CLASSES } from './kit/vector.ts';
import type { Told } from './kit/vector.ts';
import { vectors } from './vectors.ts';

let base: Base;
beforeAll(async () => {
  base = await makeBase();
});

const judge = (file: Buffer, now: Date): Promise<VerifyReport> =>
  verifyDocument(file, { anchors: [base.authority.root.certificate.der], now: now.toISOString() });

describe.each(CLASSES.map((name) => ({ name, own: vectors.filter((vector) => vector.class === name) })))(
  '$name',
  ({ own }) => {
    it.each(own)('$name: $description', async ({ make, expected }) => {
      const { file, now = after(SIGNED_AT, 1), told = [], isChangedSince = false } = await make(base);
      const report = await judge(file, now);
      if (expected.verdict === 'valid') {
        expect(report.reasons).toEqual([]);
        expect(report.isValid).toBe(true);
        const changes = report.signatures.flatMap((one) => one.changesAfterSigning).join('\n');
        for (const kind of told) expect(changes).toMatch(TOLD[kind]);
        // If only the sender has sealed a file, the verdict states that nobody has signed it.
        const isSigned = report.signatures.some(({ kind }) => kind === 'signer');
        expect(report.verdict.includes('has not been changed since')).toBe(isSigned && !isChangedSince);
        return;
      }
      expect(report.isValid).toBe(false);
      // The sentences in reports must be clear to people who do not know PDF.
      expect(report.reasons).not.toEqual([]);
      for (const reason of report.reasons) expect(reason).toMatch(/^[A-Z][a-z ].{10,450}\.$/);
      if (expected.signature === 'file') {
        expect(report.reasons.join('\n')).toMatch(expected.because);
        return;
      }
      const signature = report.signatures.find((one) => one.field === expected.signature);
      expect(signature?.reasons.join('\n')).toMatch(expected.because);
      expect(signature?.isValid).toBe(false);
      expect(signature?.indication).toBe(expected.verdict === 'invalid' ? 'TOTAL-FAILED' : 'INDETERMINATE');
    });
  },
);

const TOLD: Readonly<Record<Told, RegExp>> = {
  signature: /a signature .*was added in field /,
  'field-filled': /form field .* filled in/,
  timestamp: /a time-stamp over the whole document was added/,
  'validation-data': /validation data was added/,
  metadata: /document (metadata|information) changed/,
  annotation: /annotation was (added|removed)/,
  'nothing-seen': /adds nothing visible/,
};

it('gives each test vector a unique name and lists the vectors in README.md', () => {
  expect(new Set(vectors.map(({ name }) => name)).size).toBe(vectors.length);
  const readme = readFileSync(new URL('README.md', import.meta.url), 'utf8');
  expect(readme).toBe(withList(readme, vectors));
});
