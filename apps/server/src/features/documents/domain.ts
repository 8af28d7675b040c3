/** What may happen to a document, as pure functions: no clock, no database. docs/signing-flow.md draws them. */
import type { DocumentStatus, ErrorCode, SignerRole, SignerStatus } from '@countersign/contract';

export type SignerState = { id: string; status: SignerStatus; role: SignerRole; signing_order: number };
export type DocumentState = { status: DocumentStatus; expires_at: Date | null; deleted_at: Date | null };
export type Refusal = { refused: ErrorCode; details: Record<string, unknown> };
export type Decision<T = unknown> = (T & { refused?: undefined }) | Refusal;

const ALLOWED: { refused?: undefined } = {};
const refuse = (refused: ErrorCode, details: Record<string, unknown> = {}): Refusal => ({ refused, details });

/** Signers and approvers make a signature; cc and viewer are only told. */
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

/** Expiry counts from its minute on, also before the job that notes it has run. */
export function isExpired(document: DocumentState, now: Date): boolean {
  return (
    document.status === 'expired' ||
    (document.status === 'in-progress' && document.expires_at !== null && document.expires_at <= now)
  );
}

/** Why this recipient cannot read the document through the link any more. */
export function decideRead(document: DocumentState, now: Date): Decision {
  if (document.deleted_at) return refuse('INVALID_LINK');
  if (document.status === 'voided') return refuse('DOCUMENT_VOIDED');
  if (isExpired(document, now)) return refuse('DOCUMENT_EXPIRED');
  return ALLOWED;
}

/** Whether this signer may sign now. */
export function decideSign(document: DocumentState, signer: SignerState, now: Date): Decision {
  if (document.deleted_at) return refuse('DOCUMENT_NOT_FOUND');
  if (document.status === 'voided') return refuse('DOCUMENT_VOIDED');
  if (signer.status === 'signed') return refuse('ALREADY_SIGNED');
  if (isExpired(document, now)) return refuse('DOCUMENT_EXPIRED');
  if (document.status !== 'in-progress' || !mustSign(signer.role))
    return refuse('INVALID_STATE', { status: document.status });
  if (signer.status === 'waiting') return refuse('NOT_YOUR_TURN');
  if (signer.status !== 'pending-signature') return refuse('INVALID_STATE', { status: signer.status });
  return ALLOWED;
}

/** Who is asked at once when a document is sent. */
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

/** After `signed` has signed: is everyone done, and whose turn begins now? Equal orders sign side by side. */
export function afterSignature(
  signers: readonly SignerState[],
  signed: string,
): { completed: boolean; nextUp: string[] } {
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
