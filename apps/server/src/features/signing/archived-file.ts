/**
 * The interface between archive renewal and a sealed file. The document and its certificate of completion are stored in
 * different tables.
 */
import type { Environment, Id } from '@countersign/contract';
import type { Protection } from '@countersign/pki';
import type { Tx } from '../../platform/db/transaction.ts';
import type { PdfSource } from '../../platform/pdf/index.ts';
import type { FinishedRevision } from '../document-core/index.ts';

export type FileKind = 'document' | 'certificate';

export type Renewal = { revision: FinishedRevision; protection: Protection; authority: string };

export type ArchivedFile = {
  environment: Environment;
  source: PdfSource;
  hashState: Buffer;
  /**
   * Appends the new revision to the file and records it, under the locks that every new revision takes. Returns false
   * if another worker has already appended a revision. In that case, the caller discards this one.
   */
  append: (tx: Tx, renewal: Renewal) => Promise<boolean>;
};

/** Returns undefined if there is nothing to renew. */
export type LoadArchived = (tenantId: string, documentId: Id<'document'>) => Promise<ArchivedFile | undefined>;

export const renewalData = ({ revision, protection, authority }: Renewal) => ({
  authority,
  protected_until: protection.expiresAt.toISOString(),
  size_bytes: revision.state.length,
});
