/** Several documents in one visit: from one document of a package to another that went to the same address (ADR 34). */
import type { SigningView } from '@countersign/contract';
import { AppError } from '../../platform/errors.ts';
import type { RequestContext, SignerPrincipal } from '../../platform/principal.ts';
import type { SigningLinks } from '../../platform/signing-links.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { evidence } from '../documents/index.ts';
import { openSession } from './recipient-page.ts';
import { loadSigningContext, readVisit } from './signing-context.ts';

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
  if (principal.signerId !== signerId || principal.inPerson) throw new AppError('INVALID_LINK');
  const visit = await readVisit(uow, principal, await loadSigningContext(uow, principal));
  const other = visit.find(({ signer_id: id }) => id === otherSignerId);
  if (!other) throw new AppError('SIGNER_NOT_FOUND', { signerId: otherSignerId });
  const { passedStep, ...rest } = principal;
  const opened = await openSession(
    dependencies,
    {
      ...context,
      principal: {
        ...rest,
        signerId: other.signer_id,
        generation: other.link_generation,
        passedCode: false,
        ...(passedStep === 'account' && { passedStep }),
      },
    },
    codes,
  );
  await uow.run(principal.tenantId, (tx) =>
    uow.recorder.record(tx, principal.tenantId, other.document_id, {
      action: 'signer.package-opened',
      actor: { kind: 'signer', id: otherSignerId },
      target: { kind: 'signer', id: otherSignerId },
      data: { from: signerId, credential: principal.via, step: passedStep === 'account' ? passedStep : null },
      personal: { personId: otherSignerId, fields: evidence(context) },
    }),
  );
  return opened;
}
