import { operations } from '@countersign/contract';
import { expect, test } from 'vitest';
import {
  type Change,
  changeDraft,
  type Draft,
  emptyDraft,
  judgeDraft,
  onSignaturePage,
  placeServerFaults,
  toRequest,
} from './draft.ts';
import { readDraft } from './kept-draft.ts';
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

test('“add me” fills the empty first line instead of leaving it blank', () => {
  expect(two.recipients.map(({ name }) => name)).toEqual(['Ada', 'Grace']);
});

test('removing a person takes that person’s fields along', () => {
  expect(changeDraft(placed, { type: 'remove-recipient', key: ada?.key ?? '' }).fields).toEqual([]);
});

test('order changes by one step and stops at the ends', () => {
  const moved = changeDraft(two, { type: 'move-recipient', key: grace?.key ?? '', by: -1 });
  expect(moved.recipients.map(({ name }) => name)).toEqual(['Grace', 'Ada']);
  expect(changeDraft(moved, { type: 'move-recipient', key: grace?.key ?? '', by: -1 })).toEqual(moved);
});

test('what is missing or doubled is told at its place', () => {
  const twice = changeDraft(two, {
    type: 'change-recipient',
    key: grace?.key ?? '',
    with: { name: ' ', email: 'ADA@a.example ' },
  });
  expect(Object.keys(judgeDraft(twice))).toEqual([`${grace?.key}.name`, `${grace?.key}.email`]);
  expect(judgeDraft(two)).toEqual({});
  expect(Object.keys(judgeDraft(changeDraft(two, { type: 'set', with: { days: 366 } })))).toEqual(['days']);
});

test('the request is one the contract accepts, with places in points and the order as listed', () => {
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

test('fields that were placed and then given up are not sent', () => {
  expect(toRequest(changeDraft(placed, { type: 'set', with: { where: 'page' } }), pages).fields).toEqual([]);
});

test('whoever has no signature field signs on the signature page', () => {
  expect(onSignaturePage(two).length).toBe(2);
  expect(onSignaturePage(placed).map(({ name }) => name)).toEqual(['Grace']);
});

test("the server's faults find their lines", () => {
  const faults = [
    { field: 'signers[1].email', message: 'taken', code: 'x' },
    { field: 'signers[7].email', message: 'nobody', code: 'x' },
  ];
  expect(placeServerFaults(faults, two)).toEqual({ [`${grace?.key}.email`]: 'taken' });
});

test('the review says who is invited when, and where each signs', () => {
  const now = new Date('2026-11-20T12:00:00Z');
  expect(reviewLines(two, now, 'en-GB')[0]).toBe(
    'Ada and Grace get an e-mail with a personal signing link at once, in any order.',
  );
  const inOrder = changeDraft(placed, { type: 'set', with: { sequential: true } });
  const [who, where, , until] = reviewLines(inOrder, now, 'en-GB');
  expect(who).toContain('Ada gets an e-mail with a personal signing link at once; then');
  expect(where).toBe(
    'You placed 1 field on page 1. Grace, without a signature field, signs on a signature page that is added at the end.',
  );
  expect(until).toContain('20 December 2026');
});

test('a draft survives a reload; what is not one is forgotten', () => {
  expect(readDraft(JSON.stringify(placed))).toEqual(placed);
  for (const bad of [null, '', '{', 'null', '{"recipients":1}', JSON.stringify({ ...placed, fields: {} })])
    expect(readDraft(bad)).toBeNull();
});
