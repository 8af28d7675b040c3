/** What a signing link that no longer works says. */
import { AppError } from '../../platform/errors.ts';
import { type Statement, statement } from '../../platform/db/statement.ts';
import type { SignerPrincipal } from '../../platform/principal.ts';

type EndedRow = { why: 'removed' | 'replaced'; owner_name: string; owner_email: string; organization: string };
const selectEnded = statement<EndedRow, [tenant: string, signer: string, generation: number]>(
  'signer-link-ended',
  `select e.why, u.name as owner_name, u.email as owner_email, o.name as organization from (
       select 'removed' as why, r.document_id from removed_recipients r where r.tenant_id = $1 and r.signer_id = $2 and r.link_generation = $3
       union all select 'replaced', s.document_id from signers s where s.tenant_id = $1 and s.id = $2 and $3 = any (s.replaced_generations)) e
   join documents d on d.tenant_id = $1 and d.id = e.document_id and d.deleted_at is null
   join users u on u.id = d.owner_id join organizations o on o.tenant_id = $1`,
);

/**
 * Names the sender to a recipient whom they removed, or whose link ended when they changed the document. Says nothing of the document:
 * an access code may have protected it. Every other link, such as one from before a forward, is INVALID_LINK.
 * @param read of the database, or of the transaction in which the link was found dead
 */
export async function deadLink(
  read: (query: Statement<EndedRow>) => Promise<readonly EndedRow[]>,
  { tenantId, signerId, generation }: SignerPrincipal,
): Promise<AppError> {
  const [ended] = await read(selectEnded(tenantId, signerId, generation));
  if (!ended) return new AppError('INVALID_LINK');
  const { owner_name: name, owner_email: email, organization } = ended;
  return new AppError(ended.why === 'removed' ? 'RECIPIENT_REMOVED' : 'LINK_REPLACED', {
    sender: { name, email, organization },
  });
}
