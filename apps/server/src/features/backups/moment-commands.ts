/** The operator's commands for the archive of the embedded database's log. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Openers } from '../../platform/backup/envelope.ts';
import { BackupError } from '../../platform/backup/errors.ts';
import { CommandError } from '../../platform/command-error.ts';
import type { Console } from '../../platform/console.ts';
import { readMasterKey } from '../../platform/crypto/master-key.ts';
import { Vault } from '../../platform/crypto/seal.ts';
import type { BackupTarget } from '../../platform/ports/backup-target.ts';
import type { Secret } from '../../platform/secret.ts';
import { replayErasures } from '../retention/index.ts';
import { LEDGER, type RestoreSettings } from './restore.ts';
import { readMoment, restoreMoment, shownBy } from './restore-moment.ts';

export type MomentConsole = Console & {
  readonly config: RestoreSettings & {
    readonly masterKey: Secret | undefined;
    readonly backups: { readonly recovery: Secret | undefined };
    readonly s3?: unknown;
  };
  /** Resolves to undefined if archiving is off. */
  readonly openArchive: () => Promise<BackupTarget | undefined>;
};

export async function openersOf(config: MomentConsole['config']): Promise<Openers> {
  const key = await readMasterKey(config);
  return { vault: key && new Vault(key), recovery: config.backups.recovery?.reveal() };
}

/** Returns the vault for data sealed with the master key. @throws BackupError `locked` if the key is missing */
export async function requireKey(config: MomentConsole['config']): Promise<Vault> {
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  const key = await readMasterKey(config);
  if (!key)
    throw new BackupError(
      'locked',
      `The master key is missing, and encrypted data cannot be used without it. Set MASTER_KEY, or copy the file to ${join(config.dataDir, 'master.key')}.`,
    );
  return new Vault(key);
}

/** Prints the data that a restore does not recover. */
export function printFurtherSteps({ config, out }: MomentConsole, after: string): void {
  out(
    `The restored data ends at ${after}. E-mails and webhooks after that time have already been sent, and files signed after that time may have been downloaded.`,
  );
  out(
    'Later changes in other systems are not part of the restored data: people and groups at identity providers, subscriptions and payments at Stripe. Compare them before you let users in.',
  );
  if (config.s3)
    out(
      'Files were restored into DATA_DIR. The S3 bucket was neither read nor changed, and may contain newer files. Configure an empty bucket, then run npm start -- storage move --to s3.',
    );
}

export async function listArchive({ config, out, openArchive }: MomentConsole): Promise<void> {
  const target = await openArchive();
  if (!target) return;
  try {
    const lines = await shownBy(target, await openersOf(config)).catch((error: unknown) => {
      if (error instanceof BackupError) return [error.message];
      throw error;
    });
    if (lines.length === 0) out(`Nothing can be restored from the archive in ${target.place} yet.`);
    for (const line of lines) out(`Archive in ${target.place}: ${line}`);
  } finally {
    target.close();
  }
}

/** Runs `restore --to TIME`. Reports a failure if a file that the database refers to is missing. */
export async function restoreTo(console: MomentConsole, time: string): Promise<number> {
  const { config, out, err } = console;
  const until = readMoment(time);
  const vault = await requireKey(config);
  const target = await console.openArchive();
  if (!target)
    throw new CommandError('WAL_ARCHIVE_FOLDER: is required to restore to a point in time, unless WAL_ARCHIVE is s3');
  try {
    err(`Restoring to ${until ? until.toISOString() : 'the latest possible time'} from ${target.place}`);
    const restored = await restoreMoment(config, target, until, {
      vault,
      openers: await openersOf(config),
      onChosen: (said) => err(said),
    });
    const { base, pieces, files, last, missing, damaged } = restored;
    out(`Restored from ${base} and ${pieces} later pieces of the log, with ${files} files.`);
    out(
      last
        ? `The last restored change was committed at ${last.toISOString()}.`
        : 'There were no changes after the base backup.',
    );
    for (const key of missing) err(`The archive has no copy of the file ${key}, which the database refers to.`);
    for (const name of damaged) err(`The copy ${name} was changed after it was written.`);
    // The restored data does not contain later erasures, so they are repeated (ADR 59).
    await replayErasures(console, join(config.dataDir, LEDGER));
    printFurtherSteps(console, (until ?? last)?.toISOString() ?? 'the time of the base backup');
    return missing.length + damaged.length === 0 ? 0 : 1;
  } finally {
    target.close();
  }
}
