/**
 * The sender's operations on a document in progress: extend it, correct a recipient, resend an invitation, create an
 * embedded link.
 */
import { addressKey, type Document, type Id, LIMITS, type RedirectInputs, type Signer } from '@countersign/contract';
import type { Trail } from '../../platform/audit/recorder.ts';
import { failpointsOfCommit } from '../../platform/failpoints.ts';
import { hashPassword } from '../../platform/crypto/passwords.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { AppError, invalid } from '../../platform/errors.ts';
import type { ApiKeyPrincipal, MemberPrincipal, RequestContext, ServicePrincipal } from '../../platform/principal.ts';
import type { SigningLinks } from '../../platform/signing-links.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import {
  foldRecipient,
  decideCorrect,
  decideEmbed,
  decideExtend,
  decideInviteAgain,
  type Decision,
  documentView,
  type DocumentState,
  loadDocument,
  mailPausedUntil,
  refuseUnless,
  type SignerRow,
  signerView,
} from '../document-core/index.ts';
import {
  lockDocument,
  selectSigners,
  handOutLink,
  issueLink,
  setAccessCode,
  setExpiration,
  renameRecipient,
  readdressRecipient,
  markReminded,
  setSecondEmail,
  touchDocument,
  unlockRecipient,
} from '../document-core/store/index.ts';
import { readRedirects } from '../documents/index.ts';
import { requestOrigin, auditActor } from '../../platform/audit/actor.ts';
import { continuations } from './reactions.ts';
import { keepHeld } from '../legal-holds/index.ts';
import { allowedOrigins } from '../organizations/index.ts';
import { settlePackage } from '../packages/index.ts';
import { refuseWithoutMail } from '../notifications/index.ts';
import { refuseKnownAddress } from './by-signer.ts';
import { queueReminders } from './reminders.ts';

type Mailing = { uow: UnitOfWork; isMailOwnersOnly: boolean };
type SenderContext = RequestContext<MemberPrincipal>;
type Ids = { id: Id<'document'>; signerId: Id<'signer'> };
type OfSigner = { tx: Tx; trail: Trail; own: SignerRow; signers: readonly SignerRow[]; document: DocumentState };

/**
 * Runs an operation on one recipient of a locked document. Throws DOCUMENT_NOT_FOUND, SIGNER_NOT_FOUND and the errors
 * for an operation that is not allowed.
 */
async function aboutSigner<T>(
  uow: UnitOfWork,
  { principal }: SenderContext,
  { id: documentId, signerId }: Ids,
  decide: (document: DocumentState, own: SignerRow, now: Date) => Decision,
  work: (found: OfSigner) => Promise<T>,
): Promise<T> {
  const { tenantId } = principal;
  await loadDocument(uow, principal, documentId);
  return uow.run(tenantId, async (tx) => {
    const { trail, rows } = await uow.recorder.openAfter(tx, tenantId, documentId, [
      lockDocument({ tenantId, documentId }),
      selectSigners({ tenantId, documentId }),
    ]);
    const document = rows[0][0];
    if (!document) throw new AppError('DOCUMENT_NOT_FOUND', { documentId });
    const signers = rows[1];
    const own = signers.find(({ id }) => id === signerId);
    if (!own) throw new AppError('SIGNER_NOT_FOUND', { signerId });
    refuseUnless(decide(document, own, tx.now));
    return work({ tx, trail, own, signers, document });
  });
}

/** The result includes changes made in this transaction. */
async function readSigner(tx: Tx, tenantId: string, { id, signerId }: Ids): Promise<Signer> {
  const rows = await tx.query(selectSigners({ tenantId, documentId: id }));
  const row = rows.find((signer) => signer.id === signerId);
  if (!row) throw new AppError('SIGNER_NOT_FOUND', { signerId });
  return signerView(row);
}

