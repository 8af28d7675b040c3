/**
 * Checks in the background whether the mail server accepts e-mails, so that no health request waits for an external
 * server.
 */
import { AppError } from '../../platform/errors.ts';
import type { Clock } from '../../platform/ports/clock.ts';
import { type MailServer, MailServerError, type MailServerFault } from '../../platform/ports/mailer.ts';
import { Probe } from './probe.ts';
import { type Problem, problemsOf } from './problems.ts';

export type MailHealthAnswer = {
  status: 'healthy' | 'degraded';
  via: 'smtp' | 'mailbox';
  latency_ms: number;
  checked_at: string | null;
  age_seconds: number | null;
  problems?: Problem[];
};

type Log = { warn(fields: object, message: string): void; info(fields: object, message: string): void };
export type MailHealthOptions = { server: MailServer | undefined; clock: Clock; log: Log; everyMs?: number };

const EVERY_MS = 60_000;
/**
 * The maximum total time for the greeting, the TLS handshake and the authentication with a slow server. Each step has a
 * separate, shorter limit.
 */
const LIMIT_MS = 30_000;
/** The age after which a result is no longer used. */
const STALE_MS = 3 * EVERY_MS;

/** A public description of the failure, without addresses, names or the server's response. */
const SENTENCES: Record<MailServerFault, string> = {
  unreachable: 'The mail server cannot be reached.',
  encryption: 'The mail server offers no usable encryption.',
  login: 'The mail server does not accept the configured login.',
  refused: 'The mail server is responding, but it is not accepting commands.',
};

export class MailHealth {
  readonly #options: MailHealthOptions;
  readonly #probe: Probe;
  #timer: NodeJS.Timeout | undefined;
  #checkedAt: Date | undefined;
  #wasWell = true;
  readonly #startedAt: Date;

  constructor(options: MailHealthOptions) {
    this.#options = options;
    this.#startedAt = options.clock.now();
    this.#probe = new Probe({
      ask: async () => options.server?.check(),
      rememberMs: Number.POSITIVE_INFINITY,
      limitMs: LIMIT_MS,
    });
  }

  get isEncrypted(): boolean {
    return this.#options.server?.isEncrypted ?? true;
  }

  /** Starts the checks immediately, so that the first request has a result. */
  start(): void {
    if (!this.#options.server) return;
    void this.check();
    this.#timer = setInterval(() => void this.check(), this.#options.everyMs ?? EVERY_MS);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Logs each change, because the public response does not have enough detail for an operator. */
  async check(): Promise<void> {
    const { clock, log } = this.#options;
    const finding = await this.#probe.try();
    this.#checkedAt = clock.now();
    if (!finding.isWell && this.#wasWell) log.warn({ err: finding.cause }, 'the mail server is not accepting mail');
    if (finding.isWell && !this.#wasWell) log.info({}, 'the mail server is accepting mail again');
    this.#wasWell = finding.isWell;
  }

  /**
   * @throws AppError SERVICE_UNAVAILABLE while the server does not accept e-mails. E-mails stay in the queue and are
   * sent later
   */
  latest(): MailHealthAnswer {
    const { server, clock } = this.#options;
    const finding = this.#probe.last;
    const checkedAt = this.#checkedAt;
    if (!server)
      return {
        status: 'degraded',
        via: 'mailbox',
        latency_ms: 0,
        checked_at: null,
        age_seconds: null,
        ...problemsOf(notConfigured(this.#startedAt)),
      };
    if (finding?.isWell === false) {
      const fault = finding.cause instanceof MailServerError ? finding.cause.fault : 'unreachable';
      const details = { check: 'email', checkedAt: checkedAt?.toISOString() ?? null };
      throw new AppError('SERVICE_UNAVAILABLE', details, {
        cause: finding.cause,
        message: `${SENTENCES[fault]} E-mails are being queued and will be sent once the problem is resolved.`,
        retryAfter: EVERY_MS / 1000,
      });
    }
    const age = checkedAt && Math.max(0, clock.now().getTime() - checkedAt.getTime());
    const found = problemsOf(unchecked(age, clock.now()));
    return {
      status: found.problems ? 'degraded' : 'healthy',
      via: 'smtp',
      latency_ms: finding?.latencyMs ?? 0,
      checked_at: checkedAt?.toISOString() ?? null,
      age_seconds: age === undefined ? null : Math.round(age / 1000),
      ...found,
    };
  }
}

function notConfigured(since: Date): Problem {
  const message =
    "No mail server is configured. Only the operator's organization can send documents, and its owner reads the mail in the built-in mailbox.";
  return { code: 'mail-not-configured', message, since: since.toISOString() };
}

function unchecked(ageMs: number | undefined, now: Date): Problem | undefined {
  if (ageMs !== undefined && ageMs <= STALE_MS) return undefined;
  const message =
    ageMs === undefined
      ? 'The mail server has not been contacted since this server started.'
      : `The mail server was last contacted ${Math.round(ageMs / 60_000)} minutes ago.`;
  return { code: 'not-checked', message, since: now.toISOString() };
}
