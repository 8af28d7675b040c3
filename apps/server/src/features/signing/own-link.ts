/** Creates a link from the inbox to the signing page: a single-use link for the account with that address. */
import { type Id, LIMITS } from '@countersign/contract';
import { AppError } from '../../platform/errors.ts';
import type { RequestContext, SignerPrincipal, UserPrincipal } from '../../platform/principal.ts';
import type { SigningLinks } from '../../platform/signing-links.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { decideSign } from '../document-core/index.ts';
import { lockDocument, issueLink } from '../document-core/store/index.ts';
import { requestOrigin } from '../../platform/audit/actor.ts';
import { ownPlace, accessCodeLocked, contextOf, stepDue, type SigningContext } from '../recipient-access/index.ts';
import { stepPassed } from './second-step.ts';
import { ownState } from './sign-document.ts';

/**
 * Issues the link. The trail records whose session requested it: a signature made with the link counts as a signature
 * by that account (ADR 38). Other proofs are requested when the link is opened, except the account's own second factor,
 * which this session must have.
 */
export async function issueOwnLink(
  { uow, links }: { uow: UnitOfWork; links: SigningLinks },
  context: RequestContext<UserPrincipal>,
  signerId: Id<'signer'>,
): Promise<{ url: string; expiresAt: string }> {
  const found = await ownPlace(uow, context.principal, signerId);
  if (!found) throw new AppError('SIGNER_NOT_FOUND', { signerId });
  const { documentId, principal } = found;
  const { tenantId, userId, passedStep } = principal;
  return uow.run(tenantId, async (tx) => {
    const { trail, rows } = await uow.recorder.openAfter(tx, tenantId, documentId, [
      lockDocument({ tenantId, documentId }),
      contextOf(principal),
    ]);
    const signing = rows[1][0];
    // The document was forwarded or corrected since it was found, or it belongs to the other environment.
    if (!signing || signing.deleted_at || signing.environment !== context.environment)
      throw new AppError('SIGNER_NOT_FOUND', { signerId });
    refuse(signing, principal, tx.now);
    const party = { kind: 'signer', id: signerId } as const;
    const own = { ...context, principal };
    if (signing.second_step === 'account') await trail.record(stepPassed(own, signing, 'account'));
    const [issued] = await tx.query(issueLink({ tenantId, signerId, to: userId, now: tx.now, redirects: null }));
    if (!issued) throw new AppError('SIGNER_NOT_FOUND', { signerId });
    // The expiry is in whole seconds, like the time in the link.
    const seconds = Math.floor(tx.now.getTime() / 1000) + LIMITS.embeddedLinkMinutes * 60;
    const expiresAt = new Date(seconds * 1000);
    await trail.record({
      action: 'signer.own-link-issued',
      actor: party,
      target: party,
      data: {
        link: issued.serial,
        account: userId,
        login: context.principal.method,
        second_factor: context.principal.secondFactor,
        expires_at: expiresAt.toISOString(),
      },
      personal: { personId: signerId, fields: requestOrigin(context) },
    });
    const url = links.own(context.linkBase(), { tenantId, signerId, ...issued, userId, passedStep }, expiresAt);
    return { url, expiresAt: expiresAt.toISOString() };
  });
}

/**
 * Refuses the request in the same cases as the signing page does. The error reveals nothing about the document, which
 * may be protected by a code.
 */
function refuse(signing: SigningContext, principal: SignerPrincipal, now: Date): void {
  const { second_step: step } = signing;
  if (signing.has_access_code && signing.access_failures >= LIMITS.accessCodeTries)
    throw accessCodeLocked(principal, signing);
  if (step !== null && step !== principal.passedStep) {
    const due = stepDue(signing);
    if (step === 'account' || due.code === 'SIGNER_STEP_LOCKED') throw due;
  }
  const decision = decideSign(signing, ownState(signing), now);
  if (decision.refused !== undefined)
    throw new AppError(decision.refused, { documentId: signing.document_id, ...decision.details });
}
