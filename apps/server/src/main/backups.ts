/** Opens the backup storage and the keeper of backups. */
import { join } from 'node:path';
import type { Authority } from '../features/authority/index.ts';
import { ArchiveKeeper, BackupKeeper, ledgerOf, ledgerSize } from '../features/backups/index.ts';
import type { TrustStore } from '../features/trust/index.ts';
import type { DamageReporter } from '../platform/blobs/checked-blobs.ts';
import type { Vault } from '../platform/crypto/seal.ts';
import type { ConnectionOptions } from '../platform/db/database.ts';
import type { PdfPool } from '../platform/pdf/index.ts';
import type { BlobStore } from '../platform/ports/blob-store.ts';
import type { Clock } from '../platform/ports/clock.ts';
import type { UnitOfWork } from '../platform/unit-of-work.ts';
import { endArchive } from '../platform/wal-archive/archiver.ts';
import { openTriedPlace } from '../features/backups/place.ts';
import type { Config } from './config.ts';
import { sealedColumns } from './features.ts';
import { ownVersion } from '../platform/version.ts';
import type { Log } from './services.ts';

type Parts = {
  uow: UnitOfWork;
  connection: ConnectionOptions;
  store: BlobStore;
  vault: Vault;
  clock: Clock;
  log: Log;
  pdf: PdfPool;
  trust: TrustStore;
  authority: Authority;
  damage: { report: DamageReporter };
};
/** How long a request waits for a verification; proxies time out soon after. */
const WAIT_MS = 60_000;
const KEEP = { daily: 7, weekly: 4, monthly: 12 };

/** Makes, verifies and deletes backups while the server runs. */
export async function openBackups(
  config: Pick<Config, 'backups' | 'dataDir'>,
  { pdf, trust, authority, damage, ...parts }: Parts,
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
    sealedColumns,
    judge: async (source, { tenantId, environment }) => {
      const now = parts.uow.now().toISOString();
      const anchors = authority.anchors(environment).map(({ der }) => der);
      const timestampAnchors = authority.time.anchors.map(({ der }) => der);
      const crls = await authority.status.lists(environment);
      const input = { anchors, timestampAnchors, crls, now, requireRevocation: false };
      return trust.verify(pdf, source, input, { owner: { tenant: tenantId } });
    },
  });
}

/** Archives the log of the embedded database, if an archive is configured. Otherwise the log is not retained. */
export async function openArchive(
  { backups, dataDir, database }: Pick<Config, 'backups' | 'dataDir'> & Partial<Pick<Config, 'database'>>,
  {
    damage,
    ...parts
  }: Pick<Parts, 'uow' | 'store' | 'vault' | 'clock' | 'log' | 'damage'> & { owner: ConnectionOptions },
): Promise<ArchiveKeeper | undefined> {
  if (database?.kind !== 'embedded') return undefined;
  const { archive, recovery } = backups;
  if (!archive) {
    if (await endArchive(parts.owner)) parts.log.warn({}, 'the log is no longer archived');
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
