/**
 * Compares logs with checkpoints stored elsewhere (pins): the copy of the newest checkpoint on another volume
 * (`PIN_FILE`), and checkpoints that are submitted for verification. If a log is shorter than a pin or contradicts it,
 * the log was restored from an old backup or rewritten. The service continues, and every process reports the fault
 * until an administrator accepts the current log. A pin is not replaced before that. If an administrator accepts the
 * log, the old pin is kept in `PIN_FILE.replaced`.
 */
import { open, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { parseNote } from '@countersign/audit-log/tlog';
import { isId } from '@countersign/contract';
import { randomToken } from '../../platform/crypto/tokens.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Clock } from '../../platform/ports/clock.ts';
import { comparePin, type Compared } from './compare-pin.ts';
import type { Checkpoints } from './checkpoints.ts';
import { LastKnown } from './last-known.ts';
import type { LogKeys } from './log-keys.ts';
import { forgetPinFault, type PinFaultKind, type PinFaultRow, type PinSource, selectPinFaults } from './pin-store.ts';

export type PinFault = {
  tenantId: string;
  source: PinSource;
  kind: PinFaultKind;
  /** The size of the log according to the pin. */
  pinned: number;
  size: number;
  since: Date;
};
export type PinOptions = {
  pinFile: string | undefined;
  database: Database;
  clock: Clock;
  keys: LogKeys;
  checkpoints: Checkpoints;
  /** Returns false if the fault was reported before. */
  report: (fault: PinFault, note: string) => Promise<boolean>;
  log: { warn(fields: object, message: string): void; error(fields: object, message: string): void };
};

/** The pin file is damaged, or cannot be read or written. */
class PinFileError extends Error {
  override name = 'PinFileError';
}
export type FileFault = { reason: string; since: Date };

export class Pins {
  readonly #options: PinOptions;
  /** The contradictions found so far, including accepted ones. */
  readonly #rows: LastKnown<readonly PinFaultRow[]>;
  #fileFault: FileFault | undefined;
  /** Resolves when the last queued operation has ended. Pins are compared and written one after another. */
  #last: Promise<void> = Promise.resolve();

  constructor(options: PinOptions) {
    const { database, log } = options;
    this.#options = options;
    this.#rows = new LastKnown<readonly PinFaultRow[]>({
      initial: [],
      read: () => database.query({ role: 'jobs' }, selectPinFaults()),
      failed: (err) => log.warn({ err }, 'could not read the recorded contradictions in the audit logs'),
    });
  }

  get isConfigured(): boolean {
    return this.#options.pinFile !== undefined;
  }

  /** The faults as of the last read. */
  get faults(): readonly PinFault[] {
    return faultsIn(this.#rows.value);
  }

  get fileFault(): FileFault | undefined {
    return this.#fileFault;
  }

  /** Returns the faults that any process found, as of the last read. Starts the next read without waiting for it. */
  current(): readonly PinFault[] {
    return faultsIn(this.#rows.peek());
  }

  /** Compares every log with its pin in the file. Replaces pins that the log continues, and pins that were accepted. */
  async update(): Promise<void> {
    const file = this.#options.pinFile;
    if (file !== undefined) {
      const next = this.#last.then(() => this.#tryUpdate(file));
      this.#last = next.catch((err: unknown) => {
        this.#options.log.warn({ err }, 'could not update PIN_FILE');
      });
      await next;
    }
    await this.#rows.refresh();
  }

  /** Compares a presented checkpoint or proof with its log. Ignores pins that none of our keys signed. */
  async present(text: string): Promise<Compared> {
    const compared = await comparePin(this.#options, text);
    if (compared.state === 'contradicted') {
      const { tenantId, kind, pinned, size, note } = compared;
      const since = this.#options.clock.now();
      await this.#report({ tenantId, source: 'presented', kind, pinned, size, since }, note);
    }
    return compared;
  }

  /** An unusable pin file is reported as a fault. Presented checkpoints can still be compared. */
  async #tryUpdate(file: string): Promise<void> {
    try {
      await this.#update(file);
      this.#fileFault = undefined;
    } catch (error) {
      if (!(error instanceof PinFileError)) throw error;
      const { message: reason } = error;
      if (this.#fileFault === undefined) this.#options.log.error({ err: error }, 'PIN_FILE cannot be used');
      this.#fileFault = { reason, since: this.#fileFault?.since ?? this.#options.clock.now() };
    }
  }

  async #update(file: string): Promise<void> {
    const { checkpoints, database, clock } = this.#options;
    const before = await withPinFile('read', readPins(file));
    const pins = new Map(before);
    const replaced: string[] = [];
    const known = new Map(
      (await this.#rows.refresh()).flatMap((row) => (row.source === 'pin-file' ? [[row.tenant_id, row] as const] : [])),
    );
    for (const [tenantId, note] of before) {
      const newest = await checkpoints.newest(tenantId);
      const compared = newest?.note === note ? undefined : await comparePin(this.#options, note);
      const row = known.get(tenantId);
      const isAccepted = row?.note === note && row.accepted_at !== null;
      if (compared?.state !== 'confirmed' && compared !== undefined && !isAccepted) {
        const contradiction =
          compared.state === 'contradicted'
            ? compared
            : ({ kind: 'unknown-key', pinned: 0, size: newest?.size ?? 0 } as const);
        const { kind, pinned, size } = contradiction;
        await this.#report({ tenantId, source: 'pin-file', kind, pinned, size, since: clock.now() }, note);
        known.delete(tenantId);
        continue;
      }
      if (isAccepted) replaced.push(note);
      if (newest) pins.set(tenantId, newest.note);
      else pins.delete(tenantId);
    }
    for (const { tenant_id: tenantId, note } of await checkpoints.newestOfAll())
      if (!before.has(tenantId)) pins.set(tenantId, note);
    if (replaced.length > 0)
      await withPinFile('written', appendWhole(`${file}.replaced`, replaced.map((note) => `${note}\n`).join('')));
    const text = formatPins(pins);
    if (text !== formatPins(before)) await withPinFile('written', writeWhole(file, text));
    // The faults are removed only after the file has been written. If the process crashes before that, the comparison
    // is repeated, and an accepted pin is still accepted.
    for (const [tenantId, { note }] of known)
      if (before.get(tenantId) === note)
        await database.query({ role: 'app', tenantId }, forgetPinFault(tenantId, note));
  }

  async #report(fault: PinFault, note: string): Promise<void> {
    const { log, report } = this.#options;
    if (!(await report(fault, note))) return;
    this.#rows.expire();
    log.error({ ...fault }, 'an audit log contradicts its pin: an old backup was restored, or the log was rewritten');
  }
}

