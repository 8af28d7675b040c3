/** Templates in the format of the API, and the rules about who may see and change them. */
import type { Template, TemplateListEntry, Id } from '@countersign/contract';
import { AppError } from '../../platform/errors.ts';
import type { MemberPrincipal } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { namesOfVariables, ownDocumentsOnly } from '../document-core/index.ts';
import { selectTemplate, type TemplateListRow, type TemplateRow } from './store.ts';

/** Members see their own templates and shared templates. Owners, admins and their API keys see all templates. */
export const seenBy = ownDocumentsOnly;

/** The template's creator and the organization's administrators may edit it. */
export function mayEdit(principal: MemberPrincipal, { owner_id: ownerId }: { owner_id: Id<'user'> }): boolean {
  return principal.role !== 'member' || ownerId === principal.userId;
}

export function listEntryView(row: TemplateListRow, principal: MemberPrincipal): TemplateListEntry {
  const { content } = row;
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    version: row.version,
    shared: row.shared,
    owner: { id: row.owner_id, name: row.owner_name, email: row.owner_email },
    filename: row.filename,
    page_count: row.pages.length,
    size_bytes: row.size_bytes,
    sha256: row.sha256,
    roles: content.roles,
    signing_order: content.signingOrder,
    email_subject: content.emailSubject,
    email_message: content.emailMessage,
    environment: row.environment,
    can_edit: mayEdit(principal, row),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    deleted_at: row.deleted_at?.toISOString() ?? null,
    metadata: row.metadata,
    external_id: row.external_id,
  };
}

export function templateView(row: TemplateRow, principal: MemberPrincipal): Template {
  return {
    ...listEntryView(row, principal),
    file_version: row.file_version,
    fields: row.content.fields,
    variables: namesOfVariables(row.variables),
    pages: row.pages,
    warnings: row.warnings,
  };
}

/** Throws TEMPLATE_NOT_FOUND for a template that does not exist, and for a template that this principal may not see. */
export async function loadTemplate(
  uow: UnitOfWork,
  principal: MemberPrincipal,
  id: string,
  version: number | null = null,
): Promise<TemplateRow> {
  const { tenantId } = principal;
  const member = seenBy(principal);
  const [row] = await uow.read(tenantId, selectTemplate(tenantId, id, member, version));
  if (row) return row;
  // The template exists but never had that version.
  if (version !== null && (await uow.read(tenantId, selectTemplate(tenantId, id, member, null)))[0])
    throw new AppError('NOT_FOUND', { version });
  throw templateNotFound(id);
}

export const templateNotFound = (id: string): AppError => new AppError('TEMPLATE_NOT_FOUND', { templateId: id });
