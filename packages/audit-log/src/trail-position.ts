/**
 * The last entry in the audit trail when signing began, as referenced by a signature
 * (docs/understand/trail-binding.md).
 */
export type SignedPosition = { readonly sequence: number; readonly hash: string };

/**
 * Describes the contradiction between a stream and the audit trail position in a signature. Returns undefined if there
 * is none. The text continues a sentence that starts with the name of the signature. Never throws.
 * @param hashes hashes of the entries, by number
 * @param record the entry that recorded the signature, if there is one
 */
export function positionFault(
  hashes: readonly string[],
  { sequence, hash }: SignedPosition,
  record?: { readonly n: number; readonly type: string },
): string | undefined {
  const kept = hashes[sequence];
  if (kept === undefined)
    return `was made after entry ${sequence} of the audit trail, but the trail ends at entry ${hashes.length - 1}.`;
  if (kept !== hash)
    return `covers entry ${sequence} of the audit trail with SHA-256 ${hash}, but the entry has ${kept}.`;
  if (record !== undefined && record.n <= sequence)
    return `was made after entry ${sequence} of the audit trail, but entry ${record.n} (${record.type}) had already recorded it.`;
  return undefined;
}
