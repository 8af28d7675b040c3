import { expect, test } from 'vitest';
import { documentIdsOf, judgeAssignment, placeDocumentFaults, signs, tick, type Unticked } from './assignment.ts';

const none: Unticked = new Set();
const documents = [
  { id: 'doc_lease', title: 'Lease' },
  { id: 'doc_annex', title: 'Annex' },
];
const people = [
  { key: 'r1', name: 'Ada' },
  { key: 'r2', name: 'Kim' },
];

test('assigns everyone, including recipients added later, to every document until the sender deselects one', () => {
  expect(documentIdsOf(none, 'r1', documents)).toBeUndefined();
  const without = tick(none, 'r1', ['doc_annex'], false);
  expect(documentIdsOf(without, 'r1', documents)).toEqual(['doc_lease']);
  expect(documentIdsOf(without, 'r2', documents)).toBeUndefined();
  expect(documentIdsOf(without, 'r1', [...documents, { id: 'doc_rules' }])).toEqual(['doc_lease', 'doc_rules']);
});

test('assigns one or all documents again to a person who has none', () => {
  const empty = tick(
    none,
    'r1',
    documents.map(({ id }) => id),
    false,
  );
  expect(documentIdsOf(empty, 'r1', documents)).toEqual([]);
  expect(signs(tick(empty, 'r1', ['doc_lease'], true), 'r1', 'doc_lease')).toBe(true);
  expect(tick(empty, 'r1', ['doc_lease', 'doc_annex'], true).size).toBe(0);
});

test('reports a document that nobody signs, and a person without a document to sign', () => {
  expect(judgeAssignment(none, people, documents)).toEqual({});
  const nobody = people.reduce<Unticked>((all, { key }) => tick(all, key, ['doc_annex'], false), none);
  expect(Object.keys(judgeAssignment(nobody, people, documents))).toEqual(['doc_annex']);
  const idle = tick(none, 'r2', ['doc_lease', 'doc_annex'], false);
  expect(judgeAssignment(idle, people, documents)).toEqual({
    r2: expect.stringContaining('Kim has no document to sign'),
  });
});

test("shows the server's errors next to the documents they concern", () => {
  const faults = [
    { field: 'documents[1].signers', message: 'nobody signs it' },
    { field: 'documents[0].fields[2].signer', message: 'must be a signer ("Lease")' },
    { field: 'signers[0].email', message: 'must be an address' },
  ];
  expect(placeDocumentFaults(faults, documents)).toEqual({
    doc_annex: 'nobody signs it',
    doc_lease: 'A field in this document is assigned to someone who is not a signer.',
  });
});
