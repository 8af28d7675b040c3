/** `restore --to`: restores the archive into a data folder as of a point in time (ADR 74). */
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { EMBEDDED_LOGIN } from '../../platform/adapters/embedded-postgres/index.ts';
import { openLocalBlobs } from '../../platform/adapters/local-blobs/index.ts';
import type { Openers } from '../../platform/backup/envelope.ts';
import { BackupError } from '../../platform/backup/errors.ts';
import { CommandError } from '../../platform/command-error.ts';
import { provideLogin } from '../../platform/db/login-check.ts';
import { migrate } from '../../platform/db/migrate.ts';
import { failpoint } from '../../platform/failpoints.ts';
import type { BackupTarget } from '../../platform/ports/backup-target.ts';
import { spans } from '../../platform/wal-archive/pieces.ts';
import {
  choose,
  newestLedger,
  playBack,
  type Reached,
  reachedBy,
  readRestored,
  readRuns,
  refuseWithoutSpace,
  type RestoredFiles,
  restoreArchivedFiles,
  unpack,
} from '../../platform/wal-archive/rebuild.ts';
import type { Vault } from '../../platform/crypto/seal.ts';
import type { ConnectionOptions } from '../../platform/db/database.ts';
import type { BlobStore } from '../../platform/ports/blob-store.ts';
import { checkKey } from './check-key.ts';
import { beginRestore, endRestore, restoreLedger, type RestoreSettings, UNFINISHED, undoRestore } from './restore.ts';

export type RestoredMoment = Reached & RestoredFiles & { base: string; pieces: number };

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d)$/;

/** Returns undefined for `newest`, which means the latest restorable time. @throws CommandError */
export function readMoment(text: string): Date | undefined {
  if (text === 'newest') return undefined;
  const moment = MOMENT.test(text) ? new Date(text) : new Date(Number.NaN);
  if (Number.isNaN(moment.getTime()))
    throw new CommandError(
      `--to: must be newest, or a time with a time zone such as 2026-11-23T14:05:00Z, not ${JSON.stringify(text)}`,
    );
  return moment;
}

/** Lists the time ranges that can be restored, one per line. */
export async function shownBy(target: BackupTarget, openers: Openers): Promise<string[]> {
  const { runs } = await readRuns(target, openers);
  return spans(runs).map(({ from, to }) => `any time from ${from.toISOString()} to ${to.toISOString()}`);
}

/** @throws BackupError `unknown` | `damaged` | `locked` | `not_empty` | `no_space` */
export async function restoreMoment(
  { dataDir, database }: RestoreSettings,
  target: BackupTarget,
  until: Date | undefined,
  { vault, openers, onChosen }: { vault: Vault; openers: Openers; onChosen: (said: string) => void },
): Promise<RestoredMoment> {
  if (database.kind !== 'embedded')
    throw new BackupError(
      'unknown',
      'Only the embedded database can be restored to a point in time. Remove DATABASE_URL.',
    );
  const chosen = await choose(target, until, openers);
  for (const said of chosen.passedOver) onChosen(said);
  const { run, base, plan } = chosen;
  onChosen(`Restoring ${run.id} with ${base.id}, up to ${plan.reaches.toISOString()}.`);
  const at = (name: string): string => join(dataDir, name);
  await beginRestore(dataDir, chosen.base.id);
  await refuseWithoutSpace(dataDir, chosen);
  await unpack(target, chosen, at(UNFINISHED));
  const started = await playBack(at(UNFINISHED), until);
  let reached: Reached;
  let files: RestoredFiles;
  try {
    failpoint('restore.played-back');
    reached = await reachedBy(started.connection);
    await provideLogin(started.connection, EMBEDDED_LOGIN);
    await migrate(started.connection, EMBEDDED_LOGIN);
    const store = await openLocalBlobs(at('blobs'));
    files = await restoreArchivedFiles(target, chosen.run, started.connection, store);
    failpoint('restore.archived-files');
    await checkRestored(chosen.run.id, started.connection, vault, store);
  } catch (error) {
    await started.stop();
    if (error instanceof BackupError && error.code === 'locked') await undoRestore(dataDir);
    throw error;
  }
  await started.stop();
  const ledger = await newestLedger(target, openers);
  if (ledger) await restoreLedger(dataDir, ledger);
  await rename(at(UNFINISHED), at('postgres'));
  await endRestore(dataDir);
  return { ...reached, ...files, base: chosen.base.id, pieces: chosen.plan.pieces.length };
}

async function checkRestored(
  run: string,
  connection: ConnectionOptions,
  vault: Vault,
  store: BlobStore,
): Promise<void> {
  await readRestored(connection, (client) => checkKey(run, client, vault, store));
}
