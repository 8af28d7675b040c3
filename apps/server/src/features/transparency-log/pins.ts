/**
 * A copy of the newest checkpoint of each log on another volume (`PIN_FILE`). A log that is shorter than its pin, or
 * contradicts it, was restored from an old backup or rewritten. The service then continues, and reports it until an
 * operator accepts the current log. The pin is not replaced before.
 */
import { open, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import {
  AuditLogError,
  openCheckpoint,
  parseNote,
  parseVerifierKey,
  verifyConsistency,
} from '@countersign/audit-log/tlog';
import { randomToken } from '../../platform/crypto/tokens.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Clock } from '../../platform/ports/clock.ts';
import type { Checkpoint, Checkpoints } from './checkpoints.ts';
import { type LogKeys, verifierKeys } from './log-keys.ts';
import { TreeReader } from './tree-reader.ts';

export type PinFault = {
  tenantId: string;
  /** The log is shorter than its pin; it has other entries; or no key of this installation signed the pin. */
  kind: 'behind' | 'forked' | 'unknown-key';
  /** Size of the pin. */
  pinned: number;
  /** Size of the newest checkpoint of the log. */
  size: number;
  since: Date;
};
export type PinOptions = {
  pinFile: string | undefined;
  database: Database;
  clock: Clock;
  keys: LogKeys;
  checkpoints: Checkpoints;
  log: { warn(fields: object, message: string): void; error(fields: object, message: string): void };
};

export class Pins {
  readonly #options: PinOptions;
  readonly #faults = new Map<string, PinFault>();
  /** Pins are compared and written one after the other. */
  #last: Promise<void> = Promise.resolve();

  constructor(options: PinOptions) {
    this.#options = options;
  }

  get isConfigured(): boolean {
    return this.#options.pinFile !== undefined;
  }

  get faults(): readonly PinFault[] {
    return [...this.#faults.values()];
  }

  /** Compares every log with its pin, and replaces those that the log continues. */
  update(): Promise<void> {
    return this.#exclusively((file) => this.#update(file, undefined));
  }

  /** Replaces the pin of a log that contradicts it, or of all. Returns what they were. */
  async accept(): Promise<PinFault[]> {
    await this.update();
    const accepted = [...this.faults];
    await this.#exclusively((file) => this.#update(file, new Set(accepted.map(({ tenantId }) => tenantId))));
    return accepted;
  }

  #exclusively(work: (file: string) => Promise<void>): Promise<void> {
    const file = this.#options.pinFile;
    if (file === undefined) return Promise.resolve();
    const next = this.#last.then(() => work(file));
    this.#last = next.catch((err: unknown) => {
      this.#options.log.warn({ err }, 'could not update the file with pins of the audit logs');
    });
    return next;
  }

  async #update(file: string, accepted: ReadonlySet<string> | undefined): Promise<void> {
    const { checkpoints } = this.#options;
    const before = await readPins(file);
    const pins = new Map(before);
    const found = new Set<string>();
    for (const [tenantId, note] of before) {
      const newest = await checkpoints.newest(tenantId);
      const fault = await this.#compare(tenantId, note, newest);
      if (fault && accepted?.has(tenantId) !== true) {
        found.add(tenantId);
        this.#report(fault);
      } else if (newest) pins.set(tenantId, newest.note);
      else pins.delete(tenantId);
    }
    for (const tenantId of this.#faults.keys()) if (!found.has(tenantId)) this.#faults.delete(tenantId);
    for (const { tenant_id: tenantId, note } of await checkpoints.newestOfAll())
      if (!before.has(tenantId)) pins.set(tenantId, note);
    const text = formatPins(pins);
    if (text !== formatPins(before)) await writeWhole(file, text);
  }

  async #compare(tenantId: string, note: string, newest: Checkpoint | undefined): Promise<PinFault | undefined> {
    const { database, keys, clock } = this.#options;
    const fault = (kind: PinFault['kind'], pinned: number): PinFault => ({
      tenantId,
      kind,
      pinned,
      size: newest?.size ?? 0,
      since: clock.now(),
    });
    if (newest?.note === note) return undefined;
    const logs = verifierKeys(await keys.signer(), tenantId).map(parseVerifierKey);
    const pin = await openCheckpoint(note, { logs }).catch((error: unknown) => {
      if (error instanceof AuditLogError) return undefined;
      throw error;
    });
    if (!pin) return fault('unknown-key', 0);
    if (!newest || newest.size < pin.size) return fault('behind', pin.size);
    const proof = await new TreeReader(database, tenantId).consistency(pin.size, newest.size);
    const isContinued = verifyConsistency(pin.size, newest.size, pin.root, newest.root, proof);
    return isContinued ? undefined : fault('forked', pin.size);
  }

  #report(fault: PinFault): void {
    const known = this.#faults.get(fault.tenantId);
    this.#faults.set(fault.tenantId, known?.kind === fault.kind ? { ...fault, since: known.since } : fault);
    if (known?.kind !== fault.kind)
      this.#options.log.error(
        { ...fault },
        'an audit log contradicts its pin: an old backup was restored, or the log was rewritten',
      );
  }
}

/** By tenant. Notes follow each other with an empty line between them. */
async function readPins(file: string): Promise<Map<string, string>> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const blocks = text.split('\n\n');
  const pins = new Map<string, string>();
  for (let at = 0; at + 1 < blocks.length; at += 2) {
    const note = `${blocks[at]}\n\n${blocks[at + 1]?.trimEnd()}\n`;
    const [origin = ''] = parseNote(note).text.split('\n');
    pins.set(origin.slice(origin.lastIndexOf('/') + 1), note);
  }
  return pins;
}

const formatPins = (pins: ReadonlyMap<string, string>): string =>
  [...pins.entries()]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, note]) => note)
    .join('\n');

/** A crash leaves the file as it was. */
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
