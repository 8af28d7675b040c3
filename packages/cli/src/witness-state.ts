import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import path from 'node:path';

import { AuditLogError, type Checkpoint, parseCheckpointText, parseNote } from '@countersign/audit-log/tlog';

import { CommandError, ExitCode } from './command-error.ts';

/** The newest cosigned checkpoint of each log as a signed note, keyed by origin. */
type Content = { readonly format: 1; readonly logs: Readonly<Record<string, string>> };

/**
 * Stores the state of a witness in one file. A checkpoint is written to disk before the witness sends its cosignature.
 * Otherwise, the witness could cosign a conflicting history after a crash.
 */
export class WitnessState {
  readonly #file: string;
  readonly #notes: Map<string, string>;
  /** The state that this process last read or wrote. */
  #text: string;

  /** Opens a state file. Throws CommandError (1) if the file is not a state file. */
  constructor(file: string) {
    this.#file = file;
    this.#text = readText(file);
    this.#notes = new Map(this.#text === '' ? [] : Object.entries(parse(file, this.#text).logs));
  }

  get logs(): number {
    return this.#notes.size;
  }

  note(origin: string): string | undefined {
    return this.#notes.get(origin);
  }

  checkpoint(origin: string): Checkpoint | undefined {
    const note = this.#notes.get(origin);
    return note === undefined ? undefined : parseCheckpointText(parseNote(note).text);
  }

  /** Returns the note of the log whose origin has the given SHA-256 hash in hex. */
  noteByHash(originHash: string): string | undefined {
    const [, note] = [...this.#notes].find(([origin]) => hash('sha256', origin) === originHash) ?? [];
    return note;
  }

  /** Stores a note and resolves once the file is durable. Calls must not overlap. */
  async store(origin: string, note: string): Promise<void> {
    if (readText(this.#file) !== this.#text)
      throw new Error(`Another process has changed ${this.#file}. Run one witness per state file.`);
    const logs = Object.fromEntries(new Map(this.#notes).set(origin, note));
    const text = `${JSON.stringify({ format: 1, logs } satisfies Content, null, 2)}\n`;
    const temporary = `${this.#file}.new`;
    await writeDurably(temporary, text);
    await rename(temporary, this.#file);
    this.#text = text;
    this.#notes.set(origin, note);
    await syncFolder(path.dirname(this.#file));
  }
}

async function writeDurably(file: string, text: string): Promise<void> {
  const handle = await open(file, 'w', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Syncs the folder, so that a renamed file survives a crash. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const readText = (file: string): string => (existsSync(file) ? readFileSync(file, 'utf8') : '');

function parse(file: string, text: string): Content {
  try {
    const content = JSON.parse(text) as Partial<Content> | null;
    const logs = content?.format === 1 ? content.logs : undefined;
    if (logs === undefined) throw new SyntaxError('not a state');
    for (const [origin, note] of Object.entries(logs))
      if (parseCheckpointText(parseNote(note).text).origin !== origin) throw new SyntaxError('another origin');
    return { format: 1, logs };
  } catch (cause) {
    if (!(cause instanceof SyntaxError || cause instanceof AuditLogError || cause instanceof TypeError)) throw cause;
    // If the file cannot be read, the witness must not start with an empty state. Otherwise, the operator of a log
    // could present a different history.
    throw new CommandError(
      ExitCode.invalid,
      `${file} is not a witness state file. Restore it before you start.`,
      cause,
    );
  }
}
