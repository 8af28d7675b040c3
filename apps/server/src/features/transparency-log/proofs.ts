/** Checkpoints and proofs as callers get them. */
import { formatProof, parseCheckpointText, parseNote, parseProof } from '@countersign/audit-log/tlog';
import type { InputOf, operations, OutputOf } from '@countersign/contract';
import type { Database } from '../../platform/db/database.ts';
import { AppError, invalid } from '../../platform/errors.ts';
import { type CheckpointRow, selectCheckpoint, selectNewestCheckpoint } from './checkpoint-store.ts';
import type { TransparencyLog } from './log.ts';
import { verifierKeys } from './log-keys.ts';
import { selectEntryBytes } from './store.ts';
import { TreeReader } from './tree-reader.ts';

export type ProofServices = { database: Database; transparencyLog: TransparencyLog };
type Operations = typeof operations;

/** The newest checkpoint. If there is none, one is signed. */
async function newestOf({ database, transparencyLog }: ProofServices, tenantId: string): Promise<CheckpointRow> {
  const read = async () => (await database.query({ role: 'app', tenantId }, selectNewestCheckpoint(tenantId)))[0];
  const known = await read();
  if (known) return known;
  await transparencyLog.cover(tenantId);
  const signed = await read();
  if (!signed) throw new AppError('AUDIT_ENTRY_NOT_FOUND', {}, { message: 'The audit log has no entries yet.' });
  return signed;
}

export async function getAuditCheckpoint(
  services: ProofServices,
  tenantId: string,
): Promise<OutputOf<Operations['getAuditCheckpoint']>> {
  const { note, created_at: createdAt } = await newestOf(services, tenantId);
  const { origin, size, root } = parseCheckpointText(parseNote(note).text);
  return {
    checkpoint: note,
    origin,
    size,
    root: Buffer.from(root).toString('base64'),
    created_at: createdAt.toISOString(),
    verifierKeys: verifierKeys(await services.transparencyLog.keys.signer(), tenantId),
    tiles: `/log/${origin}/`,
  };
}

export type EntryProof = OutputOf<Operations['getAuditProof']>;

/** The proof of an entry. If no checkpoint covers the entry yet, one is signed. */
export async function getAuditProof(
  services: ProofServices,
  tenantId: string,
  { stream, sequence, size }: InputOf<Operations['getAuditProof']>['query'],
): Promise<EntryProof> {
  const { database, transparencyLog } = services;
  const context = { role: 'app', tenantId } as const;
  const tree = new TreeReader(database, tenantId);
  let found = await tree.find(stream, sequence);
  let checkpoint = await newestOf(services, tenantId);
  if (!found || found.index >= Number(checkpoint.size)) {
    await transparencyLog.cover(tenantId);
    found = await tree.find(stream, sequence);
    checkpoint = await newestOf(services, tenantId);
  }
  if (!found) throw new AppError('AUDIT_ENTRY_NOT_FOUND');
  if (size !== undefined) checkpoint = await checkpointOf(services, tenantId, { size, index: found.index });
  const [entry] = await database.query(context, selectEntryBytes(tenantId, stream, sequence));
  const covered = Number(checkpoint.size);
  const proof = formatProof({
    index: found.index,
    hashes: await tree.inclusion(found.index, covered),
    checkpoint: checkpoint.note,
    extra: entry?.bytes,
  });
  return { index: found.index, size: covered, hash: found.hash.toString('hex'), proof };
}

async function checkpointOf(
  { database }: ProofServices,
  tenantId: string,
  { size, index }: { size: number; index: number },
): Promise<CheckpointRow> {
  if (size <= index) throw invalid('size', `must be above the index of the entry, which is ${index}`);
  const [checkpoint] = await database.query({ role: 'app', tenantId }, selectCheckpoint(tenantId, size));
  if (!checkpoint) throw invalid('size', 'must be the size of a checkpoint');
  return checkpoint;
}

export async function getAuditConsistency(
  services: ProofServices,
  tenantId: string,
  { first, second }: InputOf<Operations['getAuditConsistency']>['query'],
): Promise<OutputOf<Operations['getAuditConsistency']>> {
  const newest = Number((await newestOf(services, tenantId)).size);
  const last = second ?? newest;
  if (last > newest) throw invalid('second', `must be at most the size of the newest checkpoint, which is ${newest}`);
  if (first > last) throw invalid('first', `must be at most the second size, which is ${last}`);
  const hashes = await new TreeReader(services.database, tenantId).consistency(first, last);
  return { first, second: last, hashes: hashes.map((hash) => Buffer.from(hash).toString('base64')) };
}

/** The proof of an entry as files, with the checkpoint as facts: a pin for those who receive them. */
export async function logEvidence(
  services: ProofServices,
  tenantId: string,
  entry: { stream: string; sequence: number },
) {
  const { index, size, proof } = await getAuditProof(services, tenantId, entry);
  const { origin, root } = parseCheckpointText(parseNote(parseProof(proof).checkpoint).text);
  const keys = verifierKeys(await services.transparencyLog.keys.signer(), tenantId);
  return {
    origin,
    index,
    size,
    root: Buffer.from(root).toString('hex'),
    proof,
    keys: keys.map((key) => `${key}\n`).join(''),
  };
}
