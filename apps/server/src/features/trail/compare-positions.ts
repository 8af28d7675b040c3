/**
 * Every signature and seal of ours covers the number and hash of the last audit entry when signing began (docs/trail-binding.md).
 * The signers' keys are gone after one signature, so a chain that was computed again contradicts the file.
 */
import type { SignatureVerdict } from '../../platform/pdf/index.ts';
import { type Evidence, type Finding, finding, quoted, type Said } from './evidence.ts';

/** @param signatures those that this document got here, in the order of signing */
export function comparePositions(evidence: Evidence, signatures: readonly SignatureVerdict[]): Finding[] {
  const found: Finding[] = [];
  let before = -1;
  for (const signature of signatures.filter(({ origin }) => origin === 'own')) {
    const { trailPosition } = signature;
    const what = nameOf(signature);
    // Renewals name no entry, and neither do signatures of earlier versions. During an upgrade one document can have both.
    if (trailPosition === null) continue;
    const message = contradiction(evidence, signature, trailPosition);
    const entry = evidence.entries.find(({ n }) => n === trailPosition.sequence);
    if (message !== undefined) found.push(finding('signature-trail', `${what} ${message}`, { entry }));
    if (trailPosition.sequence < before)
      found.push(
        finding(
          'signature-trail',
          `${what} was made after entry ${trailPosition.sequence}; an earlier signature was made after entry ${before}.`,
          { entry },
        ),
      );
    before = Math.max(before, trailPosition.sequence);
  }
  return found;
}

function contradiction(
  evidence: Evidence,
  signature: SignatureVerdict,
  { sequence, hash }: NonNullable<SignatureVerdict['trailPosition']>,
): string | undefined {
  const { entries } = evidence;
  const kept = hashOf(evidence, sequence);
  if (kept === undefined)
    return `was made after entry ${sequence} of the audit trail; the stored trail ends at entry ${entries.length - 1}.`;
  if (kept !== hash)
    return `covers entry ${sequence} of the audit trail with SHA-256 ${hash}; the stored entry has ${kept}.`;
  const own = recordOf(evidence, signature);
  if (own !== undefined && own.n <= sequence)
    return `was made after entry ${sequence} of the audit trail; entry ${own.n} (${own.type}) recorded it before that.`;
  return undefined;
}

/** Each entry holds the hash of the one before, and the head that of the last. */
const hashOf = ({ entries, head }: Evidence, n: number): string | undefined =>
  entries.find((entry) => entry.n === n + 1)?.prev ?? (head?.n === n ? head.hash : undefined);

/** The entry that recorded a signature. */
function recordOf({ entries, recipients }: Evidence, { kind, field }: SignatureVerdict): Said | undefined {
  switch (kind) {
    case 'certification':
      return entries.findLast(({ type }) => type === 'document.sent');
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
