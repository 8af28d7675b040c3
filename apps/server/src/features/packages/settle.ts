/** Updates a package when one of its documents ends or is extended, in the same transaction (ADR 30). */
import type { AnyEvent, Id } from '@countersign/contract';
import type { Party, Recorder } from '../../platform/audit/recorder.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { isOver, outcomeOf } from './domain.ts';
import { lockPackage, updateOutcome } from './store.ts';
import { selectPackageMembers, selectNotifiedOfEnd } from '../document-core/store/index.ts';

type Ending = 'completed' | 'expired' | 'cancelled';
const isEnding = (status: string): status is Ending => ['completed', 'expired', 'cancelled'].includes(status);

/** The people who get an e-mail: recipients of documents, and the sender. */
export type Notified = readonly (Id<'signer'> | 'owner')[];

export type Settlement = {
  /** Removes the people who get an e-mail about the whole package instead. */
  ofEnd(notified: Notified): Notified;
  /** A completion is announced only when the package has ended. */
  ofCompletion(notified: Notified): Notified;
  /** `notified` contains the people who would have been notified of the document that just ended. */
  record(recorder: Recorder, by: Party, notified?: Notified): Promise<void>;
  /**
   * Records that the package ended but does not announce the event, which the caller announces later. Returns undefined
   * if the package did not end.
   */
  recordQuietly(recorder: Recorder, by: Party, notified: Notified): Promise<EndOfPackage | undefined>;
};

export type EndOfPackage = Extract<AnyEvent, { kind: `package.${Ending}` }>;

const nobody = (): Notified => [];
const everybody = (notified: Notified): Notified => notified;
/**
 * The result for a document that is in no package, or in a package that has already ended. The document is handled on
 * its own.
 */
const ALONE: Settlement = {
  ofEnd: everybody,
  ofCompletion: everybody,
  record: async () => {},
  recordQuietly: () => Promise.resolve(undefined),
};

/**
 * Call this after changing the document, with the document and its chain head locked, and before recording the change,
 * because the result determines who is notified. If two documents end at the same time, the later one waits here for
 * the package's row. It then sees that the other document has ended, so `package.completed` is recorded once.
 */
export async function settlePackage(tx: Tx, tenantId: string, packageId: Id<'package'> | null): Promise<Settlement> {
  if (packageId === null) return ALONE;
  const [locked] = await tx.query(lockPackage(tenantId, packageId));
  if (!locked || locked.document_count === null || isOver(locked.status)) return ALONE;
  const documents = await tx.query(selectPackageMembers({ tenantId, packageId }));
  const { status, reason } = outcomeOf(locked.document_count, documents);
  const isNew = status !== locked.status;
  const ending = isNew && isEnding(status) ? status : undefined;
  const record = async (recorder: Recorder, by: Party, notified: Notified, isAnnounced: boolean) => {
    if (!isNew) return undefined;
    tx.write(updateOutcome(tenantId, packageId, status, reason, tx.now, ending ? tx.now : null));
    const target = { kind: 'package', id: packageId } as const;
    const data = { documents: locked.document_count };
    if (!ending) {
      await recorder.record(tx, tenantId, tenantId, { action: 'package.reopened', actor: by, target, data });
      return undefined;
    }
    const event = {
      kind: `package.${ending}`,
      data: {
        ...packageEvent(packageId, locked.title, ending, documents),
        recipients: await notifiedOfEnd(tx, tenantId, packageId, { documents, notified }),
      },
    } as EndOfPackage;
    await recorder.record(tx, tenantId, tenantId, {
      action: `package.${ending}`,
      actor: by,
      target,
      data,
      ...(isAnnounced && { event }),
    });
    return event;
  };
  return {
    ofEnd: ending ? nobody : everybody,
    ofCompletion: ending || status === 'in-progress' ? nobody : everybody,
    record: async (recorder, by, notified = []) => void (await record(recorder, by, notified, true)),
    recordQuietly: (recorder, by, notified) => record(recorder, by, notified, false),
  };
}

type NotifiedOfEnd = { documentId: Id<'document'>; to: Id<'signer'> | 'owner' }[];

/**
 * Returns the people to notify, each of them once: those who must be notified of the documents that are ending now, and
 * recipients of sealed documents whose notification was held back.
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

export function packageEvent<S extends 'in-progress' | Ending>(
  packageId: Id<'package'>,
  title: string,
  status: S,
  documents: readonly { id: Id<'document'> }[],
) {
  return { packageId, package: { id: packageId, title, status }, documents: documents.map(({ id }) => id) };
}
