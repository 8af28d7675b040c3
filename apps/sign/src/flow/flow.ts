/** Implements the visit as a single state and a pure reducer. Every screen is a function of the state. */
import type { SigningView } from '@countersign/contract';
import { type Asked, endsTheVisit, type Ending, type Failure, type HandBack, type StepAsked } from './failure.ts';
import {
  type Adopted,
  type Draft,
  isSignatureOrInitials,
  markOf,
  nextOpen,
  placeAll,
  restoreDraft,
  startingDraft,
  tasksOf,
} from './fields.ts';

export type Submission = { state: 'idle' } | { state: 'sending' } | { state: 'failed'; failure: Failure };

export type Review = {
  at: 'review';
  view: SigningView;
  draft: Draft;
  /** The field shown in the bar at the bottom. */
  active: string | null;
  dialog: 'signature' | 'initials' | 'consent' | null;
  submission: Submission;
  /** The error codes of values that the service refused, by field ID. */
  refused: Record<string, string>;
};

export type Flow =
  | { at: 'opening' }
  /** The page can show only the reason. `view` is set if the document was already loaded. */
  | { at: 'stopped'; failure: Failure; view: SigningView | null }
  /** Nothing is shown before the access code is entered. `busy` means that a code is being checked. */
  | { at: 'code'; asked: Asked; busy: boolean }
  /** Nothing is shown before the recipient is authenticated. `busy` means that a code is being checked. */
  | { at: 'step'; asked: StepAsked; busy: boolean }
  /** If `after` is set, the previous document of this visit ended without a signature. */
  | { at: 'welcome'; view: SigningView; draft: Draft; after: Ending | null }
  | { at: 'turn'; view: SigningView }
  /** The document is read-only, because it is a copy or it is not yet the signer's turn. */
  | { at: 'reading'; view: SigningView }
  | Review
  | { at: 'receipt'; view: SigningView }
  /** The visitor is asked to return the device to the host, and none of the document's data remains on it. */
  | { at: 'hand-back'; end: HandBack };

export type Action =
  | { type: 'open' }
  | { type: 'opened'; view: SigningView; saved: Draft | null; today: string; after?: Ending | null }
  | { type: 'stopped'; failure: Failure }
  | { type: 'hand-back'; end: HandBack }
  | { type: 'ask-code'; asked: Asked }
  | { type: 'try-code' }
  | { type: 'ask-step'; asked: StepAsked }
  | { type: 'refreshed'; view: SigningView }
  | { type: 'review' }
  | { type: 'read' }
  | { type: 'leave' }
  | { type: 'activate'; field: string | null }
  | { type: 'fill'; field: string; value: string }
  /** Opens the dialog for the signature or initials of this field. */
  | { type: 'ask-mark'; field: string }
  /** `initials` is set if the initials were confirmed together with the signature. */
  | { type: 'adopt'; signature: Adopted; initials?: Adopted | undefined }
  | { type: 'place'; field: string }
  | { type: 'finish' }
  | { type: 'close-dialog' }
  | { type: 'send' }
  | { type: 'send-failed'; failure: Failure; refused: Record<string, string> }
  | { type: 'signed'; view: SigningView };

export const initialFlow: Flow = { at: 'opening' };

export function reduce(flow: Flow, action: Action): Flow {
  switch (action.type) {
    case 'open':
      return { at: 'opening' };
    case 'opened':
      return opened(action.view, action.saved, action.today, action.after ?? null);
    case 'stopped':
      return { at: 'stopped', failure: action.failure, view: viewOf(flow) };
    case 'hand-back':
      return { at: 'hand-back', end: action.end };
    case 'ask-code':
      return { at: 'code', asked: action.asked, busy: false };
    case 'try-code':
      return flow.at === 'code' || flow.at === 'step' ? { ...flow, busy: true } : flow;
    case 'ask-step':
      return { at: 'step', asked: action.asked, busy: false };
    case 'refreshed':
      // The response to a late poll must not bring back a screen that the visitor has already left.
      return flow.at === 'receipt' ? { at: 'receipt', view: action.view } : flow;
    case 'signed':
      return { at: 'receipt', view: action.view };
    case 'review':
      return flow.at === 'welcome' ? startReview(flow.view, flow.draft) : flow;
    case 'read':
      return flow.at === 'turn' ? { at: 'reading', view: flow.view } : flow;
    case 'leave':
      return flow.at === 'reading' ? { at: 'turn', view: flow.view } : flow;
    default:
      return flow.at === 'review' ? reduceReview(flow, action) : flow;
  }
}

