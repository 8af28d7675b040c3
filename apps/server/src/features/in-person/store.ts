/** SQL for in-person sessions. Every statement names the tenant, and row-level security checks it again. */
import type { IdentityCheck, IdentityDocumentKind, Id, SignerStatus } from '@countersign/contract';
import { namedStatement, onShardOf, statement } from '../../platform/db/statement.ts';

export type InPersonRow = {
  id: Id<'inPersonSession'>;
  document_id: Id<'document'>;
  title: string;
  signer_id: Id<'signer'>;
  email: string;
  name: string;
  signer_status: SignerStatus;
  host_kind: 'user' | 'api-key' | 'service';
  host_id: Id<'user'> | Id<'apiKey'>;
  host_name: string;
  has_code: boolean;
  identity_check: IdentityCheck['method'] | null;
  identity_document: IdentityDocumentKind | null;
  access_failures: number;
  link_generation: number;
  is_current: boolean;
  created_at: Date;
  expires_at: Date;
  verified_at: Date | null;
  ended_at: Date | null;
  ended_by: 'signed' | 'host' | 'another' | null;
};

const SELECT = `select i.id, i.document_id, d.title, i.signer_id, s.email, s.name, s.status as signer_status, i.host_kind, i.host_id,
     i.host_name, i.access_code_hash is not null as has_code, i.identity_check, i.identity_document, i.access_failures, i.link_generation,
     s.link_generation = i.link_generation as is_current, i.created_at, i.expires_at, i.verified_at, i.ended_at, i.ended_by
   from in_person_sessions i
   join documents d on d.tenant_id = i.tenant_id and d.id = i.document_id
   join signers s on s.tenant_id = i.tenant_id and s.id = i.signer_id
   where i.tenant_id = $1 and d.deleted_at is null`;

export const selectByToken = statement<InPersonRow, [tenant: string, tokenHash: Buffer]>(
  'in-person-by-token',
  `${SELECT} and i.token_hash = $2`,
);
/** `owner` limits the result to documents of one member. Null means all. */
export const selectSession = statement<InPersonRow, [tenant: string, id: string, owner: string | null]>(
  'in-person-select',
  `${SELECT} and i.id = $2 and ($3::text is null or d.owner_id = $3)`,
);
export const selectOfDocument = statement<InPersonRow, [tenant: string, document: string, owner: string | null]>(
  'in-person-of-document',
  `${SELECT} and i.document_id = $2 and ($3::text is null or d.owner_id = $3) order by i.id desc limit 100`,
);
export const selectLive = statement<InPersonRow, [tenant: string, now: Date, owner: string | null]>(
  'in-person-live',
  `${SELECT} and i.ended_at is null and i.expires_at > $2 and s.status = 'pending-signature' and ($3::text is null or d.owner_id = $3)
   order by i.id desc limit 100`,
);

/** Ends the previous session and expired sessions, because a signer uses one device at a time. */
export const endEarlier = statement<{ id: Id<'inPersonSession'> }, [tenant: string, signer: string, now: Date]>(
  'in-person-end-earlier',
  `update in_person_sessions set ended_at = $3, ended_by = 'another' where tenant_id = $1 and signer_id = $2 and ended_at is null returning id`,
);
/** Discards the files that were attached in a session that ended without a signature. */
export const discardFiles = statement<unknown, [signer: string, session: string]>(
  'in-person-files-discard',
  'select discard_in_person_files($1, $2)',
);
export const insertSession = namedStatement<
  unknown,
  {
    tenantId: string;
    id: string;
    tokenHash: Buffer;
    documentId: string;
    signerId: string;
    generation: number;
    hostKind: string;
    hostId: string;
    hostUserId: string;
    accessCodeHash: string | null;
    identityCheck: string | null;
    identityDocument: string | null;
    createdAt: Date;
    expiresAt: Date;
  }
>(
  'in-person-insert',
  // For an API key or the service credential, the organization is recorded as the host.
  `insert into in_person_sessions (tenant_id, id, token_hash, document_id, signer_id, link_generation, host_kind, host_id, host_name,
     access_code_hash, identity_check, identity_document, created_at, expires_at)
   select s.tenant_id, :id, :tokenHash::bytea, :documentId::text, :signerId, :generation::int, :hostKind::text, :hostId, case when :hostKind::text = 'user' then (select name from users where id = :hostUserId)
     else (select name from organizations where tenant_id = :tenantId) end, :accessCodeHash, :identityCheck, :identityDocument, :createdAt::timestamptz, :expiresAt::timestamptz
   from ${onShardOf(':tenantId')}`,
);
export const endByHost = statement<
  { id: Id<'inPersonSession'>; signer_id: string },
  [tenant: string, id: string, now: Date]
>(
  'in-person-end',
  `update in_person_sessions set ended_at = $3, ended_by = 'host'
   where tenant_id = $1 and id = $2 and ended_at is null and expires_at > $3 returning id, signer_id`,
);

/** Counts an attempt before the code is checked. Returns a row only while attempts are left. */
export const claimTry = statement<
  { access_code_hash: string; access_failures: number },
  [tenant: string, id: string, tries: number]
>(
  'in-person-code-try',
  `update in_person_sessions set access_failures = access_failures + 1
   where tenant_id = $1 and id = $2 and access_failures < $3 and verified_at is null and access_code_hash is not null
   returning access_code_hash, access_failures`,
);
/** Returns a row only for the first request that opens the session. */
export const updateVerified = statement<{ id: Id<'inPersonSession'> }, [tenant: string, id: string, now: Date]>(
  'in-person-verified',
  `update in_person_sessions set verified_at = $3 where tenant_id = $1 and id = $2 and verified_at is null and ended_at is null
   returning id`,
);
