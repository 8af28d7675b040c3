/**
 * Copies of stored files are shared by the backups of one place. One goes when no backup names it any more. Nobody may be making a
 * backup meanwhile, which may have found a copy there and count on it: the caller holds the lock of backups.
 */
import type { BackupTarget } from '../ports/backup-target.ts';
import type { Openers } from './envelope.ts';
import { BackupError } from './errors.ts';
import { copiesSaid, listBackups, type OpenedBackup, openBackup } from './read-backup.ts';

/**
 * How many copies were removed of those that were made under one master key, which the name of their folder stands for: another
 * installation may keep its own beside them. All stay where a backup that uses them opens with no key at hand.
 * @throws BackupError `damaged` where a backup is there that cannot be read: it may name any of them
 */
export async function pruneCopies(target: BackupTarget, openers: Openers, folder: string): Promise<number> {
  const named = new Set<string>();
  for (const id of await listBackups(target)) {
    if ((await copiesSaid(target, id)) !== folder) continue;
    const backup = await openBackup(target, id, openers).catch((error: unknown) => {
      if (error instanceof BackupError && error.code === 'locked') return undefined;
      throw error;
    });
    if (!backup) return 0;
    await noteNames(backup, named);
  }
  const unnamed: string[] = [];
  for await (const { name } of target.files(`${folder}/`)) if (!named.has(name)) unnamed.push(name);
  for (const name of unnamed) await target.remove(name);
  return unnamed.length;
}

async function noteNames(backup: OpenedBackup, named: Set<string>): Promise<void> {
  for await (const key of backup.files()) {
    const copy = backup.copyOf(key);
    if (copy !== undefined) named.add(copy);
  }
}
