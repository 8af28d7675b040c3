import { expect, test } from 'vitest';
import { type Current, Differences, factOf } from './facts.ts';
import { DurationSum, writeHistogram } from './histogram.ts';

const AT = new Date('2026-03-01T10:20:00Z');
const later = (minutes: number) => new Date(AT.getTime() + minutes * 60_000);
const draft: Current = {
  owner_id: 'usr_1',
  template_id: 'tpl_1',
  status: 'draft',
  archived_from: null,
  deleted_at: null,
  created_at: AT,
  sent_at: null,
  completed_at: null,
  stopped_at: null,
};
const completed: Current = { ...draft, status: 'completed', sent_at: later(5), completed_at: later(65) };
const fact = (current: Current) => factOf(current, undefined) ?? expect.unreachable();

test('counts a document once for the organization, the member and the template, in periods of every length', () => {
  const differences = new Differences();
  differences.add(fact(completed), 1);
  const hours = differences.periods().filter(({ grain, scope }) => grain === 1 && scope === 0);
  expect(hours).toMatchObject([
    { at: new Date('2026-03-01T10:00Z'), created: 1, sent: 1, sent_completed: 1, completed: 0 },
    { at: new Date('2026-03-01T11:00Z'), created: 0, sent: 0, completed: 1 },
  ]);
  const durations = new DurationSum();
  durations.add(writeHistogram(hours[1]?.durations ?? new Map()), 1);
  expect(Math.abs((durations.median() ?? 0) / 3_600_000 - 1)).toBeLessThan(0.02);
  expect(new Set(differences.periods().map(({ scopeId }) => scopeId))).toEqual(new Set(['', 'usr_1', 'tpl_1']));
  expect(differences.states()).toHaveLength(3);
});

test('does not change statistics when an unchanged document is counted again', () => {
  const differences = new Differences();
  differences.add(fact(completed), -1);
  differences.add(fact(completed), 1);
  expect(differences.periods()).toEqual([]);
  expect(differences.states()).toEqual([]);
});

test('counts an archived document by its status, and a document in the trash as deleted', () => {
  expect(factOf({ ...completed, status: 'archived', archived_from: 'completed' }, undefined)).toMatchObject({
    state: 'archived',
    outcome: 'completed',
    ended_at: completed.completed_at,
  });
  expect(factOf({ ...completed, deleted_at: later(90) }, undefined)).toMatchObject({
    state: 'deleted',
    outcome: 'completed',
  });
});

test('no longer counts a document as expired after it is extended', () => {
  const expired: Current = { ...draft, status: 'expired', sent_at: later(1), stopped_at: later(30) };
  expect(fact(expired).ended_at).toEqual(later(30));
  expect(fact({ ...expired, status: 'in-progress' }).ended_at).toBeNull();
});

test('still counts an erased document for its first owner, but without a status', () => {
  const counted = fact(completed);
  expect(factOf({ ...completed, owner_id: 'usr_2' }, counted)?.owner_id).toBe('usr_1');
  const erased = factOf(undefined, counted) ?? expect.unreachable();
  const differences = new Differences();
  differences.add(counted, -1);
  differences.add(erased, 1);
  expect(differences.periods()).toEqual([]);
  expect(differences.states().map(({ documents }) => documents)).toEqual([-1, -1, -1]);
  expect(factOf(undefined, undefined)).toBeUndefined();
});
