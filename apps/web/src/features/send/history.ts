/**
 * Undo and redo: the draft before each step. A step is a change in the person's view: a typed word, a dragged field.
 */
import { type Change, changeDraft, type Draft } from './draft.ts';
import { describeChange } from './describe-change.ts';
import { m } from './texts.ts';

type Step = { draft: Draft; what: string };
export type History = {
  past: readonly Step[];
  draft: Draft;
  future: readonly Step[];
  /** The step that further changes of the same kind are part of. */
  open: string | null;
  /** The last undo or redo, for the page to show and announce. */
  last: { said: string; field: string | null } | null;
};
export type HistoryChange = Change | { type: 'undo' } | { type: 'redo' };

/** More than a person undoes; each step contains the whole draft. */
const MOST_STEPS = 200;

export const beginHistory = (draft: Draft): History => ({ past: [], draft, future: [], open: null, last: null });

const isSame = (a: Draft, b: Draft): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);

/** Typing in one box and moving one field are one step until something else happens. */
function stepOf(change: Change, what: string): string | null {
  if (change.type === 'change-recipient' || change.type === 'change-field')
    return [what, change.key, ...Object.keys(change.with)].join(' ');
  // A drag moves a recipient line by line.
  if (change.type === 'move-recipient') return [what, change.key].join(' ');
  if (change.type === 'arrange') return [what, ...Object.keys(change.boxes)].join(' ');
  return change.type === 'set' ? [what, ...Object.keys(change.with)].join(' ') : null;
}

/** The first field that has changed or reappeared. */
function changedField(before: Draft, after: Draft): string | null {
  const known = new Map(before.fields.map((field) => [field.key, JSON.stringify(field)]));
  return after.fields.find((field) => known.get(field.key) !== JSON.stringify(field))?.key ?? null;
}

export function changeHistory(history: History, change: HistoryChange): History {
  const { past, draft, future, open } = history;
  if (change.type === 'settle') return open === null ? history : { ...history, open: null };
  if (change.type === 'undo') {
    const step = past.at(-1);
    if (step === undefined) return history;
    const last = { said: m.history.undone(step.what), field: changedField(draft, step.draft) };
    const back = { draft, what: step.what };
    return { past: past.slice(0, -1), draft: step.draft, future: [back, ...future], open: null, last };
  }
  if (change.type === 'redo') {
    const [step, ...rest] = future;
    if (step === undefined) return history;
    const last = { said: m.history.doneAgain(step.what), field: changedField(draft, step.draft) };
    return { past: [...past, { draft, what: step.what }], draft: step.draft, future: rest, open: null, last };
  }
  const next = changeDraft(draft, change);
  if (isSame(next, draft)) return history;
  const what = describeChange(draft, change);
  const step = stepOf(change, what);
  const before = past.at(-1);
  if (step !== null && step === open && before !== undefined) {
    // Reverted manually, so it is not a step.
    const isBack = isSame(before.draft, next);
    return { ...history, past: isBack ? past.slice(0, -1) : past, draft: next, open: isBack ? null : step, last: null };
  }
  return { past: [...past, { draft, what }].slice(-MOST_STEPS), draft: next, future: [], open: step, last: null };
}
