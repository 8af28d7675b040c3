/** Verifies the log proof in a certificate of completion in the browser, without the server. */
import {
  AuditLogError,
  leafHash,
  parseProof,
  parseVerifierKey,
  SIGNATURE_TYPE,
  verifyProof,
} from '@countersign/audit-log/tlog';
import { findProof } from './attached-proof.ts';
import type { CheckedProof } from './proof-verdict.ts';

/** Verifies a proof. Returns undefined for a file without a proof. */
export async function checkProof(file: Blob): Promise<CheckedProof | undefined> {
  const attached = await findProof(file);
  if (attached === undefined) return undefined;
  // Web Crypto is not available on insecure origins.
  if (!('subtle' in crypto)) return { state: 'unsupported' };
  try {
    const proof = parseProof(attached.proof);
    const keys = attached.keys.split('\n').filter(Boolean).map(parseVerifierKey);
    const checkpoint = await verifyProof(proof, {
      logs: keys.filter(({ type }) => type === SIGNATURE_TYPE.ed25519),
      witnesses: keys.filter(({ type }) => type === SIGNATURE_TYPE.cosignature),
    });
    const { origin, size } = checkpoint;
    const witnesses = [...new Set(checkpoint.cosignatures.map(({ key }) => key.name))];
    const extra = proof.extra ?? new Uint8Array();
    const n = numberIn(extra);
    if (n === undefined) return { state: 'wrong' };
    const hash = [...leafHash(extra)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    return { state: 'proved', entry: { origin, index: proof.index, size, witnesses, hash, n } };
  } catch (error) {
    if (error instanceof AuditLogError || error instanceof SyntaxError) return { state: 'wrong' };
    return { state: 'unsupported' };
  }
}

/** The log contains only canonical entries, and the proof shows that this entry is one of them. */
function numberIn(bytes: Uint8Array): number | undefined {
  const { n } = JSON.parse(new TextDecoder().decode(bytes)) as { n?: unknown };
  return typeof n === 'number' ? n : undefined;
}