const faultsIn = (rows: readonly PinFaultRow[]): PinFault[] =>
  rows.filter(({ accepted_at: accepted }) => accepted === null).map(faultOf);

const faultOf = ({ tenant_id: tenantId, source, kind, pinned, size, since }: PinFaultRow): PinFault => ({
  tenantId,
  source,
  kind,
  pinned: Number(pinned),
  size: Number(size),
  since,
});

/** @throws PinFileError */
async function withPinFile<T>(how: 'read' | 'written', work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new PinFileError(`PIN_FILE cannot be ${how}: ${reason}`, { cause });
  }
}

/** Notes in the file are separated by an empty line. */
async function readPins(file: string): Promise<Map<string, string>> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const blocks = text.split('\n\n');
  if (blocks.length % 2 !== 0 && text.trim() !== '') throw new Error('the file ends in the middle of a checkpoint');
  const pins = new Map<string, string>();
  for (let at = 0; at + 1 < blocks.length; at += 2) {
    const note = `${blocks[at]}\n\n${blocks[at + 1]?.trimEnd()}\n`;
    const [origin = ''] = parseNote(note).text.split('\n');
    const tenantId = origin.slice(origin.lastIndexOf('/') + 1);
    if (!isId('tenant', tenantId))
      throw new Error(`a checkpoint does not contain the name of a log: ${origin.slice(0, 200)}`);
    pins.set(tenantId, note);
  }
  return pins;
}

const formatPins = (pins: ReadonlyMap<string, string>): string =>
  [...pins.entries()]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, note]) => note)
    .join('\n');

/** Appends the replaced pins to a file. They are evidence of the log's earlier contents. */
async function appendWhole(file: string, text: string): Promise<void> {
  const opened = await open(file, 'a', 0o600);
  try {
    await opened.writeFile(text);
    await opened.sync();
  } finally {
    await opened.close();
  }
}

/** Writes a temporary file first, so that a crash does not damage the file. */
async function writeWhole(file: string, text: string): Promise<void> {
  const temporary = `${file}.${randomToken(6)}.new`;
  const opened = await open(temporary, 'w', 0o600);
  try {
    await opened.writeFile(text);
    await opened.sync();
  } finally {
    await opened.close();
  }
  await rename(temporary, file);
  const folder = await open(path.dirname(file), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
