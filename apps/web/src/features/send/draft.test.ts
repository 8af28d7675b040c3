import { operations } from '@countersign/contract';
import { expect, test } from 'vitest';
import {
  type Change,
  changeDraft,
  type Draft,
  type Placed,
  emptyDraft,
  judgeDraft,
  leadsOf,
  onSignaturePage,
  placeServerFaults,
  toRequest,
} from './draft.ts';
import { ALWAYS, type Details, freshDetails, type When } from './field-details.ts';
import { readUnsaved } from './kept-draft.ts';
import { FIELD_KINDS } from './kinds.ts';
import { draftOf } from './planned.ts';
import { reviewLines } from './review.ts';

const after = (...changes: readonly Change[]): Draft => changes.reduce(changeDraft, emptyDraft);
const pages = [{ width: 600, height: 800 }];
const two = after(
  { type: 'add-recipient', name: 'Ada', email: 'ada@a.example' },
  { type: 'add-recipient', name: 'Grace', email: 'grace@b.example' },
);
const [ada, grace] = two.recipients;
const field = {
  kind: 'signature' as const,
  page: 1,
  required: true,
  box: { x: 0.1, y: 0.5, width: 0.3, height: 0.06 },
};
const placed = changeDraft(changeDraft(two, { type: 'set', with: { where: 'fields' } }), {
  type: 'add-field',
  field: { ...field, recipient: ada?.key ?? '' },
});

test('fills the empty first line with “add me” instead of leaving it blank', () => {
  expect(two.recipients.map(({ name }) => name)).toEqual(['Ada', 'Grace']);
});

test('fills blank lines with a pasted list first, starting at the line where the user pasted the list', () => {
  const people = ['Bo', 'Cy', 'Di'].map((name) => ({ name, email: `${name}@x.example` }));
  const started = after(
    { type: 'change-recipient', key: 'r1', with: { name: 'Ada', email: 'ada@a.example' } },
    { type: 'add-recipient' },
    { type: 'add-recipient' },
  );
  const [, second, third] = started.recipients;
  const names = (at: string | undefined, count = people.length) =>
    changeDraft(started, { type: 'add-recipients', people: people.slice(0, count), at }).recipients.map(
      ({ name }) => name,
    );
  expect(names(second?.key)).toEqual(['Ada', 'Bo', 'Cy', 'Di']);
  expect(names(third?.key)).toEqual(['Ada', 'Cy', 'Bo', 'Di']);
  expect(names(undefined, 1)).toEqual(['Ada', 'Bo', '']);
});

test('removes the fields of a recipient who is removed', () => {
  expect(changeDraft(placed, { type: 'remove-recipient', key: ada?.key ?? '' }).fields).toEqual([]);
});

test('moves an item by one position and stops at either end', () => {
  const moved = changeDraft(two, { type: 'move-recipient', key: grace?.key ?? '', by: -1 });
  expect(moved.recipients.map(({ name }) => name)).toEqual(['Grace', 'Ada']);
  expect(changeDraft(moved, { type: 'move-recipient', key: grace?.key ?? '', by: -1 })).toEqual(moved);
});

test('reports a duplicate e-mail address, a missing name or an invalid number of days for the affected input', () => {
  const twice = changeDraft(two, {
    type: 'change-recipient',
    key: grace?.key ?? '',
    with: { name: 'Ada ', email: 'ADA@a.example ' },
  });
  expect(Object.keys(judgeDraft(twice))).toEqual([`${grace?.key}.email`]);
  const nameless = changeDraft(two, { type: 'change-recipient', key: grace?.key ?? '', with: { name: ' ' } });
  expect(Object.keys(judgeDraft(nameless))).toEqual([`${grace?.key}.name`]);
  expect(judgeDraft(two)).toEqual({});
  expect(Object.keys(judgeDraft(changeDraft(two, { type: 'set', with: { days: 366 } })))).toEqual(['days']);
});

test('reports a drop-down field without options once fields are placed', () => {
  const draft = withFields({ kind: 'dropdown' });
  expect(Object.keys(judgeDraft(draft))).toEqual([`${draft.fields[0]?.key}.options`]);
  expect(judgeDraft(changeDraft(draft, { type: 'set', with: { where: 'page' } }))).toEqual({});
  expect(judgeDraft(withFields({ kind: 'dropdown', details: details('dropdown', { options: ['a'] }) }))).toEqual({});
});

