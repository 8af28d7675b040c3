/** Several documents in one visit: from one document of a package to another that went to the same address (ADR 34). */
import type { SigningView } from '@countersign/contract';
import { AppError } from '../../platform/errors.ts';
import type { RequestContext, SignerPrincipal } from '../../platform/principal.ts';
import type { SigningLinks } from '../../platform/signing-links.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { evidence } from '../documents/index.ts';
import { openSession } from './recipient-page.ts';
import { sendStepCode } from './second-step.ts';
import { loadGuardedContext, readVisit } from './signing-context.ts';

/**
 * A bearer for another document of the visit, also from one that has ended. What is asked besides the link is asked again there:
 * nothing that was passed here counts, but the account of the address, which is one and the same.
 */
export async function openPackageDocument(
  dependencies: { uow: UnitOfWork; links: SigningLinks },
  context: RequestContext<SignerPrincipal>,
  { signerId, otherSignerId }: { signerId: string; otherSignerId: string },
  codes: { accessCode?: string | undefined; stepCode?: string | undefined },
): Promise<{ bearer: string; expiresAt: string; view: SigningView }> {
  const { uow } = dependencies;
  const { principal } = context;
  if (principal.signerId !== signerId) throw new AppError('INVALID_LINK');
  const other = await asOther(uow, principal, otherSignerId);
  const opened = await openSession(dependencies, { ...context, principal: other }, codes);
  await uow.run(principal.tenantId, (tx) =>
    uow.recorder.record(tx, principal.tenantId, opened.view.document.id, {
      action: 'signer.package-opened',
      actor: { kind: 'signer', id: otherSignerId },
      target: { kind: 'signer', id: otherSignerId },
      data: { from: signerId, credential: principal.via, step: other.passedStep ?? null },
      personal: { personId: otherSignerId, fields: evidence(context) },
    }),
  );
  return opened;
}

/** Mails a code of the second step, for this document or for another of the visit. */
export async function sendVisitCode(
  dependencies: { uow: UnitOfWork; links: SigningLinks },
  context: RequestContext<SignerPrincipal>,
  { signerId, accessCode }: { signerId?: string | undefined; accessCode?: string | undefined },
): Promise<{ sentTo: string; expiresAt: string }> {
  const { principal } = context;
  const whose =
    signerId === undefined || signerId === principal.signerId
      ? principal
      : await asOther(dependencies.uow, principal, signerId);
  return sendStepCode(dependencies, { ...context, principal: whose }, accessCode);
}

/**
 * The same person as a recipient of another document of the visit. What guards the one they come from guards that one alone: whoever
 * came by the link of one that has ended could not pass it any more.
 */
async function asOther(uow: UnitOfWork, principal: SignerPrincipal, otherSignerId: string): Promise<SignerPrincipal> {
  // A link for one use opens a session; used here it would open twice.
  if (principal.inPerson || principal.linkForOneUse !== undefined) throw new AppError('INVALID_LINK');
  const visit = await readVisit(uow, principal, await loadGuardedContext(uow, principal));
  const other = visit.find(({ signer_id: id }) => id === otherSignerId);
  if (!other) throw new AppError('SIGNER_NOT_FOUND', { signerId: otherSignerId });
  const { passedStep, ...rest } = principal;
  return {
    ...rest,
    signerId: other.signer_id,
    generation: other.link_generation,
    passedCode: false,
    ...(passedStep === 'account' && { passedStep }),
  };
}
