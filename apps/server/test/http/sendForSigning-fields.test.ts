import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectInvalid } from '../support/expect-answer.ts';

/**
 * Tests valid and invalid input of sendForSigning for each kind of field. sendForSigning.test.ts covers everything
 * else.
 */
const app = await startTestApp();
const ada = { email: 'ada@contoso.example', name: 'Ada Lovelace' };
const at = { signer: ada.email, page: 1, x: 72, y: 100, width: 120, height: 20 };
const button = { page: 1, x: 72, y: 300, width: 14, height: 14 };
const [post, pickUp] = [
  { value: 'Post', ...button },
  { value: 'Pick-up', ...button, x: 120 },
];
const radio = { kind: 'radio', signer: ada.email, options: [post, pickUp] };
const dropdown = { ...at, kind: 'dropdown', options: ['Oslo', 'Rome'] };

describe('200', () => {
  test('accepts and returns every kind of field', async () => {
    const { document } = await app.sent({
      signers: [ada],
      fields: [
        { ...at, kind: 'signature' },
        { ...at, kind: 'signature', y: 130 },
        { ...at, kind: 'initials', y: 160 },
        { ...at, kind: 'date', y: 190, default: '2026-12-24' },
        { ...at, kind: 'email', y: 220, default: 'ada@home.example', required: false },
        { ...at, kind: 'company', y: 250, default: 'Contoso', validation: { maxLength: 40 } },
        { ...at, kind: 'job-title', y: 280 },
        { ...at, kind: 'name', y: 310 },
        {
          ...at,
          kind: 'text',
          y: 340,
          label: 'Order',
          validation: { minLength: 4, pattern: 'PO \\d{3}', message: 'looks like PO 123' },
        },
        { ...at, kind: 'number', y: 370, default: 12.5, validation: { min: 0, max: 99, decimals: 2 } },
        { ...at, kind: 'checkbox', y: 400, default: true, readOnly: true },
        { ...radio, default: 'Pick-up' },
        { ...dropdown, y: 430 },
      ],
    });
    const plain = { default: null, read_only: false, options: null, validation: null, value: null };
    expect(document.fields).toMatchObject([
      { kind: 'signature', ...plain },
      { kind: 'signature', ...plain },
      { kind: 'initials', ...plain },
      { kind: 'date', ...plain, default: '2026-12-24' },
      { kind: 'email', ...plain, default: 'ada@home.example', required: false },
      { kind: 'company', ...plain, default: 'Contoso', validation: { maxLength: 40 } },
      { kind: 'job-title', ...plain },
      { kind: 'name', ...plain },
      {
        kind: 'text',
        label: 'Order',
        validation: { minLength: 4, pattern: 'PO \\d{3}', message: 'looks like PO 123' },
      },
      { kind: 'number', ...plain, default: '12.5', validation: { min: 0, max: 99, decimals: 2 } },
      { kind: 'checkbox', ...plain, default: 'true', read_only: true, value: 'true' },
      { kind: 'radio', ...plain, default: 'Pick-up', options: [post, pickUp], x: post?.x, y: post?.y },
      { kind: 'dropdown', ...plain, options: ['Oslo', 'Rome'] },
    ]);
  });

  test('writes fixed field values set by the sender into the file when the document is sent', async () => {
    const { id } = await app.sent({
      signers: [ada],
      fields: [{ ...at, kind: 'text', default: 'Net 30', readOnly: true }],
    });
    const { downloadUrl } = (await app.key.get<'downloadDocument'>(`/api/documents/${id}/download?type=current`)).body;
    const file = await app.anyone.get(new URL(downloadUrl).pathname + new URL(downloadUrl).search);
    expect(file.text).toContain('(Net 30)');
  });
});

