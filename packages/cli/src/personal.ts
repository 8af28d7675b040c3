import { AuditLogError, type Entry, hashEntry, parseEntry, verifyPii, verifyStream } from '@countersign/audit-log';

import { CommandError, ExitCode } from './command-error.ts';
import type { PersonalCommand } from './command-line.ts';
import { readFile } from './files.ts';
import { harmless, painter, table, toJson } from './terminal.ts';
import type { Terminal } from './terminal.ts';

/** Personal fields of one entry, and whether they match the entry's commitment. */
interface CheckedFields {
  readonly entry: number;
  readonly type: string;
  readonly at: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly matches: boolean;
}

/**
 * Runs `countersign personal`, which verifies names, addresses and other committed fields against the entries of the
 * audit trail. Both files are in the bundle of a completed document. Throws CommandError.
 */
export function checkPersonal(command: PersonalCommand, terminal: Terminal): ExitCode {
  const lines = linesOf(command.entries).map((line) => Buffer.from(line));
  const entries = new Map(lines.map((bytes) => [entryOf(command.entries, bytes).id, entryOf(command.entries, bytes)]));
  const stream = verifyStream(lines);
  const checked = linesOf(command.file).map((line, index) => check(command, entries, { line, number: index + 1 }));
  const isValid = stream.valid && checked.every(({ matches }) => matches);
  const head = lines.at(-1);
  const about = { entries: lines.length, head: head === undefined ? '' : hashEntry(head) };
  if (command.json)
    terminal.out(
      toJson({
        format: 1,
        command: 'personal',
        file: command.file,
        valid: isValid,
        trail: { ...about, valid: stream.valid },
        personal: checked,
      }),
    );
  else {
    const paint = painter(terminal.colours);
    const summary = stream.valid
      ? isValid
        ? 'All fields match the audit trail.'
        : 'At least one field does not match the audit trail.'
      : `The audit trail is not valid: ${stream.message}`;
    const rows = checked.flatMap(({ entry, type, at, fields, matches }): [string, ...string[]][] => [
      [`Entry ${entry}`, `${harmless(type)}, ${at}: ${matches ? 'matches' : 'DOES NOT MATCH'}`],
      ...Object.entries(fields).map(([name, value]): [string, string] => [`  ${harmless(name)}`, harmless(value)]),
    ]);
    terminal.out(`${paint('bold', summary)}\n\n${table([...rows, ['Trail', `${about.entries} entries`, about.head]])}`);
  }
  return isValid ? ExitCode.valid : ExitCode.invalid;
}

const linesOf = (name: string): string[] =>
  readFile(name)
    .toString('utf8')
    .split('\n')
    .filter((line) => line.trim() !== '');

function entryOf(name: string, bytes: Buffer): Entry {
  try {
    return parseEntry(bytes);
  } catch (cause) {
    if (!(cause instanceof AuditLogError)) throw cause;
    throw new CommandError(
      ExitCode.invalid,
      `${name} contains a line that is not an audit entry: ${cause.message}`,
      cause,
    );
  }
}

function check(
  { file, entries: name }: PersonalCommand,
  entries: ReadonlyMap<string, Entry>,
  { line, number }: { line: string; number: number },
): CheckedFields {
  const { id, salt, fields } = read(line, `Line ${number} of ${file}`);
  const entry = entries.get(id);
  if (entry === undefined)
    throw new CommandError(
      ExitCode.invalid,
      `Line ${number} of ${file} belongs to the entry ${id}, but ${name} has no such entry.`,
    );
  return { entry: entry.n, type: entry.type, at: entry.at, fields, matches: matches(entry.pii, salt, fields) };
}

function matches(pii: string | null, salt: string, fields: Record<string, string>): boolean {
  try {
    return pii !== null && verifyPii(pii, Buffer.from(salt, 'hex'), fields);
  } catch (error) {
    if (error instanceof AuditLogError) return false;
    throw error;
  }
}

function read(line: string, where: string): { id: string; salt: string; fields: Record<string, string> } {
  const wrong = (cause?: unknown) =>
    new CommandError(ExitCode.invalid, `${where} does not contain an entry's ID, salt and fields.`, cause);
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (cause) {
    throw wrong(cause);
  }
  if (typeof value !== 'object' || value === null) throw wrong();
  const { id, salt, fields } = value as Record<string, unknown>;
  if (typeof id !== 'string' || typeof salt !== 'string' || typeof fields !== 'object' || fields === null)
    throw wrong();
  const texts = Object.entries(fields).filter((pair): pair is [string, string] => typeof pair[1] === 'string');
  if (texts.length !== Object.keys(fields).length) throw wrong();
  return { id, salt, fields: Object.fromEntries(texts) };
}
