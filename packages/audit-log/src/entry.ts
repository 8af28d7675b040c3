/** Builds, parses and hashes a single audit entry. */
import { hash } from 'node:crypto';
import { canonicalize, type JsonObject, type JsonValue } from './canonical.ts';
import { AuditLogError, type EntryProblem } from './errors.ts';

/**
 * The actor or the object of an entry, as an identifier and a kind that the caller defines. It never contains a name or
 * an address.
 */
export type Party = { readonly kind: string; readonly id: string };

/** One audit entry as it is hashed, in canonical form (RFC 8785). */
export type Entry = {
  readonly v: 1;
  readonly tenant: string;
  /** The document's ID, or the tenant's ID for entries without a document. */
  readonly stream: string;
  /** The number of the entry in its stream, starting at 0. */
  readonly n: number;
  /** The hash of the previous entry in the stream; GENESIS for the first entry. */
  readonly prev: string;
  /** The time in UTC with milliseconds, such as 2026-11-20T10:40:00.000Z. */
  readonly at: string;
  readonly id: string;
  /** The type of the entry, such as document.signed. */
  readonly type: string;
  readonly actor: Party;
  readonly target: Party;
  /** Hashes, IDs and codes. Larger values are represented by their hash. Personal data is not allowed here. */
  readonly data: JsonObject;
  /** A commitment to personal fields that are stored elsewhere (see commitPii), or null. */
  readonly pii: string | null;
};

/** An entry as the caller passes it, without the format version. */
export type EntryInput = Omit<Entry, 'v'>;

/** The `prev` of a stream's first entry. */
export const GENESIS = '0'.repeat(64);

/** This limit is below the 65,535 bytes that a C2SP tlog-tiles entry bundle allows for one entry. */
export const MAX_ENTRY_BYTES = 60 * 1024;

const HEX_256 = /^[0-9a-f]{64}$/;
/**
 * The @ sign is not allowed, so that an e-mail address passed as an ID is refused. An address in an audit entry could
 * never be erased.
 */
const ID = /^[A-Za-z0-9][A-Za-z0-9_.:-]{0,127}$/;
const NAME = /^[a-z][a-z0-9._-]{0,63}$/;
const TIME = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;

const MEMBERS: ReadonlySet<string> = new Set<keyof Entry>([
  'actor',
  'at',
  'data',
  'id',
  'n',
  'pii',
  'prev',
  'stream',
  'target',
  'tenant',
  'type',
  'v',
]);

/**
 * Returns SHA-256(0x00 || bytes) as hex. The prefix makes the value the leaf hash of RFC 6962 §2.1, so the chain and
 * the tree use the same hash, and no entry can be mistaken for an inner node. Never throws.
 */
export function hashEntry(bytes: Uint8Array): string {
  const leaf = Buffer.allocUnsafe(bytes.length + 1);
  leaf[0] = 0;
  leaf.set(bytes, 1);
  return hash('sha256', leaf, 'hex');
}

/**
 * Builds the entry that follows `prev`. Store the returned bytes unchanged, because an entry is never serialized a
 * second time.
 *
 * @throws AuditLogError `invalid_member`, `unknown_member` or `missing_member` if a member violates the format,
 * `not_canonicalizable` if `data` is not JSON, `too_large` above 60 KB.
 */
export function buildEntry(input: EntryInput): { bytes: Buffer; hash: string } {
  const entry: Entry = { v: 1, ...input };
  assertEntry(entry);
  const bytes = canonicalize(entry);
  if (bytes.length > MAX_ENTRY_BYTES) {
    throw fault('too_large', `The entry has ${bytes.length} bytes. The limit is ${MAX_ENTRY_BYTES}.`);
  }
  return { bytes, hash: hashEntry(bytes) };
}

/**
 * Reads an entry and verifies that its bytes are canonical. The parsed contents are serialized again and compared with
 * the bytes, which also detects duplicate members, non-canonical numbers, invalid UTF-8 and white space.
 *
 * @throws AuditLogError with an EntryProblem as its code.
 */
