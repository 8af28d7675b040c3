import { ValidationError } from '../../platform/errors.ts';
import type { PackageSigner } from '@countersign/contract';
import { expect, test } from 'vitest';
import { assignDocuments } from './assign.ts';

const documents = [
  { id: 'doc_lease', title: 'Lease' },
  { id: 'doc_annex', title: 'Annex' },
];
const person = (name: string, more: object = {}): PackageSigner => ({
  email: `${name}@contoso.example`,
  name,
  role: 'signer',
  ...more,
});
const faultsOf = (...signers: PackageSigner[]): string[] => {
  try {
    assignDocuments(documents, signers);
    return [];
  } catch (error) {
    return error instanceof ValidationError ? error.faults.map(({ field, message }) => `${field}: ${message}`) : [];
  }
};

test('assigns a recipient to all documents unless the request names some of them', () => {
  const [lease, annex] = assignDocuments(documents, [
    person('ada'),
    person('kim', { documentIds: ['doc_annex'] }),
    person('eve', { documentIds: ['doc_lease', 'doc_annex'] }),
  ]);
  expect(lease?.map(({ name }) => name)).toEqual(['ada', 'eve']);
  expect(annex?.map(({ name }) => name)).toEqual(['ada', 'kim', 'eve']);
});

test('keeps the signing order of the other recipients if one recipient is not assigned to a document', () => {
  const [, annex] = assignDocuments(documents, [
    person('ada', { documentIds: ['doc_lease'] }),
    person('kim', { order: 1 }),
    person('eve'),
  ]);
  expect(annex?.map(({ name, order }) => [name, order])).toEqual([
    ['kim', 1],
    ['eve', 3],
  ]);
});

test('reports each document without a signer, and does not count viewers as signers', () => {
  expect(faultsOf(person('ada', { documentIds: ['doc_lease'] }), person('kim', { role: 'cc' }))).toEqual([
    'documents[1].signers: must contain at least one signer or approver. Otherwise, nobody would sign "Annex"',
  ]);
});

test.each<[string, PackageSigner[], string]>([
  [
    'a document that is not in the package',
    [person('ada', { documentIds: ['doc_lease', 'doc_x'] })],
    'signers[0].documentIds[1]',
  ],
  [
    'a person who has the same role twice in a document',
    [
      person('ada', { documentIds: ['doc_lease'] }),
      person('ada', { email: 'ADA@contoso.example', documentIds: ['doc_lease'] }),
    ],
    'signers[1].email',
  ],
  ['a document that has only viewers', [person('ada', { role: 'cc' })], 'signers'],
  [
    'a second address that no recipient authentication uses',
    [person('ada', { documentIds: ['doc_lease'] }), person('kim', { secondEmail: 'x@contoso.example' })],
    'signers[1].secondEmail',
  ],
])('reports the position of an invalid assignment: %s', (_, signers, field) => {
  expect(faultsOf(...signers)[0]).toMatch(new RegExp(`^${field.replaceAll(/[[\]]/g, String.raw`\$&`)}: `));
});
