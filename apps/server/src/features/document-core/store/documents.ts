/**
 * SQL for documents, and for reads of their recipients. Every statement names the tenant, and row-level security checks
 * it again.
 */
import type {
  WarningCode,
  DocumentStatus,
  Id,
  RequireTwoFactor,
  SignerRole,
  SignerStatus,
} from '@countersign/contract';
import { acrossTenants } from '../../../platform/db/across-tenants.ts';
import { namedStatement, type Statement } from '../../../platform/db/statement.ts';
import type { KeptSending } from '../planned.ts';
import type { FilledVariable } from '../variables.ts';
import type { KeptSchedule, ScheduleError } from './schedules.ts';

export type PageSize = { width: number; height: number };

export type SignerRow = {
  id: Id<'signer'>;
  document_id: Id<'document'>;
  position: number;
  signing_order: number;
  email: string;
  name: string;
  role: SignerRole;
  status: SignerStatus;
  locale: string | null;
  pdf_field: string | null;
  link_generation: number;
  invited_at: Date | null;
  /** The time when any part of the document was first delivered to the recipient. */
  viewed_at: Date | null;
  /** The revisions that were delivered to the recipient. */
  shown_revisions: number[];
  started_at: Date | null;
  signed_at: Date | null;
  declined_at: Date | null;
  decline_reason: string | null;
  reminded_at: Date | null;
  reminders_sent: number;
  /** The time when the recipient opted out of reminders. */
  reminders_stopped_at: Date | null;
  access_code_hash: string | null;
  access_failures: number;
  second_step: RequireTwoFactor | null;
  second_email: string | null;
  step_failures: number;
  delivery: 'bounced' | null;
  /** Whether the recipient receives e-mails, including the e-mail about the completed document. */
  notify: boolean;
  notify_completion: boolean;
};

export type DocumentRow = {
  id: Id<'document'>;
  owner_id: Id<'user'>;
  owner_name: string;
  owner_email: string;
  environment: 'live' | 'sandbox';
  organization_id: Id<'organization'>;
  title: string;
  description: string | null;
  filename: string;
  status: DocumentStatus;
  page_count: number;
  pages: PageSize[];
  size_bytes: number;
  sha256: string;
  blob_id: Id<'blob'>;
  hash_state: Buffer;
  has_signatures: boolean;
  warnings: string[];
  warnings_to_accept: WarningCode[];
  own_fields: string[];
  signing_order: 'parallel' | 'sequential';
  email_subject: string | null;
  email_message: string | null;
  expires_at: Date | null;
  created_at: Date;
  updated_at: Date;
  sent_at: Date | null;
  completed_at: Date | null;
  sealed_at: Date | null;
  archived_at: Date | null;
  deleted_at: Date | null;
  void_reason: string | null;
  reminder_days: number | null;
  reminder_max: number | null;
  package_id: Id<'package'> | null;
  template_id: Id<'template'> | null;
  tags: string[];
  metadata: Record<string, string>;
  external_id: string | null;
  variables: FilledVariable[];
  scheduled_for: Date | null;
  schedule: KeptSchedule | null;
  schedule_error: ScheduleError | null;
  planned: KeptSending | null;
  draft_revision: number;
  /** Whether tags in the text became fields when the document was sent. */
  has_placed_tags: boolean;
};

/** `owner` limits the result to documents of one member. Null means all documents of the tenant. */
export const selectDocument = namedStatement<
  DocumentRow,
  { tenantId: string; documentId: string; owner: string | null }
>(
  'document-select',
  `select d.*, u.name as owner_name, u.email as owner_email, t.environment, t.organization_id
   from documents d join tenants t on t.tenant_id = d.tenant_id join users u on u.id = d.owner_id
   where d.tenant_id = :tenantId and d.id = :documentId and (:owner::text is null or d.owner_id = :owner) and d.deleted_at is null`,
);

/**
 * Selects a document even if it is in the trash, where a completed document still gets its certificate and archive
 * time-stamps.
 */
export const selectKeptDocument = namedStatement<DocumentRow, { tenantId: string; documentId: string }>(
  'document-select-kept',
  `select d.*, u.name as owner_name, u.email as owner_email, t.environment, t.organization_id
   from documents d join tenants t on t.tenant_id = d.tenant_id join users u on u.id = d.owner_id
   where d.tenant_id = :tenantId and d.id = :documentId`,
);

/** The result includes documents in the trash. */
export const selectDocuments = namedStatement<
  DocumentRow,
  { tenantId: string; documentIds: readonly string[]; owner: string | null }
>(
  'documents-select',
  `select d.*, u.name as owner_name, u.email as owner_email, t.environment, t.organization_id
   from documents d join tenants t on t.tenant_id = d.tenant_id join users u on u.id = d.owner_id
   where d.tenant_id = :tenantId and d.id = any (:documentIds::text[]) and (:owner::text is null or d.owner_id = :owner)`,
);
export const selectSignersOf = namedStatement<
  SignerRow & { document_id: string },
  { tenantId: string; documentIds: readonly string[] }
