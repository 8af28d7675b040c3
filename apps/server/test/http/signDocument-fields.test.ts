import { describe, expect, test } from 'vitest';
import { type SignBody, startTestApp } from '../support/app.ts';
import { expectInvalid } from '../support/expect-answer.ts';

/** Tests valid and invalid input of signDocument for each kind of field. */
const app = await startTestApp();
const at = { page: 1, x: 72, width: 120, height: 20 };
const button = { page: 1, y: 420, width: 14, height: 14 };
const options = [
  { value: 'Post', ...button, x: 72 },
  { value: 'Pick-up', ...button, x: 120 },
];
const FIELDS = [
  { ...at, kind: 'signature', y: 60 },
  { ...at, kind: 'signature', y: 90 },
  { ...at, kind: 'initials', y: 120 },
  { ...at, kind: 'initials', y: 150, required: false },
  { ...at, kind: 'date', y: 180 },
  { ...at, kind: 'email', y: 210 },
  { ...at, kind: 'company', y: 240, default: 'Contoso' },
  { ...at, kind: 'text', y: 270, label: 'Order', validation: { pattern: 'PO \\d{3}', message: 'looks like PO 123' } },
  { ...at, kind: 'number', y: 300, validation: { min: 0, max: 99, decimals: 2 } },
  { ...at, kind: 'checkbox', y: 330 },
  { ...at, kind: 'dropdown', y: 360, options: ['Oslo', 'Zürich'] },
  { ...at, kind: 'text', y: 390, default: 'Net 30', readOnly: true, label: 'Terms' },
  { kind: 'radio', options },
];
const GOOD: readonly (string | boolean | undefined)[] = [
  undefined,
  undefined,
  undefined,
  undefined,
  '2026-11-20',
  'ada@contoso.example',
  undefined,
  'PO 123',
  '12.50',
  true,
  'Zürich',
  undefined,
  'Pick-up',
];

async function sentWithAll() {
  const person = app.person();
  return app.sentToOne({ signers: [person], fields: FIELDS.map((field) => ({ ...field, signer: person.email })) });
}
type Sent = Awaited<ReturnType<typeof sentWithAll>>;

const bodyOf = ({ token, document }: Sent, values: typeof GOOD, more: SignBody = {}): SignBody => ({
  token,
  initials: { type: 'typed', data: 'AL' },
  fields: document.fields.flatMap(({ id }, index) =>
    values[index] === undefined ? [] : [{ id, value: values[index] }],
  ),
  ...more,
});

describe('200', () => {
  test('stores all values as entered, and uses the suggested value for an empty field', async () => {
    const sent = await sentWithAll();
    const answer = await app.sign(sent.id, bodyOf(sent, GOOD));
    expect(answer.status, answer.text).toBe(200);
    const { document } = (await app.key.get<'getDocument'>(`/api/documents/${sent.id}`)).body;
    expect(document.fields.map(({ value }) => value)).toEqual([
      null,
      null,
      null,
      null,
      '2026-11-20',
      'ada@contoso.example',
      'Contoso',
      'PO 123',
      '12.50',
      'true',
      'Zürich',
      'Net 30',
      'Pick-up',
    ]);
    await app.sealed(sent.id);
    const verified = (await app.key.get<'verifyDocument'>(`/api/documents/${sent.id}/verify`)).body;
    expect(verified).toMatchObject({ isValid: true, reasons: [] });
  });

  test('lets the signer change a suggested value, or remove it if the field is optional', async () => {
    const person = app.person();
    const box = { ...at, signer: person.email, kind: 'text', default: 'A', required: false };
    const sent = await app.sentToOne({
      signers: [person],
      fields: [
        { ...box, y: 60 },
        { ...box, y: 90 },
      ],
    });
    const [first, second] = sent.document.fields;
    const fields = [
      { id: first?.id ?? '', value: 'B' },
      { id: second?.id ?? '', value: '' },
    ];
    expect((await app.sign(sent.id, { token: sent.token, fields })).status).toBe(200);
    const { document } = (await app.key.get<'getDocument'>(`/api/documents/${sent.id}`)).body;
    expect(document.fields.slice(0, 2).map(({ value }) => value)).toEqual(['B', null]);
  });

  test('requires initials only from signers who have an initials field', async () => {
    const sent = await app.sentToOne();
    expect((await app.sign(sent.id, { token: sent.token })).status).toBe(200);
  });
});

