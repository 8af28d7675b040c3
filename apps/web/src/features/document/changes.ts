/** What has changed on a document since it was last looked at, as sentences to read out. */
import type { Document } from '../../api/queries.ts';
import { isolated } from '@countersign/contract/languages';

type Signer = Pick<Document['signers'][number], 'id' | 'name' | 'email' | 'status' | 'viewed_at' | 'delivery'>;
type Seen = Pick<Document, 'status'> & { signers: readonly Signer[] };

const ENDINGS: Partial<Record<Document['status'], string>> = {
  completed: 'Everyone has signed. The document is complete.',
  declined: 'The document has ended: somebody declined.',
  expired: 'The time to sign has run out.',
  voided: 'The document was voided.',
};

function aboutSigner(before: Signer, after: Signer): string | null {
  if (before.email !== after.email) return `${isolated(after.name)} is asked now instead of ${isolated(before.name)}.`;
  if (before.status !== after.status) {
    if (after.status === 'signed') return `${isolated(after.name)} has signed.`;
    if (after.status === 'declined') return `${isolated(after.name)} has declined.`;
    if (after.status === 'pending-signature') return `It is the turn of ${isolated(after.name)}.`;
  }
  if (before.viewed_at === null && after.viewed_at !== null) return `${isolated(after.name)} has opened the document.`;
  if (before.delivery === null && after.delivery !== null) return `The mail to ${isolated(after.name)} was refused.`;
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
