import { expect, test } from 'vitest';
import { hasDeadline, nextStep } from './next-step.ts';

const entry = { filename: 'a.pdf', void_reason: null, scheduled_for: null };

test('names the people whose signatures the document is waiting for', () => {
  const signers = [
    { name: 'Ada', status: 'signed' as const },
    { name: 'Grace', status: 'pending-signature' as const },
    { name: 'Mei', status: 'pending-signature' as const },
  ];
  expect(nextStep({ ...entry, status: 'in-progress', signers })).toBe('Waiting for Grace and 1 more');
  expect(nextStep({ ...entry, status: 'expired', signers: signers.slice(0, 2) })).toBe(
    'Grace did not sign by the deadline',
  );
});

test('states who declined a document, or why a document was voided', () => {
  expect(nextStep({ ...entry, status: 'declined', signers: [{ name: 'Ada', status: 'declined' }] })).toBe(
    'Declined by Ada',
  );
  expect(nextStep({ ...entry, status: 'voided', signers: [], void_reason: 'New price' })).toBe('New price');
});

test('shows when a scheduled draft will be sent', () => {
  const draft = { ...entry, status: 'draft' as const, signers: [] };
  expect(nextStep(draft)).toBe('Not sent yet');
  expect(nextStep({ ...draft, scheduled_for: '2026-12-03T09:00:00.000Z' })).toMatch(/^Sends on .*2026/);
});

test('shows the expiration date only for drafts, documents in progress and expired documents', () => {
  const shown = (['draft', 'in-progress', 'expired'] as const).map(hasDeadline);
  const hidden = (['completed', 'declined', 'voided', 'archived'] as const).map(hasDeadline);
  expect([shown, hidden]).toEqual([
    [true, true, true],
    [false, false, false, false],
  ]);
});
