/**
 * `npm start -- limits …`, `storage …`, `recount …` and `replay-erasures …`: what is agreed with organizations, what they store, their
 * figures, and what is erased again after a restore. All of them work beside running servers.
 */
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { replayAccounts } from '../features/account-deletion/index.ts';
import { type Agreement, agreeRequests, listAgreements } from '../features/organizations/index.ts';
import { replayDocuments } from '../features/retention/index.ts';
import { recountOnConsole } from '../features/statistics/index.ts';
import { listDamaged, listStorage, type OrganizationStorage, setQuota } from '../features/storage/index.ts';
import { fileErasureLedger } from '../platform/adapters/erasure-ledger/index.ts';
import { Recorder } from '../platform/audit/recorder.ts';
import { Vault } from '../platform/crypto/seal.ts';
import { Database } from '../platform/db/database.ts';
import { AppError } from '../platform/errors.ts';
import type { Clock } from '../platform/ports/clock.ts';
import type { Replayed } from '../platform/ports/erasure-ledger.ts';
import { UnitOfWork } from '../platform/unit-of-work.ts';
import type { Config } from './config.ts';
import type { CommandIo } from './keys-command.ts';
import { requireMasterKey } from './master-key.ts';
import { runMoveCommand } from './move-command.ts';
import { openDatabase } from './open-database.ts';

const LIMITS_USAGE = `Usage: npm start -- limits [ORGANIZATION REQUESTS]

  limits                         what each organization may ask for
  limits ORGANIZATION REQUESTS   requests an hour of each of its users and API keys, or unlimited (the default)

ORGANIZATION is an id as listed (org_...). It counts on the plan enterprise; the other plans have limits of their own.`;

const STORAGE_USAGE = `Usage: npm start -- storage [quota ORGANIZATION SIZE | move --to s3|folder]

  storage                           what each organization stores, damaged files, the last comparison of all files, what is not encrypted
  storage move --to s3|folder       moves all files to S3 or back to the folder, while servers run; goes on where it was ended
  storage quota ORGANIZATION SIZE   what an organization may store: 500MB, 10GB, 2TB, or unlimited (the default)

ORGANIZATION is an id as listed (org_...). A quota counts live and sandbox together, and each file once.`;

const RECOUNT_USAGE = `Usage: npm start -- recount ORGANIZATION
       npm start -- recount all

Counts the figures of an organization (org_..., as npm start -- limits lists them), or of all, from scratch. Servers may go on
running; until an organization is through, its statistics say that they are not complete.`;

const REPLAY_USAGE = `Usage: npm start -- replay-erasures LEDGER

Erases again, after a backup was restored, what had been erased since it was made. LEDGER is the newest copy of erasures/ledger.jsonl,
which must not come from the backup. What a legal hold keeps is named and goes when the hold is released. Safe to run again.`;

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
  if (args[0] === 'move') return runMoveCommand(config, args.slice(1), io, clock, STORAGE_USAGE);
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
    const { files, scrub, encryption } = await listDamaged(database);
    for (const file of files) io.out(`damaged (${file.fault}) since ${file.found_at.toISOString()}: blobs/${file.key}`);
    io.out(scrub);
    io.out(encryption);
  });
}

/** @returns the exit code: 0, 1 where there is no such organization, 64 (EX_USAGE) for a command that is none */
export async function runRecountCommand(
  config: Config,
  [organization, ...rest]: readonly string[],
  io: CommandIo,
  clock: Clock,
): Promise<number> {
  if (organization === undefined || !/^(all|org_\w{1,40})$/.test(organization) || rest.length > 0) {
    io.err(RECOUNT_USAGE);
    return 64;
  }
  return besideServers({ config, io, clock, command: 'limits', organization }, (uow) =>
    recountOnConsole(uow, organization, (line) => io.out(line)),
  );
}

/** @returns the exit code: 0, 1 where something could not be erased yet, 64 (EX_USAGE) for a command that is none, 66 (EX_NOINPUT) */
export async function runReplayCommand(
  config: Config,
  [file, ...rest]: readonly string[],
  io: CommandIo,
  clock: Clock,
): Promise<number> {
  if (file === undefined || rest.length > 0) {
    io.err(REPLAY_USAGE);
    return 64;
  }
  if (!(await access(file).then(...IS_THERE))) {
    io.err(`There is no file ${file}, or it cannot be read.`);
    return 66;
  }
  let left: readonly Replayed[] = [];
  const failed = await besideServers(
    { config, io, clock, command: 'replay-erasures', organization: undefined },
    async (uow, database) => {
      const ledger = fileErasureLedger(join(config.dataDir, 'erasures', 'ledger.jsonl'));
      const items = await fileErasureLedger(file).erased();
      // The data folder's own ledger knows all of it from now on.
      const known = new Set((await ledger.erased()).map(({ id }) => id));
      await ledger.settle(
        items.filter(({ id }) => !known.has(id)),
        'erased',
      );
      const replayed = [
        ...(await replayDocuments(uow, items)),
        ...(await replayAccounts({ database, uow, ledger }, items)),
      ];
      for (const kind of ['document', 'account'] as const) {
        const of = (outcome: Replayed['outcome']) =>
          replayed.filter((item) => item.kind === kind && item.outcome === outcome).length;
        io.out(`${kind}s: ${of('erased')} erased, ${of('absent')} not in this database`);
      }
      left = replayed.filter(({ outcome }) => outcome in LEFT);
      for (const { kind, id, outcome } of left) io.out(`${kind} ${id}: ${LEFT[outcome] ?? outcome}`);
      io.out('Their files go with the next run of erasures: start the server, or call /api/cron/data-retention.');
    },
  );
  return failed || (left.length > 0 ? 1 : 0);
}
const IS_THERE = [() => true, () => false] as const;
const LEFT: Partial<Record<Replayed['outcome'], string>> = {
  held: 'kept, a legal hold stands. It goes when the hold is released.',
  ownership: 'kept, an organization would be without an owner. It goes when somebody else owns it.',
};

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
