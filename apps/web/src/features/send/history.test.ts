import { expect, test } from 'vitest';
import { emptyDraft } from './draft.ts';
import { beginHistory, changeHistory, type History, type HistoryChange } from './history.ts';

const after = (...changes: readonly HistoryChange[]): History =>
  changes.reduce(changeHistory, beginHistory(emptyDraft));
const typed = (name: string): HistoryChange => ({ type: 'change-recipient', key: 'r1', with: { name } });
const undo = { type: 'undo' } as const;
const nameOf = ({ draft }: History): string | undefined => draft.recipients[0]?.name;

test('typing in one box is one step, until the box is left', () => {
  const whole = after(typed('A'), typed('Ad'), { type: 'settle' }, typed('Ada'));
  expect(whole.past.map(({ what }) => what)).toEqual(['edit a name', 'edit a name']);
  expect(nameOf(changeHistory(whole, undo))).toBe('Ad');
});

test('what was typed and taken back by hand is no step', () => {
  expect(after(typed('A'), typed('')).past).toEqual([]);
  expect(after({ type: 'move-recipient', key: 'r1', by: 1 }).past).toEqual([]);
});

test('a new step ends what could be done again', () => {
  const back = after(typed('A'), undo);
  expect(back.future).toHaveLength(1);
  expect(changeHistory(back, { type: 'add-recipient' }).future).toEqual([]);
});

test('at the ends undo and redo change nothing', () => {
  const fresh = beginHistory(emptyDraft);
  expect(changeHistory(fresh, undo)).toBe(fresh);
  expect(changeHistory(fresh, { type: 'redo' })).toBe(fresh);
});

test('more than 200 steps are not kept', () => {
  const steps = Array.from({ length: 250 }, (): HistoryChange => ({ type: 'add-recipient' }));
  expect(after(...steps).past).toHaveLength(200);
});
