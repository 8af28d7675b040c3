import { describe, expect, it } from 'vitest';
import {
  firstFault,
  inReadingOrder,
  localDate,
  nextOpen,
  progressOf,
  restoreDraft,
  signatureToSend,
  startingDraft,
  tasksOf,
  valuesToSend,
  type Draft,
} from './fields.ts';
import { fieldOf, viewOfSample } from './sample.ts';

const view = viewOfSample();
const fresh = startingDraft(view, '2026-11-20');
const filled: Draft = {
  ...fresh,
  values: { ...fresh.values, fld_company: 'Contoso', fld_agree: 'true' },
  placed: ['fld_sign'],
  signature: { type: 'typed', text: 'Ada' },
};

describe('what a signer begins with', () => {
  it("has name, address and today's date filled in, and nothing else", () => {
    expect(fresh.values).toEqual({
      fld_company: '',
      fld_agree: '',
      fld_name: 'Ada Lovelace',
      fld_date: '2026-11-20',
      fld_mail: 'ada@contoso.example',
      fld_remark: '',
    });
    expect(fresh.signature).toBeNull();
  });

  it('keeps a value that the view already carries', () => {
    const preset = viewOfSample({ fields: [fieldOf('name', 'name', { value: 'A. Lovelace' })] });
    expect(startingDraft(preset, '2026-11-20').values['fld_name']).toBe('A. Lovelace');
  });

  it('uses the day where the signer is, not the day in Greenwich', () => {
    expect(localDate(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05');
  });
});

describe('a draft kept across a reload', () => {
  it('brings entries and the signature back', () => {
    expect(restoreDraft(fresh, filled, view)).toEqual(filled);
  });

  it('drops fields and places that the document no longer has', () => {
    const smaller = viewOfSample({ fields: [fieldOf('company', 'text')] });
    const restored = restoreDraft(startingDraft(smaller, '2026-11-20'), filled, smaller);
    expect(restored.values).toEqual({ fld_company: 'Contoso' });
    expect(restored.placed).toEqual([]);
  });

  it('never shows a place as signed without the signature', () => {
    expect(restoreDraft(fresh, { ...filled, signature: null }, view).placed).toEqual([]);
  });
});

describe('walking the fields', () => {
  it('goes by page, then line, then from the left', () => {
    const right = fieldOf('right', 'date', { x: 300, y: 301 });
    const left = fieldOf('left', 'text', { x: 70, y: 300 });
    const above = fieldOf('above', 'text', { x: 400, y: 100 });
    const later = fieldOf('later', 'text', { page: 2, y: 10 });
    expect(inReadingOrder([later, right, above, left]).map((field) => field.id)).toEqual([
      'fld_above',
      'fld_left',
      'fld_right',
      'fld_later',
    ]);
  });

  it('counts only what is required', () => {
    expect(progressOf(tasksOf(view, fresh))).toEqual({ done: 2, total: 5 });
    expect(progressOf(tasksOf(view, filled))).toEqual({ done: 5, total: 5 });
  });

  it('leads from one open field to the next and round again', () => {
    const tasks = tasksOf(view, fresh);
    expect(nextOpen(tasks, null)?.id).toBe('fld_company');
    expect(nextOpen(tasks, 'fld_company')?.id).toBe('fld_agree');
    expect(nextOpen(tasks, 'fld_sign')?.id).toBe('fld_company');
    expect(nextOpen(tasksOf(view, filled), 'fld_company')).toBeNull();
  });

  it('does not let a wrong value in an optional field reach the last step', () => {
    const wrong = { ...filled, values: { ...filled.values, fld_mail: 'ada at contoso' } };
    expect(nextOpen(tasksOf(view, wrong), null)).toBeNull();
    expect(firstFault(view, wrong)?.id).toBe('fld_mail');
    expect(firstFault(view, filled)).toBeNull();
  });

  it('takes spaces for nothing', () => {
    const blank = { ...filled, values: { ...filled.values, fld_company: '   ' } };
    expect(firstFault(view, blank)?.id).toBe('fld_company');
  });
});

describe('what is sent', () => {
  it('leaves out empty optional fields and signature places, and sends a checkbox as a boolean', () => {
    expect(valuesToSend(view, filled)).toEqual([
      { id: 'fld_company', value: 'Contoso' },
      { id: 'fld_agree', value: true },
      { id: 'fld_name', value: 'Ada Lovelace' },
      { id: 'fld_date', value: '2026-11-20' },
      { id: 'fld_mail', value: 'ada@contoso.example' },
    ]);
  });

  it("sends the signature in the contract's words, and none for an approver", () => {
    expect(signatureToSend(view, filled)).toEqual({ type: 'typed', data: 'Ada' });
    const drawn = { ...filled, signature: { type: 'drawn', picture: 'data:image/svg+xml;base64,AA==' } as const };
    expect(signatureToSend(view, drawn)).toEqual({ type: 'drawn', data: 'data:image/svg+xml;base64,AA==' });
    expect(signatureToSend(viewOfSample({ fields: [] }), filled)).toBeUndefined();
  });
});
