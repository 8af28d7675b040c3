import { expect, test } from 'vitest';
import { emptyDraft } from './draft.ts';
import { beginHistory, changeHistory, type History, type HistoryChange } from './history.ts';

const after = (...changes: readonly HistoryChange[]): History =>
  changes.reduce(changeHistory, beginHistory(emptyDraft));
const typed = (name: string): HistoryChange => ({ type: 'change-recipient', key: 'r1', with: { name } });
const undo = { type: 'undo' } as const;
const nameOf = ({ draft }: History): string | undefined => draft.recipients[0]?.name;

test('records typing in one text box as one undo step, until the box loses focus', () => {
  const whole = after(typed('A'), typed('Ad'), { type: 'settle' }, typed('Ada'));
  expect(whole.past.map(({ what }) => what)).toEqual(['edit a name', 'edit a name']);
  expect(nameOf(changeHistory(whole, undo))).toBe('Ad');
});

test('records no undo step for changes that were reverted manually', () => {
  expect(after(typed('A'), typed('')).past).toEqual([]);
  expect(after({ type: 'move-recipient', key: 'r1', by: 1 }).past).toEqual([]);
});

test('clears the redo list after a new step', () => {
  const back = after(typed('A'), undo);
  expect(back.future).toHaveLength(1);
  expect(changeHistory(back, { type: 'add-recipient' }).future).toEqual([]);
});

test('changes nothing if undo or redo reaches the end of the history', () => {
  const fresh = beginHistory(emptyDraft);
  expect(changeHistory(fresh, undo)).toBe(fresh);
  expect(changeHistory(fresh, { type: 'redo' })).toBe(fresh);
});

test('keeps at most 200 undo steps', () => {
  const steps = Array.from({ length: 250 }, (): HistoryChange => ({ type: 'add-recipient' }));
  expect(after(...steps).past).toHaveLength(200);
});