/** Selects the first screen of a visit from the view alone, so that a reload never contradicts the service. */
function opened(view: SigningView, saved: Draft | null, today: string, after: Ending | null): Flow {
  const { status } = view.document;
  const about = { title: view.document.title, sender: view.sender };
  if (view.blocked === 'ALREADY_SIGNED' || view.signer.status === 'signed') return { at: 'receipt', view };
  if (status === 'expired' || status === 'voided' || status === 'declined') {
    return { at: 'stopped', failure: { kind: status, about, ...(view.package && { all: view.package }) }, view };
  }
  if (!signs(view)) return { at: 'reading', view };
  if (view.blocked === 'NOT_YOUR_TURN') return { at: 'turn', view };
  const fresh = startingDraft(view, today);
  return { at: 'welcome', view, draft: saved === null ? fresh : restoreDraft(fresh, saved, view), after };
}

type ReviewAction = Exclude<
  Action,
  {
    type:
      | 'open'
      | 'opened'
      | 'stopped'
      | 'hand-back'
      | 'ask-code'
      | 'try-code'
      | 'ask-step'
      | 'refreshed'
      | 'signed'
      | 'review'
      | 'read'
      | 'leave';
  }
>;

function reduceReview(flow: Review, action: ReviewAction): Flow {
  // Other actions are ignored while the signature is being created.
  if (flow.submission.state === 'sending' && action.type !== 'send-failed') return flow;
  switch (action.type) {
    case 'activate':
      return { ...flow, active: action.field };
    case 'fill':
      return {
        ...flow,
        draft: { ...flow.draft, values: { ...flow.draft.values, [action.field]: action.value } },
        refused: withoutKey(flow.refused, action.field),
      };
    case 'ask-mark': {
      const wanted = flow.view.fields.find((field) => field.id === action.field);
      return { ...flow, active: action.field, dialog: wanted?.kind === 'initials' ? 'initials' : 'signature' };
    }
    case 'adopt': {
      const { signature, initials = flow.draft.initials } = action;
      const adopted = flow.dialog === 'initials' ? { initials: signature } : { signature, initials };
      const draft = { ...flow.draft, ...adopted };
      const isChange = flow.active !== null && flow.draft.placed.includes(flow.active);
      const now = { ...flow, dialog: null, draft };
      return isChange || flow.active === null ? now : confirm(now, flow.active);
    }
    case 'place':
      return confirm({ ...flow, active: action.field }, action.field);
    case 'finish':
      return { ...flow, dialog: 'consent', submission: { state: 'idle' } };
    case 'close-dialog':
      return { ...flow, dialog: null, submission: { state: 'idle' } };
    case 'send':
      return { ...flow, submission: { state: 'sending' } };
    case 'send-failed':
      return sendFailed(flow, action.failure, action.refused);
  }
}

/** No input is lost after a failure. The draft is kept, and the dialog explains the failure. */
function sendFailed(flow: Review, failure: Failure, refused: Record<string, string>): Flow {
  if (endsTheVisit(failure)) return { at: 'stopped', failure, view: flow.view };
  if (failure.kind === 'not-your-turn') return { at: 'turn', view: flow.view };
  const first = Object.keys(refused)[0];
  if (first !== undefined) {
    return { ...flow, dialog: null, active: first, refused, submission: { state: 'idle' } };
  }
  return { ...flow, submission: { state: 'failed', failure } };
}

function startReview(view: SigningView, draft: Draft): Review {
  return { at: 'review', view, draft, active: null, dialog: null, submission: { state: 'idle' }, refused: {} };
}

/**
 * Handles a confirmed signature. It fills every required field of its kind, as stated in the dialog, and then the next
 * open field is shown.
 */
function confirm(flow: Review, field: string): Review {
  const draft = placeAll(flow.draft, field, flow.view);
  const next = nextOpen(tasksOf(flow.view, draft), field);
  const now = { ...flow, draft };
  if (next === null) return now;
  const isToMake = isSignatureOrInitials(next) && markOf(draft, next) === null;
  return { ...now, active: next.id, dialog: isToMake ? next.kind : null };
}

/** Whether the recipient signs. Signers and approvers sign, while copy recipients and viewers only read. */
function signs(view: SigningView): boolean {
  return view.signer.role === 'signer' || view.signer.role === 'approver';
}

/** Whether the recipient approves. An approver has no visible signature, so the text of the last step differs. */
export function approves(view: SigningView): boolean {
  return !view.fields.some((field) => field.kind === 'signature');
}

export function viewOf(flow: Flow): SigningView | null {
  return 'view' in flow ? flow.view : null;
}

function withoutKey(record: Record<string, string>, key: string): Record<string, string> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => name !== key));
}
