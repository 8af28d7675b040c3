/** Reads the receipt of a signature from its audit entry, so that a signer can check the trail against the receipt. */
import { parseEntry } from '@countersign/audit-log';
import { isId, type Receipt } from '@countersign/contract';
import { coveredBy } from '../transparency-log/index.ts';

/** Returns null for older entries, which lack the hash of the shown revision. */
export function receiptOf({ bytes, hash }: { bytes: Uint8Array; hash: string }): Receipt | null {
  const entry = parseEntry(bytes);
  const { data } = entry;
  const { revision, sha256, seen, seen_sha256: seenSha256, certificate } = data;
  if (typeof revision !== 'number' || typeof sha256 !== 'string' || typeof certificate !== 'string') return null;
  const wasShown = typeof seen === 'number' && typeof seenSha256 === 'string';
  if (typeof seen === 'number' && !wasShown) return null;
  const { stream, actor } = entry;
  if (!isId('document', stream) || !isId('signer', actor.id)) return null;
  return {
    document_id: stream,
    signer_id: actor.id,
    signed_at: entry.at,
    shown: wasShown ? { revision: seen, sha256: seenSha256 } : null,
    signed: { revision, sha256 },
    certificate_serial: certificate,
    audit: { sequence: entry.n, hash, in_checkpoint_by: coveredBy(entry.at) },
  };
}