/** Resends the invitation to signers, and the first e-mail to recipients who only read the document. */
function invite(
  tx: Tx,
  uow: UnitOfWork,
  tenantId: string,
  { id, signerId }: Ids,
  own: SignerRow,
  occasion: string,
): void {
  const again = own.status === 'pending-signature' ? continuations.invitedAgain : continuations.copiedAgain;
  uow.recorder.start(tx, tenantId, again, { documentId: id, to: [signerId], occasion });
}

export type Correction = {
  email?: string | undefined;
  name?: string | undefined;
  accessCode?: string | null | undefined;
  secondEmail?: string | undefined;
};

/**
 * Corrects a recipient. A new address, second address or code invalidates the old link. Recipients who were already
 * invited get the new link by e-mail. A new name alone changes no link.
 */
export async function correctSigner(
  { uow, isMailOwnersOnly }: Mailing,
  context: SenderContext,
  ids: Ids,
  { email, name, accessCode, secondEmail }: Correction,
): Promise<Signer> {
  const { tenantId } = context.principal;
  // Hashing is deliberately slow, so it happens before any lock is taken.
  const hash = typeof accessCode === 'string' ? await hashPassword(accessCode) : null;
  return aboutSigner(uow, context, ids, decideCorrect, async ({ tx, trail, own, signers }) => {
    const next = { email: email ?? own.email, name: name ?? own.name };
    const isReaddressed = addressKey(next.email) !== addressKey(own.email);
    if (isReaddressed) refuseKnownAddress(signers, own, next.email);
    refuseSecondEmail(own, next.email, secondEmail);
    const changed = [
      ...(isReaddressed ? ['email'] : []),
      ...(next.name === own.name ? [] : ['name']),
      ...(accessCode === undefined ? [] : ['access code']),
      ...(secondEmail === undefined ? [] : ['second address']),
    ];
    if (changed.length === 0) return signerView(own);
    const isInvited = own.status !== 'waiting';
    const isMailed = isInvited && (isReaddressed || accessCode !== undefined || secondEmail !== undefined);
    if (isMailed && own.notify) refuseWithoutMail({ isMailOwnersOnly }, context);
    if (isReaddressed) {
      // A legal hold on the person continues to cover the document.
      await keepHeld(tx, tenantId, ids.id);
      const { email: address, name: called } = next;
      const invitedAt = isInvited ? tx.now : null;
      tx.write(
        readdressRecipient({
          tenantId,
          signerId: own.id,
          email: address,
          emailKey: addressKey(address),
          name: called,
          invitedAt,
          folded: foldRecipient(next),
        }),
      );
    } else tx.write(renameRecipient({ tenantId, signerId: own.id, name: next.name, folded: foldRecipient(next) }));
    if (accessCode !== undefined) tx.write(setAccessCode({ tenantId, signerId: own.id, hash }));
    if (secondEmail !== undefined) tx.write(setSecondEmail({ tenantId, signerId: own.id, email: secondEmail }));
    tx.write(touchDocument({ tenantId, documentId: ids.id, now: tx.now }));
    await trail.record({
      action: 'signer.corrected',
      actor: auditActor(context.principal),
      target: { kind: 'signer', id: own.id },
      data: { changed: changed.join(', ') },
      personal: {
        personId: own.id,
        fields: {
          ...requestOrigin(context),
          from_email: own.email,
          from_name: own.name,
          to_email: next.email,
          to_name: next.name,
          ...(secondEmail !== undefined && { second_email: secondEmail }),
        },
      },
    });
    if (isMailed) invite(tx, uow, tenantId, ids, own, ` ${own.link_generation + 1}`);
    const corrected = await readSigner(tx, tenantId, ids);
    failpointsOfCommit(tx, 'correction');
    return corrected;
  });
}

/**
 * Refuses a second address that equals the first. If the link and the code were sent to the same mailbox, the code
 * would prove no more than the link does.
 */