>(
  'signers-select-several',
  'select * from signers where tenant_id = :tenantId and document_id = any (:documentIds::text[]) order by document_id, position',
);

export const selectSigners = namedStatement<SignerRow, { tenantId: string; documentId: string }>(
  'signers-select',
  'select * from signers where tenant_id = :tenantId and document_id = :documentId order by position',
);

export type StatusRow = {
  status: DocumentStatus;
  scheduled_for: Date | string | null;
  signers: { email: string; name: string; role: SignerRole; status: SignerStatus; signed_at: string | null }[];
};
/**
 * Returns a single row for callers that poll. The JSON functions format times, because `to_char` would take a quarter
 * of the total time.
 */
export const selectStatus = namedStatement<StatusRow, { tenantId: string; documentId: string; owner: string | null }>(
  'document-status',
  `select d.status, d.scheduled_for, coalesce((select json_agg(json_build_object('email', s.email, 'name', s.name, 'role', s.role, 'status', s.status,
     'signed_at', s.signed_at) order by s.position)
     from signers s where s.tenant_id = :tenantId and s.document_id = d.id), '[]') as signers
   from documents d where d.tenant_id = :tenantId and d.id = :documentId and (:owner::text is null or d.owner_id = :owner) and d.deleted_at is null`,
);

/** Locks the document. This lock is taken before all others, including the head of any audit chain. */
export const lockDocument = namedStatement<
  {
    status: DocumentStatus;
    expires_at: Date | null;
    deleted_at: Date | null;
    package_id: Id<'package'> | null;
    draft_revision: number;
    blob_id: Id<'blob'>;
    schedule_id: string | null;
  },
  { tenantId: string; documentId: string }
>(
  'document-lock',
  `select status, expires_at, deleted_at, package_id, draft_revision, blob_id, schedule->>'id' as schedule_id from documents where tenant_id = :tenantId and id = :documentId for update`,
);

export type CompletedRow = {
  id: Id<'document'>;
  title: string;
  completed_at: Date | null;
  signers: { email: string; signed_at: string }[];
};
/**
 * Locks documents to announce their completion, in the order of their IDs like every statement that locks several
 * documents.
 */
export const lockCompleted = namedStatement<CompletedRow, { tenantId: string; documentIds: readonly string[] }>(
  'documents-lock-completed',
  `select id, title, completed_at, (select coalesce(jsonb_agg(jsonb_build_object('email', s.email, 'signed_at', s.signed_at)
       order by s.position), '[]') from signers s where s.tenant_id = :tenantId and s.document_id = d.id and s.signed_at is not null) as signers
   from documents d where tenant_id = :tenantId and id = any (:documentIds) order by id for update`,
);

/**
 * Locks the document and the expired documents of its package, in the order of their IDs like every statement that
 * locks several documents.
 */
export const lockDue = namedStatement<
  {
    id: Id<'document'>;
    title: string;
    status: DocumentStatus;
    expires_at: Date | null;
    deleted_at: Date | null;
    package_id: Id<'package'> | null;
  },
  { tenantId: string; documentId: string; now: Date }
>(
  'document-lock-due',
  `select id, title, status, expires_at, deleted_at, package_id from documents
   where tenant_id = :tenantId and (id = :documentId or (status = 'in-progress' and expires_at <= :now
     and package_id = (select o.package_id from documents o where o.tenant_id = :tenantId and o.id = :documentId)))
   order by id for update`,
);

export const insertDocument = namedStatement<
  unknown,
  {
    tenantId: string;
    id: string;
    ownerId: string;
    title: string;
    description: string | null;
    filename: string;
    pageCount: number;
    pages: string;
    sizeBytes: number;
    sha256: string;
    blobId: string;
    hashState: Buffer;
    hasSignatures: boolean;
    warnings: string[];
    warningsToAccept: string[];
    ownFields: string[];
    createdAt: Date;
    foldedTitle: string;
  }
>(
  'document-insert',
  `with made as (insert into documents (tenant_id, id, owner_id, title, description, filename, status, page_count, pages, size_bytes,
       sha256, blob_id, hash_state, has_signatures, warnings, warnings_to_accept, own_fields, created_at, updated_at, folded_title)
     values (:tenantId, :id, :ownerId, :title, :description, :filename, 'draft', :pageCount, :pages, :sizeBytes, :sha256, :blobId, :hashState, :hasSignatures, :warnings, :warningsToAccept, :ownFields, :createdAt, :createdAt, :foldedTitle))
   insert into document_titles (tenant_id, document_id, folded, tags) values (:tenantId, :id, :foldedTitle, '{}')`,
);
export const markDocumentSent = namedStatement<
  unknown,
  {
    tenantId: string;
    id: string;
    signingOrder: string;
    emailSubject: string | null;
    emailMessage: string | null;
    expiresAt: Date;
    sentAt: Date;
    pages: string;
    reminderDays: number | null;
    reminderMax: number | null;
    redirects: string | null;
    callbackEndpoint: string | null;
    warnings: readonly string[];
    hasPlacedTags: boolean;
  }
