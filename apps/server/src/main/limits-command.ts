/** `npm start -- limits …`: what is agreed with organizations about requests an hour. Works beside running servers. */
import { type Agreement, agreeRequests, listAgreements } from '../features/organizations/index.ts';
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

const USAGE = `Usage: npm start -- limits [ORGANIZATION REQUESTS]

  limits                         what each organization may ask for
  limits ORGANIZATION REQUESTS   requests an hour of each of its users and API keys, or unlimited (the default)

ORGANIZATION is an id as listed (org_...). It counts on the plan enterprise; the other plans have limits of their own.`;

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
    io.err(USAGE);
    return 64;
  }
  const connection = await openDatabase(config, { beside: true });
  const name = 'countersign limits';
  const database = new Database({ ...connection.connection, maxConnections: 2, onError: () => {}, name });
  try {
    const vault = new Vault(await requireMasterKey(config));
    const uow = new UnitOfWork({ database, clock, recorder: new Recorder({ vault, reactions: [], wake: () => {} }) });
    const found = isAgreement ? [await agreeRequests(uow, organization, requests)] : await listAgreements(uow);
    for (const one of found) io.out(line(one));
    return 0;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'ORGANIZATION_NOT_FOUND') throw error;
    io.err(`There is no organization ${organization}. npm start -- limits lists them.`);
    return 1;
  } finally {
    await database.close();
    await connection.stop();
  }
}

const line = ({ id, name, plan, requestsPerHour }: Agreement): string =>
  `${id}  ${plan}  ${requestsPerHour === null ? 'as the plan says' : `${requestsPerHour} an hour`}  ${name}`;