function refuseSecondEmail(own: SignerRow, email: string, secondEmail: string | undefined): void {
  if (secondEmail !== undefined && own.second_step !== 'email-code')
    throw invalid('secondEmail', 'is allowed only for a recipient who gets verification codes by e-mail');
  if (addressKey(secondEmail ?? own.second_email ?? '') !== addressKey(email)) return;
  throw secondEmail === undefined
    ? invalid('email', 'is already the second address of this recipient')
    : invalid('secondEmail', 'must differ from the address to which the link is sent');
}

/**
 * Refuses another e-mail within an hour. Sending an invitation again counts as a reminder, and a recipient gets at most
 * one reminder per hour.
 */
function refuseWhilePaused(signer: SignerRow, now: Date): void {
  const until = mailPausedUntil(signer, now);
  if (!until) return;
  throw new AppError(
    'RATE_LIMIT_EXCEEDED',
    { signerId: signer.id, until: until.toISOString() },
    {
      message: `This recipient was sent a reminder within the last hour. You can send the next one at ${until.toISOString()}.`,
      retryAfter: Math.ceil((until.getTime() - now.getTime()) / 1000),
    },
  );
}

/**
 * Sends the last e-mail again. A recipient who was locked out by wrong codes gets a new link, because the person who
 * guessed has the old link.
 */
export async function resendInvitation(uow: UnitOfWork, context: SenderContext, ids: Ids): Promise<Signer> {
  const { tenantId } = context.principal;
  return aboutSigner(uow, context, ids, decideInviteAgain, async ({ tx, trail, own }) => {
    if (!own.notify) throw new AppError('NOTIFICATIONS_OFF', { signerId: own.id });
    refuseWhilePaused(own, tx.now);
    const isLocked =
      (own.access_code_hash !== null && own.access_failures >= LIMITS.accessCodeTries) ||
      (own.second_step !== null && own.step_failures >= LIMITS.stepCodeTries);
    if (isLocked) tx.write(unlockRecipient({ tenantId, signerId: own.id }));
    tx.write(markReminded({ tenantId, signerIds: [own.id], now: tx.now, scheduled: 0 }));
    await trail.record({
      action: 'signer.resent',
      actor: auditActor(context.principal),
      target: { kind: 'signer', id: own.id },
      data: { unlocked: isLocked },
      personal: { personId: context.principal.userId, fields: requestOrigin(context) },
    });
    invite(tx, uow, tenantId, ids, own, ` ${own.link_generation + (isLocked ? 1 : 0)}`);
    return readSigner(tx, tenantId, ids);
  });
}

/**
 * Issues a single-use link, or a link that the caller hands out. The trail records that the caller received the link.
 * The caller vouches for the person who opens it, and neither kind of link proves the recipient's address.
 */
