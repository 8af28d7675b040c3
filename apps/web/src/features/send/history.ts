/**
 * Implements undo and redo by storing the draft before each step. A step is a change as the person perceives it, such
 * as a typed word or a dragged field.
 */
import { type Change, changeDraft, type Draft } from './draft.ts';
import { describeChange } from './describe-change.ts';
import { m } from './texts.ts';

type Step = { draft: Draft; what: string };
export type History = {
  past: readonly Step[];
  draft: Draft;
  future: readonly Step[];
  /** The current step, to which further changes of the same kind are added. */
  open: string | null;
  /** The last undo or redo, which the page shows and announces. */
  last: { said: string; field: string | null } | null;
};
export type HistoryChange = Change | { type: 'undo' } | { type: 'redo' };

/**
 * The maximum number of steps to keep. Each step contains the whole draft, and people rarely undo more steps than this.
 */
const MAX_STEPS = 200;

export const beginHistory = (draft: Draft): History => ({ past: [], draft, future: [], open: null, last: null });

const isSame = (a: Draft, b: Draft): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);

/** Typing in one box or moving one field is a single step until another kind of change happens. */
function stepOf(change: Change, what: string): string | null {
  if (change.type === 'change-recipient' || change.type === 'change-field')
    return [what, change.key, ...Object.keys(change.with)].join(' ');
  // Dragging a recipient over several lines results in one change per line.
  if (change.type === 'move-recipient') return [what, change.key].join(' ');
  if (change.type === 'arrange') return [what, ...Object.keys(change.boxes)].join(' ');
  return change.type === 'set' ? [what, ...Object.keys(change.with)].join(' ') : null;
}

/** Returns the key of the first field that an undo or redo has changed or added. */
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
    // The person reverted the change manually, so the step is removed from the history.
    const isBack = isSame(before.draft, next);
    return { ...history, past: isBack ? past.slice(0, -1) : past, draft: next, open: isBack ? null : step, last: null };
  }
  return { past: [...past, { draft, what }].slice(-MAX_STEPS), draft: next, future: [], open: step, last: null };
}
