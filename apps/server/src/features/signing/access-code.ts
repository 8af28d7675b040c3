/**
 * The access code of a recipient. The sender shares it through a different channel than the e-mail with the link. It is
 * required before anything is shown.
 */
import { LIMITS } from '@countersign/contract';
import { checkPassword } from '../../platform/crypto/passwords.ts';
import { AppError } from '../../platform/errors.ts';
import type { RequestContext, SignerPrincipal } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { requestOrigin } from '../../platform/audit/actor.ts';
import { continuations } from './reactions.ts';
import { senderContact, type SigningContext } from '../recipient-access/index.ts';
import { claimCodeTry, resetCodeTries } from '../document-core/store/index.ts';

/**
 * Returns the principal with the access code passed, or unchanged if no code is required. Throws ACCESS_CODE_REQUIRED
 * without a code, ACCESS_CODE_WRONG with the number of attempts left, and ACCESS_CODE_LOCKED after the fifth attempt,
 * when the sender is notified.
 */
export async function passAccessCode(
  uow: UnitOfWork,
  context: RequestContext<SignerPrincipal>,
  signing: SigningContext,
  given: string | undefined,
): Promise<SignerPrincipal> {
  const { principal } = context;
  if (!signing.has_access_code || principal.passedCode) return principal;
  const ask = senderContact(signing);
  if (signing.access_failures >= LIMITS.accessCodeTries) throw new AppError('ACCESS_CODE_LOCKED', ask);
  if (given === undefined) throw new AppError('ACCESS_CODE_REQUIRED', ask);
  const { tenantId, signerId, generation } = principal;
  // Uses two transactions, one before and one after the slow hash, so that no transaction is open while the hash is
  // computed. A crash in between uses up one attempt.
  const [claimed] = await uow.run(tenantId, (tx) =>
    tx.query(claimCodeTry({ tenantId, signerId, generation, tries: LIMITS.accessCodeTries })),
  );
  if (!claimed) throw new AppError('ACCESS_CODE_LOCKED', ask);
  const isRight = await checkPassword(claimed.access_code_hash, given);
  const left = LIMITS.accessCodeTries - claimed.access_failures;
  await note(uow, context, signing, isRight, left);
  if (isRight) return { ...principal, passedCode: true };
  throw left > 0
    ? new AppError('ACCESS_CODE_WRONG', { ...ask, attemptsLeft: left })
    : new AppError('ACCESS_CODE_LOCKED', ask);
}

function note(
  uow: UnitOfWork,
  context: RequestContext<SignerPrincipal>,
  signing: SigningContext,
  isRight: boolean,
  left: number,
): Promise<void> {
  const { tenantId, signerId } = context.principal;
  const documentId = signing.document_id;
  return uow.run(tenantId, async (tx) => {
    const party = { kind: 'signer', id: signerId } as const;
    const personal = { personId: signerId, fields: requestOrigin(context) };
    const trail = await uow.recorder.open(tx, tenantId, documentId);
    if (isRight) {
      tx.write(resetCodeTries({ tenantId, signerId }));
      await trail.record({ action: 'signer.access-code-passed', actor: party, target: party, data: {}, personal });
      return;
    }
    await trail.record({ action: 'signer.access-code-refused', actor: party, target: party, data: { left }, personal });
    if (left > 0) return;
    const system = { kind: 'system', id: 'access-code' } as const;
    await trail.record({ action: 'signer.access-locked', actor: system, target: party, data: {} });
    const mailing = { documentId, to: ['owner'], details: { other: signerId } } as const;
    uow.recorder.start(tx, tenantId, continuations.accessCodeLocked, mailing);
  });
}
