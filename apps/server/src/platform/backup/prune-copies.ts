/**
 * Removes copies of stored files that no backup names. The backups of one location share copies. No backup may run
 * during the removal, because it could reuse a copy that is being removed, so the caller must hold the backup lock.
 */
import type { BackupTarget } from '../ports/backup-target.ts';
import type { Openers } from './envelope.ts';
import { BackupError } from './errors.ts';
import { copiesSaid, listBackups, type OpenedBackup, openBackup } from './read-backup.ts';

/**
 * Returns how many copies were removed. Considers only copies under one master key, which the name of their folder
 * identifies. Another installation may keep its own copies in the same location. All copies stay if a backup that uses
 * them cannot be opened with the available keys.
 * @throws BackupError `damaged` if a backup cannot be read, because it may use any of the copies
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
