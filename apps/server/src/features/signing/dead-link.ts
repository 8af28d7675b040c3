/** What a signing link that no longer works says. */
import { AppError } from '../../platform/errors.ts';
import { type Statement, statement } from '../../platform/db/statement.ts';
import type { SignerPrincipal } from '../../platform/principal.ts';

type RemovedRow = { owner_name: string; owner_email: string; organization: string };
const selectRemoved = statement<RemovedRow, [tenant: string, signer: string, generation: number]>(
  'signer-removed',
  `select u.name as owner_name, u.email as owner_email, o.name as organization from removed_recipients r
   join documents d on d.tenant_id = r.tenant_id and d.id = r.document_id and d.deleted_at is null
   join users u on u.id = d.owner_id join organizations o on o.tenant_id = r.tenant_id
   where r.tenant_id = $1 and r.signer_id = $2 and r.link_generation = $3`,
);

/**
 * Names the sender to a recipient whom they removed, and says nothing of the document: an access code may have protected it. Every
 * other link, such as one from before a forward, is INVALID_LINK.
 * @param read of the database, or of the transaction in which the link was found dead
 */
export async function deadLink(
  read: (query: Statement<RemovedRow>) => Promise<readonly RemovedRow[]>,
  { tenantId, signerId, generation }: SignerPrincipal,
): Promise<AppError> {
  const [removed] = await read(selectRemoved(tenantId, signerId, generation));
  if (!removed) return new AppError('INVALID_LINK');
  const { owner_name: name, owner_email: email, organization } = removed;
  return new AppError('RECIPIENT_REMOVED', { sender: { name, email, organization } });
}
