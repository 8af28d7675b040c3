/**
 * Decides which actions are possible in each state of a document. The functions are pure: no clock, no database
 * (docs/understand/signing-flow.md).
 */
import type { DocumentStatus, ErrorCode, SignerRole, SignerStatus, Id } from '@countersign/contract';

export type SignerState = { id: Id<'signer'>; status: SignerStatus; role: SignerRole; signing_order: number };
export type DocumentState = { status: DocumentStatus; expires_at: Date | null; deleted_at: Date | null };
export type Refusal = { refused: ErrorCode; details: Record<string, unknown> };
export type Decision<T = unknown> = (T & { refused?: undefined }) | Refusal;

const ALLOWED: { refused?: undefined } = {};
const refuse = (refused: ErrorCode, details: Record<string, unknown> = {}): Refusal => ({ refused, details });

/** Recipients of copies (cc) and viewers are only notified. */
export function mustSign(role: SignerRole): boolean {
  return role === 'signer' || role === 'approver';
}

export function decideSend(document: DocumentState): Decision {
  if (document.deleted_at) return refuse('DOCUMENT_NOT_FOUND');
  if (document.status !== 'draft') return refuse('INVALID_STATE', { status: document.status, allowed: ['draft'] });
  return ALLOWED;
}

export function decideVoid(document: DocumentState): Decision {
  if (document.deleted_at) return refuse('DOCUMENT_NOT_FOUND');
  if (document.status !== 'in-progress')
    return refuse('INVALID_STATE', { status: document.status, allowed: ['in-progress'] });
  return ALLOWED;
}

export type MovableState = {
  status: DocumentStatus;
  archived_from: DocumentStatus | null;
  deleted_at: Date | null;
  sealed_at: Date | null;
};

/**
 * Decides whether a document may be archived or moved to the trash. A document in progress must be voided first, and a
 * completed document must be sealed first.
 */
function decideSetAside({ status, deleted_at, sealed_at }: MovableState, allowed: readonly DocumentStatus[]): Decision {
  if (deleted_at) return refuse('DOCUMENT_NOT_FOUND');
  if (!allowed.includes(status)) return refuse('INVALID_STATE', { status, allowed });
  // Callers wait for the seal first, so this error occurs only if the seal is late.
  if (status === 'completed' && !sealed_at) return refuse('SERVICE_UNAVAILABLE', { status, sealed: false });
  return ALLOWED;
}
const ENDED: readonly DocumentStatus[] = ['completed', 'expired', 'voided', 'declined'];

export function decideArchive(document: MovableState): Decision {
  return decideSetAside(document, ['draft', ...ENDED]);
}

export function decideDelete(document: MovableState): Decision {
  return decideSetAside(document, ['draft', 'archived', ...ENDED]);
}

/** Restores from the trash first, so that a document that was deleted from the archive returns to the archive. */
export function decideRestore(document: MovableState): Decision<{ from: 'trash' | 'archive' }> {
  if (document.deleted_at) return { from: 'trash' };
  if (document.status === 'archived' && document.archived_from !== null) return { from: 'archive' };
  return refuse('INVALID_STATE', { status: document.status, allowed: ['archived'] });
}

/**
 * Returns whether the trash may erase a document: it was never completed, and was deleted before the given time. A
 * completed document is evidence for its signers as well, so the retention feature erases it when its retention period
 * has ended and no legal hold covers it.
 */
export function isErasable({ status, archived_from, deleted_at }: MovableState, before: Date): boolean {
  const was = status === 'archived' ? archived_from : status;
  return deleted_at !== null && deleted_at <= before && was !== 'completed' && was !== 'in-progress';
}

/**
 * Returns whether a document has expired. A document counts as expired as soon as its expiration time is reached, even
 * if the job that records the expiry has not run yet.
 */
export function isExpired(document: DocumentState, now: Date): boolean {
  return (
    document.status === 'expired' ||
    (document.status === 'in-progress' && document.expires_at !== null && document.expires_at <= now)
  );
}

