/** The certificate of completion as it is kept, put together: as it was made, and what archive renewal appended to it. */
import { unpack } from '../../platform/tail-compression.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { type CertificateRow, selectCompletionCertificate } from './store.ts';

export type Certificate = {
  bytes: Buffer;
  sha256: string;
  /** Entries of the document's audit trail that it vouches for: 0 to this one. */
  auditN: number;
  /** How often it was stamped again. */
  renewals: number;
};

/** Bytes of a part: as many parties as a document can have, with their pictures, are a hundredth of this. */
const MAX_PART = 2 ** 28;

/** Undefined where none was made yet. */
export async function readCertificate(
  uow: UnitOfWork,
  tenantId: string,
  documentId: string,
): Promise<Certificate | undefined> {
  const [row] = await uow.read(tenantId, selectCompletionCertificate(tenantId, documentId));
  return row && joined(row);
}

/** What was kept, put together. */
export function joined({ parts, sha256, audit_n: auditN }: CertificateRow): Certificate {
  const plain = parts.map((part) => {
    const bytes = unpack(part, MAX_PART);
    if (!bytes) throw new Error('a stored certificate of completion is damaged');
    return bytes;
  });
  return { bytes: Buffer.concat(plain), sha256, auditN, renewals: parts.length - 1 };
}
