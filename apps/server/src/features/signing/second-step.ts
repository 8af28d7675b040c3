/**
 * Recipient authentication that the sender requires (ADR 31): a code e-mailed to a second address, or the recipient's
 * account.
 */
import { LIMITS, type RequireTwoFactor } from '@countersign/contract';
import { constantTimeEqual } from '../../platform/crypto/tokens.ts';
import { AppError } from '../../platform/errors.ts';
import type { RequestContext, SignerPrincipal } from '../../platform/principal.ts';
import type { SigningLinks } from '../../platform/signing-links.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { requestOrigin } from '../../platform/audit/actor.ts';
import { continuations } from './reactions.ts';
import { passAccessCode } from './access-code.ts';
import {
  loadGuardedContext,
  refuseUnreadable,
  stepDue,
  senderContact,
  type SigningContext,
} from '../recipient-access/index.ts';
import { claimStepTry, resetStepTries, takeStepCode } from '../document-core/store/index.ts';

type SignerContext = RequestContext<SignerPrincipal>;
type Dependencies = { uow: UnitOfWork; links: SigningLinks };

/**
 * Returns the principal with recipient authentication passed, or unchanged if none is required. Throws
 * SIGNER_STEP_REQUIRED without a code, SIGNER_STEP_WRONG with the number of attempts left, and SIGNER_STEP_LOCKED after
 * the fifth attempt, when the sender is notified.
 */
export async function passSecondStep(
  { uow, links }: Dependencies,
  context: SignerContext,
  signing: SigningContext,
  given: string | undefined,
): Promise<SignerPrincipal> {
  const { principal } = context;
  const { second_step: step } = signing;
  if (step === null) return principal;
  if (principal.passedStep === step) {
    // An account's session already contains the proof, so it is recorded for this document now. For a link or a bearer
    // token, the proof was recorded when the link or token was created.
    if (principal.bySession) await notePassed(uow, context, signing, step);
    return principal;
  }
  const due = stepDue(signing);
  if (due.code === 'SIGNER_STEP_LOCKED' || step === 'account' || given === undefined) throw due;
  const { tenantId, signerId, generation } = principal;
  const [claimed] = await uow.run(tenantId, (tx) =>
    tx.query(claimStepTry({ tenantId, signerId, generation, tries: LIMITS.stepCodeTries })),
  );
  if (!claimed) throw new AppError('SIGNER_STEP_LOCKED', senderContact(signing));
  const isCurrent = claimed.step_code_until !== null && claimed.step_code_until > uow.now();
  const right = links.stepCode(principal, claimed.step_code);
  // People type codes in groups, or with a trailing space.
  const typed = given.replaceAll(/[\s-]/g, '');
  if (isCurrent && constantTimeEqual(Buffer.from(typed), Buffer.from(right))) {
    if (await spend(uow, context, signing, claimed.step_code)) return { ...principal, passedStep: step };
  }
  const left = LIMITS.stepCodeTries - claimed.step_failures;
  await noteRefused(uow, context, signing, left);
  throw left > 0
    ? new AppError('SIGNER_STEP_WRONG', { ...due.details, attemptsLeft: left })
    : new AppError('SIGNER_STEP_LOCKED', senderContact(signing));
}

const party = (signing: SigningContext) => ({ kind: 'signer', id: signing.signer_id }) as const;

/** A code works once. Returns false for a second request with the code. */
function spend(uow: UnitOfWork, context: SignerContext, signing: SigningContext, n: number): Promise<boolean> {
  const { tenantId, signerId } = context.principal;
  return uow.run(tenantId, async (tx) => {
    const trail = await uow.recorder.open(tx, tenantId, signing.document_id);
    const [first] = await tx.query(resetStepTries({ tenantId, signerId, code: n }));
    if (!first) return false;
    await trail.record({
      action: 'signer.step-passed',
      actor: party(signing),
      target: party(signing),
      data: { step: 'email-code', code: n },
      personal: { personId: signerId, fields: { ...requestOrigin(context), second_email: signing.second_email ?? '' } },
    });
    return true;
  });
}

