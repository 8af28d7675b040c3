import { createReadStream, existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

import {
  type LedgerLine,
  type LogResult,
  LogVerifier,
  type NamedText,
  type PersonalFields,
  type Promised,
} from '@countersign/audit-log';
import type { VerifierKey } from '@countersign/audit-log/tlog';
import type { Certificate } from '@countersign/pki';

import { hasWitness, parseKeys } from './audit-keys.ts';
import { checkTimestamp } from './audit-timestamps.ts';
import { CommandError, ExitCode } from './command-error.ts';
import { readFile } from './files.ts';

const ENTRIES = 'entries.jsonl';
const CHUNK_BYTES = 1 << 20;
/**
 * The length of the longest line that is read as a whole. No entry is this long. A longer line is passed on in part,
 * and then refused as an invalid entry.
 */
const MAX_LINE_BYTES = 64 * 1024;

export interface ExportOptions {
  /** The keys given with `--key`. Without them, the export's own keys are used. */
  readonly keys: readonly VerifierKey[] | undefined;
  readonly pins: readonly NamedText[];
  readonly promised: readonly Promised[];
  readonly anchors: readonly Certificate[];
}

/** Verifies an exported log from its folder. Throws CommandError (1, 66) if it cannot be read. */
export async function verifyExport(
  folder: string,
  { keys, pins, promised, anchors }: ExportOptions,
): Promise<LogResult> {
  const entries = path.join(folder, ENTRIES);
  if (!existsSync(entries))
    throw new CommandError(ExitCode.noInput, `${folder} is not an export of an audit log: it has no ${ENTRIES}.`);
  const file = path.join(folder, 'keys');
  const listed = keys !== undefined && !existsSync(file) ? keys : parseKeys(file, readFile(file).toString());
  const checkpoints = filesIn(folder, 'checkpoints');
  const timestamps = filesIn(folder, 'timestamps').map(({ name, text }) => {
    const of = name.replace(/^timestamps\//, 'checkpoints/').replace(/\.[a-z]+$/, '');
    const checkpoint = checkpoints.find((one) => one.name === of) ?? { name: of, text: '' };
    return checkTimestamp({ name, bytes: text }, checkpoint, anchors);
  });
  const verifier = await LogVerifier.open({
    keys: keys ?? listed,
    listedKeys: listed,
    needsWitness: hasWitness(keys),
    checkpoints,
    proofs: filesIn(folder, 'proofs'),
    pins,
    promised,
    timestamps,
    personal: readPersonal(folder),
    erasures: readErasures(path.join(folder, 'erasures.jsonl')),
  });
  if ('code' in verifier) return { valid: false, fault: verifier };
  await eachLine(entries, (line) => verifier.take(line));
  return verifier.end();
}

/** Lists the files in a subfolder, sorted by name. Returns an empty list if the folder does not exist. */
const filesIn = (folder: string, name: string): { name: string; text: Buffer }[] =>
  namesIn(folder, name).map((file) => ({ name: file, text: readFile(path.join(folder, file)) }));

function namesIn(folder: string, name: string): string[] {
  const at = path.join(folder, name);
  if (!existsSync(at)) return [];
  return readdirSync(at, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => `${name}/${entry.name}`)
    .toSorted();
}

/**
 * Calls `take` for each line until it returns false. Reads the file in chunks, so that large files use little memory.
 */
async function eachLine(file: string, take: (line: Buffer) => boolean): Promise<void> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of createReadStream(file, { highWaterMark: CHUNK_BYTES }) as AsyncIterable<Buffer>) {
    const whole = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let start = 0;
    for (let end = whole.indexOf(0x0a); end >= 0; end = whole.indexOf(0x0a, start)) {
      if (!take(whole.subarray(start, end))) return;
      start = end + 1;
    }
    rest = whole.subarray(start);
    if (rest.length > MAX_LINE_BYTES) break;
  }
  if (rest.length > 0) take(rest);
}

/** Returns undefined if neither `personal.jsonl` nor `personal/` exists. Only one file is in memory at a time. */
function readPersonal(folder: string): Iterable<PersonalFields> | undefined {
  const files = ['personal.jsonl', ...namesIn(folder, 'personal')].map((name) => path.join(folder, name));
  const existing = files.filter((file) => existsSync(file));
  return existing.length === 0 ? undefined : eachPersonal(existing);
}

function* eachPersonal(files: readonly string[]): Generator<PersonalFields> {
  for (const file of files) for (const { line, where } of linesOf(file)) yield personalOf(line, where);
}

function personalOf(line: string, where: string): PersonalFields {
  const value = objectOf(line);
  const { id, salt, fields, erasedBy, unreadable } = value ?? {};
  if (typeof id === 'string' && typeof erasedBy === 'string') return { id, erasedBy };
  if (typeof id === 'string' && unreadable === true) return { id, isUnreadable: true };
  if (typeof id === 'string' && typeof salt === 'string' && isTexts(fields))
    return { id, salt: Buffer.from(salt, 'hex'), fields };
  throw new CommandError(ExitCode.invalid, `${where} does not contain the ID, salt and fields of an entry.`);
}

function readErasures(file: string): LedgerLine[] | undefined {
  if (!existsSync(file)) return undefined;
  return linesOf(file).map(({ line, where }) => {
    const { kind, id } = objectOf(line) ?? {};
    if (typeof kind === 'string' && typeof id === 'string') return { kind, id };
    throw new CommandError(ExitCode.invalid, `${where} does not contain the kind and ID of an erasure.`);
  });
}

const linesOf = (file: string): { line: string; where: string }[] =>
  readFile(file)
    .toString()
    .split('\n')
    .flatMap((line, index) => (line === '' ? [] : { line, where: `Line ${index + 1} of ${file}` }));

function objectOf(line: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

const isTexts = (value: unknown): value is Record<string, string> =>
  typeof value === 'object' && value !== null && Object.values(value).every((one) => typeof one === 'string');
