/** Checks list filters that refer to an object by its ID. */
import { invalid } from '../../platform/errors.ts';
import { statement } from '../../platform/db/statement.ts';
import type { MemberPrincipal } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { selectFolder } from '../folders/index.ts';
import { ownDocumentsOnly, selectDocumentId } from '../document-core/index.ts';

/** Looks for the member in all tenants of the organization. */
const selectMembership = statement<unknown, [tenant: string, user: string]>(
  'filter-owner',
  `select from memberships m join tenants live on live.tenant_id = m.tenant_id
     join tenants own on own.organization_id = live.organization_id
   where own.tenant_id = $1 and m.user_id = $2 limit 1`,
);
/** Documents and bulk sends retain the ID of a permanently deleted template. */
const selectTemplateId = statement<unknown, [tenant: string, template: string, member: string | null]>(
  'filter-template',
  `(select from templates where tenant_id = $1 and id = $2 and ($3::text is null or owner_id = $3 or shared))
   union all (select from documents where tenant_id = $1 and template_id = $2 and ($3::text is null or owner_id = $3) limit 1)
   union all (select from bulk_sends where tenant_id = $1 and template_id = $2 and ($3::text is null or owner_id = $3) limit 1)`,
);

/**
 * Throws a ValidationError for an unknown ID, because an empty list would hide a typo. IDs of other organizations, and
 * of templates that the caller may not see, cause the same error.
 */
export async function refuseUnknown(
  uow: UnitOfWork,
  principal: MemberPrincipal,
  {
    owner,
    templateId,
    documentId,
    folder,
  }: {
    owner?: string | undefined;
    templateId?: string | undefined;
    documentId?: string | undefined;
    folder?: string | undefined;
  },
): Promise<void> {
  const { tenantId } = principal;
  if (owner !== undefined && owner !== principal.userId) {
    const found = await uow.readAuth(selectMembership(tenantId, owner));
    if (found.length === 0) throw invalid('owner', 'is not the ID of a member of this organization', 'unknown_value');
  }
  const member = ownDocumentsOnly(principal);
  if (templateId !== undefined) {
    const found = await uow.read(tenantId, selectTemplateId(tenantId, templateId, member));
    if (found.length === 0)
      throw invalid('templateId', 'is not the ID of a template that you can see', 'unknown_value');
  }
  if (folder !== undefined) {
    const found = await uow.read(tenantId, selectFolder(tenantId, principal.userId, folder));
    if (found.length === 0) throw invalid('folder', 'is not the ID of a folder that you can see', 'unknown_value');
  }
  if (documentId !== undefined) {
    const found = await uow.read(tenantId, selectDocumentId({ tenantId, documentId, owner: member }));
    if (found.length === 0)
      throw invalid('documentId', 'is not the ID of a document that you can see', 'unknown_value');
  }
}