describe('field conditions', () => {
  test('identifies the field in a condition by its key in the request, and by its ID in the response', async () => {
    const { document } = await app.sent({
      signers: [ada],
      fields: [
        { ...radio, key: 'delivery' },
        { ...at, kind: 'text', label: 'Street', condition: { field: 'delivery', equals: 'Post' } },
        { ...at, kind: 'checkbox', y: 130, width: 20, key: 'insured', required: false },
        {
          ...at,
          kind: 'number',
          y: 160,
          key: 'value',
          condition: { field: 'insured', equals: true, effect: 'require' },
        },
        { ...at, kind: 'attachment', y: 190, condition: { field: 'value', notEquals: 0 } },
        { ...at, kind: 'initials', y: 220, condition: { field: 'delivery', oneOf: ['Post', 'Pick-up'] } },
        { ...at, kind: 'signature', y: 250 },
      ],
    });
    const [delivery, street, insured, value, file, initials, signature] = document.fields;
    expect(delivery).toMatchObject({ key: 'delivery', condition: null });
    expect(street).toMatchObject({ key: null, condition: { field: delivery?.id, effect: 'show', equals: 'Post' } });
    expect(value).toMatchObject({ condition: { field: insured?.id, effect: 'require', equals: true } });
    expect(file).toMatchObject({ kind: 'attachment', condition: { field: value?.id, notEquals: 0 } });
    expect(initials?.condition).toEqual({ field: delivery?.id, effect: 'show', oneOf: ['Post', 'Pick-up'] });
    expect(signature?.condition).toBeNull();
  });

  test('returns the conditions of planned fields unchanged', async () => {
    const { id } = await app.draft();
    const fields = [
      { ...at, kind: 'text', key: 'a' },
      { ...at, kind: 'text', y: 130, condition: { field: 'a', filled: true } },
    ];
    const answer = await app.key.send<'updateDocument'>('PATCH', `/api/documents/${id}`, {
      body: { signers: [ada], fields },
    });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.document.planned?.fields[1]?.condition).toEqual({ field: 'a', effect: 'show', filled: true });
  });
});

test('returns 422 for a value set by the sender that does not fit the field at a readable size', async () => {
  const { id } = await app.draft();
  const fields = [{ ...at, kind: 'text', readOnly: true, default: 'Net 30 days, '.repeat(20) }];
  const answer = await app.key.post(`/api/documents/${id}/send-for-signing`, { signers: [ada], fields });
  expectInvalid(answer, 'fields[0].default', 'too_long');
});

