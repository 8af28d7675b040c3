import type { SignatureVerdict, VerifyReport } from '@countersign/pades';
import { expect, test } from 'vitest';

import { harmless, table, toJson, wantsColours, wrapped } from './terminal.ts';
import { verifyText } from './verify-text.ts';

const EVIL = 'Ann\u001b[2J\u009b0m\u202eexe.\r\nVALID';

const SIGNATURE: SignatureVerdict = {
  fieldTitle: EVIL,
  field: `Signer_${EVIL}`,
  kind: 'signer',
  subFilter: 'adbe.pkcs7.detached',
  signerEmail: 'ann@example.org',
  signerName: EVIL,
  signedAt: '2026-11-20T10:45:12.345Z',
  isTimeProved: false,
  isValid: false,
  level: null,
  timestamp: null,
  certificate: { subject: EVIL, issuer: EVIL, serial: '1', validFrom: '', validTo: '' },
  revocation: 'unknown',
  revokedAt: null,
  trustedBy: null,
  origin: 'other',
  isIntact: false,
  vouchers: { signer: null, time: null },
  changes: 'forbidden',
  qualification: null,
  notes: [],
  revision: 1,
  coversWholeDocument: true,
  changesAfterSigning: [`form field ${EVIL} filled`],
  trailPosition: null,
  reasons: [`After signing: form field ${EVIL} filled.`],
  reasonFacts: [],
  indication: 'TOTAL-FAILED',
  subIndication: 'FORMAT_FAILURE',
};

const REPORT: VerifyReport = {
  summary: {
    outcome: 'invalid',
    signatures: { valid: 0, unconfirmed: 0, invalid: 1 },
    seals: { valid: 0, unconfirmed: 0, invalid: 0 },
    timestamps: { valid: 0, unconfirmed: 0, invalid: 0 },
    excused: 0,
    excusedTimestamps: 0,
    sealedBy: null,
  },
  isFileSound: true,
  isUnchanged: true,
  seal: null,
  isValid: false,
  unconfirmed: [],
  verdict: 'The signature is not valid.',
  reasons: SIGNATURE.reasons,
  reasonFacts: [],
  signatures: [SIGNATURE],
  certification: null,
  revisions: [],
  verifiedAt: '2026-11-21T10:00:00.000Z',
};

function text(colours: boolean): string {
  const facts = { file: EVIL, bytes: 1, sha256: '00' };
  return verifyText({ facts, outcome: 'invalid', report: REPORT, anchors: 1, colours });
}

test('prevents text from a file from controlling the terminal', () => {
  expect(text(false)).not.toMatch(/(?!\n)[\p{Cc}\u202e]/u);
  expect(text(false)).toContain('Ann\\u001b[2J\\u009b0m\\u202eexe.\\u000d\\u000aVALID');
  expect(harmless('Größe, ключ, 署名, سند')).toBe('Größe, ключ, 署名, سند');
});

test('prints JSON without control characters that a terminal would interpret, but keeps the values unchanged', () => {
  const json = toJson({ name: EVIL });
  expect(json).not.toMatch(/(?!\n)[\p{Cc}\u202e]/u);
  expect(JSON.parse(json)).toEqual({ name: EVIL });
});

test('uses colors only on a terminal, and never if NO_COLOR is set', () => {
  expect(text(true).split('\n')[0]).toBe('\u001b[31mNOT VALID\u001b[0m: The signature is not valid.');
  expect(text(false)).toMatch(/^NOT VALID: The signature is not valid\./);
  const terminal = { isTTY: true };
  expect(wantsColours(terminal, {})).toBe(true);
  expect(wantsColours(terminal, { NO_COLOR: '' })).toBe(true);
  expect(wantsColours(terminal, { NO_COLOR: '1' })).toBe(false);
  expect(wantsColours(terminal, { TERM: 'dumb' })).toBe(false);
  expect(wantsColours({}, {})).toBe(false);
});

test.each([80, 120])('fits tables into %i columns, and keeps their values aligned and complete', (columns) => {
  const long = 'After signing: form field "Amount" on page 2 filled in. '.repeat(4).trim();
  const digest = 'f'.repeat(64);
  const rows = table([
    ['File', 'a.pdf'],
    ['SHA-256', digest],
    ['Why', long, 'short'],
  ]);
  const whole = `\u001b[31mNOT VALID\u001b[0m: ${long}\n\n${rows}`;
  const lines = wrapped(whole, columns).split('\n');
  const colours = new RegExp(String.raw`\u{1b}\[\d+m`, 'gu');
  for (const line of lines) expect(line.replaceAll(colours, '').length).toBeLessThanOrEqual(columns);
  expect(lines.join(' ').replaceAll(/\s+/g, ' ')).toBe(whole.replaceAll(/\s+/g, ' '));
  const at = lines.findIndex((line) => line.startsWith('  Why'));
  expect(lines[at + 1]).toMatch(/^ {11}\S/);
  expect(wrapped('short', columns)).toBe('short');
});
