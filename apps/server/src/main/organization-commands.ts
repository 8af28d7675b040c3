/**
 * `npm start -- limits …` and `npm start -- storage …`: what is agreed with organizations, and what they store. Both work beside running
 * servers.
 */
import { type Agreement, agreeRequests, listAgreements } from '../features/organizations/index.ts';
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

const LIMITS_USAGE = `Usage: npm start -- limits [ORGANIZATION REQUESTS]

  limits                         what each organization may ask for
  limits ORGANIZATION REQUESTS   requests an hour of each of its users and API keys, or unlimited (the default)

ORGANIZATION is an id as listed (org_...). It counts on the plan enterprise; the other plans have limits of their own.`;

const STORAGE_USAGE = `Usage: npm start -- storage [quota ORGANIZATION SIZE]

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

/** Null for unlimited, undefined for what is no number of requests. */
function readRequests(text: string): number | null | undefined {
  if (text.toLowerCase() === 'unlimited') return null;
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}

/** @returns the exit code: 0, 1 where there is no such organization, 64 (EX_USAGE) for a command that is none */
export async function runLimitsCommand(
  config: Config,
  args: readonly string[],
  io: CommandIo,
  clock: Clock,
): Promise<number> {
  const [organization, text, ...rest] = args;
  const requests = text === undefined ? undefined : readRequests(text);
  const isAgreement = organization !== undefined && requests !== undefined && rest.length === 0;
  if (args.length > 0 && !isAgreement) {
    io.err(LIMITS_USAGE);
    return 64;
  }
  return besideServers({ config, io, clock, command: 'limits', organization }, async (uow) => {
    const found = isAgreement ? [await agreeRequests(uow, organization, requests)] : await listAgreements(uow);
    for (const one of found) io.out(agreementLine(one));
  });
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
    io.err(STORAGE_USAGE);
    return 64;
  }
  return besideServers({ config, io, clock, command: 'storage', organization }, async (uow, database) => {
    if (isQuota) {
      const set = await setQuota(uow, organization, quota);
      io.out(storageLine(set));
      if (set.quota_bytes !== null && set.used_bytes > set.quota_bytes)
        io.out('It already uses more than that: nothing is removed, and further uploads are refused.');
      return;
    }
    for (const one of await listStorage(uow)) io.out(storageLine(one));
    const { files, scrub } = await listDamaged(database);
    for (const file of files) io.out(`damaged (${file.fault}) since ${file.found_at.toISOString()}: blobs/${file.key}`);
    io.out(scrub);
  });
}

type Asked = { config: Config; io: CommandIo; clock: Clock; command: string; organization: string | undefined };

/** Does the work over the database that servers may be using. An organization that is not there is told, and nothing else is caught. */
async function besideServers(
  { config, io, clock, command, organization }: Asked,
  work: (uow: UnitOfWork, database: Database) => Promise<void>,
): Promise<number> {
  const connection = await openDatabase(config, { beside: true });
  const name = `countersign ${command}`;
  const database = new Database({ ...connection.connection, maxConnections: 2, onError: () => {}, name });
  try {
    const vault = new Vault(await requireMasterKey(config));
    const recorder = new Recorder({ vault, reactions: [], wake: () => {} });
    await work(new UnitOfWork({ database, clock, recorder }), database);
    return 0;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'PLAN_REQUIRED') io.err(error.message);
    else if (error.code === 'ORGANIZATION_NOT_FOUND')
      io.err(`There is no organization ${organization}. npm start -- ${command} lists them.`);
    else throw error;
    return 1;
  } finally {
    await database.close();
    await connection.stop();
  }
}

const agreementLine = ({ id, name, plan, requestsPerHour }: Agreement): string =>
  `${id}  ${plan}  ${requestsPerHour === null ? 'as the plan says' : `${requestsPerHour} an hour`}  ${name}`;

const storageLine = ({ id, name, used_bytes: used, quota_bytes: quota, files }: OrganizationStorage): string =>
  `${id}  ${megabytes(used)} in ${files} files, ${quota === null ? 'unlimited' : `of ${megabytes(quota)}`}  ${name}`;

const megabytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MB`;