test('keeps the fields of a person with two roles separate by role, both when saving and when loading', () => {
  const change = { type: 'change-recipient', key: grace?.key ?? '' } as const;
  const both = changeDraft(placed, { ...change, with: { name: 'Ada', email: 'ada@a.example', role: 'approver' } });
  expect(judgeDraft(both)).toEqual({});
  const { signers = [], fields = [] } = operations.sendForSigning.body.schema.parse(toRequest(both, pages));
  expect(signers.map(({ key, role }) => [key, role])).toEqual([
    [ada?.key, 'signer'],
    [grace?.key, 'approver'],
  ]);
  expect(fields.map(({ signer }) => signer)).toEqual([ada?.key]);
  // The recipients have keys, as in drafts created from templates.
  const people = ['role-1', 'role-2'].map((key) => ({ key, name: 'Ada', email: 'ada@a.example' }));
  const planned = fields.map((one) => ({ ...one, signer: 'role-2' }));
  const back = draftOf(people, planned, pages, { sequential: false, subject: '', message: '' });
  expect(judgeDraft(back)).toEqual({});
  expect(back.fields.map(({ recipient }) => recipient)).toEqual([back.recipients[1]?.key]);
  expect(toRequest(back, pages).fields).toMatchObject([{ signer: 'role-2' }]);
});

test('sends a signer no e-mails if the sender turns notifications off, and states this in the review', () => {
  const people = [{ name: 'Ada', email: 'ada@a.example', notify: false, notifyCompletion: true }];
  const draft = draftOf(people, [], pages, { sequential: false, subject: '', message: '' });
  expect(toRequest(draft, pages).signers).toMatchObject([{ notify: false, notifyCompletion: true }]);
  expect(reviewLines(draft, new Date())[0]).toBe('Countersign does not e-mail Ada. Send them the link yourself.');
});

test('sends a request that matches the API contract, with positions in points and recipients in the listed order', () => {
  const body = toRequest(changeDraft(placed, { type: 'set', with: { sequential: true, subject: ' Hi ' } }), pages);
  expect(operations.sendForSigning.body.schema.parse(body)).toMatchObject({
    signingOrder: 'sequential',
    emailSubject: 'Hi',
    signers: [
      { email: 'ada@a.example', order: 1 },
      { email: 'grace@b.example', order: 2 },
    ],
    fields: [{ kind: 'signature', signer: 'ada@a.example', page: 1, x: 60, y: 400, width: 180, height: 48 }],
  });
  expect(body).not.toHaveProperty('emailMessage');
});

const details = (kind: Placed['kind'], values: Partial<Details> = {}) => ({ ...freshDetails(kind), ...values });
const withFields = (...kinds: (Partial<Placed> & { kind: Placed['kind'] })[]): Draft =>
  kinds.reduce(
    (draft, one) => changeDraft(draft, { type: 'add-field', field: { ...field, recipient: ada?.key ?? '', ...one } }),
    changeDraft(two, { type: 'set', with: { where: 'fields' } }),
  );

test('sends every type of field in the format of the API contract', () => {
  const draft = withFields(
    ...FIELD_KINDS.map((kind) =>
      kind === 'dropdown' ? { kind, details: details(kind, { options: ['a'] }) } : { kind },
    ),
    { kind: 'dropdown', details: details('dropdown', { options: ['a', 'b'], suggested: 'b', readOnly: true }) },
    { kind: 'number', details: details('number', { min: '0', max: '9.5', decimals: '1', suggested: '3' }) },
    {
      kind: 'text',
      details: details('text', { label: 'PO', pattern: '\\d+', patternMessage: 'Figures', maxLength: '9' }),
    },
    { kind: 'checkbox', details: details('checkbox', { suggested: 'true' }) },
  );
  const { fields } = operations.sendForSigning.body.schema.parse(toRequest(draft, pages));
  expect(fields?.map(({ kind }) => kind)).toEqual([...FIELD_KINDS, 'dropdown', 'number', 'text', 'checkbox']);
  expect(fields?.slice(-4)).toMatchObject([
    { options: ['a', 'b'], default: 'b', readOnly: true },
    { validation: { min: 0, max: 9.5, decimals: 1 }, default: 3 },
    { label: 'PO', validation: { pattern: '\\d+', message: 'Figures', maxLength: 9 } },
    { default: true },
  ]);
});

test('treats a radio group as one field with buttons and applies settings to all buttons', () => {
  const one = withFields({ kind: 'radio' });
  const key = one.fields[0]?.key ?? '';
  const group = [
    { type: 'add-button', to: key } as const,
    { type: 'add-button', to: `f${one.next}` } as const,
    { type: 'remove-field', key } as const,
    {
      type: 'change-field',
      key: `f${one.next}`,
      with: {
        required: false,
        recipient: grace?.key ?? '',
        details: details('radio', { label: 'How', option: 'Post' }),
      },
    } as const,
  ].reduce<Draft>(changeDraft, one);
  const { fields } = operations.sendForSigning.body.schema.parse(toRequest(group, pages));
  expect(fields).toMatchObject([
    {
      kind: 'radio',
      signer: 'grace@b.example',
      label: 'How',
      required: false,
      options: [{ value: 'Post' }, { value: 'Option 3' }],
    },
  ]);
  expect(group.fields.map(({ recipient }) => recipient)).toEqual([grace?.key, grace?.key]);
});