describe('422 for invalid conditions', () => {
  const draft = app.draft();
  const ben = { email: 'ben@contoso.example', name: 'Ben Ortiz' };
  const a = { ...at, kind: 'text', key: 'a' };
  const b = { ...at, kind: 'text', y: 130 };
  const filled = { field: 'a', filled: true };
  test.each<[string, object[], string]>([
    [
      'a field key that does not exist',
      [a, { ...b, condition: { field: 'x', filled: true } }],
      'fields[1].condition.field',
    ],
    ['a condition that refers to its own field', [{ ...b, key: 'a', condition: filled }], 'fields[0].condition.field'],
    ['a field that comes later in the list', [{ ...b, condition: filled }, a], 'fields[0].condition.field'],
    [
      'conditions that form a cycle',
      [
        { ...a, condition: { field: 'b', filled: true } },
        { ...b, key: 'b', condition: filled },
      ],
      'fields[0].condition.field',
    ],
    ['a field of another signer', [a, { ...b, signer: ben.email, condition: filled }], 'fields[1].condition.field'],
    [
      'an initials field',
      [
        { ...a, kind: 'initials' },
        { ...b, condition: filled },
      ],
      'fields[1].condition.field',
    ],
    ['a condition of a signature field', [a, { ...b, kind: 'signature', condition: filled }], 'fields[1].condition'],
    [
      'a condition of a read-only field',
      [a, { ...b, default: 'x', readOnly: true, condition: filled }],
      'fields[1].condition',
    ],
    ['a condition without a comparison', [a, { ...b, condition: { field: 'a' } }], 'fields[1].condition'],
    ['two comparisons', [a, { ...b, condition: { ...filled, equals: 'x' } }], 'fields[1].condition'],
    ['an unknown property', [a, { ...b, condition: { ...filled, above: 3 } }], 'fields[1].condition.above'],
    [
      'a check box compared with a text',
      [
        { ...a, kind: 'checkbox' },
        { ...b, condition: { field: 'a', equals: 'true' } },
      ],
      'fields[1].condition.equals',
    ],
    [
      'a text compared with a number',
      [a, { ...b, condition: { field: 'a', notEquals: 3 } }],
      'fields[1].condition.notEquals',
    ],
    [
      'an attachment compared with a text',
      [
        { ...a, kind: 'attachment' },
        { ...b, condition: { field: 'a', equals: 'x' } },
      ],
      'fields[1].condition.equals',
    ],
    [
      'a value that is not an option',
      [
        { ...dropdown, key: 'a' },
        { ...b, condition: { field: 'a', oneOf: ['Rome', 'Paris'] } },
      ],
      'fields[1].condition.oneOf[1]',
    ],
    ['a duplicate key', [a, { ...b, key: 'a' }], 'fields[1].key'],
    ['a key with a space', [{ ...a, key: 'a b' }], 'fields[0].key'],
  ])('rejects an invalid condition: %s', async (_, fields, path) => {
    const answer = await app.key.post(`/api/documents/${(await draft).id}/send-for-signing`, {
      signers: [ada, ben],
      fields,
    });
    expectInvalid(answer, path);
  });
});

