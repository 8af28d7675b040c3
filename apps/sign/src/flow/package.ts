/** Determines which document comes next in a visit with several documents. */
import type { SigningView } from '@countersign/contract';

/** `ofRoles` means that the entries are the visitor's roles in one document. */
export type Package = Omit<NonNullable<SigningView['package']>, 'documents'> & { ofRoles?: true; documents: Entry[] };
type Entry = NonNullable<SigningView['package']>['documents'][number] & { role?: SigningView['signer']['role'] };

/** Returns all entries of this visit, which are the documents of a package or several roles in one document. */
export function allOf(view: SigningView): Package | null {
  if (view.package !== null || view.roles.length < 2) return view.package;
  const { id, title, status } = view.document;
  return {
    // The type requires a package ID, but no request uses it, because roles do not form a package.
    id: 'pkg_',
    ofRoles: true,
    title,
    position: view.roles.findIndex(({ signer_id: signer }) => signer === view.signer.id) + 1,
    documents: view.roles.map((role) => ({
      document_id: id,
      signer_id: role.signer_id,
      title: role.name,
      role: role.role,
      status: role.status,
      document_status: status,
    })),
  };
}

export const currentEntry = ({ documents, position }: Package): Entry | undefined => documents[position - 1];

/**
 * Returns the next document that is waiting for this visitor, starting over after the last one, and the number of
 * waiting documents. `isOver` means that no further document will become available.
 */
export function nextInPackage({ documents, position }: Package): {
  next: Entry | undefined;
  left: number;
  isOver: boolean;
} {
  const inTurn = [...documents.slice(position), ...documents.slice(0, position - 1)];
  const live = inTurn.filter(({ document_status: status }) => status === 'in-progress');
  const waiting = live.filter(({ status }) => status === 'pending-signature');
  const isOver = live.every(({ status }) => status !== 'pending-signature' && status !== 'waiting');
  return { next: waiting[0], left: waiting.length, isOver };
}

/**
 * Outcomes of this visit, even if the service has not recorded them yet. A document expires shortly before its expiry
 * job runs.
 */
export type Known = ReadonlyMap<string, Entry['document_status']>;
export const withKnown = (all: Package, known: Known): Package => ({
  ...all,
  documents: all.documents.map((entry) => ({
    ...entry,
    document_status: known.get(entry.signer_id) ?? entry.document_status,
  })),
});

/** Returns the package with a document's outcome from this visit, which the service may not have recorded yet. */
export function changedHere(all: Package, change: Partial<Pick<Entry, 'status' | 'document_status'>>): Package {
  const documents = all.documents.map((entry, index) => (index === all.position - 1 ? { ...entry, ...change } : entry));
  return { ...all, documents };
}

/** The outcome of a document from the recipient's point of view. */
export type Standing =
  | 'signed'
  | 'declined-by-you'
  | 'declined'
  | 'voided'
  | 'expired'
  | 'waiting'
  | 'open'
  | 'nothing';

export function standingOf({ status, document_status: whole }: Entry): Standing {
  if (status === 'declined') return 'declined-by-you';
  // The document will never be completed, even if this recipient has signed it.
  if (whole === 'declined' || whole === 'voided') return whole;
  if (status === 'signed') return 'signed';
  if (status === 'notified') return 'nothing';
  if (whole === 'expired') return 'expired';
  return status === 'waiting' ? 'waiting' : 'open';
}
