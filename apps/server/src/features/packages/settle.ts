/** What a document's end, or its extension, makes of the package it is in: in the same transaction (ADR 34). */
import type { Id } from '@countersign/contract';
import type { Party, Recorder } from '../../platform/audit/recorder.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { isOver, outcomeOf } from './domain.ts';
import { lockPackage, selectMembers, updateOutcome } from './store.ts';

type Ending = 'completed' | 'expired' | 'cancelled';
const isEnding = (status: string): status is Ending => ['completed', 'expired', 'cancelled'].includes(status);

/**
 * Called after the document's change, with the document and its chain head locked. Of two documents that end at the same moment
 * the later one waits here for the package's row and then sees the other's end: `package.completed` is recorded once.
 */
export async function settlePackage(
  tx: Tx,
  recorder: Recorder,
  { tenantId, packageId, by }: { tenantId: string; packageId: string | null; by: Party },
): Promise<void> {
  if (packageId === null) return;
  const [locked] = await tx.query(lockPackage(tenantId, packageId));
  if (!locked || locked.document_count === null || isOver(locked.status)) return;
  const documents = await tx.query(selectMembers(tenantId, packageId));
  const { status, reason } = outcomeOf(locked.document_count, documents);
  if (status === locked.status) return;
  tx.write(updateOutcome(tenantId, packageId, status, reason, tx.now, isEnding(status) ? tx.now : null));
  const target = { kind: 'package', id: packageId } as const;
  const data = { documents: locked.document_count };
  await recorder.record(
    tx,
    tenantId,
    tenantId,
    isEnding(status)
      ? {
          action: `package.${status}`,
          actor: by,
          target,
          data,
          event: { kind: `package.${status}`, data: packageEvent(packageId, locked.title, status, documents) },
        }
      : { action: 'package.reopened', actor: by, target, data },
  );
}

/** What every event of a package tells. */
export function packageEvent<S extends 'in-progress' | Ending>(
  packageId: string,
  title: string,
  status: S,
  documents: readonly { id: string }[],
) {
  const id = packageId as Id<'package'>;
  return { packageId: id, package: { id, title, status }, documents: documents.map((one) => one.id as Id<'document'>) };
}
