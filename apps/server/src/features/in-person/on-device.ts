/** Operations on the signing device: open the session, with its code if it has one, and sign. */
import { type DocumentStatus, type Id, type InPersonSession, LIMITS } from '@countersign/contract';
import { checkPassword } from '../../platform/crypto/passwords.ts';
import { AppError, ValidationError } from '../../platform/errors.ts';
import type { InPersonVisit, RequestContext, SignerPrincipal } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { requestOrigin } from '../../platform/audit/actor.ts';
import { identityFacts, markStarted, signDocument, type SignResult, type SignDependencies } from '../signing/index.ts';
import {
  accessCodeLocked,
  loadGuardedContext,
  refuseUnreadable,
  type SigningContext,
  senderContact,
} from '../recipient-access/index.ts';
import { sessionView } from './domain.ts';
import { claimTry, selectSession, updateVerified } from './store.ts';

type DeviceContext = RequestContext<SignerPrincipal>;

/**
 * Refuses a signing link, because the evidence of a signature that was made with a link states that the link was sent
 * by e-mail.
 */
function visitOf({ principal: { inPerson } }: DeviceContext): InPersonVisit {
  if (!inPerson)
    throw new AppError('INVALID_LINK', {}, { message: 'The session ID does not belong to an in-person session.' });
  return inPerson;
}

export type Verified = {
  session: InPersonSession;
  document: {
    id: Id<'document'>;
    title: string;
    status: DocumentStatus;
    page_count: number;
    signerId: Id<'signer'>;
  };
};

/**
 * Throws ACCESS_CODE_REQUIRED, ACCESS_CODE_WRONG with the number of attempts left, and ACCESS_CODE_LOCKED after the
 * fifth attempt.
 */
export async function verifySession(
  uow: UnitOfWork,
  context: DeviceContext,
  given: string | undefined,
): Promise<Verified> {
  const { principal } = context;
  const visit = visitOf(context);
  const signing = await loadGuardedContext(uow, principal);
  await passCode(uow, context, visit, signing, given);
  refuseUnreadable(signing, uow.now());
  const passed = await noteVerified(uow, context, visit, signing);
  await markStarted(uow, passed, principal.signerId);
  const [row] = await uow.read(principal.tenantId, selectSession(principal.tenantId, visit.sessionId, null));
  if (!row) throw new AppError('IN_PERSON_ENDED');
  return {
    session: sessionView(row, uow.now()),
    document: {
      id: visit.documentId,
      title: signing.title,
      status: signing.status,
      page_count: signing.page_count,
      signerId: signing.signer_id,
    },
  };
}

async function passCode(
  uow: UnitOfWork,
  context: DeviceContext,
  { sessionId, code }: InPersonVisit,
  signing: SigningContext,
  given: string | undefined,
): Promise<void> {
  if (code === 'none' || code === 'passed') return;
  const { tenantId } = context.principal;
  const ask = senderContact(signing);
  if (code === 'locked') throw accessCodeLocked(context.principal, signing);
  if (given === undefined) throw new AppError('ACCESS_CODE_REQUIRED', ask);
  // There are two transactions, before and after the slow hash, so that none is open while the hash is being computed.
  // A crash in between uses up one attempt.
  const [claimed] = await uow.run(tenantId, (tx) => tx.query(claimTry(tenantId, sessionId, LIMITS.accessCodeTries)));
  if (!claimed) throw accessCodeLocked(context.principal, signing);
  if (await checkPassword(claimed.access_code_hash, given)) return;
  const left = LIMITS.accessCodeTries - claimed.access_failures;
  await noteRefused(uow, context, sessionId, left);
  throw left > 0
    ? new AppError('ACCESS_CODE_WRONG', { ...ask, attemptsLeft: left })
    : accessCodeLocked(context.principal, signing);
}

function noteRefused(uow: UnitOfWork, context: DeviceContext, session: string, left: number): Promise<void> {
  const { tenantId, signerId } = context.principal;
  return uow.run(tenantId, async (tx) => {
    const party = { kind: 'signer', id: signerId } as const;
    const trail = await uow.recorder.open(tx, tenantId, visitOf(context).documentId);
    await trail.record({
      action: 'in-person.code-refused',
      actor: party,
      target: party,
      data: { session, left },
      personal: { personId: signerId, fields: requestOrigin(context) },
    });
    if (left > 0) return;
    const system = { kind: 'system', id: 'access-code' } as const;
    await trail.record({ action: 'in-person.locked', actor: system, target: party, data: { session } });
  });
}

/** The verification is recorded once, even if the page is opened several times. Returns the updated caller. */
async function noteVerified(
  uow: UnitOfWork,
  context: DeviceContext,
  visit: InPersonVisit,
  signing: SigningContext,
): Promise<DeviceContext> {
  const { principal } = context;
  const { tenantId, signerId } = principal;
  const hasCode = visit.code !== 'none';
  await uow.run(tenantId, async (tx) => {
    const trail = await uow.recorder.open(tx, tenantId, signing.document_id);
    const [first] = await tx.query(updateVerified(tenantId, visit.sessionId, tx.now));
    if (!first) return;
    await trail.record({
      action: 'in-person.verified',
      actor: { kind: 'signer', id: signerId },
      target: { kind: 'signer', id: signerId },
      data: {
        session: visit.sessionId,
        host: `${visit.host.kind} ${visit.host.id}`,
        ...identityFacts(visit.identityCheck),
        ...(hasCode && { factors: 'access-code' }),
      },
      personal: { personId: signerId, fields: { ...requestOrigin(context), host: visit.host.name } },
    });
  });
  if (!hasCode) return context;
  return { ...context, principal: { ...principal, passedCode: true, inPerson: { ...visit, code: 'passed' } } };
}

export type CaptureInput = {
  signatureData: string;
  initialsData?: string | undefined;
  consent?: true | undefined;
  fields: readonly { id: string; value: string | boolean }[];
  revision?: number | undefined;
  timeZone?: string | undefined;
};

/** Signs the document in the same way as with a link. Only the names of the input properties differ. */
export async function captureSignature(
  dependencies: SignDependencies,
  context: DeviceContext,
  { signatureData, initialsData, consent, fields, revision, timeZone }: CaptureInput,
): Promise<Pick<SignResult, 'document' | 'receipt'>> {
  const { documentId } = visitOf(context);
  const drawn = (data: string) => ({ type: 'drawn', data }) as const;
  try {
    const { document, receipt } = await signDocument(dependencies, context, documentId, {
      signature: drawn(signatureData),
      ...(initialsData !== undefined && { initials: drawn(initialsData) }),
      consent,
      fields,
      revision,
      timeZone,
    });
    return { document, receipt };
  } catch (error) {
    throw error instanceof ValidationError ? renamed(error) : error;
  }
}

const OWN_NAMES: Readonly<Record<string, string>> = {
  'signature.data': 'signatureData',
  signature: 'signatureData',
  'initials.data': 'initialsData',
  initials: 'initialsData',
};

/** In errors from signing, replaces the input names with those of this operation. */
function renamed({ faults: [first, ...more] }: ValidationError): ValidationError {
  const named = (fault: ValidationError['faults'][number]) => ({
    ...fault,
    field: OWN_NAMES[fault.field] ?? fault.field,
  });
  return new ValidationError(named(first), ...more.map(named));
}
