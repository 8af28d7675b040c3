/** Starts, opens, lists and removes runs of the log at the archive location. */
import {
  type BackupKeys,
  generationOf,
  keyOf,
  newKeys,
  openManifest,
  type Openers,
  type Part,
  readManifest,
  sealKeys,
  writeManifest,
} from '../backup/envelope.ts';
import { BackupError } from '../backup/errors.ts';
import { randomSecret } from '../crypto/tokens.ts';
import type { Vault } from '../crypto/seal.ts';
import { type BackupTarget, BackupTargetError } from '../ports/backup-target.ts';
import type { Identity } from './cluster.ts';
import {
  type Base,
  inOrder,
  manifestOfBase,
  manifestOfRun,
  nameOfPiece,
  type Piece,
  readLsn,
  readPieceName,
  stampOf,
} from './pieces.ts';

const RUN_FORMAT = 'countersign-wal-archive/1';
const BASE_FORMAT = 'countersign-base-backup/1';
/** The maximum size of a manifest. Manifests have a few hundred bytes. */
const MANIFEST_BYTES = 2 ** 20;

type RunManifest = {
  format: typeof RUN_FORMAT;
  id: string;
  begun_at: string;
  system: string;
  timeline: number;
  segment_bytes: number;
  blobs: string;
  keys: Awaited<ReturnType<typeof sealKeys>>;
};

export type BaseManifest = {
  format: typeof BASE_FORMAT;
  id: string;
  start: string;
  stop: string;
  done_at: string;
  version: string;
  data: Part & { files: number; bytes_total: number };
  /** A list with one line for each stored file to which rows referred when the base was finished. */
  files: Part & { count: number };
};

export type OpenedRun = { id: string; identity: Identity; keys: BackupKeys };

/** Returns a name that sorts by time. */
export const newName = (kind: 'run' | 'base', now: Date): string =>
  `${kind}-${stampOf(now)}-${randomSecret(4).toString('hex')}`;

export async function beginRun(
  target: BackupTarget,
  id: string,
  options: { identity: Identity; vault: Vault; recovery: string | undefined; now: Date },
): Promise<OpenedRun> {
  const { identity, vault, recovery, now } = options;
  const keys = newKeys(vault);
  const manifest: RunManifest = {
    format: RUN_FORMAT,
    id,
    begun_at: now.toISOString(),
    system: identity.system,
    timeline: identity.timeline,
    segment_bytes: identity.segmentBytes,
    blobs: generationOf(keys),
    keys: await sealKeys(keys, vault, recovery),
  };
  await target.write(manifestOfRun(id), once(writeManifest(manifest, keys)));
  return { id, identity, keys };
}

/** @throws BackupError `unknown` | `damaged` | `locked` */
export async function openRun(target: BackupTarget, id: string, openers: Openers): Promise<OpenedRun> {
  const bytes = await readSmall(target, manifestOfRun(id));
  const { manifest, keys } = await openManifest<RunManifest>(id, bytes, openers, RUN_FORMAT).catch((cause: unknown) => {
    if (!(cause instanceof BackupError && cause.code === 'damaged')) throw cause;
    throw new BackupError('damaged', `${manifestOfRun(id)} was changed after it was written.`, { cause });
  });
  const { system, timeline, segment_bytes: segmentBytes } = manifest;
  return { id, identity: { system, timeline, segmentBytes }, keys };
}

/** Returns the names of all runs, the newest last. */
export async function listRuns(target: BackupTarget): Promise<string[]> {
  const ids: string[] = [];
  for await (const id of target.tops())
    if (id.startsWith('run-') && (await target.size(manifestOfRun(id))) !== undefined) ids.push(id);
  return ids.toSorted();
}

export async function listPieces(target: BackupTarget, run: string): Promise<Piece[]> {
  const pieces: Piece[] = [];
  for await (const { name } of target.files(`${run}/wal/`)) {
    const piece = readPieceName(name);
    if (piece) pieces.push(piece);
  }
  return inOrder(pieces);
}

export async function removePiece(target: BackupTarget, run: string, piece: Piece): Promise<void> {
  await target.remove(nameOfPiece(run, piece));
}

export async function writeBase(
  target: BackupTarget,
  { id, keys }: OpenedRun,
  manifest: Omit<BaseManifest, 'format'>,
): Promise<void> {
  const bytes = writeManifest({ format: BASE_FORMAT, ...manifest }, keys);
  await target.write(manifestOfBase(id, manifest.id), once(bytes));
}

/** @throws BackupError `damaged` */
export async function readBase(target: BackupTarget, { id, keys }: OpenedRun, base: string): Promise<BaseManifest> {
  const bytes = await readSmall(target, manifestOfBase(id, base));
  try {
    return readManifest<BaseManifest>(base, bytes, keys, BASE_FORMAT);
  } catch (error) {
    if (!(error instanceof BackupError)) throw error;
    throw new BackupError('damaged', `The manifest of the base backup ${base} was changed after it was written.`, {
      cause: error,
    });
  }
}

/** Returns the folder names of complete and interrupted bases, newest last. */
export async function listBases(target: BackupTarget, run: string): Promise<{ complete: string[]; parts: string[] }> {
  const [complete, all] = [new Set<string>(), new Set<string>()];
  for await (const { name } of target.files(`${run}/bases/`)) {
    const [, , base, file] = name.split('/');
    if (base === undefined) continue;
    all.add(base);
    if (file === 'manifest.json') complete.add(base);
  }
  return { complete: [...complete].toSorted(), parts: [...all].filter((base) => !complete.has(base)) };
}

/** Removes a base. The manifest is removed first, so that files that a crash leaves behind do not count as a base. */
export async function removeBase(target: BackupTarget, run: string, base: string): Promise<void> {
  await target.remove(manifestOfBase(run, base));
  await removeBelow(target, `${run}/bases/${base}/`);
}

export async function removeRun(target: BackupTarget, run: string): Promise<void> {
  await target.remove(manifestOfRun(run));
  await removeBelow(target, `${run}/`);
}

async function removeBelow(target: BackupTarget, below: string): Promise<void> {
  const names: string[] = [];
  for await (const { name } of target.files(below)) names.push(name);
  for (const name of names) await target.remove(name);
  await target.sweep(below);
}

export const baseOf = ({ id, start, stop, done_at: doneAt }: BaseManifest): Base => ({
  id,
  start: readLsn(start),
  stop: readLsn(stop),
  doneAt: new Date(doneAt),
});

export const copyOf = ({ keys }: OpenedRun, key: string): { name: string; key: Uint8Array } => ({
  name: `${generationOf(keys)}/${key}`,
  key: keyOf(keys.blobs, key),
});

async function readSmall(target: BackupTarget, name: string): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  try {
    const stored: AsyncIterable<Uint8Array> = target.read(name);
    for await (const piece of stored) {
      pieces.push(piece);
      size += piece.length;
      if (size > MANIFEST_BYTES) throw new BackupError('damaged', `${name} is too large.`);
    }
  } catch (cause) {
    if (cause instanceof BackupTargetError && cause.code === 'not_found')
      throw new BackupError('unknown', `${target.place} contains no ${name}.`, { cause });
    throw cause;
  }
  return Buffer.concat(pieces);
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
