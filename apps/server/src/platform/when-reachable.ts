/** What a start needs from outside may be away for a moment. That is waited for, and each failed try is logged. */
import { setTimeout as delay } from 'node:timers/promises';
import { sqlState } from './db/database.ts';
import { outageOf } from './outage.ts';
import { KeyUnavailableError } from './ports/private-key.ts';

export type ReachOptions = {
  log: { warn(fields: object, message: string): void };
  /** Ends the waiting; the error is the signal's reason. */
  signal?: AbortSignal | undefined;
  pauseMs?: number;
};

const PAUSE_MS = 1_000;
/** Errors of sockets and of name servers that pass without a change of settings. */
const OF_NETWORK = new Set([
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);
/** The driver has no codes for these. */
const OF_DRIVER = /^(Connection terminated|timeout expired|Client has encountered a connection error)/;
/** Wrong password, unknown login, unknown database (PostgreSQL, appendix A). */
const OF_SETTINGS = new Set(['28P01', '28000', '3D000']);

/** Whether the database, or a key elsewhere, cannot be reached now. */
function isUnreachable(error: unknown): boolean {
  if (outageOf(error) === 'database' || error instanceof KeyUnavailableError) return true;
  if (!(error instanceof Error)) return false;
  // Several addresses of one name fail together.
  const errors: unknown[] = error instanceof AggregateError ? error.errors : [];
  const code = 'code' in error ? String(error.code) : '';
  // The socket of a PostgreSQL that is not running is absent.
  const isAbsentSocket = code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect';
  return OF_NETWORK.has(code) || isAbsentSocket || OF_DRIVER.test(error.message) || errors.some(isUnreachable);
}

export const isRefusedLogin = (error: unknown): error is Error => OF_SETTINGS.has(sqlState(error));

/** Repeats `work` until it succeeds, or fails for another reason than that something cannot be reached. */
export async function whenReachable<T>(
  what: string,
  work: () => Promise<T>,
  { log, signal, pauseMs = PAUSE_MS }: ReachOptions,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    signal?.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      if (!isUnreachable(error)) throw error;
      const reason = error instanceof Error && error.message !== '' ? error.message : String(error);
      log.warn({ attempt, reason }, `the start waits for ${what}, which cannot be reached; the server tries again`);
    }
    await delay(pauseMs, undefined, { signal });
  }
}
