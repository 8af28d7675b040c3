/** Finds the recipient and the document of a signing link, and checks what the recipient is allowed to read. */
import { LIMITS } from '@countersign/contract';
import { AppError } from '../../platform/errors.ts';
import type { InPersonVisit, SignerPrincipal } from '../../platform/principal.ts';
import type { Statement } from '../../platform/db/statement.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { decideRead, type VisitRow, selectVisit } from '../document-core/index.ts';
import { deadLink } from './dead-link.ts';
import { packageView, redirectOf } from './view.ts';
import { selectSigningContext, type SigningContext } from './store.ts';

/**
 * The number of days after completion for which a link still opens the document, so that its recipient can keep a copy.
 */
const READABLE_DAYS = 30;

/**
 * Reads the recipient and the document of a link, after the access code if there is one. Throws RECIPIENT_REMOVED for
 * the link of a removed recipient, LINK_REPLACED for a link that ended when the sender changed the document, and
 * INVALID_LINK for any other invalid link. Throws the errors of access code and recipient authentication before any
 * part of the document is shown.
 */
export async function loadSigningContext(uow: UnitOfWork, principal: SignerPrincipal): Promise<SigningContext> {
  // A single-use link can only open a session, unless it is an embedded link.
  if (principal.linkForOneUse !== undefined && principal.via !== 'embedded') throw new AppError('INVALID_LINK');
  const context = await loadGuardedContext(uow, principal);
  switch (codeState(context, principal)) {
    case 'due':
      throw new AppError('ACCESS_CODE_REQUIRED', senderContact(context));
    case 'locked':
      throw accessCodeLocked(principal, context);
    default:
      break;
  }
  if (context.second_step !== null && principal.passedStep !== context.second_step) throw stepDue(context);
  return context;
}

/**
 * Returns an error that states where the code was sent, or that recipient authentication is locked after five wrong
 * codes.
 */
export function stepDue(context: SigningContext): AppError {
  const { second_step: step, second_email: email, step_failures: failures, document_id: documentId } = context;
  const ask = senderContact(context);
  if (failures >= LIMITS.stepCodeTries) return new AppError('SIGNER_STEP_LOCKED', ask);
  return new AppError('SIGNER_STEP_REQUIRED', {
    ...ask,
    step,
    documentId,
    ...(email !== null && { sentTo: masked(email) }),
  });
}

/** Shows enough of an address for its owner to recognize it. */
function masked(email: string): string {
  const at = email.lastIndexOf('@');
  return `${[...email][0] ?? ''}***${email.slice(at)}`;
}

/**
 * In an in-person session, the session's code applies. It is the signer's own code unless the host set a different one.
 */
function codeState(context: SigningContext, { passedCode, inPerson }: SignerPrincipal): InPersonVisit['code'] {
  if (inPerson) return inPerson.code;
  if (!context.has_access_code) return 'none';
  if (passedCode) return 'passed';
  return context.access_failures < LIMITS.accessCodeTries ? 'due' : 'locked';
}

/** In an in-person session, the error refers the signer to the host, who can start a new session. */
export function accessCodeLocked({ inPerson }: SignerPrincipal, context: SigningContext): AppError {
  const message = 'Five wrong access codes were entered, so this session is locked. The host can start a new session.';
  return new AppError('ACCESS_CODE_LOCKED', senderContact(context), inPerson ? { message } : {});
}

/** A statement for callers that read the context in their own transaction. */
export function contextOf({ tenantId, signerId, generation, inPerson }: SignerPrincipal): Statement<SigningContext> {
  return selectSigningContext(tenantId, signerId, generation, inPerson?.sessionId ?? null);
}

/** Reads the context without checking the access code, for the operation that checks the code. */
export async function loadGuardedContext(uow: UnitOfWork, principal: SignerPrincipal): Promise<SigningContext> {
  const [context] = await uow.read(principal.tenantId, contextOf(principal));
  if (!context) throw await deadLink((query) => uow.read(principal.tenantId, query), principal);
  if (context.deleted_at) throw new AppError('INVALID_LINK');
  const { linkForOneUse } = principal;
  if (linkForOneUse !== undefined && !context.open_links.includes(linkForOneUse)) throw new AppError('INVALID_LINK');
  return context;
}

/**
 * Refuses documents that expired, were voided or finished long ago, each with its own error and the sender's contact.
 */
export async function loadReadableContext(uow: UnitOfWork, principal: SignerPrincipal): Promise<SigningContext> {
  const context = await loadSigningContext(uow, principal);
  refuseUnreadable(context, uow.now());
  return context;
}

/**
 * Returns other documents and roles that the recipient can open. An in-person session has none, because it is for one
 * document only.
 */
export async function readVisit(
  uow: UnitOfWork,
  { tenantId, signerId, inPerson }: SignerPrincipal,
  { package_id: packageId, others }: Pick<SigningContext, 'package_id' | 'others'>,
): Promise<readonly VisitRow[]> {
  const isAlone = packageId === null && !others.some(({ id, is_own: isOwn }) => isOwn && id !== signerId);
  return isAlone || inPerson ? [] : uow.read(tenantId, selectVisit({ tenantId, signerId }));
}

/** @param visit other documents of the package, which the error names so that the recipient can continue with them */
export function refuseUnreadable(context: SigningContext, now: Date, visit: readonly VisitRow[] = []): void {
  const decision = decideRead(context, now);
  const further = packageView(context.signer_id, visit);
  if (decision.refused !== undefined)
    throw new AppError(decision.refused, { ...goneDetails(context), ...(further && { package: further }) });
  const { completed_at: completedAt } = context;
  if (completedAt && now.getTime() - completedAt.getTime() > READABLE_DAYS * 86_400_000)
    throw new AppError('LINK_EXPIRED', goneDetails(context));
}

/** A recipient may know the title and the sender's contact even if the document no longer exists. */
export function goneDetails(context: SigningContext): Record<string, unknown> {
  const url = redirectOf(context, 'expired');
  return { title: context.title, ...senderContact(context), ...(url !== null && { expiredRedirectUrl: url }) };
}

/**
 * Returns the sender's contact details, so that the recipient can ask for the access code. Reveals nothing else about
 * the document.
 */
export function senderContact(context: SigningContext): {
  sender: { name: string; email: string; organization: string };
} {
  return { sender: { name: context.owner_name, email: context.owner_email, organization: context.organization } };
}
