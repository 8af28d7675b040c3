/**
 * Time-stamping authorities in order of preference. The first valid response is used. A failed authority is skipped for
 * a while, so that not every signature waits for its timeout. After that, one signature tries it again.
 */
import { AppError } from '../../platform/errors.ts';
import type { Clock } from '../../platform/ports/clock.ts';
import type { Stamp, Timestamper } from '../../platform/ports/timestamper.ts';
import { NO_TELEMETRY, type Telemetry } from '../../platform/telemetry/telemetry.ts';

/** No authority issued a time-stamp, so nothing was signed. */
class NoTimestampError extends Error {
  override name = 'NoTimestampError';
  /** The number of seconds until one of the authorities is tried again. */
  readonly retryAfter: number;
  constructor(retryAfter: number, causes: readonly unknown[]) {
    const messages = causes.map((cause) => (cause instanceof Error ? cause.message : String(cause)));
    super(`no time-stamping authority responds: ${messages.join('; ')}`, { cause: causes[0] });
    this.retryAfter = retryAfter;
  }
}

/** Replaces a `NoTimestampError` with an `AppError`. Other errors stay unchanged. */
export function noTimestamp(cause: unknown, message: string): unknown {
  if (!(cause instanceof NoTimestampError)) return cause;
  return new AppError('SERVICE_UNAVAILABLE', {}, { cause, message, retryAfter: cause.retryAfter });
}

export type TimestampLog = { warn(fields: object, message: string): void; info(fields: object, message: string): void };
export type StampContext = {
  requestId?: string | undefined;
  documentId?: string | undefined;
  telemetry?: Telemetry | undefined;
};
export type AuthorityState = { authority: string; status: 'working' | 'failing'; since: string | null };

export const BUILT_IN = 'built-in';

const FIRST_PAUSE_MS = 30_000;
const LONGEST_PAUSE_MS = 600_000;

type Member = {
  readonly timestamper: Timestamper;
  failures: number;
  failingSince: Date | undefined;
  until: number;
  /**
   * True while a signature retries the authority. Only one signature at a time does so, and the others do not wait for
   * the response.
   */
  probing: boolean;
};

export class Timestamping {
  readonly #members: readonly Member[];
  readonly #clock: Clock;
  readonly #log: TimestampLog;
  readonly #telemetry: Telemetry;

  constructor(
    timestampers: readonly Timestamper[],
    { clock, log, telemetry = NO_TELEMETRY }: { clock: Clock; log: TimestampLog; telemetry?: Telemetry | undefined },
  ) {
    this.#telemetry = telemetry;
    this.#clock = clock;
    this.#log = log;
    this.#members = timestampers.map((timestamper) => ({
      timestamper,
      failures: 0,
      failingSince: undefined,
      until: 0,
      probing: false,
    }));
  }

  /** @throws NoTimestampError if all authorities failed */
  async stamp(imprint: Uint8Array, context: StampContext): Promise<Stamp> {
    const causes: unknown[] = [];
    for (const member of this.#order()) {
      const isProbe = member.failures > 0;
      if (isProbe) member.probing = true;
      try {
        const authority = member.timestamper.name === BUILT_IN ? 'own' : 'outside';
        const stamp = await (context.telemetry ?? this.#telemetry).measure('timestamp', { authority }, () =>
          member.timestamper.stamp(imprint),
        );
        this.#markWorking(member);
        return stamp;
      } catch (cause) {
        causes.push(cause);
        this.#fails(member, cause, context);
      } finally {
        if (isProbe) member.probing = false;
      }
    }
    const wait = Math.min(...this.#members.map(({ until }) => until)) - this.#clock.now().getTime();
    throw new NoTimestampError(Math.max(1, Math.ceil(wait / 1000)), causes);
  }

  states(): AuthorityState[] {
    return this.#members.map(({ timestamper: { name }, failingSince }) => ({
      authority: name,
      status: failingSince ? 'failing' : 'working',
      since: failingSince?.toISOString() ?? null,
    }));
  }

  /** Skipped authorities are tried last: a slow signature is better than none. */
  #order(): readonly Member[] {
    const now = this.#clock.now().getTime();
    const isAvailable = ({ failures, until, probing }: Member) => failures === 0 || (until <= now && !probing);
    const available = this.#members.filter(isAvailable);
    return [...available, ...this.#members.filter((member) => !available.includes(member))];
  }

  #markWorking(member: Member): void {
    if (member.failures === 0) return;
    this.#log.info({ authority: member.timestamper.name }, 'a time-stamping authority is reachable again');
    Object.assign(member, { failures: 0, failingSince: undefined, until: 0 });
  }

  #fails(member: Member, err: unknown, context: StampContext): void {
    const now = this.#clock.now();
    // Concurrent signatures with the same failure count as one failure. The pause doubles with each attempt, not with
    // each failed signature.
    if (member.until <= now.getTime()) {
      member.failures += 1;
      const pause = Math.min(FIRST_PAUSE_MS * 2 ** (member.failures - 1), LONGEST_PAUSE_MS);
      member.until = now.getTime() + pause;
    }
    member.failingSince ??= now;
    const fields = { err, authority: member.timestamper.name, until: new Date(member.until).toISOString(), ...context };
    this.#log.warn(fields, 'a time-stamping authority failed and will be skipped for a while');
  }
}
