/** SQL for revisions, which are the bytes appended to an upload. */
import type { Id } from '@countersign/contract';
import type { RevisionState } from '@countersign/pdf-sign';
import { namedStatement } from '../../../platform/db/statement.ts';

/**
 * Selects the number of the newest revision, and the bytes of the first revision unless they are long, because the next
 * revision is compressed with them as the dictionary. Run this as a separate statement after locking the document,
 * because only then does it see the commit of the previous lock holder.
 */
export const selectRevisionNumber = namedStatement<
  { n: number; first: Buffer | null },
  { tenantId: string; documentId: string }
>(
  'revision-number',
  `select coalesce(max(n), 0) as n, (select tail from revisions where tenant_id = :tenantId and document_id = :documentId and n = 1
     and octet_length(tail) <= 65536) as first
   from revisions where tenant_id = :tenantId and document_id = :documentId`,
);
export const selectFirstTail = namedStatement<{ tail: Buffer }, { tenantId: string; documentId: string }>(
  'revision-first-tail',
  'select tail from revisions where tenant_id = :tenantId and document_id = :documentId and n = 1',
);
export type RevisionRow = {
  n: number;
  kind: 'sent' | 'signature' | 'seal' | 'renewal';
  length: number;
  sha256: string;
  hash_state: Buffer;
  state: RevisionState;
  signer_id: Id<'signer'> | null;
  created_at: Date;
};
export const selectLatestRevision = namedStatement<RevisionRow, { tenantId: string; documentId: string }>(
  'revision-latest',
  `select n, kind, length, sha256, hash_state, state, signer_id, created_at from revisions
   where tenant_id = :tenantId and document_id = :documentId order by n desc limit 1`,
);
export const selectTails = namedStatement<
  { n: number; tail: Buffer; sha256: string; length: number },
  { tenantId: string; documentId: string }
>(
  'revision-tails',
  'select n, tail, sha256, length from revisions where tenant_id = :tenantId and document_id = :documentId order by n',
);
export const selectRevisionHead = namedStatement<
  { n: number; sha256: string },
  { tenantId: string; documentId: string }
>(
  'revision-head',
  'select n, sha256 from revisions where tenant_id = :tenantId and document_id = :documentId order by n desc limit 1',
);
export const insertRevision = namedStatement<
  unknown,
  {
    tenantId: string;
    documentId: string;
    n: number;
    kind: string;
    tail: Buffer;
    length: number;
    sha256: string;
    hashState: Buffer;
    state: string;
    signerId: string | null;
    createdAt: Date;
    timestampChain: Buffer[] | null;
  }
>(
  'revision-insert',
  `insert into revisions (tenant_id, document_id, n, kind, tail, length, sha256, hash_state, state, signer_id, created_at,
     timestamp_chain)
   values (:tenantId, :documentId, :n, :kind, :tail, :length, :sha256, :hashState, :state, :signerId, :createdAt, :timestampChain)`,
);

export const selectRevisionHash = namedStatement<
  { sha256: string },
  { tenantId: string; documentId: string; n: number }
>('revision-hash', 'select sha256 from revisions where tenant_id = :tenantId and document_id = :documentId and n = :n');

/** Selects certificate chains of the outside authorities that time-stamped the revisions, leaf first. */
export const selectTimestampChains = namedStatement<
  { timestamp_chain: Buffer[] },
  { tenantId: string; documentId: string }
>(
  'timestamp-chains',
  `select distinct timestamp_chain from revisions
   where tenant_id = :tenantId and document_id = :documentId and timestamp_chain is not null`,
);

/** Selects the bytes that signatures appended, from the first signature on, until `maxBytes` is reached. */
export const selectSignatureTails = namedStatement<
  { n: number; tail: Buffer; bytes: number },
  { tenantId: string; documentId: string; revisions: number[]; maxBytes: number }
>(
  'completion-signature-tails',
  `select n, tail, bytes from (
     select n, tail, bytes, sum(bytes) over (order by n) as total from (
       select n, kind, tail, (length - lag(length, 1, 0::bigint) over (order by n))::int as bytes from revisions
       where tenant_id = :tenantId and document_id = :documentId) all_of_them
     where n = any(:revisions::int[]) and kind = 'signature') r
   where total <= :maxBytes order by n`,
);
