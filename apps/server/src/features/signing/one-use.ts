/**
 * Single-use links are valid for any action of their recipient until they open a session, or until the recipient has
 * acted with them.
 */
import type { Trail } from '../../platform/audit/recorder.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import type { RequestContext, SignerPrincipal } from '../../platform/principal.ts';
import { requestOrigin } from '../../platform/audit/actor.ts';
import { claimLink } from '../document-core/store/index.ts';

/**
 * Runs in the transaction that uses up the link. Throws INVALID_LINK if another request has used it. Other kinds of
 * credentials are not affected.
 */
export async function spendLink(
  tx: Tx,
  trail: Pick<Trail, 'record'>,
  context: RequestContext<SignerPrincipal>,
): Promise<void> {
  const { tenantId, signerId, generation, userId, linkForOneUse } = context.principal;
  if (linkForOneUse === undefined) return;
  const [first] = await tx.query(claimLink({ tenantId, signerId, generation, serial: linkForOneUse }));
  if (!first) throw new AppError('INVALID_LINK');
  await trail.record({
    action: 'signer.link-used',
    actor: { kind: 'signer', id: signerId },
    target: { kind: 'signer', id: signerId },
    data: { link: linkForOneUse, ...(userId !== undefined && { account: userId }) },
    personal: { personId: signerId, fields: requestOrigin(context) },
  });
}
