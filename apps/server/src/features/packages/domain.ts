/** What becomes of a package, as pure functions of its documents: no clock, no database (ADR 30). */
import { type DocumentStatus, PACKAGE_STATUSES, type PackageStatus } from '@countersign/contract';

/** What counts of a document for its package; `status` is that from before the archive. */
export type MemberState = { status: DocumentStatus; sealed_at: Date | null };

export type Outcome = { status: PackageStatus; reason: string | null };

const going: Outcome = { status: 'in-progress', reason: null };

/**
 * Of a package that was sent with so many documents. It is completed when each of them is sealed; expired as long as the time of
 * one has run out, which an extension undoes; and over, whatever remains, when all have ended and not all were completed.
 */
export function outcomeOf(count: number, documents: readonly MemberState[]): Outcome {
  const has = (wanted: DocumentStatus): number => documents.filter(({ status }) => status === wanted).length;
  const completed = has('completed');
  if (completed === count) {
    const isSealed = documents.every(({ sealed_at: at }) => at !== null);
    return isSealed ? { status: 'completed', reason: null } : going;
  }
  if (has('expired') > 0) return { status: 'expired', reason: null };
  if (has('in-progress') > 0) return going;
  return { status: 'cancelled', reason: whyNot(count, completed, has) };
}

/** Notified without titles: whoever may know of the package may not know of each document. */
function whyNot(count: number, completed: number, has: (wanted: DocumentStatus) => number): string {
  const ends = (['declined', 'voided'] as const).flatMap((end) => (has(end) > 0 ? [`${has(end)} ${end}`] : []));
  const listed = ends.length === 0 ? '' : `: ${ends.join(', ')}`;
  return `${count - completed} of ${count} documents ${count - completed === 1 ? 'was' : 'were'} not completed${listed}.`;
}

/** What has ended so stays so: a document that was declined or voided never comes back. */
export const isOver = (status: PackageStatus): boolean => status === 'completed' || status === 'cancelled';
export const mayChange = (status: PackageStatus): boolean => status === 'draft';
/** By the sender; at least one of its documents must not be completed yet. */
export const mayCancel = (status: PackageStatus): boolean => status === 'in-progress' || status === 'expired';

export type PackageArrow = { from: PackageStatus | '[*]'; to: PackageStatus; by: string };

/** The second document of two comes into each of these states. */
const CHANGES: readonly { by: string; from: DocumentStatus; to: MemberState }[] = [
  { by: 'last document sealed', from: 'in-progress', to: { status: 'completed', sealed_at: new Date(0) } },
  { by: 'document expires', from: 'in-progress', to: { status: 'expired', sealed_at: null } },
  { by: 'expired document extended', from: 'expired', to: { status: 'in-progress', sealed_at: null } },
  { by: 'last document voided or declined', from: 'in-progress', to: { status: 'voided', sealed_at: null } },
];

/** Read off the functions above: docs/understand/states.md is written from it. */
export function packageArrows(): PackageArrow[] {
  const done: MemberState = { status: 'completed', sealed_at: new Date(0) };
  const byDocuments = CHANGES.map(({ by, from, to }): PackageArrow => ({
    from: outcomeOf(2, [done, { status: from, sealed_at: null }]).status,
    to: outcomeOf(2, [done, to]).status,
    by,
  }));
  const bySender = PACKAGE_STATUSES.flatMap((status): PackageArrow[] => [
    ...(mayChange(status) ? [{ from: status, to: going.status, by: 'send' }] : []),
    ...(mayCancel(status) ? [{ from: status, to: 'cancelled' as const, by: 'cancel' }] : []),
  ]);
  return [{ from: '[*]', to: 'draft', by: 'create' }, ...bySender, ...byDocuments];
}