/** Decides whether a recipient may read the document through their link. */
export function decideRead(document: DocumentState, now: Date): Decision {
  if (document.deleted_at) return refuse('INVALID_LINK');
  if (document.status === 'voided') return refuse('DOCUMENT_VOIDED');
  if (document.status === 'declined') return refuse('DOCUMENT_DECLINED');
  if (isExpired(document, now)) return refuse('DOCUMENT_EXPIRED');
  return ALLOWED;
}

export function decideSign(document: DocumentState, signer: SignerState, now: Date): Decision {
  if (document.deleted_at) return refuse('DOCUMENT_NOT_FOUND');
  if (document.status === 'voided') return refuse('DOCUMENT_VOIDED');
  if (document.status === 'declined') return refuse('DOCUMENT_DECLINED');
  if (signer.status === 'signed') return refuse('ALREADY_SIGNED');
  if (isExpired(document, now)) return refuse('DOCUMENT_EXPIRED');
  if (document.status !== 'in-progress') return refuse('INVALID_STATE', { status: document.status });
  if (!mustSign(signer.role)) return refuse('NOT_A_SIGNER');
  if (signer.status === 'waiting') return refuse('NOT_YOUR_TURN');
  if (signer.status !== 'pending-signature') return refuse('INVALID_STATE', { status: signer.status });
  return ALLOWED;
}

/** A signer who may sign may decline instead. Declining ends the document for everyone. */
export function decideDecline(document: DocumentState, signer: SignerState, now: Date): Decision {
  return decideSign(document, signer, now);
}

/**
 * Forwarding is refused if an access code or recipient authentication is required, because the person to whom the link
 * is forwarded could not pass it.
 */
export function decideForward(
  document: DocumentState,
  signer: SignerState & { isProtected: boolean },
  now: Date,
): Decision {
  const decision = decideSign(document, signer, now);
  if (decision.refused !== undefined || !signer.isProtected) return decision;
  return refuse('FORWARD_NOT_ALLOWED');
}

/** Decides whether the sender may send reminders, correct a recipient or resend an invitation. */
export function decideWhileOut(document: DocumentState, now: Date): Decision {
  if (document.deleted_at) return refuse('DOCUMENT_NOT_FOUND');
  const status = isExpired(document, now) ? 'expired' : document.status;
  return status === 'in-progress' ? ALLOWED : refuse('INVALID_STATE', { status, allowed: ['in-progress'] });
}

export function decideCorrect(document: DocumentState, signer: SignerState, now: Date): Decision {
  const decision = decideWhileOut(document, now);
  if (decision.refused !== undefined || signer.status !== 'signed') return decision;
  return refuse('SIGNER_HAS_SIGNED');
}

export function decideInviteAgain(document: DocumentState, signer: SignerState, now: Date): Decision {
  const decision = decideCorrect(document, signer, now);
  if (decision.refused !== undefined) return decision;
  return signer.status === 'waiting' ? refuse('SIGNER_NOT_INVITED') : ALLOWED;
}

/** Embedded links are only for signing. */
export function decideEmbed(document: DocumentState, signer: SignerState, now: Date): Decision {
  const decision = decideInviteAgain(document, signer, now);
  if (decision.refused !== undefined) return decision;
  return signer.status === 'pending-signature' ? ALLOWED : refuse('NOT_A_SIGNER');
}

/** Even an expired document may be extended, which returns it to its previous state. */
export function decideExtend(document: DocumentState): Decision {
  if (document.deleted_at) return refuse('DOCUMENT_NOT_FOUND');
  const allowed = ['in-progress', 'expired'];
  return allowed.includes(document.status) ? ALLOWED : refuse('INVALID_STATE', { status: document.status, allowed });
}

const REMINDER_PAUSE_MS = 3_600_000;
export type ReminderRefusal =
  | 'signed'
  | 'declined'
  | 'not-a-signer'
  | 'not-their-turn'
  | 'reminded-recently'
  | 'reminders-stopped'
  | 'notifications-off';

