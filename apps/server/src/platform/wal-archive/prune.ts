/** Removes the parts of an archive that its retention period no longer needs. */
import { keyOf, generationOf, type Openers } from '../backup/envelope.ts';
import { BackupError } from '../backup/errors.ts';
import { linesOf, readPart } from '../backup/parts.ts';
import { madeAt } from '../crypto/ids.ts';
import type { BackupTarget } from '../ports/backup-target.ts';
import { type Base, type Piece, segmentStart } from './pieces.ts';
import {
  type BaseManifest,
  baseOf,
  listBases,
  listPieces,
  listRuns,
  type OpenedRun,
  openRun,
  readBase,
  removeBase,
  removePiece,
  removeRun,
} from './runs.ts';

export type Pruned = { runs: number; bases: number; pieces: number; copies: number };

type Kept = { run: OpenedRun; bases: BaseManifest[] };

/**
 * The maximum time from the creation of a file's ID to the insertion of the row that refers to the file. Uploads take
 * longest.
 */
const NAMED_WITHIN_MS = 86_400_000;

/**
 * Prunes the archive. Afterwards, every point in time from `since` on can still be restored. Runs that no available key
 * opens belong to another installation and stay.
 * @throws BackupError `damaged` if a base cannot be read, because the files that it needs are unknown
 */
export async function prune(
  target: BackupTarget,
  openers: Openers,
  { since, current }: { since: Date; current: string },
): Promise<Pruned> {
  const pruned: Pruned = { runs: 0, bases: 0, pieces: 0, copies: 0 };
  const kept: Kept[] = [];
  for (const id of await listRuns(target)) {
    const run = await openRun(target, id, openers).catch((error: unknown) => {
      if (error instanceof BackupError && error.code === 'locked') return undefined;
      throw error;
    });
    if (!run) continue;
    const pieces = await listPieces(target, id);
    const end = pieces.at(-1)?.time;
    if (id !== current && (end === undefined || end < since)) {
      await removeRun(target, id);
      pruned.runs += 1;
    } else kept.push({ run, bases: await pruneRun(target, run, pieces, since, pruned) });
  }
  pruned.copies = await pruneCopies(target, kept);
  return pruned;
}

async function pruneRun(
  target: BackupTarget,
  run: OpenedRun,
  pieces: readonly Piece[],
  since: Date,
  pruned: Pruned,
): Promise<BaseManifest[]> {
  const manifests: BaseManifest[] = [];
  for (const id of (await listBases(target, run.id)).complete) manifests.push(await readBase(target, run, id));
  const gone = expiredBases(manifests.map(baseOf), since);
  for (const { id } of gone) await removeBase(target, run.id, id);
  pruned.bases += gone.length;
  const left = manifests.filter(({ id }) => !gone.some((base) => base.id === id));
  const [oldest] = left.map(baseOf).toSorted((a, b) => (a.start < b.start ? -1 : 1));
  if (!oldest) return left;
  const needed = segmentStart(oldest.start, run.identity.segmentBytes);
  for (const piece of pieces.filter(({ to }) => to <= needed)) {
    await removePiece(target, run.id, piece);
    pruned.pieces += 1;
  }
  return left;
}

/** Returns the bases that are no longer needed: all that are older than the newest base finished by that time. */
function expiredBases(bases: readonly Base[], since: Date): Base[] {
  const [needed] = bases
    .filter(({ doneAt }) => doneAt <= since)
    .toSorted((a, b) => b.doneAt.getTime() - a.doneAt.getTime());
  return needed ? bases.filter(({ doneAt }) => doneAt < needed.doneAt) : [];
}

/**
 * Removes copies that no base names. A copy is removed only if its file is so much older than all bases that no row can
 * name it later.
 */
async function pruneCopies(target: BackupTarget, kept: readonly Kept[]): Promise<number> {
  let removed = 0;
  for (const folder of new Set(kept.map(({ run }) => generationOf(run.keys)))) {
    const runs = kept.filter(({ run }) => generationOf(run.keys) === folder);
    // A run without a base may still be copying files that existed before it.
    if (runs.some(({ bases }) => bases.length === 0)) continue;
    const oldest = Math.min(...runs.flatMap(({ bases }) => bases.map(({ done_at: at }) => Date.parse(at))));
    const named = new Set<string>();
    for (const { run, bases } of runs)
      for (const { files } of bases)
        for await (const key of linesOf(readPart(target, files, keyOf(run.keys.own, files.name)))) named.add(key);
    const unnamed: string[] = [];
    for await (const { name } of target.files(`${folder}/`)) {
      const key = name.slice(folder.length + 1);
      if (!named.has(key) && madeAt(key.split('/')[1] ?? '') < oldest - NAMED_WITHIN_MS) unnamed.push(name);
    }
    for (const name of unnamed) await target.remove(name);
    removed += unnamed.length;
  }
  return removed;
}
