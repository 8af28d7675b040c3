/**
 * Sources of time-stamps: the built-in authority, outside authorities in order of preference, and the data to validate
 * their time-stamps.
 */
import type { Environment } from '@countersign/contract';
import { type Certificate, protectionOf, type Protection } from '@countersign/pki';
import type { Clock } from '../../platform/ports/clock.ts';
import type { Stamp, Timestamper } from '../../platform/ports/timestamper.ts';
import type { ValidationSource } from '../../platform/ports/validation-source.ts';
import { NO_TELEMETRY, type Telemetry } from '../../platform/telemetry/telemetry.ts';
import type { Evidence, OutsideEvidence } from './outside-evidence.ts';
import { BUILT_IN, type AuthorityState, type StampContext, Timestamping, type TimestampLog } from './timestamping.ts';

/** The number of bytes of DER to reserve for a token of the built-in authority. */
const BUILT_IN_RESERVE = 4096;
/**
 * The number of bytes to reserve for a token of an outside authority. Tokens of the large public authorities with
 * RSA-4096 chains take up 5 to 9 KB. Each reserved byte takes up two bytes in the file.
 */
export const OUTSIDE_RESERVE = 12_288;

export type TimeOptions = {
  /**
   * The authorities in order of preference, for live documents only. The sandbox always uses the built-in authority.
   */
  order: readonly ('built-in' | Timestamper)[];
  /** Roots of outside authorities, and intermediate certificates. */
  trust: { anchors: readonly Certificate[]; certificates: readonly Certificate[] };
  source: ValidationSource;
  log: TimestampLog;
  telemetry?: Telemetry | undefined;
};

export class Time {
  readonly #builtIn: (environment: Environment, imprint: Uint8Array) => Promise<Buffer>;
  readonly #options: TimeOptions;
  readonly #live: Timestamping;
  readonly #evidence: OutsideEvidence;
  readonly #requireTrustedTime: () => void;

  constructor(
    options: TimeOptions,
    {
      clock,
      evidence,
      builtIn,
      requireTrustedTime,
    }: {
      clock: Clock;
      evidence: OutsideEvidence;
      builtIn: (environment: Environment, imprint: Uint8Array) => Promise<Buffer>;
      /** Throws while the clock is not trusted, because the built-in authority must not certify a wrong time. */
      requireTrustedTime: () => void;
    },
  ) {
    this.#options = options;
    this.#builtIn = builtIn;
    this.#requireTrustedTime = requireTrustedTime;
    const ownLive: Timestamper = {
      name: BUILT_IN,
      stamp: async (imprint) => {
        requireTrustedTime();
        return this.own('live', imprint);
      },
    };
    this.#live = new Timestamping(
      options.order.map((one) => (one === 'built-in' ? ownLive : one)),
      { clock, log: options.log, telemetry: options.telemetry },
    );
    this.#evidence = evidence;
  }

  /**
   * @throws NoTimestampError if no authority responds; AppError if only the built-in authority could respond and the
   * clock is not trusted
   */
  async stamp(environment: Environment, imprint: Uint8Array, context: StampContext = {}): Promise<Stamp> {
    // The clock is checked before the request. Otherwise, the built-in authority would count as failed and be skipped
    // for a while.
    if (environment === 'sandbox' || !this.hasOutside) this.#requireTrustedTime();
    if (environment === 'live') return this.#live.stamp(imprint, context);
    const telemetry = context.telemetry ?? this.#options.telemetry ?? NO_TELEMETRY;
    return telemetry.measure('timestamp', { authority: 'own' }, () => this.own('sandbox', imprint));
  }

  /**
   * Always uses the built-in authority, regardless of the order of preference and of whether the clock is trusted. Used
   * for health checks.
   */
  async own(environment: Environment, imprint: Uint8Array): Promise<Stamp> {
    return { token: await this.#builtIn(environment, imprint), authority: BUILT_IN, path: null };
  }

  /** Returns the number of bytes to reserve for one token. The caller adds the rest of the container. */
  reserve(environment: Environment): number {
    return environment === 'live' && this.hasOutside ? OUTSIDE_RESERVE : BUILT_IN_RESERVE;
  }

  get hasOutside(): boolean {
    return this.#options.order.some((one) => one !== 'built-in');
  }

  get anchors(): readonly Certificate[] {
    return this.#options.trust.anchors;
  }

  states(): AuthorityState[] {
    return this.#live.states();
  }

  evidence(paths: readonly (readonly Certificate[])[], at: Date): Promise<Evidence> {
    return this.#evidence.gather(paths, at);
  }

  /**
   * Returns how long a token protects the data it covers. `own` contains the roots of every generation of the built-in
   * authority.
   */
  protection(
    token: Uint8Array,
    own: readonly Certificate[],
  ): (Protection & { path: readonly Certificate[]; time: Date; isOutside: boolean }) | undefined {
    const { anchors, certificates } = this.#options.trust;
    const found = protectionOf(token, { anchors: [...own, ...anchors], certificates });
    return found && { ...found, isOutside: !own.some(({ der }) => found.path.at(-1)?.der.equals(der)) };
  }
}
