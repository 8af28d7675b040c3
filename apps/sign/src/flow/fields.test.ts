import { describe, expect, it } from 'vitest';
import {
  firstFault,
  inReadingOrder,
  faultOf,
  initialsOf,
  localDate,
  graphicsToSend,
  nextOpen,
  placesOf,
  progressOf,
  restoreDraft,
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

describe('initial field values', () => {
  it("fills in only the name, the e-mail address and today's date", () => {
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

  it('keeps a value that the document already contains', () => {
    const preset = viewOfSample({ fields: [fieldOf('name', 'name', { value: 'A. Lovelace' })] });
    expect(startingDraft(preset, '2026-11-20').values['fld_name']).toBe('A. Lovelace');
  });

  it("uses the signer's local date, not the UTC date", () => {
    expect(localDate(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05');
  });
});

describe('draft restored after a reload', () => {
  it('restores the field values and the signature', () => {
    expect(restoreDraft(fresh, filled, view)).toEqual(filled);
  });

  it('omits fields and positions that the document no longer has', () => {
    const smaller = viewOfSample({ fields: [fieldOf('company', 'text')] });
    const restored = restoreDraft(startingDraft(smaller, '2026-11-20'), filled, smaller);
    expect(restored.values).toEqual({ fld_company: 'Contoso' });
    expect(restored.placed).toEqual([]);
  });

  it('never shows a position as signed if the signature is missing', () => {
    expect(restoreDraft(fresh, { ...filled, signature: null }, view).placed).toEqual([]);
  });
});

describe('moving between fields', () => {
  it('sorts fields by page, then by line, then from left to right', () => {
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

  it('counts only the required fields of the document', () => {
    expect(progressOf(tasksOf(view, fresh))).toEqual({ done: 2, total: 5 });
    expect(progressOf(tasksOf(view, filled))).toEqual({ done: 5, total: 5 });
  });

  it('moves from one open field to the next, and then starts again with the first', () => {
    const tasks = tasksOf(view, fresh);
    expect(nextOpen(tasks, null)?.id).toBe('fld_company');
    expect(nextOpen(tasks, 'fld_company')?.id).toBe('fld_agree');
    expect(nextOpen(tasks, 'fld_sign')?.id).toBe('fld_company');
    expect(nextOpen(tasksOf(view, filled), 'fld_company')).toBeNull();
  });

  it('does not allow an invalid value in an optional field at the last step', () => {
    const wrong = { ...filled, values: { ...filled.values, fld_mail: 'ada at contoso' } };
    expect(nextOpen(tasksOf(view, wrong), null)).toBeNull();
    expect(firstFault(view, wrong)?.id).toBe('fld_mail');
    expect(firstFault(view, filled)).toBeNull();
  });

  it('treats a field that contains only spaces as empty', () => {
    const blank = { ...filled, values: { ...filled.values, fld_company: '   ' } };
    expect(firstFault(view, blank)?.id).toBe('fld_company');
  });
});

describe('sign request', () => {
  it('omits empty optional fields and signature positions, and sends a check box as a boolean', () => {
    expect(valuesToSend(view, filled)).toEqual([
      { id: 'fld_company', value: 'Contoso' },
      { id: 'fld_agree', value: true },
      { id: 'fld_name', value: 'Ada Lovelace' },
      { id: 'fld_date', value: '2026-11-20' },
      { id: 'fld_mail', value: 'ada@contoso.example' },
    ]);
  });

  it('contains the signature in the format of the API contract, and no signature for an approver', () => {
    expect(graphicsToSend(view, filled)).toEqual({ signature: { type: 'typed', data: 'Ada' } });
    const drawn = { ...filled, signature: { type: 'drawn', picture: 'data:image/svg+xml;base64,AA==' } as const };
    expect(graphicsToSend(view, drawn)).toEqual({
      signature: { type: 'drawn', data: 'data:image/svg+xml;base64,AA==' },
    });
    expect(graphicsToSend(viewOfSample({ fields: [] }), filled)).toEqual({});
  });

  it('contains initials only if the document has a position for them, and lists the optional positions that the signer filled', () => {
    const initialled = viewOfSample({
      fields: [
        fieldOf('sign', 'signature'),
        fieldOf('must', 'initials', { y: 200 }),
        fieldOf('may', 'initials', { y: 300, required: false }),
        fieldOf('not', 'initials', { y: 400, required: false }),
      ],
    });
    const draft: Draft = {
      ...startingDraft(initialled, '2026-11-20'),
      placed: ['fld_sign', 'fld_must', 'fld_may'],
      signature: { type: 'typed', text: 'Ada' },
      initials: { type: 'typed', text: 'AL' },
    };
    expect(graphicsToSend(initialled, draft)).toMatchObject({ initials: { type: 'typed', data: 'AL' } });
    expect(valuesToSend(initialled, draft)).toEqual([{ id: 'fld_may', value: true }]);
    expect(graphicsToSend(view, { ...draft, placed: ['fld_sign'] })).not.toHaveProperty('initials');
  });

  it('removes a default value that the signer cleared', () => {
    const suggested = viewOfSample({ fields: [fieldOf('po', 'text', { required: false, default: 'PO 1' })] });
    const fresh = startingDraft(suggested, '2026-11-20');
    expect(valuesToSend(suggested, fresh)).toEqual([{ id: 'fld_po', value: 'PO 1' }]);
    expect(valuesToSend(suggested, { ...fresh, values: { fld_po: '' } })).toEqual([{ id: 'fld_po', value: '' }]);
  });
});

describe('field types with special rules', () => {
  it("omits the sender's read-only values", () => {
    const fixed = viewOfSample({ fields: [fieldOf('terms', 'text', { read_only: true, default: 'Net 30' })] });
    const draft = startingDraft(fixed, '2026-11-20');
    expect([tasksOf(fixed, draft), valuesToSend(fixed, draft), firstFault(fixed, draft)]).toEqual([[], [], null]);
  });

  it('shows a radio group at the position of each of its buttons', () => {
    const at = { page: 2, x: 1, y: 2, width: 10, height: 10 };
    const options = [
      { value: 'Post', ...at },
      { value: 'Pick-up', ...at, x: 30 },
    ];
    expect(placesOf(fieldOf('how', 'radio', { options })).map(({ option, page, x }) => [option, page, x])).toEqual([
      ['Post', 2, 1],
      ['Pick-up', 2, 30],
    ]);
  });

  it.each([
    ['12.5', null],
    ['-3', { is: 'min', limit: 0 }],
    ['101', { is: 'max', limit: 100 }],
    ['1.234', { is: 'decimals', limit: 2 }],
    ['1,5', { is: 'number' }],
    ['1e3', { is: 'number' }],
  ])('validates the number %s', (value, fault) => {
    const field = fieldOf('sum', 'number', { validation: { min: 0, max: 100, decimals: 2 } });
    expect(faultOf(field, value)).toEqual(fault);
  });

  it('validates the length of text', () => {
    const field = fieldOf('code', 'text', { validation: { minLength: 3, maxLength: 5 } });
    expect([faultOf(field, 'ab'), faultOf(field, '𝄞𝄞𝄞'), faultOf(field, 'abcdef')]).toEqual([
      { is: 'short', limit: 3 },
      null,
      { is: 'long', limit: 5 },
    ]);
  });

  it('fills an initials field with the first letters of the name', () => {
    expect([initialsOf('Ada Lovelace'), initialsOf('jean-luc picard'), initialsOf('')]).toEqual(['AL', 'JLP', '']);
  });
});

describe('conditional field', () => {
  const fields = [
    fieldOf('post', 'checkbox', { required: false, y: 100 }),
    fieldOf('street', 'text', { y: 130, condition: { field: 'fld_post', effect: 'show', equals: true } }),
    fieldOf('phone', 'text', { y: 160, condition: { field: 'fld_street', effect: 'require', filled: true } }),
  ];
  const conditional = viewOfSample({ fields });
  const draft = startingDraft(conditional, '2026-11-20');
  const having = (values: Record<string, string>): Draft => ({ ...draft, values: { ...draft.values, ...values } });
  const asked = (of: Draft) => tasksOf(conditional, of).map(({ field }) => [field.id, field.required]);

  it('shows and hides a field and its dependents according to the value that the field depends on', () => {
    expect(asked(draft)).toEqual([
      ['fld_post', false],
      ['fld_phone', false],
    ]);
    expect(asked(having({ fld_post: 'true', fld_street: 'Main Street' }))).toEqual([
      ['fld_post', false],
      ['fld_street', true],
      ['fld_phone', true],
    ]);
  });

  it('does not send a hidden field, even if a value was entered before', () => {
    const changed = having({ fld_street: 'Main Street' });
    expect(valuesToSend(conditional, changed)).toEqual([{ id: 'fld_post', value: false }]);
    expect(firstFault(conditional, changed)).toBeNull();
    expect(firstFault(conditional, having({ fld_post: 'true' }))?.id).toBe('fld_street');
  });
});

describe('attachment field', () => {
  const file = { filename: 'id.pdf', content_type: 'application/pdf' as const, size_bytes: 9, sha256: 'x' };
  const fields = [fieldOf('passport', 'attachment')];
  const attached = { ...viewOfSample({ fields }), attachments: [{ ...file, field_id: 'fld_passport' as const }] };

  it('treats an attachment field as complete if the server has its file, and does not send the file again', () => {
    const begun = startingDraft(attached, '2026-11-20');
    const old = { ...begun, values: { fld_passport: 'gone.pdf' } };
    const restored = restoreDraft(begun, old, attached);
    expect(restored.values).toEqual({ fld_passport: 'id.pdf' });
    expect(tasksOf(attached, restored)).toMatchObject([{ done: true }]);
    expect(valuesToSend(attached, restored)).toEqual([]);
    expect(firstFault(viewOfSample({ fields }), startingDraft(viewOfSample({ fields }), '2026-11-20'))?.id).toBe(
      'fld_passport',
    );
  });
});
