/** Changes of a document since the last render, as sentences for screen readers. */
import type { Document } from '../../api/queries.ts';
import { isolated } from '@countersign/contract/languages';

type Signer = Pick<Document['signers'][number], 'id' | 'name' | 'email' | 'status' | 'viewed_at' | 'delivery'>;
type Seen = Pick<Document, 'status'> & { signers: readonly Signer[] };

const ENDINGS: Partial<Record<Document['status'], string>> = {
  completed: 'Everyone has signed. The document is complete.',
  declined: 'A recipient declined. The document has ended.',
  expired: 'The document expired.',
  voided: 'The document was voided.',
};

function aboutSigner(before: Signer, after: Signer): string | null {
  if (before.email !== after.email) return `${isolated(after.name)} now signs instead of ${isolated(before.name)}.`;
  if (before.status !== after.status) {
    if (after.status === 'signed') return `${isolated(after.name)} signed.`;
    if (after.status === 'declined') return `${isolated(after.name)} declined.`;
    if (after.status === 'pending-signature') return `Next to sign: ${isolated(after.name)}.`;
  }
  if (before.viewed_at === null && after.viewed_at !== null) return `${isolated(after.name)} viewed the document.`;
  if (before.delivery === null && after.delivery !== null) return `The e-mail to ${isolated(after.name)} was rejected.`;
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
