/** Where a visit to several documents goes on. */
import type { SigningView } from '@countersign/contract';

type Package = NonNullable<SigningView['package']>;
type Entry = Package['documents'][number];

/**
 * The next document after this one that waits for this visitor, from the beginning again after the last; and how many
 * do. `isOver`: nothing will come later either.
 */
export function nextInPackage(
  view: SigningView,
  { documents }: Package,
): { next: Entry | undefined; left: number; isOver: boolean } {
  const here = documents.findIndex(({ signer_id: id }) => id === view.signer.id);
  const inTurn = [...documents.slice(here + 1), ...documents.slice(0, Math.max(here, 0))];
  const live = inTurn.filter(({ document_status: status }) => status === 'in-progress');
  const waiting = live.filter(({ status }) => status === 'pending-signature');
  const isOver = live.every(({ status }) => status !== 'pending-signature' && status !== 'waiting');
  return { next: waiting[0], left: waiting.length, isOver };
}

/** The package after this visitor has signed one of its documents, as the service will tell it from now on. */
export function withStatus(all: Package, signerId: string, status: Entry['status']): Package {
  const documents = all.documents.map((entry) => (entry.signer_id === signerId ? { ...entry, status } : entry));
  return { ...all, documents };
}
