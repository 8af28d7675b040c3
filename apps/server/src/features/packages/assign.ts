/** Assigns recipients to the documents of a package. A pure function. */
import type { FieldFault, PackageSigner, SignerInput } from '@countersign/contract';
import { ValidationError } from '../../platform/errors.ts';
import { judgeSigners } from '../documents/index.ts';
import { mustSign } from '../document-core/index.ts';

type Document = { id: string; title: string };

/**
 * Returns the signers of each document, in document order. Throws a ValidationError for errors in the list, for
 * documents that are not in the package, and for each document without a signer.
 */
export function assignDocuments(documents: readonly Document[], signers: readonly PackageSigner[]): SignerInput[][] {
  // The recipients are validated as one list, so that each error has its path in the request. A person can be listed
  // only once, even if they sign several documents.
  judgeSigners(signers);
  const known = new Set(documents.map(({ id }) => id));
  const strangers = signers.flatMap(({ documentIds = [] }, index) =>
    documentIds.flatMap((id, at) =>
      known.has(id) ? [] : [fault(`signers[${index}].documentIds[${at}]`, 'must be a document in this package')],
    ),
  );
  // The signing order applies to the whole list. If a recipient is left out of a document, the other recipients keep
  // their positions.
  const all = signers.map(({ documentIds, ...input }, index) => ({
    input: { ...input, order: input.order ?? index + 1 },
    isFor: ({ id }: Document) => documentIds === undefined || documentIds.some((one) => one === id),
  }));
  const assigned = documents.map((document) => all.flatMap(({ input, isFor }) => (isFor(document) ? [input] : [])));
  const unsigned = documents.flatMap(({ title }, index) =>
    assigned[index]?.some(({ role }) => mustSign(role)) === true
      ? []
      : [
          fault(
            `documents[${index}].signers`,
            `must contain at least one signer or approver. Otherwise, nobody would sign "${title}"`,
          ),
        ],
  );
  const [first, ...more] = [...strangers, ...unsigned];
  if (first) throw new ValidationError(first, ...more);
  return assigned;
}

const fault = (field: string, message: string): FieldFault => ({ field, message, code: 'validation_error' });
