/** Finding what a signing link stands for. */
import { LIMITS } from '@countersign/contract';
import { AppError } from '../../platform/errors.ts';
import type { InPersonVisit, SignerPrincipal } from '../../platform/principal.ts';
import type { Statement } from '../../platform/db/statement.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { decideRead, type VisitRow, selectVisit } from '../document-core/index.ts';
import { deadLink } from './dead-link.ts';
import { packageView, redirectOf } from './view.ts';
import { selectSigningContext, type SigningContext } from './store.ts';

/** After completion a link still opens the document for this long, so that its recipient can keep a copy. */
const READABLE_DAYS = 30;

/**
 * Reads the recipient and the document of a link, after the access code where there is one. Throws RECIPIENT_REMOVED for the link of a recipient who was
 * removed, LINK_REPLACED for one that ended when the sender changed the document, INVALID_LINK for every other link that opens nothing,
 * and what access code and second step require before anything of the document is shown.
 */
export async function loadSigningContext(uow: UnitOfWork, principal: SignerPrincipal): Promise<SigningContext> {
  // The link that a recipient's own account was given leads from the app to the page, which opens a session with it.
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

/** Which step is due, and where its code goes; or that there were five wrong ones. */
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

/** Enough to know one's own address by, for those who have it. */
function masked(email: string): string {
  const at = email.lastIndexOf('@');
  return `${[...email][0] ?? ''}***${email.slice(at)}`;
}

/** In person the code is the session's; it is the signer's own where the host set no other. */
function codeState(context: SigningContext, { passedCode, inPerson }: SignerPrincipal): InPersonVisit['code'] {
  if (inPerson) return inPerson.code;
  if (!context.has_access_code) return 'none';
  if (passedCode) return 'passed';
  return context.access_failures < LIMITS.accessCodeTries ? 'due' : 'locked';
}

/** On a device that was handed over there is somebody to ask who can start over. */
export function accessCodeLocked({ inPerson }: SignerPrincipal, context: SigningContext): AppError {
  const message = 'Five wrong access codes were entered, so this session is locked. The host can start a new one.';
  return new AppError('ACCESS_CODE_LOCKED', senderContact(context), inPerson ? { message } : {});
}

/** Its query, for whoever reads it in a transaction of their own. */
export function contextOf({ tenantId, signerId, generation, inPerson }: SignerPrincipal): Statement<SigningContext> {
  return selectSigningContext(tenantId, signerId, generation, inPerson?.sessionId ?? null);
}

/** The same before the access code was asked for: for the operation that asks. */
export async function loadGuardedContext(uow: UnitOfWork, principal: SignerPrincipal): Promise<SigningContext> {
  const [context] = await uow.read(principal.tenantId, contextOf(principal));
  if (!context) throw await deadLink((query) => uow.read(principal.tenantId, query), principal);
  if (context.deleted_at) throw new AppError('INVALID_LINK');
  const { linkForOneUse } = principal;
  if (linkForOneUse !== undefined && !context.open_links.includes(linkForOneUse)) throw new AppError('INVALID_LINK');
  return context;
}

/** The same for reading: expired, voided and long finished documents are told apart, with whom to ask. */
export async function loadReadableContext(uow: UnitOfWork, principal: SignerPrincipal): Promise<SigningContext> {
  const context = await loadSigningContext(uow, principal);
  refuseUnreadable(context, uow.now());
  return context;
}

/** What the recipient can go to from here. A host hands a device over for one document. */
export async function readVisit(
  uow: UnitOfWork,
  { tenantId, signerId, inPerson }: SignerPrincipal,
  { package_id: packageId, others }: Pick<SigningContext, 'package_id' | 'others'>,
): Promise<readonly VisitRow[]> {
  const isAlone = packageId === null && !others.some(({ id, is_own: isOwn }) => isOwn && id !== signerId);
  return isAlone || inPerson ? [] : uow.read(tenantId, selectVisit({ tenantId, signerId }));
}

/** `visit`: what else of a package the recipient can go on to. */
export function refuseUnreadable(context: SigningContext, now: Date, visit: readonly VisitRow[] = []): void {
  const decision = decideRead(context, now);
  const further = packageView(context.signer_id, visit);
  if (decision.refused !== undefined)
    throw new AppError(decision.refused, { ...goneDetails(context), ...(further && { package: further }) });
  const { completed_at: completedAt } = context;
  if (completedAt && now.getTime() - completedAt.getTime() > READABLE_DAYS * 86_400_000)
    throw new AppError('LINK_EXPIRED', goneDetails(context));
}

/** A recipient may know what the document was called and whom to ask. */
export function goneDetails(context: SigningContext): Record<string, unknown> {
  const url = redirectOf(context, 'expired');
  return { title: context.title, ...senderContact(context), ...(url !== null && { expiredRedirectUrl: url }) };
}

/** Of a document that is not to be shown: who sent it, because they know the access code. */
export function senderContact(context: SigningContext): {
  sender: { name: string; email: string; organization: string };
} {
  return { sender: { name: context.owner_name, email: context.owner_email, organization: context.organization } };
}