>(
  'document-sent',
  `update documents set status = 'in-progress', signing_order = :signingOrder, email_subject = :emailSubject, email_message = :emailMessage, expires_at = :expiresAt,
     sent_at = :sentAt, updated_at = :sentAt, planned = null, draft = null, scheduled_for = null, schedule = null, schedule_error = null, pages = :pages, page_count = jsonb_array_length(:pages::jsonb),
     reminder_days = :reminderDays, reminder_max = :reminderMax, redirects = coalesce(:redirects, redirects),
     callback_endpoint = coalesce(:callbackEndpoint, callback_endpoint), warnings = warnings || :warnings::text[], has_placed_tags = :hasPlacedTags where tenant_id = :tenantId and id = :id`,
);
type StatusChange = { tenantId: string; documentId: string; now: Date };
const updateStatus = namedStatement<unknown, StatusChange & { status: string }>(
  'document-status-update',
  'update documents set status = :status, updated_at = :now where tenant_id = :tenantId and id = :documentId',
);
const completeDocument = namedStatement<unknown, StatusChange>(
  'document-complete',
  `with awaited as (insert into awaited_seals (tenant_id, document_id, completed_at) values (:tenantId, :documentId, :now))
   update documents set status = 'completed', updated_at = :now, completed_at = :now where tenant_id = :tenantId and id = :documentId`,
);
export const setDocumentStatus = ({ status, ...change }: StatusChange & { status: string }): Statement<unknown> =>
  status === 'completed' ? completeDocument(change) : updateStatus({ ...change, status });
export const markDocumentVoided = namedStatement<
  unknown,
  { tenantId: string; documentId: string; reason: string; now: Date }
>(
  'document-voided',
  `update documents set status = 'voided', void_reason = :reason, updated_at = :now where tenant_id = :tenantId and id = :documentId`,
);
/** Changes no indexed column, so the row is updated in place (HOT). */
export const markDocumentSealed = namedStatement<unknown, { tenantId: string; documentId: string; now: Date }>(
  'document-sealed',
  `with awaited as (delete from awaited_seals where tenant_id = :tenantId and document_id = :documentId)
   update documents set sealed_at = :now where tenant_id = :tenantId and id = :documentId`,
);

/** Clears the sent revision. `cleared` is false under a legal hold and after the first signature. */
export const clearSentRevision = namedStatement<{ cleared: boolean }, { documentId: string }>(
  'document-clear-sent',
  'select clear_sent_revision(:documentId) as cleared',
);
export const updateSentDocument = namedStatement<
  unknown,
  { tenantId: string; id: string; signingOrder: string; pages: string; now: Date }
>(
  'document-corrected',
  `update documents set signing_order = :signingOrder, pages = :pages, page_count = jsonb_array_length(:pages::jsonb), updated_at = :now
   where tenant_id = :tenantId and id = :id`,
);

export const setExpiration = namedStatement<
  unknown,
  { tenantId: string; documentId: string; expiresAt: Date; now: Date }
>(
  'document-extended',
  `update documents set status = 'in-progress', expires_at = :expiresAt, updated_at = :now where tenant_id = :tenantId and id = :documentId`,
);
export const touchDocument = namedStatement<unknown, { tenantId: string; documentId: string; now: Date }>(
  'document-touched',
  'update documents set updated_at = :now where tenant_id = :tenantId and id = :documentId',
);

export type UnsealedRow = { tenant_id: Id<'tenant'>; id: Id<'document'>; completed_at: Date };
/** Selects documents across tenants in the `jobs` role, which sees only IDs and times. */
export const selectUnsealedDocuments = acrossTenants<UnsealedRow, [before: Date, reportedBefore: Date, count: number]>(
  'watch-unsealed',
  `select tenant_id, document_id as id, completed_at from awaited_seals
   where completed_at <= $1 and (reported_at is null or reported_at <= $2) and {tenant_id}
   order by completed_at limit $3`,
);
/**
 * Marks a document as reported. If the document was erased before it was sealed, deletes the row that waits for its
 * seal, and returns no row.
 */
export const markUnsealedReported = namedStatement<
  { document_id: Id<'document'> },
  { tenantId: string; documentId: string; now: Date; reportedBefore: Date }
>(
  'watch-reported',
  `with gone as (delete from awaited_seals where tenant_id = :tenantId and document_id = :documentId
     and not exists (select from documents where tenant_id = :tenantId and id = :documentId))
   update awaited_seals set reported_at = :now
   where tenant_id = :tenantId and document_id = :documentId and (reported_at is null or reported_at <= :reportedBefore)
     and exists (select from documents where tenant_id = :tenantId and id = :documentId)
   returning document_id`,
);
