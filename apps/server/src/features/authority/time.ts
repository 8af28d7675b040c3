/** Sources of time: the built-in authority, outside authorities in order, and the data to judge their time-stamps. */
import type { Environment } from '@countersign/contract';
import { type Certificate, protectionOf, type Protection } from '@countersign/pki';
import type { Clock } from '../../platform/ports/clock.ts';
import type { Stamp, Timestamper } from '../../platform/ports/timestamper.ts';
import type { ValidationSource } from '../../platform/ports/validation-source.ts';
import { NO_TELEMETRY, type Telemetry } from '../../platform/telemetry/telemetry.ts';
import type { Evidence, OutsideEvidence } from './outside-evidence.ts';
import { BUILT_IN, type AuthorityState, type StampContext, Timestamping, type TimestampLog } from './timestamping.ts';

/** Bytes of DER to reserve for a token of the built-in authority. */
const BUILT_IN_RESERVE = 4096;
/**
 * For outside authorities: tokens of the large public ones with RSA-4096 chains take 5 to 9 KB. Every byte costs two in
 * the file.
 */
export const OUTSIDE_RESERVE = 12_288;

export type TimeOptions = {
  /** In order of preference. Applies to live documents only; the sandbox always uses the built-in one. */
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
      /** Throws while the built-in authority must not certify the time. */
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
   * @throws NoTimestampError if no authority responds; AppError if only the built-in one could and the clock is not
   * trusted
   */
  async stamp(environment: Environment, imprint: Uint8Array, context: StampContext = {}): Promise<Stamp> {
    // Checked before the request. Otherwise, the authority would count as failed and be skipped for a while.
    if (environment === 'sandbox' || !this.hasOutside) this.#requireTrustedTime();
    if (environment === 'live') return this.#live.stamp(imprint, context);
    const telemetry = context.telemetry ?? this.#options.telemetry ?? NO_TELEMETRY;
    return telemetry.measure('timestamp', { authority: 'own' }, () => this.own('sandbox', imprint));
  }

  /** Always uses the built-in authority, regardless of order and clock; for health checks. */
  async own(environment: Environment, imprint: Uint8Array): Promise<Stamp> {
    return { token: await this.#builtIn(environment, imprint), authority: BUILT_IN, path: null };
  }

  /** Bytes to reserve for one token. The caller adds the rest of the container. */
  reserve(environment: Environment): number {
    return environment === 'live' && this.hasOutside ? OUTSIDE_RESERVE : BUILT_IN_RESERVE;
  }

  get hasOutside(): boolean {
    return this.#options.order.some((one) => one !== 'built-in');
  }

  /** Roots that are trusted for time-stamps only. */
  get anchors(): readonly Certificate[] {
    return this.#options.trust.anchors;
  }

  states(): AuthorityState[] {
    return this.#live.states();
  }

  /** Validation data about outside authorities along these paths, valid at the time `at`. */
  evidence(paths: readonly (readonly Certificate[])[], at: Date): Promise<Evidence> {
    return this.#evidence.gather(paths, at);
  }

  /**
   * How long a token protects the data it covers. `own` are the roots of the built-in authority, of every generation.
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
