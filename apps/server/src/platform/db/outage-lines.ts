/**
 * Reduces log lines while the database is unreachable. Every request, job and timer then fails for the same reason. One
 * line per second reports this, without stack traces, which would all point to the driver. The other lines are counted
 * and dropped.
 */
import type { LoggerOptions } from 'pino';
import { sqlState } from './database.ts';
import { DatabaseUnavailable } from './database-watchdog.ts';

const EVERY_MS = 1_000;
const DEEPEST = 5;

/**
 * Recognizes the SQLSTATE classes of a failed connection (08) and of a server that is shutting down or starting (57P).
 */
function unreachable(error: unknown): Error | undefined {
  let at = error;
  for (let depth = 0; depth < DEEPEST && at instanceof Error; depth += 1) {
    const state = sqlState(at);
    if (at instanceof DatabaseUnavailable || state.startsWith('08') || state.startsWith('57P')) return at;
    at = at.cause;
  }
  return undefined;
}

/** Returns the innermost reason, such as `connect ECONNREFUSED 127.0.0.1:5432`. */
function reasonOf(error: Error): string {
  const { cause } = error;
  return cause instanceof Error ? `${error.message}: ${cause.message}` : error.message;
}

/** A hook of pino for `hooks.logMethod`; child loggers share it. */
export function outageLines(
  now = () => performance.now(),
): NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']> {
  let saidAt = Number.NEGATIVE_INFINITY;
  let omitted = 0;
  return function log(args, method) {
    const [fields, ...message] = args as unknown as [unknown, ...string[]];
    const err = typeof fields === 'object' && fields !== null && 'err' in fields ? fields.err : undefined;
    const cause = unreachable(err);
    if (cause === undefined) return method.apply(this, args);
    if (now() - saidAt < EVERY_MS) {
      omitted += 1;
      return undefined;
    }
    const line = { ...(fields as object), err: undefined, reason: reasonOf(cause), ...(omitted > 0 && { omitted }) };
    saidAt = now();
    omitted = 0;
    return method.apply(this, [line, ...message] as unknown as typeof args);
  };
}