test('does not send placed fields after the sender chooses the signature page instead', () => {
  expect(toRequest(changeDraft(placed, { type: 'set', with: { where: 'page' } }), pages).fields).toEqual([]);
});

test('places the signatures of signers without a signature field on the signature page', () => {
  expect(onSignaturePage(two).length).toBe(2);
  expect(onSignaturePage(placed).map(({ name }) => name)).toEqual(['Grace']);
});

test("shows the server's errors next to the recipients that they concern", () => {
  const faults = [
    { field: 'signers[1].email', message: 'taken', code: 'x' },
    { field: 'signers[7].email', message: 'nobody', code: 'x' },
  ];
  expect(placeServerFaults(faults, two)).toEqual({ [`${grace?.key}.email`]: 'taken' });
});

test('states in the review when each person is invited and where each person signs', () => {
  const now = new Date('2026-11-20T12:00:00Z');
  expect(reviewLines(two, now, 'en-GB')[0]).toBe(
    'Ada and Grace get an e-mail with a personal signing link and can sign in any order.',
  );
  const inOrder = changeDraft(placed, { type: 'set', with: { sequential: true } });
  const [who, where, , until] = reviewLines(inOrder, now, 'en-GB');
  expect(who).toContain('Ada gets an e-mail with a personal signing link first. The others follow');
  expect(where).toBe(
    'You placed 1 field on page 1. Grace has no signature field and signs on a signature page that is added at the end.',
  );
  expect(until).toContain('20 December 2026');
});

test('restores a draft after a reload and ignores invalid stored data', () => {
  const unsaved = { editor: 'e', revision: 1, draft: placed };
  expect(readUnsaved(JSON.stringify(unsaved))).toEqual(unsaved);
  const noFields = JSON.stringify({ ...unsaved, draft: { ...placed, fields: {} } });
  for (const bad of [null, '', '{', 'null', '{"recipients":1}', noFields]) expect(readUnsaved(bad)).toBeNull();
});

test('sends the key of the field in a condition, and omits the condition if that field was removed or belongs to another person', () => {
  const box = { x: 0.1, y: 0.1, width: 0.2, height: 0.03 };
  const place = (kind: Placed['kind'], recipient: string | undefined, details?: Details): Change => ({
    type: 'add-field',
    field: { kind, recipient: recipient ?? '', page: 1, required: true, box, ...(details && { details }) },
  });
  const start = [place('checkbox', ada?.key), place('number', ada?.key)].reduce(changeDraft, {
    ...two,
    where: 'fields' as const,
  });
  const [box1, number] = start.fields;
  const hanging = (when: Partial<When>, kind: Placed['kind'] = 'attachment') =>
    changeDraft(start, place(kind, ada?.key, { ...freshDetails(kind), when: { ...ALWAYS, ...when } }));
  const sent = (draft: Draft) => operations.sendForSigning.body.schema.parse(toRequest(draft, pages)).fields ?? [];

  const ticked = hanging({ on: box1?.key ?? '', is: 'equals', value: 'true' });
  expect(leadsOf(ticked.fields, ticked.fields[2] as Placed).map(({ kind }) => kind)).toEqual(['checkbox', 'number']);
  expect(sent(ticked).map(({ key, condition }) => ({ key, condition }))).toEqual([
    { key: box1?.key, condition: undefined },
    { key: undefined, condition: undefined },
    { key: undefined, condition: { field: box1?.key, effect: 'show', equals: true } },
  ]);
  const above = hanging({ on: number?.key ?? '', is: 'notEquals', value: '12.50', effect: 'require' });
  expect(sent(above)[2]?.condition).toEqual({ field: number?.key, effect: 'require', notEquals: 12.5 });
  expect(sent(hanging({ on: box1?.key ?? '', is: 'filled' }, 'signature'))[2]?.condition).toBeUndefined();

  const gone = changeDraft(ticked, { type: 'remove-field', key: box1?.key ?? '' });
  expect(sent(gone).map(({ condition }) => condition)).toEqual([undefined, undefined]);
  const given = changeDraft(ticked, {
    type: 'change-field',
    key: box1?.key ?? '',
    with: { recipient: grace?.key ?? '' },
  });
  expect(sent(given)[2]?.condition).toBeUndefined();
});

test('places fields at tags in the document only if the sender requests it', () => {
  expect(toRequest(two, pages)).not.toHaveProperty('placeTags');
  const tagged = changeDraft(two, { type: 'set', with: { tags: true } });
  expect(toRequest(tagged, pages)).toMatchObject({ placeTags: true });
  expect(reviewLines(tagged, new Date())[1]).toContain('at the tags in the document');
});
