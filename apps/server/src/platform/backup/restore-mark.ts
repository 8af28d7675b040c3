/** The marker file that exists in a data folder from the first step of a restore to the last. */
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigFault } from '../config-fault.ts';

export const RESTORE_MARK = 'restoring';
/** The name of the file that exists while the new database replaces the old one (ADR 92). */
export const UPGRADE_MARK = 'upgrading-database';

/**
 * Throws ConfigFault for a folder with an interrupted restore, because it contains part of an installation that looks
 * complete.
 */
export async function refuseHalfRestored({ dataDir }: { readonly dataDir: string }): Promise<void> {
  await refuseHalfUpgraded(dataDir);
  if (await exists(join(dataDir, RESTORE_MARK)))
    throw new ConfigFault(
      `A restore into ${dataDir} did not finish. Run it again: npm start -- restore BACKUP, or --to TIME`,
    );
}

/** Throws ConfigFault if the server would find no database and create an empty one. */
async function refuseHalfUpgraded(dataDir: string): Promise<void> {
  if (await exists(join(dataDir, UPGRADE_MARK)))
    throw new ConfigFault(
      `The upgrade of the database in ${dataDir} did not finish. Run it again: npm start -- upgrade-database`,
    );
}

export async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