function notePassed(
  uow: UnitOfWork,
  context: SignerContext,
  signing: SigningContext,
  step: RequireTwoFactor,
): Promise<void> {
  const { tenantId } = context.principal;
  return uow.run(tenantId, (tx) =>
    uow.recorder.record(tx, tenantId, signing.document_id, stepPassed(context, signing, step)),
  );
}

/** The audit entry for recipient authentication by an account's session. */
export function stepPassed(context: SignerContext, signing: SigningContext, step: RequireTwoFactor) {
  return {
    action: 'signer.step-passed',
    actor: party(signing),
    target: party(signing),
    data: { step, account: context.principal.userId ?? null },
    personal: { personId: signing.signer_id, fields: requestOrigin(context) },
  } as const;
}

function noteRefused(uow: UnitOfWork, context: SignerContext, signing: SigningContext, left: number): Promise<void> {
  const { tenantId, signerId } = context.principal;
  const documentId = signing.document_id;
  return uow.run(tenantId, async (tx) => {
    const trail = await uow.recorder.open(tx, tenantId, documentId);
    await trail.record({
      action: 'signer.step-refused',
      actor: party(signing),
      target: party(signing),
      data: { left },
      personal: { personId: signerId, fields: requestOrigin(context) },
    });
    if (left > 0) return;
    const system = { kind: 'system', id: 'second-step' } as const;
    await trail.record({ action: 'signer.step-locked', actor: system, target: party(signing), data: {} });
    uow.recorder.start(tx, tenantId, continuations.stepLocked, {
      documentId,
      to: ['owner'],
      details: { other: signerId, reason: 'step' },
      occasion: ' step',
    });
  });
}

/** A new code replaces the previous one. Throws TOO_MANY_CODES after four codes within an hour. */
export async function sendStepCode(
  { uow }: Dependencies,
  context: SignerContext,
  accessCode: string | undefined,
): Promise<{ sentTo: string; expiresAt: string }> {
  const signing = await loadGuardedContext(uow, context.principal);
  await passAccessCode(uow, context, signing, accessCode);
  refuseUnreadable(signing, uow.now());
  if (signing.second_step === null) throw new AppError('NO_SIGNER_STEP');
  const due = stepDue(signing);
  if (signing.second_step !== 'email-code' || due.code === 'SIGNER_STEP_LOCKED') throw due;
  const { tenantId, signerId, generation } = context.principal;
  return uow.run(tenantId, async (tx) => {
    const trail = await uow.recorder.open(tx, tenantId, signing.document_id);
    const expiresAt = new Date(tx.now.getTime() + LIMITS.stepCodeMinutes * 60_000);
    const [taken] = await tx.query(
      takeStepCode({ tenantId, signerId, generation, now: tx.now, until: expiresAt, anHour: LIMITS.stepCodesAnHour }),
    );
    if (!taken)
      throw new AppError('TOO_MANY_CODES', senderContact(signing), { retryAfter: untilNextCode(signing, tx.now) });
    await trail.record({
      action: 'signer.step-code-sent',
      actor: party(signing),
      target: party(signing),
      data: { code: taken.step_code, expires_at: expiresAt.toISOString() },
      personal: { personId: signerId, fields: { ...requestOrigin(context), second_email: signing.second_email ?? '' } },
    });
    const documentId = signing.document_id;
    uow.recorder.start(tx, tenantId, continuations.stepCode, {
      documentId,
      to: [signerId],
      details: { code: taken.step_code },
      occasion: ` ${taken.step_code}`,
    });
    return { sentTo: String(due.details['sentTo']), expiresAt: expiresAt.toISOString() };
  });
}

/** Returns the number of seconds until the oldest code sent in the last hour is an hour old. */
function untilNextCode({ step_codes_sent: sent }: SigningContext, now: Date): number {
  const oldest = Math.min(...sent.map((at) => new Date(at).getTime()), now.getTime());
  return Math.max(1, Math.ceil((oldest + 3_600_000 - now.getTime()) / 1000));
}
