/**
 * The people that a package is waiting for. A person with several documents gets one reminder, because the link in the
 * reminder opens all of them.
 */
import type { Reminded } from '../../ui/reminded.ts';
import type { Package } from './queries.ts';

type Signer = Pick<Package['documents'][number]['signers'][number], 'email' | 'name' | 'status'>;
type Waiting = { id: string; status: string; signers: readonly Signer[] };
export type Awaited = { documentId: string; name: string; email: string };

/** Returns each person with the next document that the person must sign. */
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

export type Outcome = Reminded & {
  /** The people whose requests failed, and the last error. */
  failed: { people: Awaited[]; error: unknown } | null;
};

/** Sends each person one reminder, with one request per document. If a request fails, the others are still sent. */
export async function remindAll(
  awaited: readonly Awaited[],
  remind: (documentId: string, signerEmails: string[]) => Promise<Reminded>,
): Promise<Outcome> {
  const sum: Outcome = { reminded: [], skipped: [], failed: null };
  for (const [id, people] of Map.groupBy(awaited, ({ documentId }) => documentId)) {
    try {
      const { reminded, skipped } = await remind(
        id,
        people.map(({ email }) => email),
      );
      sum.reminded.push(...reminded);
      sum.skipped.push(...skipped);
    } catch (error) {
      sum.failed = { people: [...(sum.failed?.people ?? []), ...people], error };
    }
  }
  return sum;
}
