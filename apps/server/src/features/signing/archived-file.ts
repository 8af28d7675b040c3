/** What archive renewal knows of a sealed file; the document and its certificate of completion are kept in different places. */
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
  /** After all bytes of the file. */
  hashState: Buffer;
  /**
   * Appends the revision and records it, under the locks of every revision. False where another worker was faster: its revision
   * stands, this one is dropped.
   */
  append: (tx: Tx, renewal: Renewal) => Promise<boolean>;
};

/** Undefined where there is nothing to renew any more. */
export type LoadArchived = (tenantId: string, documentId: Id<'document'>) => Promise<ArchivedFile | undefined>;

/** What both audit entries say of a renewal. */
export const renewalData = ({ revision, protection, authority }: Renewal) => ({
  authority,
  protected_until: protection.expiresAt.toISOString(),
  size_bytes: revision.state.length,
});
