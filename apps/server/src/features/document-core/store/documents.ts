/** SQL of documents, their recipients, fields and revisions. Every statement names the tenant; row security checks it again. */
import type {
  WarningCode,
  DocumentStatus,
  FieldKind,
  Id,
  RequireTwoFactor,
  SignerRole,
  SignerStatus,
} from '@countersign/contract';
import type { RevisionState } from '@countersign/pdf-sign';
import { namedStatement, statement } from '../../../platform/db/statement.ts';
import type { FieldSettings } from '../field-value.ts';
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
  /** When something of the document was first delivered to them. */
  viewed_at: Date | null;
  /** The revisions that were delivered to them. */
  shown_revisions: number[];
  started_at: Date | null;
  signed_at: Date | null;
  declined_at: Date | null;
  decline_reason: string | null;
  reminded_at: Date | null;
  reminders_sent: number;
  /** They asked for no more of them. */
  reminders_stopped_at: Date | null;
  access_code_hash: string | null;
  access_failures: number;
  second_step: RequireTwoFactor | null;
  second_email: string | null;
  step_failures: number;
  delivery: 'bounced' | null;
  /** Whether we send them mail, and the one about the completed document. */
  notify: boolean;
  notify_completion: boolean;
};

export type FieldRow = {
  id: Id<'field'>;
  position: number;
  signer_id: Id<'signer'>;
  kind: FieldKind;
  pdf_name: string;
  page: number;
  x: number;
  y: number;
  width: number;
  height: number;
  required: boolean;
  label: string | null;
  value: string | null;
  settings: FieldSettings;
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
  /** Tags in the text became fields at sending. */
  has_placed_tags: boolean;
};

/** `owner` is the member whose documents alone may be seen, or null for all of the tenant's. */
type Scope = [tenant: string, id: string, owner: string | null];

export const selectDocument = statement<DocumentRow, Scope>(
  'document-select',
  `select d.*, u.name as owner_name, u.email as owner_email, t.environment, t.organization_id
   from documents d join tenants t on t.tenant_id = d.tenant_id join users u on u.id = d.owner_id
   where d.tenant_id = $1 and d.id = $2 and ($3::text is null or d.owner_id = $3) and d.deleted_at is null`,
);

/** Also from the trash: what is owed to a completed document (its certificate, time-stamps for the archive) goes on there. */
export const selectKeptDocument = statement<DocumentRow, [tenant: string, id: string]>(
  'document-select-kept',
  `select d.*, u.name as owner_name, u.email as owner_email, t.environment, t.organization_id
   from documents d join tenants t on t.tenant_id = d.tenant_id join users u on u.id = d.owner_id
   where d.tenant_id = $1 and d.id = $2`,
);

/** Several, with those in the trash. */
type SeveralScope = [tenant: string, ids: readonly string[], owner: string | null];
export const selectDocuments = statement<DocumentRow, SeveralScope>(
  'documents-select',
  `select d.*, u.name as owner_name, u.email as owner_email, t.environment, t.organization_id
   from documents d join tenants t on t.tenant_id = d.tenant_id join users u on u.id = d.owner_id
   where d.tenant_id = $1 and d.id = any ($2::text[]) and ($3::text is null or d.owner_id = $3)`,
);
export const selectSignersOf = statement<SignerRow & { document_id: string }, [tenant: string, ids: readonly string[]]>(
  'signers-select-several',
  'select * from signers where tenant_id = $1 and document_id = any ($2::text[]) order by document_id, position',
);
export const selectFieldsOf = statement<FieldRow & { document_id: string }, [tenant: string, ids: readonly string[]]>(
  'fields-select-several',
  'select * from fields where tenant_id = $1 and document_id = any ($2::text[]) order by document_id, position',
);

/** What is in a package, in its order; also from the trash, where a completed one is no less completed. */
export const selectPackageDocuments = statement<DocumentRow, [tenant: string, packageId: string]>(
  'package-documents',
  `select d.*, u.name as owner_name, u.email as owner_email, t.environment, t.organization_id
   from documents d join tenants t on t.tenant_id = d.tenant_id join users u on u.id = d.owner_id
   where d.tenant_id = $1 and d.package_id = $2 order by d.package_position`,
);
export const selectPackageSigners = statement<SignerRow, [tenant: string, packageId: string]>(
  'package-signers',
  `select s.* from signers s join documents d on d.tenant_id = s.tenant_id and d.id = s.document_id
   where s.tenant_id = $1 and d.package_id = $2 order by d.package_position, s.position`,
);

