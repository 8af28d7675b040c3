import { expect, test } from 'vitest';
import { isOver, mayCancel, mayChange, type MemberState, outcomeOf, packageArrows } from './domain.ts';

const sealed: MemberState = { status: 'completed', sealed_at: new Date(0) };
const signed: MemberState = { status: 'completed', sealed_at: null };
const of = (status: MemberState['status']): MemberState => ({ status, sealed_at: null });

test.each<[string, MemberState[], string]>([
  ['all documents are sealed', [sealed, sealed], 'completed'],
  ['all documents are signed and one is not sealed yet', [sealed, signed], 'in-progress'],
  ['one document is in progress', [sealed, of('in-progress')], 'in-progress'],
  ['one document is declined and one is in progress', [of('declined'), of('in-progress')], 'in-progress'],
  ['one document is expired and one is in progress', [of('expired'), of('in-progress')], 'expired'],
  ['one document is expired and the others are sealed', [sealed, of('expired')], 'expired'],
  ['one document is expired and can be extended, and one is voided', [of('voided'), of('expired')], 'expired'],
  ['one document is declined and the others are signed', [signed, of('declined')], 'cancelled'],
  ['all documents are voided', [of('voided'), of('voided')], 'cancelled'],
  ['one document is sealed and the other is erased', [sealed], 'cancelled'],
])('determines the status of a package in which %s', (_, documents, status) => {
  expect(outcomeOf(2, documents).status).toBe(status);
});

test('states the reason when a package ends automatically', () => {
  expect(outcomeOf(3, [sealed, of('declined'), of('voided')]).reason).toBe(
    '2 of 3 documents were not completed: 1 declined, 1 voided.',
  );
  expect(outcomeOf(2, [sealed]).reason).toBe('1 of 2 documents was not completed.');
  expect(outcomeOf(1, [sealed]).reason).toBeNull();
});

test('allows the listed operations in each state of a package', () => {
  const statuses = ['draft', 'in-progress', 'completed', 'expired', 'cancelled'] as const;
  expect(statuses.filter(mayChange)).toEqual(['draft']);
  expect(statuses.filter(mayCancel)).toEqual(['in-progress', 'expired']);
  expect(statuses.filter(isOver)).toEqual(['completed', 'cancelled']);
});

test('reaches every state of a package, and never leaves a final state', () => {
  const arrows = packageArrows();
  expect(arrows.filter(({ from }) => from !== '[*]' && isOver(from))).toEqual([]);
  expect(new Set(arrows.map(({ to }) => to))).toEqual(
    new Set(['draft', 'in-progress', 'completed', 'expired', 'cancelled']),
  );
});
