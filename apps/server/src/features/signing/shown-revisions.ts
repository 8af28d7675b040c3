/**
 * Records which revisions a recipient was shown. A revision is recorded when the server delivers it, never because a
 * signature claims it (ADR 48). The certificate of completion is based on these entries. They also determine the
 * revision that a signature states as seen (docs/understand/signing-flow.md).
 */
import { AppError } from '../../platform/errors.ts';
import type { RequestContext, SignerPrincipal } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { requestOrigin } from '../../platform/audit/actor.ts';
import { deadLink, type SigningContext } from '../recipient-access/index.ts';
import { selectShownRevisions } from '../document-core/index.ts';
import { markRevisionShown } from '../document-core/store/index.ts';

/**
 * What was delivered: the whole file, or the image or text of a page. `reported` means that only the recipient's page
 * claims a delivery, which is recorded as a claim.
 */
export type Delivery = 'file' | 'page' | 'text' | 'reported';

/**
 * Records a delivery before the bytes are sent. The first delivery is recorded as `document.viewed`, with its event.
 * Each later revision is recorded once while the recipient may still sign. Throws INVALID_LINK if the document has
 * since been forwarded, and RECIPIENT_REMOVED.
 */
export async function noteShown(
  uow: UnitOfWork,
  context: RequestContext<SignerPrincipal>,
  signing: SigningContext,
  { revision, delivery }: { revision: number; delivery: Delivery },
): Promise<void> {
  if (!isNews(signing, revision)) return;
  const { tenantId, signerId, generation, via } = context.principal;
  const documentId = signing.document_id;
  await uow.run(tenantId, async (tx) => {
    // The head of the trail is locked first, so that only one of several pages that are requested at the same time is
    // recorded.
    const { trail } = await uow.recorder.openAfter(tx, tenantId, documentId, [], signerId);
    const [own] = await tx.query(selectShownRevisions({ tenantId, signerId }));
    if (own?.link_generation !== generation) throw await deadLink((query) => tx.query(query), context.principal);
    if (!isNews({ ...own, signer_status: signing.signer_status }, revision)) return;
    const isFirst = own.viewed_at === null;
    tx.write(markRevisionShown({ tenantId, signerId, revision, now: tx.now }));
    await trail.record({
      action: isFirst ? 'document.viewed' : 'document.revision-viewed',
      actor: { kind: 'signer', id: signerId },
      target: { kind: 'document', id: documentId },
      data: { revision, shown: delivery, credential: via },
      personal: { personId: signerId, fields: { ...requestOrigin(context), email: signing.email, name: signing.name } },
      ...(isFirst && {
        event: {
          kind: 'document.viewed',
          data: {
            documentId,
            document: { id: documentId, title: signing.title, status: signing.status },
            signer: { id: signerId, email: signing.email, name: signing.name },
          },
        },
      }),
    });
  });
}

type Shown = Pick<SigningContext, 'viewed_at' | 'shown_revisions' | 'signer_status'>;

function isNews(
  { viewed_at: viewedAt, shown_revisions: shown, signer_status: status }: Shown,
  revision: number,
): boolean {
  if (viewedAt === null) return true;
  return (status === 'pending-signature' || status === 'waiting') && !shown.includes(revision);
}

/**
 * Returns the revision that was seen before signing: the claimed revision, or else the newest shown revision. Null if
 * none was shown. Throws REVISION_NOT_SHOWN for a claim without a recorded delivery.
 */
export function revisionSeen(shown: readonly number[], claimed: number | undefined): number | null {
  if (claimed !== undefined && !shown.includes(claimed))
    throw new AppError('REVISION_NOT_SHOWN', { revision: claimed, shown: shown.toSorted((a, b) => a - b) });
  return claimed ?? (shown.length === 0 ? null : Math.max(...shown));
}
