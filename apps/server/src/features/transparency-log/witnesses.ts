/**
 * Asks the configured witnesses to cosign the newest checkpoint of each log (C2SP tlog-witness, `add-checkpoint`). A
 * witness cosigns only if the log continues the checkpoint that the witness cosigned before. Therefore, even an
 * operator who has every key cannot get two histories cosigned.
 */
import { AuditLogError, formatNote, parseNote, verifyNote } from '@countersign/audit-log/tlog';
import type { Database } from '../../platform/db/database.ts';
import type { Clock } from '../../platform/ports/clock.ts';
import type { Fetcher } from '../../platform/ports/fetcher.ts';
import type { Checkpoints } from './checkpoints.ts';
import type { WitnessSetting } from './config.ts';
import { LastKnown } from './last-known.ts';
import { TreeReader } from './tree-reader.ts';
import {
  claimWitness,
  insertCosignature,
  noteWitness,
  renewWitness,
  selectCosignedSizes,
  selectWitnesses,
  type WitnessFaultKind,
} from './witness-store.ts';

export type WitnessOptions = {
  witnesses: readonly WitnessSetting[];
  fetcher: Fetcher;
  database: Database;
  clock: Clock;
  checkpoints: Checkpoints;
  log: { warn(fields: object, message: string): void };
};

export type WitnessFault = { witness: string; kind: WitnessFaultKind; reason: string; since: Date };

/** The waits after the first, second and later consecutive failures. The timer runs every 15 seconds. */
const RETRY_MS = [0, 30_000, 60_000, 300_000, 600_000];
/**
 * The result of an attempt. If the witness refuses one log, the checkpoints of the other logs are still sent. If the
 * witness is unavailable, they are not.
 */
type Attempt = { cosigned: true } | { cosigned: false; kind: WitnessFaultKind; reason: string };
type Failure = Exclude<Attempt, { cosigned: true }>;

/**
 * The duration of a claim. If a process stops during a request, it keeps its claim on the witness for this long. A
 * process that needs longer renews its claim between two requests.
 */
const CLAIM_MS = 60_000;

export class Witnesses {
  readonly #options: WitnessOptions;
  readonly #faults: LastKnown<readonly WitnessFault[]>;
  #running: Promise<void> | undefined;