export const selectSigners = statement<SignerRow, [tenant: string, document: string]>(
  'signers-select',
  'select * from signers where tenant_id = $1 and document_id = $2 order by position',
);

export const selectFields = statement<FieldRow, [tenant: string, document: string]>(
  'fields-select',
  'select * from fields where tenant_id = $1 and document_id = $2 order by position',
);

export type StatusRow = {
  status: DocumentStatus;
  scheduled_for: Date | string | null;
  signers: { email: string; name: string; role: SignerRole; status: SignerStatus; signed_at: string | null }[];
};
/** The polling query: one row, one index look-up each. Times as JSON has them: `to_char` takes a quarter of it. */
export const selectStatus = statement<StatusRow, Scope>(
  'document-status',
  `select d.status, d.scheduled_for, coalesce((select json_agg(json_build_object('email', s.email, 'name', s.name, 'role', s.role, 'status', s.status,
     'signed_at', s.signed_at) order by s.position)
     from signers s where s.tenant_id = d.tenant_id and s.document_id = d.id), '[]') as signers
   from documents d where d.tenant_id = $1 and d.id = $2 and ($3::text is null or d.owner_id = $3) and d.deleted_at is null`,
);

/** Takes the document's lock: the first of all locks, before any chain head. */
export const lockDocument = statement<
  {
    status: DocumentStatus;
    expires_at: Date | null;
    deleted_at: Date | null;
    package_id: Id<'package'> | null;
    draft_revision: number;
    blob_id: Id<'blob'>;
    schedule_id: string | null;
  },
  [tenant: string, id: string]
>(
  'document-lock',
  `select status, expires_at, deleted_at, package_id, draft_revision, blob_id, schedule->>'id' as schedule_id from documents where tenant_id = $1 and id = $2 for update`,
);

/** This one, and all of its package whose time is over as well: in the order of their ids, as everybody locks several. */
export const lockDue = statement<
  {
    id: Id<'document'>;
    title: string;
    status: DocumentStatus;
    expires_at: Date | null;
    deleted_at: Date | null;
    package_id: Id<'package'> | null;
  },
  [tenant: string, id: string, now: Date]
>(
  'document-lock-due',
  `select id, title, status, expires_at, deleted_at, package_id from documents
   where tenant_id = $1 and (id = $2 or (status = 'in-progress' and expires_at <= $3
     and package_id = (select o.package_id from documents o where o.tenant_id = $1 and o.id = $2)))
   order by id for update`,
);

