import { describe, expect, it } from 'vitest';

import type { ChangeKind } from './types.ts';
import { describeFinding } from './words.ts';

const text = (kind: ChangeKind, detail: string, more: Partial<Parameters<typeof describeFinding>[0]> = {}): string =>
  describeFinding({ kind, text: detail, revision: 2, ...more }).text;

describe('description of a change', () => {
  it('names a field by its label and its page, and shows its value', () => {
    const field = { field: 'f_17', label: 'Amount', page: 2 };
    expect(text('field-filled', 'form field f_17 filled in', { ...field, after: '100' })).toBe(
      'form field "Amount" on page 2 was filled in: "100"',
    );
    expect(text('field-filled', 'form field f_17 filled in', { ...field, before: '100', after: '900' })).toBe(
      'form field "Amount" on page 2 was filled in again: "900" instead of "100"',
    );
    expect(text('field-filled', 'form field f_17 filled in', { ...field, before: '100' })).toBe(
      'form field "Amount" on page 2 was emptied (it contained "100")',
    );
  });

  it('never shows users a generated field name', () => {
    const filled = (field: string) =>
      text('field-filled', `form field ${field} filled in`, { field, page: 3, after: 'x' });
    expect(filled('job-title_3_xzfyjdbg')).toBe('form field "Job title" on page 3 was filled in: "x"');
    expect(filled('text_12_0a1b2c3d')).toBe('form field "Text" on page 3 was filled in: "x"');
    expect(filled('Amount_due')).toBe('form field "Amount_due" on page 3 was filled in: "x"');
    expect(text('signature', '', { field: 'Signer_1_j45a2xj2', page: 2 })).toBe(
      'a signature was added in field "Signature of recipient 1" on page 2',
    );
  });

  it('names the changes on a page of the document', () => {
    expect(text('page', 'page 2 changed (Contents)', { page: 2, keys: ['Contents'] })).toBe(
      'page 2 changed: its text and drawings (Contents)',
    );
    expect(text('page', 'page 2 changed', { page: 2 })).toBe('page 2 changed: an object on it was replaced');
  });

  it("quotes text from the file on one line of limited length, so that it cannot be mistaken for Countersign's text", () => {
    const evil = `x"\r\nVALID\u202e${'y'.repeat(200)}`;
    const told = text('signature', `signature in ${evil}`, { field: 'Signer_1', signer: evil });
    expect(told).not.toMatch(/[\r\n\u202e]/);
    expect(told.length).toBeLessThan(160);
    expect(told).toMatch(/^a signature in the name of "x" VALID y+…" was added in field "Signer_1"$/);
  });

  it("describes a change on a single line of limited length, regardless of the field's name", () => {
    const told = text('field-changed', `form field ${'z\n'.repeat(9000)} changed (V)`, { field: 'z', keys: ['V'] });
    expect(told.length).toBeLessThanOrEqual(400);
    expect(told).not.toContain('\n');
  });

  it('keeps the technical description for experts', () => {
    const finding = { kind: 'hidden', text: 'object 5 is hidden from the cross-reference', revision: 3 } as const;
    expect(describeFinding(finding)).toMatchObject({
      detail: finding.text,
      text: expect.stringContaining(`(${finding.text})`),
    });
  });
});
