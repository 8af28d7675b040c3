/**
 * The failures that the page distinguishes, as a closed union created from HTTP responses. Error bodies have two
 * formats: `{error: {…}}` for 422, which contains the invalid field, and `{error: CODE, message, details}` for
 * everything else.
 */
import type { ApiError, ReceivedFault } from '@countersign/client';
import type { Package } from './package.ts';

/** The document and the person to contact, from a 410 response. */
export type About = { title: string | null; sender: { name: string; email: string } };
/** The access code is required. `attemptsLeft` is null before the first attempt. */
export type Asked = { sender: { name: string; email: string }; attemptsLeft: number | null };

/** Recipient authentication is required. `sentTo` is the masked address that receives codes. */
export type StepAsked = {
  sender: { name: string; email: string };
  step: 'email-code' | 'account';
  documentId: string;
  sentTo: string | null;
  attemptsLeft: number | null;
};

export type HandBack = 'signed' | 'declined' | 'expired' | 'locked' | 'ended';

/**
 * The final statuses that a document can have before this visitor signs it. `you-declined` means that this visitor
 * declined.
 */
export type Ended = 'expired' | 'voided' | 'declined' | 'you-declined';
/**
 * `all` is the document's package, whose other documents are still in progress. `redirect` is the URL that the page
 * opens afterwards.
 */
export type Ending = { kind: Ended; about: About | null; all?: Package; redirect?: string };

export type Failure =
  /** The page was opened without a link, or reloaded after its session was lost. */
  | { kind: 'no-link' }
  | { kind: 'session-ended' }
  | { kind: 'wrong-link' }
  | Ending
  | { kind: 'unreadable'; about: About | null }
  /** The sender removed this visitor from the recipients. */
  | { kind: 'removed'; about: About | null }
  /** The sender changed the document. The newest e-mail contains the new link. */
  | { kind: 'replaced'; about: About | null }
  | { kind: 'you-forwarded'; about: About | null }
  | { kind: 'locked'; about: About | null }
  | { kind: 'code'; asked: Asked }
  | { kind: 'step'; asked: StepAsked }
  /** The in-person visit has ended, and the visitor must return the device to the host. */
  | { kind: 'hand-back'; end: HandBack }
  | { kind: 'not-your-turn' }
  | { kind: 'already-signed' }
  /** There was no response, so it is not known whether the request was executed. */
  | { kind: 'offline' }
  /** The service is temporarily unavailable, and nothing was changed. */
  | { kind: 'unavailable'; retryAfter: number | null; requestId: string | null }
  | { kind: 'invalid'; faults: ReceivedFault[] }
  | { kind: 'other'; message: string | null; requestId: string | null };

/** Thrown by the client of the service, with the failure to show. */
export class RequestFailed extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.kind);
    this.name = 'RequestFailed';
    this.failure = failure;
  }
}

export function failureOf(cause: unknown): Failure {
  if (cause instanceof RequestFailed) return cause.failure;
  return { kind: 'other', message: null, requestId: null };
}

export const isEnding = (failure: Failure): failure is Ending =>
  ['expired', 'voided', 'declined', 'you-declined'].includes(failure.kind);

/** Whether the document can no longer be shown or retried after a failure. In that case, a page explains why. */
export function endsTheVisit(failure: Failure): boolean {
  return [
    'no-link',
    'session-ended',
    'wrong-link',
    'expired',
    'voided',
    'unreadable',
    'removed',
    'replaced',
    'declined',
    'locked',
    'hand-back',
  ].includes(failure.kind);
}

/** Whether the same request may succeed later without changes. */
export function isTemporary(failure: Failure): boolean {
  return failure.kind === 'offline' || failure.kind === 'unavailable';
}

/**
 * Classifies an error of the client. For a body that is not from the service, such as a proxy's page, only the status
 * is used.
 *
 * @param withBearer whether the request had a bearer token. If a bearer token is refused, the session has ended. If a
 * link is refused, the link is wrong.
 */
