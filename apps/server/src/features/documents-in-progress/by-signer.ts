/** A recipient's alternatives to signing: declining, and forwarding to another person. */
import { addressKey, type DocumentStatus, type Id, type Signer } from '@countersign/contract';
import type { Trail } from '../../platform/audit/recorder.ts';
import { failpointsOfCommit } from '../../platform/failpoints.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { AppError, invalid } from '../../platform/errors.ts';
import type { RequestContext, SignerPrincipal } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import {
  foldRecipient,
  decideDecline,
  decideForward,
  type Decision,
  type DocumentState,
  mustSign,
  signerView,
  type SignerRow,
} from '../document-core/index.ts';
import { keepHeld } from '../legal-holds/index.ts';
import {
  lockDocument,
  selectSigners,
  setDocumentStatus,
  markRecipientDeclined,
  readdressRecipient,
  touchDocument,
} from '../document-core/store/index.ts';
import { requestOrigin } from '../../platform/audit/actor.ts';
import { continuations } from './reactions.ts';
import { settlePackage } from '../packages/index.ts';
import { deadLink, goneDetails, loadSigningContext, type SigningContext } from '../recipient-access/index.ts';
import { spendLink } from '../signing/index.ts';

type SignerContext = RequestContext<SignerPrincipal>;
type LockedDocument = DocumentState & { package_id: Id<'package'> | null };
type Locked = {
  tx: Tx;
  trail: Trail;
  document: LockedDocument;
  own: SignerRow;
  signers: readonly SignerRow[];
  signing: SigningContext;
};

/**
 * Runs an operation as a recipient. Checks twice whether the operation is allowed: before taking the lock, because that
 * is cheap, and while holding it, because the document may have changed. Throws INVALID_LINK if the link has since
 * ended, and the errors for an operation that is not allowed.
 */
async function asRecipient<T>(
  uow: UnitOfWork,
  context: SignerContext,
  documentId: string,
  decide: (document: DocumentState, own: SignerRow, now: Date) => Decision,
  work: (locked: Locked) => Promise<T>,
): Promise<T> {
  const { principal } = context;
  const { tenantId, signerId, generation } = principal;
  const signing = await loadSigningContext(uow, principal);
  // A link for another document must not reveal whether this document exists.
  if (signing.document_id !== documentId) throw new AppError('DOCUMENT_NOT_FOUND', { documentId });
  return uow.run(tenantId, async (tx) => {
    const { trail, rows } = await uow.recorder.openAfter(tx, tenantId, documentId, [
      lockDocument({ tenantId, documentId }),
      selectSigners({ tenantId, documentId }),
    ]);
    const locked = rows[0][0];
    // Only the sender can archive a document or move it to the trash. Neither affects a completed document for its
    // recipients.
    const document = locked && {
      ...locked,
      status: locked.status === 'archived' ? signing.status : locked.status,
      deleted_at: signing.completed_at === null ? locked.deleted_at : null,
    };
    const signers = rows[1];
    const own = signers.find(({ id }) => id === signerId);
    if (!document || own?.link_generation !== generation) throw await deadLink((query) => tx.query(query), principal);
    const decision = decide(document, own, tx.now);
    if (decision.refused !== undefined) {
      const isGone = ['DOCUMENT_EXPIRED', 'DOCUMENT_VOIDED', 'DOCUMENT_DECLINED'].includes(decision.refused);
      throw new AppError(decision.refused, { documentId, ...decision.details, ...(isGone && goneDetails(signing)) });
    }
    await spendLink(tx, trail, context);
    return work({ tx, trail, document, own, signers, signing });
  });
}

export type DeclineResult = { signer: Signer; document: { id: Id<'document'>; status: DocumentStatus } };

