/**
 * Copies of stored files are shared by the backups of one place. One goes when no backup names it any more. Nobody may be making a
 * backup meanwhile, which may have found a copy there and count on it: the caller holds the lock of backups.
 */
import type { BackupTarget } from '../ports/backup-target.ts';
import type { Openers } from './envelope.ts';
import { BackupError } from './errors.ts';
import { copiesSaid, listBackups, type OpenedBackup, openBackup } from './read-backup.ts';

const SHARED = 'blobs';

/**
 * How many copies were removed. All copies stay where a backup of the same master key opens with no key at hand.
 * @throws BackupError `damaged` where a backup is there that cannot be read: it may name any of them
 */
export async function pruneCopies(target: BackupTarget, openers: Openers): Promise<number> {
  const named = new Set<string>();
  const kept: string[] = [];
  for (const id of await listBackups(target)) {
    const backup = await openBackup(target, id, openers).catch((error: unknown) => {
      if (error instanceof BackupError && error.code === 'locked') return undefined;
      throw error;
    });
    if (backup) await noteNames(backup, named);
    else kept.push(`${await copiesSaid(target, id)}/`);
  }
  let removed = 0;
  const unnamed: string[] = [];
  for await (const name of target.names(`${SHARED}/`))
    if (!named.has(name) && !kept.some((folder) => name.startsWith(folder))) unnamed.push(name);
  for (const name of unnamed) {
    await target.remove(name);
    removed += 1;
  }
  return removed;
}

async function noteNames(backup: OpenedBackup, named: Set<string>): Promise<void> {
  for await (const key of backup.files()) named.add(backup.copyOf(key));
}

/** Parts of backups that were never finished. As above, nobody may be making one. Answers with their ids. */
export async function removeUnfinished(target: BackupTarget): Promise<string[]> {
  const whole = new Set(await listBackups(target));
  const broken: string[] = [];
  for await (const top of target.tops()) if (top !== SHARED && !whole.has(top)) broken.push(top);
  for (const id of broken) {
    const names: string[] = [];
    for await (const name of target.names(`${id}/`)) names.push(name);
    for (const name of names) await target.remove(name);
  }
  return broken;
}
