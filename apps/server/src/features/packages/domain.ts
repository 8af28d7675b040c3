/** Pure functions that derive the state of a package from its documents, without clock or database (ADR 30). */
import { type DocumentStatus, PACKAGE_STATUSES, type PackageStatus } from '@countersign/contract';

/** The properties of a document that matter for its package. `status` ignores archiving. */
export type MemberState = { status: DocumentStatus; sealed_at: Date | null };

export type Outcome = { status: PackageStatus; reason: string | null };

const going: Outcome = { status: 'in-progress', reason: null };

/**
 * `count` is the number of documents. A package is completed when each document is sealed. It is expired while at least
 * one document has expired, which an extension can undo. It has another outcome when all documents have ended and at
 * least one was not completed.
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
  return { status: 'cancelled', reason: reasonNotAllowed(count, completed, has) };
}

/**
 * Explains the state without titles, because a person who may see the package may not be allowed to see each document.
 */
function reasonNotAllowed(count: number, completed: number, has: (wanted: DocumentStatus) => number): string {
  const ends = (['declined', 'voided'] as const).flatMap((end) => (has(end) > 0 ? [`${has(end)} ${end}`] : []));
  const listed = ends.length === 0 ? '' : `: ${ends.join(', ')}`;
  return `${count - completed} of ${count} documents ${count - completed === 1 ? 'was' : 'were'} not completed${listed}.`;
}

/** These states are final, because a declined or voided document never becomes active again. */
export const isOver = (status: PackageStatus): boolean => status === 'completed' || status === 'cancelled';
export const mayChange = (status: PackageStatus): boolean => status === 'draft';
/** The sender may cancel a package while at least one of its documents is not completed. */
export const mayCancel = (status: PackageStatus): boolean => status === 'in-progress' || status === 'expired';

export type PackageArrow = { from: PackageStatus | '[*]'; to: PackageStatus; by: string };

/** Changes to a package with two documents, each applied to the second document. */
const CHANGES: readonly { by: string; from: DocumentStatus; to: MemberState }[] = [
  { by: 'last document sealed', from: 'in-progress', to: { status: 'completed', sealed_at: new Date(0) } },
  { by: 'document expires', from: 'in-progress', to: { status: 'expired', sealed_at: null } },
  { by: 'expired document extended', from: 'expired', to: { status: 'in-progress', sealed_at: null } },
  { by: 'last document voided or declined', from: 'in-progress', to: { status: 'voided', sealed_at: null } },
];

/** docs/understand/states.md is generated from these transitions. */
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
