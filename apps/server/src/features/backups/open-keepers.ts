/** Opens the storage for backups and for the archive, and creates the objects that manage them. */
import { join } from 'node:path';
import type { DamageReporter } from '../../platform/blobs/checked-blobs.ts';
import type { Vault } from '../../platform/crypto/seal.ts';
import type { ConnectionOptions } from '../../platform/db/database.ts';
import type { BlobStore } from '../../platform/ports/blob-store.ts';
import type { Clock } from '../../platform/ports/clock.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { endArchive } from '../../platform/wal-archive/archiver.ts';
import { ownVersion } from '../../platform/version.ts';
import { ArchiveKeeper } from './archive-keeper.ts';
import type { BackupSettings } from './config.ts';
import { BackupKeeper, type KeeperLog } from './keeper.ts';
import { ledgerOf, ledgerSize } from './ledger-copy.ts';
import { openTriedPlace } from './place.ts';
import type { VerifyOptions } from './verify.ts';

type Parts = {
  uow: UnitOfWork;
  connection: ConnectionOptions;
  store: BlobStore;
  vault: Vault;
  clock: Clock;
  log: KeeperLog;
  damage: { report: DamageReporter };
};
type Settings = { backups: BackupSettings; dataDir: string };
/** A request for a verification waits at most this long, because proxies time out soon after. */
const WAIT_MS = 60_000;
const KEEP = { daily: 7, weekly: 4, monthly: 12 };

export async function openBackups(
  config: Settings,
  { damage, ...parts }: Parts & Pick<VerifyOptions, 'sealedColumns' | 'judge'>,
): Promise<BackupKeeper> {
  const { recovery, schedule, keep = KEEP } = config.backups;
  return new BackupKeeper({
    ...parts,
    target: await openTriedPlace(config.backups, parts.log),
    recovery: recovery?.reveal(),
    onDamage: damage.report,
    schedule,
    keep,
    version: await ownVersion(),
    scratch: join(config.dataDir, 'verifying'),
    waitMs: WAIT_MS,
    ledger: () => ledgerOf(config),
  });
}

/** Returns undefined if the database is not embedded or if no archive is configured. */
export async function openArchive(
  { backups, dataDir, database }: Settings & { database?: { kind: string } },
  { damage, ...parts }: Omit<Parts, 'connection'> & { owner: ConnectionOptions },
): Promise<ArchiveKeeper | undefined> {
  if (database?.kind !== 'embedded') return undefined;
  const { archive, recovery } = backups;
  if (!archive) {
    if (await endArchive(parts.owner)) parts.log.warn({}, 'archiving of the database log stopped');
    return undefined;
  }
  const { clock, ...rest } = parts;
  return new ArchiveKeeper({
    ...rest,
    dataFolder: join(dataDir, 'postgres'),
    target: await openTriedPlace(archive, parts.log),
    recovery: recovery?.reveal(),
    onDamage: damage.report,
    ledger: () => ledgerOf({ dataDir }),
    ledgerSize: () => ledgerSize({ dataDir }),
    now: () => clock.now(),
    version: await ownVersion(),
    days: archive.days,
  });
}
