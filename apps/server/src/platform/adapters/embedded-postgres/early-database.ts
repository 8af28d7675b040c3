/**
 * Starts the embedded database early, with few imports (ADR 78). This module makes no decisions: if the start might be
 * refused or might have to create the folder, there is no early start, and the regular start handles it.
 */
import { join } from 'node:path';
import { EarlyStart } from './early-start.ts';
import { exists, refuseHalfRestored } from '../../backup/restore-mark.ts';
import { readMasterKey } from '../../crypto/master-key.ts';
import { dataFolder, type Environment, SettingReader } from '../../settings.ts';

let early: EarlyStart | undefined;

export const earlyDatabase = (): EarlyStart | undefined => early;

export async function startEarlyDatabase(
  environment: Environment,
  args: readonly string[],
  maxConnections?: number,
): Promise<void> {
  early = await startEarly(environment, args, maxConnections);
}

async function startEarly(
  environment: Environment,
  args: readonly string[],
  maxConnections?: number,
): Promise<EarlyStart | undefined> {
  const reader = new SettingReader(environment, []);
  if (args.length > 0 || reader.has('DATABASE_URL')) return undefined;
  const dataDir = dataFolder(reader);
  const folder = join(dataDir, 'postgres');
  try {
    await refuseHalfRestored({ dataDir });
    const masterKey = await readMasterKey({ dataDir, masterKey: reader.secret('MASTER_KEY') });
    if (!masterKey || !(await exists(join(folder, 'PG_VERSION')))) return undefined;
  } catch {
    return undefined;
  }
  return new EarlyStart(folder, maxConnections);
}
