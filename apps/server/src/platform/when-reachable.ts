/**
 * Services that the server needs at startup may be unavailable for a moment. The server retries, and reports the reason
 * in the log and to callers.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { sqlState } from './db/database.ts';
import { outageOf } from './outage.ts';
import { KeyUnavailableError } from './ports/private-key.ts';

/** A service for which startup waits. `check` is for programs, and `name` is for sentences. */
export type Missing = { readonly check: 'database' | 'signing'; readonly name: string };

export const THE_DATABASE: Missing = { check: 'database', name: 'the database' };
const SIGNING_KEYS: Missing = { check: 'signing', name: 'the token or key service of a signing key' };

export type ReachOptions = {
  log: { info(fields: object, message: string): void; warn(fields: object, message: string): void };
  /** Ends the wait with the signal's reason as the error. */
  signal?: AbortSignal | undefined;
  /** Called if the first attempt fails or takes long. Startup fails if this rejects. */
  waitFor?: ((missing: Missing) => Promise<void>) | undefined;
  pauseMs?: number;
};

const PAUSE_MS = 1_000;
/**
 * The time after which an attempt is reported as waiting. An attempt to reach a host that drops packets fails only
 * after ten seconds.
 */
const SLOW_MS = 2_000;
/** The interval of log lines: one when the wait begins, then one per minute. */
const LINE_EVERY_MS = 60_000;
/** Errors of sockets and name servers that can go away without a change of settings. */
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
/** Messages of the driver's own errors, which have no codes. */
const OF_DRIVER = /^(Connection terminated|timeout expired|Client has encountered a connection error)/;
/** Error codes for a wrong password, unknown login or unknown database (PostgreSQL, appendix A). */
const OF_SETTINGS = new Set(['28P01', '28000', '3D000']);
/**
 * The maximum depth of causes. If a use case refuses a request because of an outage, the refusal has the outage as its
 * cause.
 */
const DEEPEST_CAUSE = 5;

/** Returns whether `test` matches an error, one of its collected errors, or a cause below it. */
function holdsFor(error: unknown, test: (error: Error) => boolean, depth = 0): boolean {
  if (!(error instanceof Error) || depth >= DEEPEST_CAUSE) return false;
  if (test(error)) return true;
  // If a name has several addresses, the errors of all of them are reported together.
  const errors: unknown[] = error instanceof AggregateError ? error.errors : [];
  return [...errors, error.cause].some((below) => holdsFor(below, test, depth + 1));
}

const isOfKey = (error: Error): boolean => error instanceof KeyUnavailableError;

function isOfNetwork(error: Error): boolean {
  const code = 'code' in error ? String(error.code) : '';
  // If PostgreSQL is not running, its socket does not exist.
  const isAbsentSocket = code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect';
  return OF_NETWORK.has(code) || isAbsentSocket || OF_DRIVER.test(error.message);
}

/** Returns the service that could not be reached, if the error was caused by an outage. */
function missingOf(error: unknown, expected: Missing): Missing | undefined {
  if (holdsFor(error, isOfKey)) return SIGNING_KEYS;
  return outageOf(error) === 'database' || holdsFor(error, isOfNetwork) ? expected : undefined;
}

export const isRefusedLogin = (error: unknown): error is Error => OF_SETTINGS.has(sqlState(error));

/** Repeats `work` until it succeeds, or fails for a reason other than an unreachable dependency. */
export async function whenReachable<T>(
  expected: Missing,
  work: () => Promise<T>,
  { log, signal, waitFor, pauseMs = PAUSE_MS }: ReachOptions,
): Promise<T> {
  const since = performance.now();
  let said: { at: number; missing: Missing } | undefined;
  for (let attempt = 1; ; attempt += 1) {
    signal?.throwIfAborted();
    // The caller that closes the opened object also awaits this promise and gets its error.
    const slow = setTimeout(() => void waitFor?.(expected).catch(() => {}), SLOW_MS);
    let missing: Missing | undefined;
    try {
      const result = await work();
      const waitedMs = Math.round(performance.now() - since);
      if (said) log.info({ attempt, waitedMs }, `${said.missing.name} is reachable again`);
      return result;
    } catch (error) {
      missing = missingOf(error, expected);
      if (!missing) throw error;
      const now = performance.now();
      if (said?.missing !== missing || now - said.at >= LINE_EVERY_MS) {
        said = { at: now, missing };
        const reason = error instanceof Error && error.message !== '' ? error.message : String(error);
        log.warn(
          { attempt, reason },
          `startup is waiting for ${missing.name}, which is unreachable; the server retries every second`,
        );
      }
    } finally {
      clearTimeout(slow);
    }
    await waitFor?.(missing);
    await delay(pauseMs, undefined, { signal });
  }
}
