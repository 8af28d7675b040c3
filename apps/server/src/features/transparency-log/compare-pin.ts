/** Compares a checkpoint from another source with the log of its tenant. */
import {
  AuditLogError,
  openCheckpoint,
  parseNote,
  parseProof,
  parseVerifierKey,
  verifyConsistency,
} from '@countersign/audit-log/tlog';
import { isId } from '@countersign/contract';
import type { Database } from '../../platform/db/database.ts';
import type { Checkpoints } from './checkpoints.ts';
import { type LogKeys, originOf, verifierKeys } from './log-keys.ts';
import type { PinFaultKind } from './pin-store.ts';
import { TreeReader } from './tree-reader.ts';

/**
 * The result `unknown` means that the text is not a checkpoint of a log here, or that none of our keys signed it, so
 * anyone could have written it.
 */
export type Compared =
  | { state: 'unknown' }
  | { state: 'confirmed'; tenantId: string; pinned: number; size: number }
  | {
      state: 'contradicted';
      tenantId: string;
      kind: Exclude<PinFaultKind, 'unknown-key'>;
      pinned: number;
      size: number;
      note: string;
    };
type Options = { database: Database; keys: LogKeys; checkpoints: Checkpoints };

const PROOF_START = 'c2sp.org/tlog-proof@';
const UNKNOWN = { state: 'unknown' } as const;

/** @param text a checkpoint, or a proof with its checkpoint */
export async function comparePin({ database, keys, checkpoints }: Options, text: string): Promise<Compared> {
  const signer = await keys.signer();
  const opened = await openOwn(text, (tenantId) => verifierKeys(signer, tenantId));
  if (!opened || opened.pin.origin !== originOf(signer.installation, opened.tenantId)) return UNKNOWN;
  const { note, pin, tenantId } = opened;
  const newest = await checkpoints.newest(tenantId);
  const about = { tenantId, pinned: pin.size, size: newest?.size ?? 0 };
  if (!newest || newest.size < pin.size) return { state: 'contradicted', kind: 'behind', ...about, note };
  const isContinued = await continues({ database, tenantId }, pin, newest);
  return isContinued ? { state: 'confirmed', ...about } : { state: 'contradicted', kind: 'forked', ...about, note };
}

/** Returns undefined unless a key of the log signed the checkpoint. */
async function openOwn(text: string, keysOf: (tenantId: string) => string[]) {
  try {
    const note = text.startsWith(PROOF_START) ? parseProof(text).checkpoint : text;
    const [origin = ''] = parseNote(note).text.split('\n');
    const tenantId = origin.slice(origin.lastIndexOf('/') + 1);
    if (!isId('tenant', tenantId)) return undefined;
    return { note, tenantId, pin: await openCheckpoint(note, { logs: keysOf(tenantId).map(parseVerifierKey) }) };
  } catch (error) {
    if (error instanceof AuditLogError) return undefined;
    throw error;
  }
}

type Sized = { size: number; root: Uint8Array };

/** Returns whether the log continues the pinned log. A log with gaps in its tree does not. */
async function continues(
  { database, tenantId }: { database: Database; tenantId: string },
  pin: Sized,
  newest: Sized,
): Promise<boolean> {
  if (pin.size === 0) return true;
  const proof = await new TreeReader(database, tenantId).consistency(pin.size, newest.size);
  return verifyConsistency(pin.size, newest.size, pin.root, newest.root, proof);
}