export function parseEntry(bytes: Uint8Array): Entry {
  // The size is checked before parsing, because this limit bounds the work that a hostile file can cause.
  if (bytes.length > MAX_ENTRY_BYTES) {
    throw fault('too_large', `The entry has ${bytes.length} bytes. The limit is ${MAX_ENTRY_BYTES}.`);
  }
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const value = parseJson(buffer.toString('utf8'));
  if (!isCanonical(value, buffer)) throw fault('not_canonical', 'The entry is not in its canonical form (RFC 8785).');
  assertEntry(value);
  return value;
}

function parseJson(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch (cause) {
    throw new AuditLogError('not_json', 'The entry is not JSON.', { cause });
  }
}

/** Invalid UTF-8 was decoded to U+FFFD, so serializing the value gives different bytes. */
function isCanonical(value: JsonValue, bytes: Buffer): boolean {
  try {
    return canonicalize(value).equals(bytes);
  } catch (error) {
    // JSON allows 1e999 (read as Infinity) and escaped lone surrogates, but canonical bytes cannot represent either.
    if (error instanceof AuditLogError) return false;
    throw error;
  }
}

function assertEntry(value: unknown): asserts value is Entry {
  if (!isObject(value)) throw fault('invalid_member', 'The entry is not a JSON object.');
  // The version is checked first. Another version may have other members, and the caller must learn that the version is
  // unknown.
  if ('v' in value && value['v'] !== 1) throw fault('unknown_version', 'The entry has an unknown version.');
  assertMembers(value, MEMBERS, 'The entry');
  for (const name of ['tenant', 'stream', 'id'] as const) assertText(value[name], ID, name);
  assertText(value['type'], NAME, 'type');
  assertText(value['prev'], HEX_256, 'prev');
  if (value['pii'] !== null) assertText(value['pii'], HEX_256, 'pii');
  assertParty(value['actor'], 'actor');
  assertParty(value['target'], 'target');
  assertTime(value['at']);
  if (!isObject(value['data'])) throw invalid('data', 'is not an object');
  const n = value['n'];
  if (typeof n !== 'number' || !Number.isSafeInteger(n) || n < 0)
    throw invalid('n', 'is not a whole number of 0 or more');
  if ((n === 0) !== (value['prev'] === GENESIS))
    throw invalid('prev', 'must be 64 zeros in the first entry of a stream, and only there');
}

const PARTY_MEMBERS: ReadonlySet<string> = new Set<keyof Party>(['id', 'kind']);

function assertParty(value: unknown, name: string): void {
  if (!isObject(value)) throw invalid(name, 'is not an object');
  assertMembers(value, PARTY_MEMBERS, `"${name}"`);
  assertText(value['kind'], NAME, `${name}.kind`);
  assertText(value['id'], ID, `${name}.id`);
}

function assertMembers(value: Record<string, unknown>, known: ReadonlySet<string>, where: string): void {
  let count = 0;
  for (const name of Object.keys(value)) {
    if (!known.has(name)) throw fault('unknown_member', `${where} has an unknown member.`);
    count++;
  }
  if (count === known.size) return;
  const missing = [...known].find((name) => !Object.hasOwn(value, name));
  throw fault('missing_member', `${where} is missing the member "${missing}".`);
}

function assertText(value: unknown, pattern: RegExp, name: string): asserts value is string {
  if (typeof value !== 'string' || !pattern.test(value)) throw invalid(name, 'does not have the required form');
}

/** Requires a fixed width and a fixed time zone, so that times can be compared as text. */
function assertTime(value: unknown): void {
  assertText(value, TIME, 'at');
  // Only days after the 28th need a calendar check, because every month has a 28th day. The calendar check takes as
  // long as all other checks together.
  if (value.slice(8, 10) > '28' && !dayExists(value)) throw invalid('at', 'is not a date that exists');
}

/** Date turns February 30 into a day in March, or returns an invalid time. */
function dayExists(time: string): boolean {
  const date = new Date(time);
  return !Number.isNaN(date.getTime()) && date.toISOString() === time;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Messages omit values, because messages are logged and an invalid value may be personal data. */
function invalid(name: string, why: string): AuditLogError {
  return fault('invalid_member', `The member "${name}" ${why}.`);
}

function fault(code: EntryProblem, message: string): AuditLogError {
  return new AuditLogError(code, message);
}