/** Read after the lock, as a statement of its own: only then does it see what the holder before us committed. */
/** For whoever writes the next revision: the newest one's number, and the first tail, against which the next is packed unless that is long. */
export const selectRevisionNumber = statement<{ n: number; first: Buffer | null }, [tenant: string, document: string]>(
  'revision-number',
  `select coalesce(max(n), 0) as n, (select tail from revisions where tenant_id = $1 and document_id = $2 and n = 1
     and octet_length(tail) <= 65536) as first
   from revisions where tenant_id = $1 and document_id = $2`,
);
/** What sending appended, as it is kept. */
export const selectFirstTail = statement<{ tail: Buffer }, [tenant: string, document: string]>(
  'revision-first-tail',
  'select tail from revisions where tenant_id = $1 and document_id = $2 and n = 1',
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
export const selectLatestRevision = statement<RevisionRow, [tenant: string, document: string]>(
  'revision-latest',
  `select n, kind, length, sha256, hash_state, state, signer_id, created_at from revisions
   where tenant_id = $1 and document_id = $2 order by n desc limit 1`,
);
export const selectTails = statement<
  { n: number; tail: Buffer; sha256: string; length: number },
  [tenant: string, document: string]
>(
  'revision-tails',
  'select n, tail, sha256, length from revisions where tenant_id = $1 and document_id = $2 order by n',
);
/** Number and hash of the newest revision, without its bytes. */
export const selectRevisionHead = statement<{ n: number; sha256: string }, [tenant: string, document: string]>(
  'revision-head',
  'select n, sha256 from revisions where tenant_id = $1 and document_id = $2 order by n desc limit 1',
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
     values (:tenantId, :id, :ownerId, :title, :description, :filename, 'draft', :pageCount, :pages, :sizeBytes, :sha256, :blobId, :hashState, :hasSignatures, :warnings, :warningsToAccept, :ownFields, :createdAt, :createdAt, :foldedTitle)
     returning tenant_id, id, folded_title, tags)
   insert into document_titles (tenant_id, document_id, folded, tags) select tenant_id, id, folded_title, tags from made`,
);
export const updateSent = namedStatement<
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
export const updateStatus = statement<unknown, [tenant: string, id: string, status: string, now: Date]>(
  'document-status-update',
  `update documents set status = $3, updated_at = $4, completed_at = case when $3 = 'completed' then $4 else completed_at end
   where tenant_id = $1 and id = $2`,
);
export const updateVoided = statement<unknown, [tenant: string, id: string, reason: string, now: Date]>(
  'document-voided',
  `update documents set status = 'voided', void_reason = $3, updated_at = $4 where tenant_id = $1 and id = $2`,
);
export const updateSealed = statement<unknown, [tenant: string, id: string, now: Date]>(
  'document-sealed',
  'update documents set sealed_at = $3, updated_at = $3 where tenant_id = $1 and id = $2',
);

/** What is kept of a recipient when the document is sent. */
export type RecipientRow = {
  tenantId: string;
  documentId: string;
  id: string;
  position: number;
  signingOrder: number;
  email: string;
  emailKey: string;
  name: string;
  role: string;
  status: string;
  locale: string | null;
  pdfField: string | null;
  invitedAt: Date;
  accessCodeHash: string | null;
  secondStep: string | null;
  secondEmail: string | null;
  notify: boolean;
  notifyCompletion: boolean;
  folded: string;
};
export const insertSigner = namedStatement<unknown, RecipientRow>(
  'signer-insert',
  `with made as (insert into signers (tenant_id, document_id, id, position, signing_order, email, email_key, name, role, status, locale, pdf_field, invited_at,
     access_code_hash, second_step, second_email, notify, notify_completion)
   values (:tenantId, :documentId, :id, :position, :signingOrder, :email, :emailKey, :name, :role, :status, :locale, :pdfField, :invitedAt, :accessCodeHash, :secondStep, :secondEmail, :notify, :notifyCompletion) returning tenant_id, document_id, id)
   insert into document_recipients (tenant_id, document_id, signer_id, folded) select tenant_id, document_id, id, :folded from made`,
);
export const updateSigned = statement<unknown, [tenant: string, id: string, now: Date, entry: number]>(
  'signer-signed',
  `update signers set status = 'signed', signed_at = $3, signed_entry = $4, started_at = coalesce(started_at, $3)
   where tenant_id = $1 and id = $2`,
);
export const updateTurn = statement<unknown, [tenant: string, ids: string[], now: Date]>(
  'signer-turn',
  `update signers set status = 'pending-signature', invited_at = $3 where tenant_id = $1 and id = any($2) and status = 'waiting'`,
);
export const updateStarted = statement<{ id: Id<'signer'> }, [tenant: string, id: string, now: Date]>(
  'signer-started',
  'update signers set started_at = $3 where tenant_id = $1 and id = $2 and started_at is null returning id',
);

export const insertField = namedStatement<
  unknown,
  {
    tenantId: string;
    documentId: string;
    id: string;
    position: number;
    signerId: string;
    kind: string;
    pdfName: string;
    page: number;
    x: number;
    y: number;
    width: number;
    height: number;
    required: boolean;
    label: string | null;
    settings: string;
    value: string | null;
  }
>(
  'field-insert',
  `insert into fields (tenant_id, document_id, id, position, signer_id, kind, pdf_name, page, x, y, width, height, required, label, settings, value)
   values (:tenantId, :documentId, :id, :position, :signerId, :kind, :pdfName, :page, :x, :y, :width, :height, :required, :label, :settings, :value)`,
);
export const updateFieldValue = statement<unknown, [tenant: string, id: string, value: string]>(
  'field-value',
  'update fields set value = $3 where tenant_id = $1 and id = $2',
);
