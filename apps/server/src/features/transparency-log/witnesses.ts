/**
 * Asks the configured witnesses to cosign the newest checkpoint of each log (C2SP tlog-witness, `add-checkpoint`). A
 * witness cosigns only if the log continues the checkpoint that it cosigned before, so an operator with every key cannot
 * get two histories cosigned.
 */
import { AuditLogError, formatNote, parseNote, verifyNote } from '@countersign/audit-log/tlog';
import type { Database } from '../../platform/db/database.ts';
import type { Clock } from '../../platform/ports/clock.ts';
import type { Fetcher } from '../../platform/ports/fetcher.ts';
import type { Checkpoints } from './checkpoints.ts';
import { insertCosignature, selectCosignedSizes } from './checkpoint-store.ts';
import type { WitnessSetting } from './config.ts';
import { TreeReader } from './tree-reader.ts';

export type WitnessOptions = {
  witnesses: readonly WitnessSetting[];
  fetcher: Fetcher;
  database: Database;
  clock: Clock;
  checkpoints: Checkpoints;
  log: { warn(fields: object, message: string): void };
};

/** `contradicted`: the witness cosigned a checkpoint that our log does not continue. */
export type WitnessFault = {
  witness: string;
  kind: 'unreachable' | 'refused' | 'contradicted';
  reason: string;
  since: Date;
};

/** The wait after the first, second ... failure in a row. The timer runs every 15 seconds. */
const RETRY_MS = [0, 30_000, 60_000, 300_000, 600_000];
/** After a refusal of one log, the others are still sent. After an outage, they are not. */
type Attempt = { cosigned: true } | { cosigned: false; kind: WitnessFault['kind']; reason: string };

export class Witnesses {
  readonly #options: WitnessOptions;
  readonly #faults = new Map<string, WitnessFault>();
  readonly #failures = new Map<string, { count: number; nextAt: number }>();
  #running: Promise<void> | undefined;

  constructor(options: WitnessOptions) {
    this.#options = options;
  }

  get isConfigured(): boolean {
    return this.#options.witnesses.length > 0;
  }

  get configured(): readonly WitnessSetting[] {
    return this.#options.witnesses;
  }

  get faults(): readonly WitnessFault[] {
    return [...this.#faults.values()];
  }

  /** Sends every checkpoint that a witness has not cosigned. A slow witness does not delay the others. */
  update(signal: AbortSignal): Promise<void> {
    this.#running ??= Promise.all(this.#options.witnesses.map((witness) => this.#updateOne(witness, signal)))
      .then(() => {})
      .finally(() => (this.#running = undefined));
    return this.#running;
  }

  async #updateOne(witness: WitnessSetting, signal: AbortSignal): Promise<void> {
    const { database, checkpoints, clock } = this.#options;
    const { name } = witness.key;
    const now = clock.now().getTime();
    if ((this.#failures.get(name)?.nextAt ?? 0) > now) return;
    const rows = await database.query({ role: 'jobs' }, selectCosignedSizes(witness.text));
    const cosigned = new Map(rows.map(({ tenant_id: tenantId, size }) => [tenantId, Number(size)]));
    let failed: Exclude<Attempt, { cosigned: true }> | undefined;
    for (const { tenant_id: tenantId, size } of await checkpoints.newestSizes()) {
      if (signal.aborted) return;
      const before = cosigned.get(tenantId) ?? 0;
      if (before >= size) continue;
      const attempt = await this.#send(witness, tenantId, before);
      if (attempt.cosigned) continue;
      if (failed?.kind !== 'contradicted') failed = attempt;
      if (attempt.kind === 'unreachable') break;
    }
    this.#note(name, failed);
  }

  /** @param again set when the witness has named the size that it knows */
  async #send(witness: WitnessSetting, tenantId: string, old: number, again = false): Promise<Attempt> {
    const { fetcher, database, checkpoints, clock } = this.#options;
    const newest = await checkpoints.newest(tenantId);
    if (!newest || newest.size < old)
      return {
        cosigned: false,
        kind: 'contradicted',
        reason: `It cosigned ${old} entries. The log of ${tenantId} has ${newest?.size ?? 0}.`,
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
        reason: outcome.kind === 'failed' ? outcome.reason : 'The request was ended.',
      };
    const body = Buffer.from(outcome.body).toString();
    if (outcome.status === 409 && !again && /^(0|[1-9]\d{0,14})\n?$/.test(body))
      return this.#send(witness, tenantId, Number(body), true);
    if (outcome.status === 422)
      return {
        cosigned: false,
        kind: 'contradicted',
        reason: `It cosigned another history of the log of ${tenantId}.`,
      };
    if (outcome.status !== 200)
      return {
        cosigned: false,
        kind: outcome.status >= 500 || outcome.status === 429 ? 'unreachable' : 'refused',
        reason: `It answered with status ${outcome.status} for the log of ${tenantId}.`,
      };
    const line = await cosignatureIn(body, newest.note, witness);
    if (line === undefined)
      return { cosigned: false, kind: 'refused', reason: 'Its answer is not a cosignature with its key.' };
    await database.query(
      { role: 'app', tenantId },
      insertCosignature(tenantId, newest.size, witness.text, line, clock.now()),
    );
    return { cosigned: true };
  }

  #note(name: string, failed: Exclude<Attempt, { cosigned: true }> | undefined): void {
    const known = this.#faults.get(name);
    if (!failed) {
      this.#faults.delete(name);
      this.#failures.delete(name);
      return;
    }
    const { clock, log } = this.#options;
    const now = clock.now();
    const count = (this.#failures.get(name)?.count ?? 0) + 1;
    const delay = RETRY_MS[Math.min(count, RETRY_MS.length) - 1] ?? 0;
    this.#failures.set(name, { count, nextAt: now.getTime() + delay });
    const { kind, reason } = failed;
    this.#faults.set(name, { witness: name, kind, reason, since: known?.since ?? now });
    if (known?.kind !== kind) log.warn({ witness: name, kind, reason }, 'a witness did not cosign the audit log');
  }
}

/** The line of the witness in its answer, if it verifies over the note. */
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
