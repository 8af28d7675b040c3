/**
 * Each of our signatures and seals covers the number and hash of the audit entry that was the newest when signing began
 * (docs/understand/trail-binding.md). Signers' keys are discarded after one signature, so a recomputed chain
 * contradicts the file.
 */
import { positionFault } from '@countersign/audit-log';
import type { SignatureVerdict } from '../../platform/pdf/index.ts';
import { type Evidence, type Finding, finding, namingOf, quoted, type Said } from './evidence.ts';

/** @param signatures the signatures created here for this document, in signing order */
export function comparePositions(evidence: Evidence, signatures: readonly SignatureVerdict[]): Finding[] {
  const found: Finding[] = [];
  const hashes = hashesOf(evidence);
  let before = -1;
  for (const signature of signatures.filter(({ origin }) => origin === 'own')) {
    const { trailPosition } = signature;
    const what = nameOf(signature);
    // Renewals and older signatures do not name an entry of the trail. A document that was signed during an upgrade can
    // contain signatures with and without an entry.
    if (trailPosition === null) continue;
    const message = positionFault(hashes, trailPosition, recordOf(evidence, signature));
    const entry = evidence.entries.find(({ n }) => n === trailPosition.sequence);
    if (message !== undefined)
      found.push(
        finding('signature-trail', `${what} ${message}`, {
          entry,
          subject: signature.signerEmail,
          stored: trailPosition.hash,
          recorded: hashes[trailPosition.sequence],
          detail: message,
        }),
      );
    if (trailPosition.sequence < before)
      found.push(
        finding(
          'signature-trail',
          `${what} was made after entry ${trailPosition.sequence}, but an earlier signature was made after entry ${before}.`,
          { entry, subject: signature.signerEmail, stored: trailPosition.sequence, recorded: before },
        ),
      );
    before = Math.max(before, trailPosition.sequence);
  }
  return found;
}

/**
 * Returns the hashes of the entries. Each entry contains the hash of the previous entry, and the chain's head contains
 * the hash of the last entry.
 */
const hashesOf = ({ entries, head }: Evidence): string[] => [
  ...entries.slice(1).map(({ prev }) => prev),
  ...(head && entries.length > 0 ? [head.hash] : []),
];

function recordOf({ entries, recipients }: Evidence, { kind, field }: SignatureVerdict): Said | undefined {
  switch (kind) {
    case 'certification':
      return namingOf(entries);
    case 'archive-timestamp':
      return entries.find(({ type }) => type === 'document.completed');
    default: {
      const signer = recipients.find(({ pdf_field: own }) => own === field);
      return entries.find(({ type, actor }) => type === 'document.signed' && actor.id === signer?.id);
    }
  }
}

function nameOf({ kind, signerEmail }: SignatureVerdict): string {
  if (kind === 'certification') return "The organization's seal in the file";
  if (kind === 'archive-timestamp') return 'The time-stamp over the whole document';
  return signerEmail === null ? 'A signature in the file' : `The signature of ${quoted(signerEmail)} in the file`;
}
