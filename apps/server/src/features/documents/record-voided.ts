/** Records that a document was voided, alone or with its package. */
import type { Id } from '@countersign/contract';
import type { Trail } from '../../platform/audit/recorder.ts';
import { mustSign, type SignerRow } from '../document-core/index.ts';
import type { Actor } from '../../platform/audit/actor.ts';

/**
 * Recipients who were waiting for their turn never received the document, so they are not notified. Neither is the
 * sender, who voided it.
 */
export const notifiedOfVoid = (signers: readonly SignerRow[]): Id<'signer'>[] =>
  signers.filter(({ role, status }) => mustSign(role) && status !== 'waiting').map(({ id }) => id);

export async function recordVoided(
  trail: Trail,
  { userId, party, evidence }: Actor,
  {
    id: documentId,
    title,
    notified,
  }: { id: Id<'document'>; title: string; notified: readonly (Id<'signer'> | 'owner')[] },
  reason: string,
): Promise<void> {
  await trail.record({
    action: 'document.voided',
    actor: party,
    target: { kind: 'document', id: documentId },
    data: {},
    personal: { personId: userId, fields: { ...evidence, reason } },
    event: {
      kind: 'document.voided',
      data: {
        documentId,
        document: { id: documentId, title, status: 'voided' },
        reason,
        recipients: [...notified],
      },
    },
  });
}
