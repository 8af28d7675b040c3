/** Returns checkpoints and proofs in the format of the API. */
import { formatProof, parseCheckpointText, parseNote, parseProof } from '@countersign/audit-log/tlog';
import type { InputOf, operations, OutputOf } from '@countersign/contract';
import type { Database } from '../../platform/db/database.ts';
import { AppError, invalid } from '../../platform/errors.ts';
import {
  type CheckpointRow,
  selectCheckpoint,
  selectNewestCheckpoint,
  selectNewestCosigned,
} from './checkpoint-store.ts';
import type { TransparencyLog } from './log.ts';
import { verifierKeys } from './log-keys.ts';
import { selectEntryBytes, selectRunOf } from './store.ts';
import { type Leaf, leafIn, TreeReader } from './tree-reader.ts';
import { selectCosignedBy, selectWitnessKeys } from './witness-store.ts';

export type ProofServices = { database: Database; transparencyLog: TransparencyLog };
type Operations = typeof operations;

/** Signs a checkpoint if there is none. */
export async function newestOf({ database, transparencyLog }: ProofServices, tenantId: string): Promise<CheckpointRow> {
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
  await newestOf(services, tenantId);
  const [[newest], witnesses] = await services.database.queryAll({ role: 'app', tenantId }, [
    selectNewestCosigned(tenantId),
    selectWitnessKeys(tenantId),
  ]);
  if (!newest) throw new Error('the log has no checkpoint');
  const { note, created_at: createdAt } = newest;
  const { origin, size, root } = parseCheckpointText(parseNote(note).text);
  return {
    checkpoint: note,
    origin,
    size,
    root: Buffer.from(root).toString('base64'),
    created_at: createdAt.toISOString(),
    verifierKeys: verifierKeys(await services.transparencyLog.keys.signer(), tenantId),
    witnessKeys: witnesses.map(({ witness }) => witness),
    tiles: `/log/${origin}/`,
  };
}

export type EntryProof = OutputOf<Operations['getAuditProof']>;

export const getAuditProof = (
  services: ProofServices,
  tenantId: string,
  query: InputOf<Operations['getAuditProof']>['query'],
): Promise<EntryProof> => proofOf(services, tenantId, { ...query, isWithBytes: true });

type Proved = InputOf<Operations['getAuditProof']>['query'] & { isWithBytes: boolean };

/** Signs a checkpoint if no checkpoint covers the entry yet. */
async function proofOf(
  services: ProofServices,
  tenantId: string,
  { stream, sequence, size, isWithBytes }: Proved,
): Promise<EntryProof> {
  const { database, transparencyLog } = services;
  const context = { role: 'app', tenantId } as const;
  const read = async () => {
    const [[run], [checkpoint]] = await database.queryAll(context, [
      selectRunOf(tenantId, stream, sequence),
      selectNewestCheckpoint(tenantId),
    ]);
    const leaf = leafIn(run, sequence);
    return leaf && checkpoint && leaf.index < Number(checkpoint.size) ? { leaf, checkpoint } : undefined;
  };
  let covered = await read();
  if (!covered) {
    await transparencyLog.cover(tenantId);
    covered = await read();
  }
  if (!covered) throw new AppError('AUDIT_ENTRY_NOT_FOUND');
  const { leaf } = covered;
  const chosen = size ?? (await cosignedSize(services, tenantId, leaf.index));
  const checkpoint =
    chosen === undefined
      ? covered.checkpoint
      : await checkpointOf(services, tenantId, { size: chosen, index: leaf.index });
  const [entry] = isWithBytes ? await database.query(context, selectEntryBytes(tenantId, stream, sequence)) : [];
  const proved = Number(checkpoint.size);
  const hashes = await new TreeReader(database, tenantId).inclusion(leaf.index, proved);
  return formatted(leaf, proved, checkpoint.note, hashes, entry?.bytes);
}

function formatted(
  { index, hash }: Leaf,
  size: number,
  checkpoint: string,
  hashes: Uint8Array[],
  extra?: Uint8Array,
): EntryProof {
  const proof = formatProof({ index, hashes, checkpoint, extra });
  return { index, size, hash: hash.toString('hex'), proof };
}

/**
 * Returns undefined unless a cosigned checkpoint covers the entry. Such a checkpoint proves more than a newer one
 * without a cosignature.
 */
async function cosignedSize(
  { database, transparencyLog: { witnesses } }: ProofServices,
  tenantId: string,
  index: number,
): Promise<number | undefined> {
  if (!witnesses.isConfigured) return undefined;
  const texts = witnesses.configured.map(({ text }) => text);
  const rows = await database.query({ role: 'app', tenantId }, selectCosignedBy(tenantId, texts));
  const newest = Math.max(0, ...rows.map(({ size }) => Number(size)));
  return newest > index ? newest : undefined;
}

async function checkpointOf(
  { database }: ProofServices,
  tenantId: string,
  { size, index }: { size: number; index: number },
): Promise<CheckpointRow> {
  if (size <= index) throw invalid('size', `must be greater than the entry's index, which is ${index}`);
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

/**
 * Returns the proof in `document.completed`. Committing the entry has already started a checkpoint. This function waits
 * for that checkpoint, so there is no second checkpoint and nothing is read again. The bytes of the entry are not
 * included, because the receiver identifies the entry by its hash.
 */
export async function completionProof(
  services: ProofServices,
  tenantId: string,
  { stream, sequence }: { stream: string; sequence: number },
) {
  const { transparencyLog } = services;
  const settled = await transparencyLog.settled(tenantId);
  const signed = settled.length > 0 ? settled : [await transparencyLog.cover(tenantId)];
  for (const { size, note, batch } of signed.filter((checkpoint) => checkpoint !== undefined)) {
    const leaf = batch?.find(stream, sequence);
    if (batch && leaf) return { sequence, ...formatted(leaf, size, note, await batch.inclusion(leaf.index)) };
  }
  return { sequence, ...(await proofOf(services, tenantId, { stream, sequence, isWithBytes: false })) };
}

/**
 * Returns the proof and its checkpoint for a certificate of completion. Everyone who has the certificate can later
 * compare the log with this checkpoint.
 */
export async function logEvidence(
  services: ProofServices,
  tenantId: string,
  entry: { stream: string; sequence: number },
) {
  const { index, size, proof } = await getAuditProof(services, tenantId, entry);
  const note = parseNote(parseProof(proof).checkpoint);
  const { origin, root } = parseCheckpointText(note.text);
  const { keys: logKeys, witnesses } = services.transparencyLog;
  const cosigners = witnesses.configured.filter(({ key }) =>
    note.signatures.some(({ name, id }) => name === key.name && id === key.id),
  );
  const keys = [...verifierKeys(await logKeys.signer(), tenantId), ...cosigners.map(({ text }) => text)];
  return {
    origin,
    index,
    size,
    root: Buffer.from(root).toString('hex'),
    proof,
    keys: keys.map((key) => `${key}\n`).join(''),
  };
}
