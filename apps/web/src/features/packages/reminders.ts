/** Who a package waits for. A person with several documents is reminded once, because the link opens all of them. */
import type { Package } from './queries.ts';

type Signer = Pick<Package['documents'][number]['signers'][number], 'email' | 'name' | 'status'>;
type Waiting = { id: string; status: string; signers: readonly Signer[] };
export type Awaited = { documentId: string; name: string; email: string };

/** Each person with the first document that they have to sign next. */
export function awaitedOf(documents: readonly Waiting[]): Awaited[] {
  const found = new Map<string, Awaited>();
  for (const { id, status, signers } of documents) {
    if (status !== 'in-progress') continue;
    for (const { name, email, status: state } of signers) {
      const key = email.toLowerCase();
      if (state === 'pending-signature' && !found.has(key)) found.set(key, { documentId: id, name, email });
    }
  }
  return [...found.values()];
}