/** Returns why the signer may not be reminded, or undefined if a reminder is allowed. */
export function refuseReminder(
  signer: SignerState & { reminded_at: Date | null; reminders_stopped_at: Date | null; notify?: boolean },
  now: Date,
): ReminderRefusal | undefined {
  if (!mustSign(signer.role)) return 'not-a-signer';
  if (signer.status === 'signed' || signer.status === 'declined') return signer.status;
  if (signer.status !== 'pending-signature') return 'not-their-turn';
  if (signer.notify === false) return 'notifications-off';
  if (signer.reminders_stopped_at) return 'reminders-stopped';
  return mailPausedUntil(signer, now) ? 'reminded-recently' : undefined;
}

/** Returns undefined if the sender may send this recipient an e-mail now. */
export function mailPausedUntil({ reminded_at }: { reminded_at: Date | null }, now: Date): Date | undefined {
  const until = reminded_at && new Date(reminded_at.getTime() + REMINDER_PAUSE_MS);
  return until && until > now ? until : undefined;
}

export type ReminderPlan = { everyDays: number; max: number };
type Scheduled = SignerState & {
  invited_at: Date | null;
  reminded_at: Date | null;
  reminders_sent: number;
  reminders_stopped_at: Date | null;
  notify?: boolean;
};

/**
 * Returns which reminders are due, and when to check again. `next` is null if there are no recipients left to remind. A
 * signer who has not been invited yet cannot be due sooner than one interval from now.
 */
export function scheduledReminders(
  signers: readonly Scheduled[],
  { everyDays, max }: ReminderPlan,
  now: Date,
): { due: Id<'signer'>[]; next: Date | null } {
  const interval = everyDays * 86_400_000;
  const due: Id<'signer'>[] = [];
  const times: number[] = [];
  for (const signer of signers) {
    if (!mustSign(signer.role) || signer.notify === false) continue;
    if (signer.status === 'waiting') times.push(now.getTime() + interval);
    if (signer.status !== 'pending-signature' || signer.reminders_sent >= max || signer.reminders_stopped_at) continue;
    const last = Math.max(signer.invited_at?.getTime() ?? now.getTime(), signer.reminded_at?.getTime() ?? 0);
    const isDue = last + interval <= now.getTime();
    if (isDue) due.push(signer.id);
    if (!isDue) times.push(last + interval);
    else if (signer.reminders_sent + 1 < max) times.push(now.getTime() + interval);
  }
  return { due, next: times.length === 0 ? null : new Date(Math.min(...times)) };
}

/** Statuses of the recipients right after the document is sent. */
export function firstStatuses(
  signers: readonly { role: SignerRole; signing_order: number }[],
  order: 'parallel' | 'sequential',
): SignerStatus[] {
  const first = Math.min(...signers.filter(({ role }) => mustSign(role)).map(({ signing_order }) => signing_order));
  return signers.map(({ role, signing_order }) => {
    if (!mustSign(role)) return 'notified';
    return order === 'parallel' || signing_order === first ? 'pending-signature' : 'waiting';
  });
}

/**
 * Returns whether everyone has signed after the signature of `signed`, and whose turn is next. Signers with the same
 * order sign in parallel.
 */
export function afterSignature(
  signers: readonly SignerState[],
  signed: string,
): { completed: boolean; nextUp: Id<'signer'>[] } {
  const open = signers.filter(({ id, role, status }) => mustSign(role) && id !== signed && status !== 'signed');
  if (open.length === 0) return { completed: true, nextUp: [] };
  const next = Math.min(...open.map(({ signing_order }) => signing_order));
  const nextUp = open
    .filter(({ status, signing_order }) => status === 'waiting' && signing_order === next)
    .map(({ id }) => id);
  return { completed: false, nextUp };
}

export function progress(signers: readonly { role: SignerRole; status: SignerStatus }[]): {
  signedCount: number;
  totalSigners: number;
  completionPercentage: number;
} {
  const signing = signers.filter(({ role }) => mustSign(role));
  const signedCount = signing.filter(({ status }) => status === 'signed').length;
  const totalSigners = signing.length;
  return {
    signedCount,
    totalSigners,
    completionPercentage: totalSigners === 0 ? 0 : Math.round((signedCount / totalSigners) * 100),
  };
}
