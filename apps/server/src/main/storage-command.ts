/** `npm start -- storage …`: what organizations store and may store, and which files are damaged. Works beside running servers. */
import { listDamaged, listStorage, type OrganizationStorage, setQuota } from '../features/storage/index.ts';
import { Recorder } from '../platform/audit/recorder.ts';
import { Vault } from '../platform/crypto/seal.ts';
import { Database } from '../platform/db/database.ts';
import { AppError } from '../platform/errors.ts';
import type { Clock } from '../platform/ports/clock.ts';
import { UnitOfWork } from '../platform/unit-of-work.ts';
import type { Config } from './config.ts';
import type { CommandIo } from './keys-command.ts';
import { requireMasterKey } from './master-key.ts';
import { openDatabase } from './open-database.ts';

const USAGE = `Usage: npm start -- storage [quota ORGANIZATION SIZE]

  storage                           what each organization stores, damaged files, and the last comparison of all files
  storage quota ORGANIZATION SIZE   what an organization may store: 500MB, 10GB, 2TB, or unlimited (the default)

ORGANIZATION is an id as listed (org_...). A quota counts live and sandbox together, and each file once.`;

const UNITS: Record<string, number> = { KB: 2 ** 10, MB: 2 ** 20, GB: 2 ** 30, TB: 2 ** 40 };

/** Bytes, null for unlimited, undefined for what is no size. */
export function readSize(text: string): number | null | undefined {
  if (text.toLowerCase() === 'unlimited') return null;
  const match = /^(\d{1,9}(?:\.\d{1,3})?)\s?(KB|MB|GB|TB)$/i.exec(text);
  const bytes = Math.round(Number(match?.[1]) * (UNITS[match?.[2]?.toUpperCase() ?? ''] ?? 0));
  return match && Number.isSafeInteger(bytes) ? bytes : undefined;
}

/** @returns the exit code: 0, 1 where there is no such organization, 64 (EX_USAGE) for a command that is none */
export async function runStorageCommand(
  config: Config,
  args: readonly string[],
  io: CommandIo,
  clock: Clock,
): Promise<number> {
  const [name, organization, size, ...rest] = args;
  const quota = size === undefined ? undefined : readSize(size);
  const isQuota = name === 'quota' && organization !== undefined && quota !== undefined && rest.length === 0;
  if (args.length > 0 && !isQuota) {
    io.err(USAGE);
    return 64;
  }
  const connection = await openDatabase(config, { beside: true });
  const database = new Database({
    ...connection.connection,
    maxConnections: 2,
    onError: () => {},
    name: 'countersign storage',
  });
  try {
    const recorder = new Recorder({
      vault: new Vault(await requireMasterKey(config)),
      reactions: [],
      wake: () => {},
    });
    const uow = new UnitOfWork({ database, clock, recorder });
    if (isQuota) {
      const set = await setQuota(uow, organization, quota);
      io.out(line(set));
      if (set.quota_bytes !== null && set.used_bytes > set.quota_bytes)
        io.out('It already uses more than that: nothing is removed, and further uploads are refused.');
      return 0;
    }
    for (const one of await listStorage(uow)) io.out(line(one));
    const { files, scrub } = await listDamaged(database);
    for (const file of files) io.out(`damaged (${file.fault}) since ${file.found_at.toISOString()}: blobs/${file.key}`);
    io.out(scrub);
    return 0;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'ORGANIZATION_NOT_FOUND') throw error;
    io.err(`There is no organization ${organization}. npm start -- storage lists them.`);
    return 1;
  } finally {
    await database.close();
    await connection.stop();
  }
}

const line = ({ id, name, used_bytes: used, quota_bytes: quota, files }: OrganizationStorage): string =>
  `${id}  ${megabytes(used)} in ${files} files, ${quota === null ? 'unlimited' : `of ${megabytes(quota)}`}  ${name}`;

const megabytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MB`;