  constructor(options: WitnessOptions) {
    this.#options = options;
    this.#faults = new LastKnown<readonly WitnessFault[]>({
      initial: [],
      read: () => this.#read(),
      failed: (err) => options.log.warn({ err }, 'the state of the witnesses could not be read'),
    });
  }

  get isConfigured(): boolean {
    return this.#options.witnesses.length > 0;
  }

  get configured(): readonly WitnessSetting[] {
    return this.#options.witnesses;
  }

  /** The faults, as last read from the database. */
  get faults(): readonly WitnessFault[] {
    return this.#faults.value;
  }

  /** Returns the faults that were last read, and starts the next read without waiting for it. */
  current(): readonly WitnessFault[] {
    return this.isConfigured ? this.#faults.peek() : [];
  }

  /**
   * Sends each witness the checkpoints that it has not cosigned yet. A slow witness does not delay the others. Only one
   * process at a time sends to a witness.
   */
  update(signal: AbortSignal): Promise<void> {
    this.#running ??= Promise.all(this.#options.witnesses.map((witness) => this.#updateOne(witness, signal)))
      .then(() => this.#faults.refresh())
      .then(() => undefined)
      .finally(() => (this.#running = undefined));
    return this.#running;
  }

  async #updateOne(witness: WitnessSetting, signal: AbortSignal): Promise<void> {
    const { database, checkpoints, clock } = this.#options;
    const now = clock.now();
    let until = new Date(now.getTime() + CLAIM_MS);
    const [claim] = await database.query({ role: 'jobs' }, claimWitness(witness.text, now, until));
    if (!claim) return;
    const rows = await database.query({ role: 'jobs' }, selectCosignedSizes(witness.text));
    const cosigned = new Map(rows.map(({ tenant_id: tenantId, size }) => [tenantId, Number(size)]));
    let failed: Failure | undefined;
    for (const { tenant_id: tenantId, size } of await checkpoints.newestSizes()) {
      if (signal.aborted) break;
      const before = cosigned.get(tenantId) ?? 0;
      if (before >= size) continue;
      const longer = new Date(clock.now().getTime() + CLAIM_MS);
      if (longer.getTime() - until.getTime() >= CLAIM_MS / 2) {
        const [kept] = await database.query({ role: 'jobs' }, renewWitness(witness.text, until, longer));
        if (!kept) return;
        until = longer;
      }
      const attempt = await this.#send(witness, tenantId, before);
      if (attempt.cosigned) continue;
      if (failed?.kind !== 'contradicted') failed = attempt;
      if (attempt.kind === 'unreachable') break;
    }
    await this.#note(witness, until, { failed, count: claim.failures + 1 });
  }

  /** @param again true for a second attempt, after the witness responded with the size that it knows */
  async #send(witness: WitnessSetting, tenantId: string, old: number, again = false): Promise<Attempt> {
    const { fetcher, database, checkpoints, clock } = this.#options;
    const newest = await checkpoints.newest(tenantId);
    if (!newest || newest.size < old)
      return {
        cosigned: false,
        kind: 'contradicted',
        reason: `The witness cosigned a checkpoint with ${old} entries, but the log of ${tenantId} has ${newest?.size ?? 0}.`,
      };
    const proof = old === 0 ? [] : await new TreeReader(database, tenantId).consistency(old, newest.size);
    const lines = [`old ${old}`, ...proof.map((hash) => Buffer.from(hash).toString('base64')), '', newest.note];
    const outcome = await fetcher.fetch({
      method: 'POST',
      url: `${witness.url}/add-checkpoint`,
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      body: Buffer.from(lines.join('\n')),
    });
    if (outcome.kind !== 'answer')
      return {
        cosigned: false,
        kind: 'unreachable',
        reason: outcome.kind === 'failed' ? outcome.reason : 'The request was canceled.',
      };
    const body = Buffer.from(outcome.body).toString();
    if (outcome.status === 409 && !again && /^(0|[1-9]\d{0,14})\n?$/.test(body))
      return this.#send(witness, tenantId, Number(body), true);
    if (outcome.status === 422)
      return {
        cosigned: false,
        kind: 'contradicted',
        reason: `The witness cosigned a different history of the log of ${tenantId}.`,
      };
    if (outcome.status !== 200)
      return {
        cosigned: false,
        kind: outcome.status >= 500 || outcome.status === 429 ? 'unreachable' : 'refused',
        reason: `The witness responded with status ${outcome.status} for the log of ${tenantId}.`,
      };
    const line = await cosignatureIn(body, newest.note, witness);
    if (line === undefined)
      return {
        cosigned: false,
        kind: 'refused',
        reason: "The witness's response does not contain a valid cosignature made with the witness's key.",
      };
    await database.query(
      { role: 'app', tenantId },
      insertCosignature(tenantId, newest.size, witness.text, line, clock.now()),
    );
    return { cosigned: true };
  }

  async #note(
    { key, text }: WitnessSetting,
    until: Date,
    { failed, count }: { failed: Failure | undefined; count: number },
  ): Promise<void> {
    const { clock, database, log } = this.#options;
    const now = clock.now();
    const delay = RETRY_MS[Math.min(count, RETRY_MS.length) - 1] ?? 0;
    const { kind = null, reason = null } = failed ?? {};
    const note = {
      witness: text,
      until,
      failures: failed ? count : 0,
      nextAt: failed ? new Date(now.getTime() + delay) : null,
      fault: kind,
      reason,
      now,
    };
    const [changed] = await database.query({ role: 'jobs' }, noteWitness(note));
    if (failed && changed?.isNew === true)
      log.warn({ witness: key.name, kind, reason }, 'a witness did not cosign the audit log');
  }

  async #read(): Promise<WitnessFault[]> {
    const { database, witnesses } = this.#options;
    const texts = witnesses.map(({ text }) => text);
    const rows = texts.length === 0 ? [] : await database.query({ role: 'jobs' }, selectWitnesses(texts));
    return rows.flatMap(({ witness, fault: kind, reason, since }) => {
      const name = witnesses.find(({ text }) => text === witness)?.key.name;
      return name !== undefined && kind !== null && since !== null
        ? { witness: name, kind, reason: reason ?? '', since }
        : [];
    });
  }
}

/** Returns undefined unless the witness's signature over the note is valid. */
async function cosignatureIn(body: string, note: string, { key }: WitnessSetting): Promise<string | undefined> {
  const { text } = parseNote(note);
  for (const line of body.split('\n').filter((one) => one !== '')) {
    try {
      const verified = await verifyNote(parseNote(formatNote(text, [`${line}\n`])), [key]);
      if (verified.length === 1) return `${line}\n`;
    } catch (error) {
      if (!(error instanceof AuditLogError)) throw error;
    }
  }
  return undefined;
}
