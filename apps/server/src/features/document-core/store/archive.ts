/** SQL for drafts, document details, the archive, the trash, copies and erasure. */
import type { DocumentStatus, DraftContent, Id } from '@countersign/contract';
import { acrossTenants } from '../../../platform/db/across-tenants.ts';
import { namedStatement } from '../../../platform/db/statement.ts';

export type MovableRow = {
  id: Id<'document'>;
  status: DocumentStatus;
  archived_from: DocumentStatus | null;
  deleted_at: Date | null;
  sealed_at: Date | null;
  title: string;
  blob_id: Id<'blob'>;
  scheduled_for: Date | null;
};

/** Locks the document like `lockDocument`. `owner` limits the result to documents of one member. Null means all. */
export const lockForMove = namedStatement<MovableRow, { tenantId: string; documentId: string; owner: string | null }>(
  'document-lock-resting',
  `select id, status, archived_from, deleted_at, sealed_at, title, blob_id, scheduled_for from documents
   where tenant_id = :tenantId and id = :documentId and (:owner::text is null or owner_id = :owner) for update`,
);

export const updateDocumentDetails = namedStatement<
  unknown,
  {
    tenantId: string;
    id: string;
    title: string;
    foldedTitle: string;
    description: string | null;
    tags: string[];
    metadata: string;
    updatedAt: Date;
  }
>(
  'document-details',
  `with changed as (update documents set title = :title, folded_title = :foldedTitle, description = :description, tags = :tags, metadata = :metadata, updated_at = :updatedAt
     where tenant_id = :tenantId and id = :id)
   insert into document_titles (tenant_id, document_id, folded, tags) values (:tenantId, :id, :foldedTitle, :tags)
   on conflict (tenant_id, document_id) do update set folded = excluded.folded, tags = excluded.tags`,
);

/** Discards the saved content of the editor. An open editor is notified of who changed the draft, and when. */
export const updatePlannedSending = namedStatement<
  unknown,
  { tenantId: string; documentId: string; planned: string | null; by: string; now: Date }
>(
  'document-planned',
  `update documents set planned = :planned, draft = null, draft_revision = draft_revision + 1, draft_saved_by = :by, draft_saved_at = :now
   where tenant_id = :tenantId and id = :documentId`,
);

/**
 * `codes` contains argon2id hashes of access codes, by the key of their recipient. `save` identifies the open editor
 * that saved the draft, and the number of that save.
 */
export type KeptDraft = {
  content: DraftContent;
  codes: Record<string, string>;
  save: { editor: string; number: number };
};
export type DraftRow = {
  draft_revision: number;
  draft: KeptDraft | null;
  draft_saved_by: string | null;
  draft_saved_at: Date | null;
  saved_by: string | null;
};
/** `owner` limits the result to one member's documents. Null means all documents of the tenant. */
export const selectDraft = namedStatement<DraftRow, { tenantId: string; documentId: string; owner: string | null }>(
  'document-draft',
  `select d.draft_revision, d.draft, d.draft_saved_by, d.draft_saved_at, u.name as saved_by
   from documents d left join users u on u.id = d.draft_saved_by
   where d.tenant_id = :tenantId and d.id = :documentId and (:owner::text is null or d.owner_id = :owner) and d.deleted_at is null`,
);
export const saveDraftContent = namedStatement<
  unknown,
  { tenantId: string; documentId: string; draft: string; planned: string | null; by: string; now: Date }
>(
  'document-draft-save',
  `update documents set draft = :draft, planned = :planned, draft_revision = draft_revision + 1, draft_saved_by = :by, draft_saved_at = :now,
     updated_at = :now where tenant_id = :tenantId and id = :documentId`,
);

/** An open editor of the draft is notified of the new file. */
export const replaceDraftFile = namedStatement<
  unknown,
  {
    tenantId: string;
    id: string;
    filename: string;
    pages: string;
    sizeBytes: number;
    sha256: string;
    blobId: string;
    hashState: Buffer;
    hasSignatures: boolean;
    warnings: string[];
    warningsToAccept: string[];
    ownFields: string[];
    planned: string | null;
    draft: string | null;
    by: string;
    updatedAt: Date;
  }
>(
  'document-file-replace',
  `update documents set filename = :filename, pages = :pages, page_count = jsonb_array_length(:pages::jsonb), size_bytes = :sizeBytes,
     sha256 = :sha256, blob_id = :blobId, hash_state = :hashState, has_signatures = :hasSignatures, warnings = :warnings,
     warnings_to_accept = :warningsToAccept, own_fields = :ownFields, planned = :planned, draft = :draft,
     draft_revision = draft_revision + 1, draft_saved_by = :by, draft_saved_at = :updatedAt, updated_at = :updatedAt
   where tenant_id = :tenantId and id = :id and status = 'draft'`,
);

