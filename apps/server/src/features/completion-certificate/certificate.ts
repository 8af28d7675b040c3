/** The stored certificate of completion, assembled from its original bytes and the additions of archive renewals. */
import { unpack } from '../../platform/optimizations/tail-compression.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { type CertificateRow, selectCompletionCertificate } from './store.ts';

export type Certificate = {
  bytes: Buffer;
  sha256: string;
  /** The number of the last entry of the document's audit trail that the certificate covers, counting from 0. */
  auditN: number;
  /** How many times the certificate's archive time-stamp has been renewed. */
  renewals: number;
};

/**
 * The maximum size of an uncompressed part in bytes. Even a certificate with the maximum number of recipients and
 * images takes up only a hundredth of this.
 */
const MAX_PART = 2 ** 28;

/** Returns undefined if no certificate exists yet. */
export async function readCertificate(
  uow: UnitOfWork,
  tenantId: string,
  documentId: string,
): Promise<Certificate | undefined> {
  const [row] = await uow.read(tenantId, selectCompletionCertificate(tenantId, documentId));
  return row && joined(row);
}

export function joined({ parts, sha256, audit_n: auditN }: CertificateRow): Certificate {
  const plain = parts.map((part) => {
    const bytes = unpack(part, MAX_PART);
    if (!bytes) throw new Error('a stored certificate of completion is damaged');
    return bytes;
  });
  return { bytes: Buffer.concat(plain), sha256, auditN, renewals: parts.length - 1 };
}
