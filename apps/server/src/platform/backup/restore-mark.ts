/** The mark that stands in a data folder from the first step of a restore to the last. */
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigFault } from '../config-fault.ts';

export const RESTORE_MARK = 'restoring';

/** Throws ConfigFault in a folder in which a restore broke off: what is there is part of an installation and looks like all of it. */
export async function refuseHalfRestored({ dataDir }: { readonly dataDir: string }): Promise<void> {
  if (await exists(join(dataDir, RESTORE_MARK)))
    throw new ConfigFault(
      `A restore into ${dataDir} did not finish. Run it again: npm start -- restore BACKUP, or --to TIME`,
    );
}

export async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
