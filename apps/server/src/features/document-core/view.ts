/** Converts rows to API resources. */
import {
  type Document,
  type DocumentListEntry,
  type Environment,
  type Field,
  LIMITS,
  type Signer,
} from '@countersign/contract';
import { type InJson, isoTime } from '../../platform/db/json-row.ts';
import { AppError } from '../../platform/errors.ts';
import type { MemberPrincipal } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import type { ListedDocument } from './store/list-statements.ts';
import { plannedView } from './planned.ts';
import {
  selectDocument,
  selectKeptDocument,
  selectSigners,
  type DocumentRow,
  type SignerRow,
} from './store/documents.ts';
import { selectFields, type FieldRow } from './store/fields.ts';
import { valuesOfVariables } from './variables.ts';

/** Accepts a time from a row or from JSON. */
export function iso(time: Date | string): string;
export function iso(time: Date | string | null): string | null;
export function iso(time: Date | string | null): string | null {
  return typeof time === 'string' ? isoTime(time) : (time?.toISOString() ?? null);
}

export function accessCodeState(hasCode: boolean, failures: number): Signer['access_code'] {
  if (!hasCode) return 'none';
  return failures < LIMITS.accessCodeTries ? 'required' : 'locked';
}

/** Accepts a whole row, or only the columns that are read for a list of documents. */
export function twoFactorView({
  second_step: kind,
  second_email: secondEmail,
  step_failures: failures,
}: Pick<SignerRow, 'second_step' | 'second_email' | 'step_failures'>): Signer['two_factor'] {
  if (kind === null) return null;
  return { kind, second_email: secondEmail, locked: failures >= LIMITS.stepCodeTries };
}

export function signerView(row: SignerRow): Signer {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    role: row.role,
    status: row.status,
    order: row.signing_order,
    signed_at: iso(row.signed_at),
    viewed_at: iso(row.viewed_at),
    declined_at: iso(row.declined_at),
    decline_reason: row.decline_reason,
    access_code: accessCodeState(row.access_code_hash !== null, row.access_failures),
    two_factor: twoFactorView(row),
    delivery: row.delivery,
  };
}

export function ownFieldView(row: Omit<FieldRow, 'position'>): Omit<Field, 'signer_id'> {
  const { kind, page, x, y, width, height, required, label, value, settings } = row;
  return {
    id: row.id,
    kind,
    page,
    x,
    y,
    width,
    height,
    required,
    label,
    value,
    default: settings.default ?? null,
    read_only: settings.readOnly ?? false,
    options: settings.options ?? null,
    validation: settings.validation ?? null,
    key: settings.key ?? null,
    condition: settings.condition ?? null,
  };
}

function fieldView(row: FieldRow): Field {
  return { ...ownFieldView(row), signer_id: row.signer_id };
}

type EntryRow = Omit<ListedDocument, 'environment'>;
export function listEntryView(
  row: EntryRow | InJson<EntryRow>,
  environment: Environment,
  signers: Signer[],
): DocumentListEntry {
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    filename: row.filename,
    status: row.status,
    page_count: row.page_count,
    size_bytes: row.size_bytes,
    sha256: row.sha256,
    owner: { id: row.owner_id, name: row.owner_name, email: row.owner_email },
    signers,
    signing_order: row.signing_order,
    email_subject: row.email_subject,
    email_message: row.email_message,
    expiration: iso(row.expires_at),
    created_at: iso(row.created_at),
    updated_at: iso(row.updated_at),
    sent_at: iso(row.sent_at),
    completed_at: iso(row.completed_at),
    archived_at: iso(row.archived_at),
    deleted_at: iso(row.deleted_at),
    void_reason: row.void_reason,
    package_id: row.package_id,
    template_id: row.template_id,
    environment,
    tags: row.tags,
    metadata: row.metadata,
    external_id: row.external_id,
    scheduled_for: iso(row.scheduled_for),
  };
}

/** Builds a list entry from rows that were read for another purpose. */
export function documentEntry(row: DocumentRow, signers: readonly SignerRow[]): DocumentListEntry {
  return listEntryView(row, row.environment, signers.map(signerView));
}

export function documentView(row: DocumentRow, signers: SignerRow[], fields: FieldRow[]): Document {
  return {
    ...documentEntry(row, signers),
    fields: fields.map(fieldView),
    planned: plannedView(row.planned),
    schedule_error: row.schedule_error,
    variables: valuesOfVariables(row.variables),
    pages: row.pages,
    warnings: row.warnings,
    warnings_to_accept: row.warnings_to_accept,
  };
}

/**
 * Returns the owner to whom a list is limited, because members see only their own documents. Owners, admins and their
 * keys see every document of the tenant.
 */
export function ownDocumentsOnly({ role, userId }: Pick<MemberPrincipal, 'role' | 'userId'>): string | null {
  return role === 'member' ? userId : null;
}

export type WholeDocument = { document: DocumentRow; signers: SignerRow[]; fields: FieldRow[] };

/** Throws DOCUMENT_NOT_FOUND for a document that does not exist, and for a document that this principal may not see. */
export async function loadDocument(
  uow: UnitOfWork,
  principal: Pick<MemberPrincipal, 'tenantId' | 'role' | 'userId'>,
  id: string,
): Promise<WholeDocument> {
  const { tenantId } = principal;
  const [documents, signers, fields] = await uow.readAll(tenantId, [
    selectDocument({ tenantId, documentId: id, owner: ownDocumentsOnly(principal) }),
    selectSigners({ tenantId, documentId: id }),
    selectFields({ tenantId, documentId: id }),
  ]);
  const document = documents[0];
  if (!document) throw new AppError('DOCUMENT_NOT_FOUND', { documentId: id });
  return { document, signers, fields };
}

/** Reads a document even if it is in the trash. Returns undefined if it does not exist. */
export async function readStoredDocument(
  uow: UnitOfWork,
  tenantId: string,
  documentId: string,
): Promise<DocumentRow | undefined> {
  const [document] = await uow.read(tenantId, selectKeptDocument({ tenantId, documentId }));
  return document;
}

/**
 * Loads a document with its recipients and fields, even if it is in the trash. For callers that have already checked
 * the access.
 */
export async function loadStoredDocument(
  uow: UnitOfWork,
  tenantId: string,
  documentId: string,
): Promise<WholeDocument | undefined> {
  const [[document], signers, fields] = await uow.readAll(tenantId, [
    selectKeptDocument({ tenantId, documentId }),
    selectSigners({ tenantId, documentId }),
    selectFields({ tenantId, documentId }),
  ]);
  return document && { document, signers, fields };
}