/** Declining ends a document for everyone, because it cannot be completed without this signature. */
export function declineDocument(
  uow: UnitOfWork,
  context: SignerContext,
  documentId: Id<'document'>,
  reason: string,
): Promise<DeclineResult> {
  const { tenantId, signerId, via } = context.principal;
  return asRecipient(
    uow,
    context,
    documentId,
    decideDecline,
    async ({ tx, trail, document, own, signers, signing }) => {
      tx.write(markRecipientDeclined({ tenantId, signerId, reason, now: tx.now }));
      tx.write(setDocumentStatus({ tenantId, documentId, status: 'declined', now: tx.now }));
      // Recipients who are waiting for their turn never received the document.
      const asked = signers.filter(({ id, status }) => id !== signerId && status !== 'waiting');
      const notified = ['owner' as const, ...asked.map(({ id }) => id)];
      const others = await settlePackage(tx, tenantId, document.package_id);
      await trail.record({
        action: 'document.declined',
        actor: { kind: 'signer', id: signerId },
        target: { kind: 'document', id: documentId },
        data: { credential: via },
        personal: {
          personId: signerId,
          fields: { ...requestOrigin(context), email: own.email, name: own.name, reason },
        },
        event: {
          kind: 'recipient.declined',
          data: {
            documentId,
            document: { id: documentId, title: signing.title, status: 'declined' },
            signer: { id: signerId, email: own.email, name: own.name },
            reason,
            recipients: [...others.ofEnd(notified)],
          },
        },
      });
      await others.record(uow.recorder, { kind: 'signer', id: signerId }, notified);
      const after: SignerRow = { ...own, status: 'declined', declined_at: tx.now, decline_reason: reason };
      failpointsOfCommit(tx, 'decline');
      return { signer: signerView(after), document: { id: documentId, status: 'declined' } };
    },
  );
}

/**
 * The other person signs in this person's position and order. The link that this person used stops working with this
 * commit.
 */
export function forwardDocument(
  uow: UnitOfWork,
  context: SignerContext,
  documentId: Id<'document'>,
  to: { email: string; name: string },
): Promise<{ email: string; name: string }> {
  const { tenantId, signerId, via, inPerson } = context.principal;
  // The host handed the device to this person, not to the person to whom the document is forwarded.
  if (inPerson)
    throw new AppError(
      'FORWARD_NOT_ALLOWED',
      {},
      {
        message:
          'You cannot forward this document during an in-person session. Return the device to the host, who can replace you with the other person.',
      },
    );
  const decide = (document: DocumentState, own: SignerRow, now: Date): Decision =>
    decideForward(
      document,
      { ...own, isProtected: own.access_code_hash !== null || own.second_step !== null || !own.notify },
      now,
    );
  return asRecipient(uow, context, documentId, decide, async ({ tx, trail, own, signers }) => {
    refuseKnownAddress(signers, own, to.email);
    // A legal hold on the person continues to cover the document.
    await keepHeld(tx, tenantId, documentId);
    tx.write(
      readdressRecipient({
        tenantId,
        signerId,
        email: to.email,
        emailKey: addressKey(to.email),
        name: to.name,
        invitedAt: tx.now,
        folded: foldRecipient(to),
      }),
    );
    tx.write(touchDocument({ tenantId, documentId, now: tx.now }));
    await trail.record({
      action: 'signer.forwarded',
      actor: { kind: 'signer', id: signerId },
      target: { kind: 'signer', id: signerId },
      data: { credential: via, generation: own.link_generation + 1 },
      personal: {
        personId: signerId,
        fields: {
          ...requestOrigin(context),
          from_email: own.email,
          from_name: own.name,
          to_email: to.email,
          to_name: to.name,
        },
      },
    });
    const id = signerId;
    const about = { documentId, occasion: ` ${own.link_generation + 1}` };
    const from = own.name;
    uow.recorder.start(tx, tenantId, continuations.forwarded, { ...about, to: [id], details: { from } });
    uow.recorder.start(tx, tenantId, continuations.forwardedOn, {
      ...about,
      to: ['owner'],
      details: { from, other: signerId },
    });
    failpointsOfCommit(tx, 'forward');
    return to;
  });
}

/** Refuses an address that already receives a copy, because each person keeps one role. Throws a ValidationError. */
export function refuseKnownAddress(signers: readonly SignerRow[], own: SignerRow, email: string): void {
  const key = addressKey(email);
  if (addressKey(own.email) === key) throw invalid('email', 'is the address that this document was already sent to');
  const other = signers.find((signer) => addressKey(signer.email) === key);
  if (other)
    throw invalid(
      'email',
      mustSign(other.role) ? 'is already a signer of this document' : 'already gets a copy of this document',
    );
}
