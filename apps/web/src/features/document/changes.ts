/** Describes the changes to a document since the last render, as sentences for screen readers. */
import type { Document } from '../../api/queries.ts';
import { isolated } from '@countersign/contract/languages';
import { m } from './texts.ts';

type Signer = Pick<Document['signers'][number], 'id' | 'name' | 'email' | 'status' | 'viewed_at' | 'delivery'>;
type Seen = Pick<Document, 'status'> & { signers: readonly Signer[] };

const ENDINGS: Partial<Record<Document['status'], string>> = {
  completed: m.changes.everyoneHasSigned,
  declined: m.changes.recipientDeclined,
  expired: m.changes.documentExpired,
  voided: m.changes.documentVoided,
};

function aboutSigner(before: Signer, after: Signer): string | null {
  if (before.email !== after.email) return m.changes.nowSignsInsteadOf(isolated(after.name), isolated(before.name));
  if (before.status !== after.status) {
    if (after.status === 'signed') return m.changes.signed(isolated(after.name));
    if (after.status === 'declined') return m.changes.declined(isolated(after.name));
    if (after.status === 'pending-signature') return m.changes.nextToSign(isolated(after.name));
  }
  if (before.viewed_at === null && after.viewed_at !== null) return m.changes.viewedDocument(isolated(after.name));
  if (before.delivery === null && after.delivery !== null) return m.changes.eMailToRejected(isolated(after.name));
  return null;
}

export function changesInWords(before: Seen, after: Seen): string[] {
  const sentences = after.signers.map((signer) => {
    const earlier = before.signers.find(({ id }) => id === signer.id);
    return earlier === undefined ? null : aboutSigner(earlier, signer);
  });
  if (before.status !== after.status) sentences.push(ENDINGS[after.status] ?? null);
  return sentences.filter((sentence) => sentence !== null);
}
