/** The error for a signing link that no longer works. */
import { AppError } from '../../platform/errors.ts';
import type { Statement } from '../../platform/db/statement.ts';
import type { SignerPrincipal } from '../../platform/principal.ts';
import { type EndedLinkRow, selectEndedLink } from '../document-core/index.ts';

/**
 * Names the sender to a recipient whom the sender removed, or whose link ended when the sender changed the document.
 * Reveals nothing about the document, which may be protected by an access code. Any other link, such as one from before
 * a forward, is INVALID_LINK.
 * @param read reads from the database, or in the transaction that found the link invalid
 */
export async function deadLink(
  read: (query: Statement<EndedLinkRow>) => Promise<readonly EndedLinkRow[]>,
  { tenantId, signerId, generation }: SignerPrincipal,
): Promise<AppError> {
  const [ended] = await read(selectEndedLink({ tenantId, signerId, generation }));
  if (!ended) return new AppError('INVALID_LINK');
  const { owner_name: name, owner_email: email, organization } = ended;
  return new AppError(ended.why === 'removed' ? 'RECIPIENT_REMOVED' : 'LINK_REPLACED', {
    sender: { name, email, organization },
  });
}