export const moveToArchive = namedStatement<unknown, { tenantId: string; documentId: string; now: Date }>(
  'document-archived',
  `update documents set status = 'archived', archived_from = status, archived_at = :now, updated_at = :now
   where tenant_id = :tenantId and id = :documentId`,
);
export const takeFromArchive = namedStatement<unknown, { tenantId: string; documentId: string; now: Date }>(
  'document-unarchived',
  `update documents set status = archived_from, archived_from = null, archived_at = null, updated_at = :now
   where tenant_id = :tenantId and id = :documentId`,
);
/** Leaves `updated_at` unchanged, because moving a document to the trash and back is not an update. */
export const moveToTrash = namedStatement<unknown, { tenantId: string; documentId: string; now: Date }>(
  'document-trashed',
  'update documents set deleted_at = :now where tenant_id = :tenantId and id = :documentId',
);
export const takeFromTrash = namedStatement<unknown, { tenantId: string; documentId: string }>(
  'document-untrashed',
  'update documents set deleted_at = null where tenant_id = :tenantId and id = :documentId',
);

/** Copies a document with its upload. The pages are those of the upload, without an added signature page. */
export const insertCopy = namedStatement<
  unknown,
  {
    tenantId: string;
    id: string;
    ownerId: string;
    title: string;
    foldedTitle: string;
    pages: string;
    createdAt: Date;
    sourceId: string;
  }
>(
  'document-copy',
  `insert into documents (tenant_id, id, owner_id, title, folded_title, description, filename, status, page_count, pages,
       size_bytes, sha256, blob_id, hash_state, has_signatures, warnings, warnings_to_accept, own_fields, created_at, updated_at, tags, metadata, variables)
     select tenant_id, :id, :ownerId, :title, :foldedTitle, description, filename, 'draft', jsonb_array_length(:pages::jsonb), :pages::jsonb,
       size_bytes, sha256, blob_id, hash_state, has_signatures, warnings, warnings_to_accept, own_fields, :createdAt, :createdAt, tags, metadata, variables
     from documents where tenant_id = :tenantId and id = :sourceId`,
);
export const insertCopiedTitle = namedStatement<unknown, { tenantId: string; id: string }>(
  'document-copy-title',
  `insert into document_titles (tenant_id, document_id, folded, tags) select tenant_id, id, folded_title, tags
   from documents where tenant_id = :tenantId and id = :id`,
);
export type ErasableRow = { tenant_id: Id<'tenant'>; id: Id<'document'> };
/** Selects erasable documents across tenants, ordered by deletion time, oldest first. */
export const selectErasable = acrossTenants<ErasableRow, [before: Date, count: number]>(
  'erasure-due',
  `select tenant_id, id from documents d where deleted_at is not null and deleted_at <= $1 and completed_at is null and {d.tenant_id}
     and not exists (select from legal_hold_documents p join legal_holds h on h.tenant_id = p.tenant_id and h.id = p.hold_id
       where p.tenant_id = d.tenant_id and p.document_id = d.id and h.released_at is null)
   order by deleted_at limit $2`,
);
/**
 * Calls a database function that checks again and deletes the rows. The server's role may not delete these rows
 * directly.
 */
export const eraseDocumentRows = namedStatement<{ erased: boolean }, { documentId: string; before: Date; now: Date }>(
  'document-erase',
  'select erase_document(:documentId, :before, :now) as erased',
);

export const applyTemplateDetails = namedStatement<
  unknown,
  {
    tenantId: string;
    documentId: string;
    templateId: string | null;
    tags: string[];
    metadata: string;
    planned: string | null;
    signingOrder: string;
    emailSubject: string | null;
    emailMessage: string | null;
    redirects: string | null;
    variables: string;
    callbackEndpoint: string | null;
  }
>(
  'document-from-template',
  `with made as (update documents set template_id = :templateId, tags = :tags, metadata = :metadata, planned = :planned, signing_order = :signingOrder,
       email_subject = :emailSubject, email_message = :emailMessage, redirects = :redirects,
       callback_endpoint = :callbackEndpoint, variables = :variables where tenant_id = :tenantId and id = :documentId returning tenant_id, id, tags)
   update document_titles t set tags = made.tags from made where t.tenant_id = :tenantId and t.document_id = made.id`,
);