export async function issueSigningLink(
  { uow, links }: { uow: UnitOfWork; links: SigningLinks },
  context: RequestContext<ApiKeyPrincipal | ServicePrincipal>,
  ids: Ids,
  { longLived, ...input }: RedirectInputs & { longLived: boolean },
): Promise<{ url: string; expiresAt: string }> {
  const { tenantId } = context.principal;
  const given = await readRedirects(uow, tenantId, input);
  const redirects = given ? JSON.stringify(given) : null;
  const isFramed = (await allowedOrigins(uow, tenantId)).length > 0;
  return aboutSigner(uow, context, ids, decideEmbed, async ({ tx, trail, own, document }) => {
    const signer = { tenantId, signerId: own.id };
    const holder = auditActor(context.principal).id;
    const record = (link: number | null, expiresAt: Date) =>
      trail.record({
        action: 'signer.link-issued',
        actor: auditActor(context.principal),
        target: { kind: 'signer', id: own.id },
        data: {
          ...(link === null ? { long_lived: true } : { link }),
          expires_at: expiresAt.toISOString(),
        },
        personal: { personId: context.principal.userId, fields: requestOrigin(context) },
      });
    if (longLived) {
      const [handed] = await tx.query(handOutLink({ tenantId, signerId: own.id, to: holder, now: tx.now, redirects }));
      // A sent document always has a deadline.
      if (!handed || !document.expires_at) throw new AppError('SIGNER_NOT_FOUND', { signerId: own.id });
      await record(null, document.expires_at);
      const url = links.handedOut(context.linkBase(), { ...signer, ...handed }, isFramed);
      return { url, expiresAt: document.expires_at.toISOString() };
    }
    const [issued] = await tx.query(issueLink({ tenantId, signerId: own.id, to: holder, now: tx.now, redirects }));
    if (!issued) throw new AppError('SIGNER_NOT_FOUND', { signerId: own.id });
    // The expiry is in whole seconds, like the time in the link.
    const seconds = Math.floor(tx.now.getTime() / 1000) + LIMITS.embeddedLinkMinutes * 60;
    const expiresAt = new Date(seconds * 1000);
    await record(issued.serial, expiresAt);
    const url = links.embedded(context.linkBase(), { ...signer, ...issued }, expiresAt, isFramed);
    return { url, expiresAt: expiresAt.toISOString() };
  });
}

/**
 * Extends a document. The new period starts now and never shortens the time that is left. An expired document becomes
 * active again, and the remaining signers are invited again, because the date in their e-mail is in the past.
 */
export async function extendDocument(
  { uow, isMailOwnersOnly }: Mailing,
  context: SenderContext,
  documentId: Id<'document'>,
  expirationDays: number,
): Promise<Document> {
  const { tenantId } = context.principal;
  await loadDocument(uow, context.principal, documentId);
  await uow.run(tenantId, async (tx) => {
    const { trail, rows } = await uow.recorder.openAfter(tx, tenantId, documentId, [
      lockDocument({ tenantId, documentId }),
      selectSigners({ tenantId, documentId }),
    ]);
    const document = rows[0][0];
    if (!document) throw new AppError('DOCUMENT_NOT_FOUND', { documentId });
    refuseUnless(decideExtend(document));
    const expiresAt = new Date(tx.now.getTime() + expirationDays * 86_400_000);
    const before = document.expires_at;
    if (before !== null && expiresAt <= before)
      throw invalid('expirationDays', `must extend the deadline, which is ${before.toISOString()}`);
    const wasOver = document.status === 'expired' || (before !== null && before <= tx.now);
    if (wasOver) refuseWithoutMail({ isMailOwnersOnly }, context);
    tx.write(setExpiration({ tenantId, documentId, expiresAt, now: tx.now }));
    await trail.record({
      action: 'document.extended',
      actor: auditActor(context.principal),
      target: { kind: 'document', id: documentId },
      data: { expires_at: expiresAt.toISOString(), before: before?.toISOString() ?? null, reopened: wasOver },
      personal: { personId: context.principal.userId, fields: requestOrigin(context) },
    });
    // A job that is still waiting for the old expiry queues itself again.
    uow.recorder.start(tx, tenantId, continuations.extended, { documentId, runAt: expiresAt });
    if (!wasOver) return;
    await (await settlePackage(tx, tenantId, document.package_id)).record(uow.recorder, auditActor(context.principal));
    const pending = rows[1].filter(({ status }) => status === 'pending-signature');
    // If an address has several roles, only one of them gets the e-mail, because its link opens the other roles too.
    const asked = [...new Map(pending.toReversed().map((row) => [addressKey(row.email), row])).values()].toReversed();
    uow.recorder.start(tx, tenantId, continuations.reopened, {
      documentId,
      to: asked.map(({ id }) => id),
      occasion: ` ${expiresAt.toISOString()}`,
    });
    await queueReminders(uow, tx, tenantId, documentId);
  });
  const after = await loadDocument(uow, context.principal, documentId);
  return documentView(after.document, after.signers, after.fields);
}