export function failureOfError(
  { status, code, message, details, faults, requestId, retryAfter }: ApiError,
  withBearer: boolean,
): Failure {
  // There was no response, or it was incomplete.
  if (status < 300) return { kind: 'offline' };
  if (status === 422) return { kind: 'invalid', faults: [...faults] };
  const about = aboutOf(details);
  const ended = { about, ...packageOf(details) };
  switch (code) {
    case 'INVALID_LINK':
    case 'UNAUTHORIZED':
      return { kind: withBearer ? 'session-ended' : 'wrong-link' };
    case 'DOCUMENT_EXPIRED':
      return { kind: 'expired', ...ended, ...redirectOf(details) };
    case 'DOCUMENT_VOIDED':
      return { kind: 'voided', ...ended };
    case 'DOCUMENT_DECLINED':
      return { kind: 'declined', ...ended };
    case 'IN_PERSON_ENDED': {
      const status = member(details, 'status');
      return { kind: 'hand-back', end: status === 'signed' || status === 'expired' ? status : 'ended' };
    }
    case 'SIGNER_STEP_LOCKED':
    case 'ACCESS_CODE_LOCKED':
      return { kind: 'locked', about };
    case 'ACCESS_CODE_REQUIRED':
    case 'ACCESS_CODE_WRONG': {
      const left = member(details, 'attemptsLeft');
      if (about !== null)
        return { kind: 'code', asked: { sender: about.sender, attemptsLeft: typeof left === 'number' ? left : null } };
      break;
    }
    case 'SIGNER_STEP_REQUIRED':
    case 'SIGNER_STEP_WRONG': {
      const asked = about === null ? null : stepOf(details, about.sender);
      if (asked !== null) return { kind: 'step', asked };
      break;
    }
    case 'RECIPIENT_REMOVED':
      return { kind: 'removed', about };
    case 'LINK_REPLACED':
      return { kind: 'replaced', about };
    case 'LINK_EXPIRED':
      return { kind: 'unreadable', about };
    case 'NOT_YOUR_TURN':
      return { kind: 'not-your-turn' };
    case 'ALREADY_SIGNED':
      return { kind: 'already-signed' };
    default:
      break;
  }
  if (status === 401) return { kind: withBearer ? 'session-ended' : 'wrong-link' };
  if (status >= 500 || status === 429) return { kind: 'unavailable', retryAfter, requestId };
  return {
    kind: 'other',
    message: code === 'UNREADABLE_ANSWER' ? null : message,
    requestId,
  };
}

/**
 * Returns the ID of the field that an error refers to, or null if the error is about something else. In
 * `fields[2].value`, the number is the index of the sent field.
 */
export function fieldOfFault(fault: ReceivedFault, sent: readonly { id: string }[]): string | null {
  const index = /^fields\[(\d+)\]/.exec(fault.field)?.[1] ?? /^fields\.(\d+)/.exec(fault.field)?.[1];
  if (index !== undefined) return sent[Number(index)]?.id ?? null;
  return /fld_[0-9a-z]+/.exec(fault.field)?.[0] ?? null;
}

function aboutOf(details: unknown): About | null {
  const title = member(details, 'title');
  const sender = member(details, 'sender');
  const name = member(sender, 'name');
  const email = member(sender, 'email');
  if (typeof name !== 'string' || typeof email !== 'string') return null;
  return { title: typeof title === 'string' ? title : null, sender: { name, email } };
}

function redirectOf(details: unknown): { redirect?: string } {
  const redirect = member(details, 'expiredRedirectUrl');
  return typeof redirect === 'string' ? { redirect } : {};
}

function packageOf(details: unknown): { all?: Package } {
  const all = member(details, 'package');
  // The type is safe, because responses of the service match the contract.
  return Array.isArray(member(all, 'documents')) ? { all: all as Package } : {};
}

function stepOf(details: unknown, sender: StepAsked['sender']): StepAsked | null {
  const step = member(details, 'step');
  const documentId = member(details, 'documentId');
  const sentTo = member(details, 'sentTo');
  const left = member(details, 'attemptsLeft');
  if ((step !== 'email-code' && step !== 'account') || typeof documentId !== 'string') return null;
  return {
    sender,
    step,
    documentId,
    sentTo: typeof sentTo === 'string' ? sentTo : null,
    attemptsLeft: typeof left === 'number' ? left : null,
  };
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

/**
 * Returns the failure for an in-person visitor. Such a visitor has neither a link to open again nor a contact, but can
 * ask the host.
 */
export function handBackOf(failure: Failure): HandBack | null {
  switch (failure.kind) {
    case 'hand-back':
      return failure.end;
    case 'session-ended':
      return 'expired';
    case 'you-declined':
      return 'declined';
    case 'already-signed':
      return 'signed';
    case 'locked':
      return 'locked';
    default:
      return endsTheVisit(failure) ? 'ended' : null;
  }
}