describe('422', () => {
  const sent = sentWithAll();
  const MARK = { type: 'typed', data: 'AL' } as const;
  test.each<[string, number, string | boolean, string]>([
    ['text for a second signature field', 1, 'here', 'wrong_type'],
    ['false for a required signature field', 1, false, 'required'],
    ['text for initials', 3, 'AL', 'wrong_type'],
    ['an invalid date', 4, '2026-02-30', 'invalid_date'],
    ['a date in another format', 4, '20.11.2026', 'invalid_date'],
    ['an invalid address', 5, 'ada at home', 'invalid_email'],
    ['a required default value that was cleared', 6, ' ', 'required'],
    ['text that does not fit into its field', 6, 'Contoso '.repeat(20), 'too_long'],
    ['text that does not match the pattern', 7, 'PO 12', 'pattern'],
    ['a number with a comma', 8, '12,50', 'invalid_number'],
    ['a number of 16 digits', 8, '1234567890123456', 'invalid_number'],
    ['a number below the minimum', 8, '-0.01', 'below_minimum'],
    ['a number above the maximum', 8, '99.01', 'above_maximum'],
    ['a number with three decimals', 8, '1.005', 'too_many_decimals'],
    ['text for a check box', 9, 'true', 'wrong_type'],
    ['an unknown option', 10, 'Rome', 'invalid_option'],
    ['a Boolean for an option', 10, true, 'wrong_type'],
    ['another value for a read-only field', 11, 'Net 90', 'read_only'],
    ['an unknown button', 12, 'Drone', 'invalid_option'],
    ['no selected button', 12, '', 'required'],
  ])('rejects an invalid field value: %s', async (_, index, value, code) => {
    const document = await sent;
    const body = bodyOf(document, GOOD.with(index, value));
    const position = (body.fields as { id: string }[]).findIndex(
      ({ id }) => id === document.document.fields[index]?.id,
    );
    expectInvalid(await app.sign(document.id, body), `fields[${position}].value`, code);
  });

  test("returns the sender's custom error message if a value does not match the pattern", async () => {
    const answer = await app.sign((await sent).id, bodyOf(await sent, GOOD.with(7, 'x')));
    expect(answer.text).toContain('"Order\\" looks like PO 123');
  });

  test.each<[string, SignBody, string]>([
    ['missing initials', { initials: undefined }, 'initials'],
    ['initials of an unknown type', { initials: { ...MARK, type: 'stamped' } }, 'initials.type'],
    ['empty initials', { initials: { ...MARK, data: ' ' } }, 'initials.data'],
    ['an invalid drawing', { initials: { type: 'drawn', data: 'AAAA' } }, 'initials.data'],
  ])('rejects invalid initials: %s', async (_, more, path) => {
    expectInvalid(await app.sign((await sent).id, bodyOf(await sent, GOOD, more)), path);
  });

  test('still accepts a valid signature after many requests with invalid field values', async () => {
    expect((await app.sign((await sent).id, bodyOf(await sent, GOOD))).status).toBe(200);
  });
});

describe('field conditions', () => {
  const fields = (signer: string) => [
    { ...at, signer, kind: 'dropdown', y: 60, key: 'delivery', options: ['Post', 'Pick-up'] },
    {
      ...at,
      signer,
      kind: 'text',
      y: 90,
      label: 'Street',
      condition: { field: 'delivery', equals: 'Post' },
      key: 'street',
    },
    {
      ...at,
      signer,
      kind: 'text',
      y: 120,
      label: 'Floor',
      required: false,
      condition: { field: 'street', filled: true },
    },
    {
      ...at,
      signer,
      kind: 'text',
      y: 150,
      label: 'Phone',
      condition: { field: 'delivery', equals: 'Post', effect: 'require' },
    },
    { ...at, signer, kind: 'initials', y: 180, condition: { field: 'delivery', equals: 'Post' } },
    { ...at, signer, kind: 'signature', y: 210 },
  ];
  async function sign(values: readonly (string | undefined)[]) {
    const person = app.person();
    const sent = await app.sentToOne({ signers: [person], fields: fields(person.email) });
    return { sent, answer: await app.sign(sent.id, bodyOf(sent, values)) };
  }
  const valuesOf = async (id: string) =>
    (await app.key.get<'getDocument'>(`/api/documents/${id}`)).body.document.fields.map(({ value }) => value);

  test("requires and stores a field value when the field's condition is met", async () => {
    const { sent, answer } = await sign(['Post', 'Main Street 1', '3', '555 01']);
    expect(answer.status, answer.text).toBe(200);
    expect(await valuesOf(sent.id)).toEqual(['Post', 'Main Street 1', '3', '555 01', null, null]);
    await app.sealed(sent.id);
    expect((await app.key.get(`/api/documents/${sent.id}/verify`)).body).toMatchObject({ isValid: true });
  });

  test('allows a conditionally required field to be empty if the condition is not met', async () => {
    const { sent, answer } = await sign(['Pick-up']);
    expect(answer.status, answer.text).toBe(200);
    expect(await valuesOf(sent.id)).toEqual(['Pick-up', null, null, null, null, null]);
  });

  test('accepts values for unconditional fields even if the condition of other fields is not met', async () => {
    const { sent, answer } = await sign(['Pick-up', undefined, undefined, '555 01']);
    expect(answer.status, answer.text).toBe(200);
    expect((await valuesOf(sent.id))[3]).toBe('555 01');
  });

  test('reports every missing field separately', async () => {
    const { answer } = await sign(['Post']);
    const { errors } = expectInvalid(answer, 'fields[1].id', 'required') as unknown as {
      errors: { message: string }[];
    };
    expect(errors.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^"Street" on page 1 \(fld_\w+\) must be filled in$/),
      expect.stringMatching(/^"Phone" on page 1 \(fld_\w+\) must be filled in$/),
    ]);
  });

  test('rejects the value of a field whose condition is not met, even if the condition depends on another conditional field', async () => {
    const { answer } = await sign(['Pick-up', 'Main Street 1']);
    expectInvalid(answer, 'fields[1].value', 'condition_not_met');
    const second = await sign(['Pick-up', undefined, '3']);
    expectInvalid(second.answer, 'fields[1].value', 'condition_not_met');
  });
});