describe('422', () => {
  const draft = app.draft();
  test.each<[string, object, string]>([
    ['options for a text field', { ...at, kind: 'text', options: ['a'] }, 'fields[0].options'],
    ['a default value for a signature', { ...at, kind: 'signature', default: 'x' }, 'fields[0].default'],
    ['read-only initials', { ...at, kind: 'initials', readOnly: true }, 'fields[0].readOnly'],
    ['a numeric range for a text field', { ...at, kind: 'text', validation: { min: 1 } }, 'fields[0].validation.min'],
    ['a pattern for a number', { ...at, kind: 'number', validation: { pattern: '1' } }, 'fields[0].validation.pattern'],
    ['a position for a radio group', { ...radio, page: 1 }, 'fields[0].page'],
    ['a radio group with a group name', { ...radio, group: 'a' }, 'fields[0].group'],
    ['no options', { ...at, kind: 'dropdown' }, 'fields[0].options'],
    ['an empty list of options', { ...dropdown, options: [] }, 'fields[0].options'],
    ['101 options', { ...dropdown, options: Array.from({ length: 101 }, (_, i) => `o${i}`) }, 'fields[0].options'],
    ['a duplicate option', { ...dropdown, options: ['a', 'b', 'a'] }, 'fields[0].options[2]'],
    ['an option without a visible character', { ...dropdown, options: ['a', ' '] }, 'fields[0].options[1]'],
    [
      'two buttons with the same value',
      { ...radio, options: [post, { ...pickUp, value: 'Post' }] },
      'fields[0].options[1].value',
    ],
    ['a button without a position', { ...radio, options: [{ value: 'a' }] }, 'fields[0].options[0].page'],
    ['a button outside the page', { ...radio, options: [post, { ...pickUp, x: 600 }] }, 'fields[0].options[1].x'],
    [
      'a button on a page that does not exist',
      { ...radio, options: [{ ...post, page: 9 }] },
      'fields[0].options[0].page',
    ],
    ['a default that is not an option', { ...dropdown, default: 'Paris' }, 'fields[0].default'],
    ['a default that is not a button', { ...radio, default: 'Drone' }, 'fields[0].default'],
    ['a default that is not a valid date', { ...at, kind: 'date', default: '2026-02-30' }, 'fields[0].default'],
    ['a default that is not an e-mail address', { ...at, kind: 'email', default: 'ada' }, 'fields[0].default'],
    ['a default that is not a number', { ...at, kind: 'number', default: '12' }, 'fields[0].default'],
    ['a default outside the range', { ...at, kind: 'number', default: 3, validation: { max: 2 } }, 'fields[0].default'],
    [
      'a default with too many decimals',
      { ...at, kind: 'number', default: 0.25, validation: { decimals: 1 } },
      'fields[0].default',
    ],
    [
      'a default that is too short',
      { ...at, kind: 'text', default: 'ab', validation: { minLength: 3 } },
      'fields[0].default',
    ],
    [
      'a default that does not match the pattern',
      { ...at, kind: 'text', default: 'x', validation: { pattern: '\\d' } },
      'fields[0].default',
    ],
    ['a text as the default of a check box', { ...at, kind: 'checkbox', default: 'true' }, 'fields[0].default'],
    ['a read-only field without a default', { ...at, kind: 'text', readOnly: true }, 'fields[0].readOnly'],
    [
      'a minimum length above the maximum length',
      { ...at, kind: 'text', validation: { minLength: 5, maxLength: 2 } },
      'fields[0].validation.minLength',
    ],
    [
      'a minimum above the maximum',
      { ...at, kind: 'number', validation: { min: 5, max: 2 } },
      'fields[0].validation.min',
    ],
    ['an invalid pattern', { ...at, kind: 'text', validation: { pattern: '(a' } }, 'fields[0].validation.pattern'],
    [
      'a pattern with a lookahead',
      { ...at, kind: 'text', validation: { pattern: '(?=a)a' } },
      'fields[0].validation.pattern',
    ],
    [
      'a pattern that is too complex',
      { ...at, kind: 'text', validation: { pattern: '(((((){9999}){9999}){9999}){9999})' } },
      'fields[0].validation.pattern',
    ],
    [
      'a validation message without a pattern',
      { ...at, kind: 'text', validation: { message: 'x' } },
      'fields[0].validation.message',
    ],
    ['11 decimals', { ...at, kind: 'number', validation: { decimals: 11 } }, 'fields[0].validation.decimals'],
  ])('rejects an invalid field: %s', async (_, field, path) => {
    const { id } = await draft;
    expectInvalid(
      await app.key.post(`/api/documents/${id}/send-for-signing`, { signers: [ada], fields: [field] }),
      path,
    );
  });

  test('rejects a request with more than 1,000 radio buttons in total', async () => {
    const { id } = await draft;
    const options = Array.from({ length: 100 }, (_, index) => ({ ...post, value: `o${index}` }));
    const fields = Array.from({ length: 11 }, () => ({ ...radio, options }));
    expectInvalid(
      await app.key.post(`/api/documents/${id}/send-for-signing`, { signers: [ada], fields }),
      'fields[10]',
    );
  });
});

describe('total cost of the patterns in a request', () => {
  const many = (count: number, pattern: string, more = {}) =>
    Array.from({ length: count }, (_, index) => ({
      ...at,
      kind: 'text',
      label: `Field ${index}`,
      validation: { pattern, ...more },
    }));

  test('rejects patterns that are cheap separately but too expensive together, and names the excess patterns', async () => {
    const { id } = await app.draft();
    const answer = await app.key.send('PATCH', `/api/documents/${id}`, {
      body: { signers: [ada], fields: many(500, '(.*){0,80}c') },
    });
    expectInvalid(answer, 'fields[2].validation.pattern');
  });

  test('accepts many ordinary patterns, and expensive patterns with a short maxLength', async () => {
    const { id } = await app.draft();
    const fields = [...many(300, '[0-9]{5}'), ...many(10, '(.*){0,40}c', { maxLength: 10 })];
    const answer = await app.key.send('PATCH', `/api/documents/${id}`, { body: { signers: [ada], fields } });
    expect(answer.status).toBe(200);
  });
});
