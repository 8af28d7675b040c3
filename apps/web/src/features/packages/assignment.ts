/** Pure functions that determine the signers of each document in a package that is being prepared. */
import type { Recipient } from '../send/draft.ts';
import { m } from './texts.ts';

/**
 * The deselected pairs of a person and a document. Because only these are stored, people and documents that are added
 * later are selected by default.
 */
export type Unticked = ReadonlySet<string>;
type Document = { id: string; title: string };
/** Errors by document and by recipient: a document without signers, or a recipient without documents to sign. */
export type AssignmentFaults = Readonly<Record<string, string>>;

const pair = (recipient: string, document: string): string => `${recipient} ${document}`;

export const signs = (unticked: Unticked, recipient: string, document: string): boolean =>
  !unticked.has(pair(recipient, document));

export function tick(unticked: Unticked, recipient: string, documents: readonly string[], ticked: boolean): Unticked {
  const next = new Set(unticked);
  for (const document of documents) {
    if (ticked) next.delete(pair(recipient, document));
    else next.add(pair(recipient, document));
  }
  return next;
}

/** Whether the sender can choose who signs what, which requires several people and several documents. */
export const isChoice = (recipients: readonly unknown[], documents: readonly unknown[]): boolean =>
  recipients.length > 1 && documents.length > 1;

/** Returns the document IDs for the request. Undefined means all documents. */
export function documentIdsOf<Id extends string>(
  unticked: Unticked,
  recipient: string,
  documents: readonly { id: Id }[],
): Id[] | undefined {
  const own = documents.flatMap(({ id }) => (signs(unticked, recipient, id) ? [id] : []));
  return own.length === documents.length ? undefined : own;
}

export function judgeAssignment(
  unticked: Unticked,
  recipients: readonly Pick<Recipient, 'key' | 'name'>[],
  documents: readonly Document[],
): AssignmentFaults {
  const unsigned = documents.filter(({ id }) => !recipients.some(({ key }) => signs(unticked, key, id)));
  const idle = recipients.filter(({ key }) => !documents.some(({ id }) => signs(unticked, key, id)));
  return Object.fromEntries([
    ...unsigned.map(({ id }) => [id, m.assignment.documentHasNoSigner]),
    ...idle.map(({ key, name }) => [key, m.assignment.hasNoDocumentToSign(name.trim() || m.assignment.aRecipient)]),
  ]);
}

/** Maps the server's errors about documents to their positions in the table. */
export function placeDocumentFaults(
  faults: readonly { field: string; message: string }[],
  documents: readonly Document[],
): AssignmentFaults {
  const placed: Record<string, string> = {};
  for (const { field, message } of faults) {
    const [, index, member] = /^documents\[(\d+)\]\.(\w+)/.exec(field) ?? [];
    const document = documents[Number(index)];
    if (index !== undefined && document !== undefined)
      placed[document.id] ??= member === 'fields' ? m.assignment.oneOfFieldsBelongs : message;
  }
  return placed;
}
