import type { SigningView } from '@countersign/contract';
import { describe, expect, it } from 'vitest';
import { allOf, changedHere, currentEntry, nextInPackage, type Package, standingOf } from './package.ts';
import { viewOfSample } from './sample.ts';

type Entry = Package['documents'][number];
const packageOf = (position: number, ...statuses: Entry['status'][]): Package => ({
  id: 'pkg_lease',
  title: 'Lease',
  position,
  documents: statuses.map((status, index) => ({
    document_id: `doc_${index}`,
    signer_id: `sgn_${index}`,
    title: `Document ${index}`,
    status,
    document_status: status === 'declined' ? 'declined' : 'in-progress',
  })),
});

it('finds the next waiting document in the package, and starts over after the last one', () => {
  const of = (position: number) => packageOf(position, 'pending-signature', 'signed', 'signed', 'pending-signature');
  expect(nextInPackage(of(2))).toMatchObject({ next: { signer_id: 'sgn_3' }, left: 2 });
  expect(nextInPackage(of(4))).toMatchObject({ next: { signer_id: 'sgn_0' }, left: 1 });
  expect(currentEntry(of(4))).toMatchObject({ signer_id: 'sgn_3' });
});

it("moves through a visitor's roles in a document the same way as through the documents in a package", () => {
  const own = viewOfSample({ signer: { status: 'signed' } });
  const role = (signer: SigningView['signer']['id'], status: 'signed' | 'pending-signature') =>
    ({ signer_id: signer, name: `As ${signer}`, role: 'signer', status }) as const;
  const all = allOf({ ...own, roles: [role(own.signer.id, 'signed'), role('sgn_other', 'pending-signature')] });
  expect(all).toMatchObject({ ofRoles: true, position: 1 });
  expect(all && nextInPackage(all)).toMatchObject({ next: { signer_id: 'sgn_other', title: 'As sgn_other' }, left: 1 });
  expect(allOf({ ...own, roles: [] })).toBeNull();
});

it('ends the visit to a package only if no document waits for the visitor, now or later', () => {
  expect(nextInPackage(packageOf(1, 'signed', 'waiting'))).toEqual({ next: undefined, left: 0, isOver: false });
  expect(nextInPackage(packageOf(1, 'signed', 'declined', 'notified'))).toMatchObject({ isOver: true });
});

it('skips a document that has ended, even if the visitor has not signed it', () => {
  const all = changedHere(packageOf(2, 'signed', 'pending-signature'), { document_status: 'voided' });
  expect(nextInPackage({ ...all, position: 1 })).toEqual({ next: undefined, left: 0, isOver: true });
});

it('updates only the current document in the package when its status changes', () => {
  const all = changedHere(packageOf(2, 'pending-signature', 'pending-signature'), { status: 'signed' });
  expect(all.documents.map(({ status }) => status)).toEqual(['pending-signature', 'signed']);
});

describe('outcome of a document', () => {
  const of = (status: Entry['status'], whole: Entry['document_status']) =>
    standingOf({ document_id: 'doc_1', signer_id: 'sgn_1', title: 'Lease', status, document_status: whole });
  it.each([
    ['signed', 'in-progress', 'signed'],
    ['signed', 'completed', 'signed'],
    ['signed', 'declined', 'declined'],
    ['signed', 'voided', 'voided'],
    ['signed', 'expired', 'signed'],
    ['declined', 'declined', 'declined-by-you'],
    ['pending-signature', 'declined', 'declined'],
    ['pending-signature', 'expired', 'expired'],
    ['pending-signature', 'in-progress', 'open'],
    ['waiting', 'in-progress', 'waiting'],
    ['notified', 'in-progress', 'nothing'],
  ] as const)(
    'maps the recipient status "%s" and the document status "%s" to the outcome "%s"',
    (status, whole, standing) => {
      expect(of(status, whole)).toBe(standing);
    },
  );
});
