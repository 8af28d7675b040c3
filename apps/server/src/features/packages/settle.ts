/** What a document's end, or its extension, makes of the package it is in: in the same transaction (ADR 30). */
import type { Id } from '@countersign/contract';
import type { Party, Recorder } from '../../platform/audit/recorder.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { isOver, outcomeOf } from './domain.ts';
import { lockPackage, updateOutcome } from './store.ts';
import { selectPackageMembers, selectNotifiedOfEnd } from '../document-core/store/index.ts';

type Ending = 'completed' | 'expired' | 'cancelled';
const isEnding = (status: string): status is Ending => ['completed', 'expired', 'cancelled'].includes(status);

/** Whom a mail goes to: recipients of documents, and the sender. */
export type Notified = readonly (Id<'signer'> | 'owner')[];

export type Settlement = {
  /** Of those who would be told that a document has ended: who still is, beside what the package's own mail says. */
  ofEnd(notified: Notified): Notified;
  /** The same of its completion, which waits for the package as long as that goes on. */
  ofCompletion(notified: Notified): Notified;
  /** Writes down what the package comes to, if that is new. `told`: who would have been told of what ended just now. */
  record(recorder: Recorder, by: Party, notified?: Notified): Promise<void>;
};

const nobody = (): Notified => [];
const everybody = (notified: Notified): Notified => notified;
/** No package, or one that is over: the document speaks for itself. */
const ALONE: Settlement = { ofEnd: everybody, ofCompletion: everybody, record: async () => {} };

/**
 * Called after the document's change, with the document and its chain head locked, and before it is recorded: whom its event tells
 * depends on this. Of two documents that end at the same moment the later one waits here for the package's row and then sees the
 * other's end: `package.completed` is recorded once.
 */
export async function settlePackage(tx: Tx, tenantId: string, packageId: Id<'package'> | null): Promise<Settlement> {
  if (packageId === null) return ALONE;
  const [locked] = await tx.query(lockPackage(tenantId, packageId));
  if (!locked || locked.document_count === null || isOver(locked.status)) return ALONE;
  const documents = await tx.query(selectPackageMembers({ tenantId, packageId }));
  const { status, reason } = outcomeOf(locked.document_count, documents);
  const isNew = status !== locked.status;
  const ending = isNew && isEnding(status) ? status : undefined;
  return {
    ofEnd: ending ? nobody : everybody,
    ofCompletion: ending || status === 'in-progress' ? nobody : everybody,
    record: async (recorder, by, notified = []) => {
      if (!isNew) return;
      tx.write(updateOutcome(tenantId, packageId, status, reason, tx.now, ending ? tx.now : null));
      const target = { kind: 'package', id: packageId } as const;
      const data = { documents: locked.document_count };
      if (!ending)
        return recorder.record(tx, tenantId, tenantId, { action: 'package.reopened', actor: by, target, data });
      await recorder.record(tx, tenantId, tenantId, {
        action: `package.${ending}`,
        actor: by,
        target,
        data,
        event: {
          kind: `package.${ending}`,
          data: {
            ...packageEvent(packageId, locked.title, ending, documents),
            recipients: await notifiedOfEnd(tx, tenantId, packageId, { documents, notified }),
          },
        },
      });
    },
  };
}

type NotifiedOfEnd = { documentId: Id<'document'>; to: Id<'signer'> | 'owner' }[];

/**
 * Once each: those who would have been told of the documents that end just now, and whoever a sealed one belongs to, whose
 * completion waited for this.
 */
export async function notifiedOfEnd(
  tx: Tx,
  tenantId: string,
  packageId: Id<'package'>,
  { documents, notified }: { documents: readonly { id: Id<'document'> }[]; notified: Notified },
): Promise<NotifiedOfEnd> {
  const rows = await tx.query(selectNotifiedOfEnd({ tenantId, packageId, signerIds: [...notified] }));
  const [first] = documents;
  return [
    ...(first && notified.includes('owner') ? [{ documentId: first.id, to: 'owner' } as const] : []),
    ...rows.map(({ id, document_id: documentId }) => ({
      documentId,
      to: id,
    })),
  ];
}

/** What every event of a package tells. */
export function packageEvent<S extends 'in-progress' | Ending>(
  packageId: Id<'package'>,
  title: string,
  status: S,
  documents: readonly { id: Id<'document'> }[],
) {
  return { packageId, package: { id: packageId, title, status }, documents: documents.map(({ id }) => id) };
}
