/**
 * A second checker, written only from the specifications: RFC 6962, RFC 8785, the C2SP documents, and
 * docs/understand/audit-log-format.md. It shares no code with the package. It keeps everything in memory, computes
 * trees by their recursive definition, and verifies signatures with node:crypto.
 */
import { createHash, createHmac, createPublicKey, verify } from 'node:crypto';

export type LogFiles = {
  readonly keys: readonly string[];
  readonly entries: readonly string[];
  readonly checkpoints: Readonly<Record<string, string>>;
  readonly proofs: Readonly<Record<string, string>>;
  readonly pins: Readonly<Record<string, string>>;
  readonly timestamps: readonly { readonly checkpoint: string; readonly time?: string }[];
  readonly personal: readonly Readonly<Record<string, unknown>>[];
  readonly erasures?: readonly { readonly kind: string; readonly id: string }[];
};

/** Thrown at the first fault. */
class Fault extends Error {}

function must(holds: unknown, why: string): asserts holds {
  if (holds === undefined || holds === false || holds === null) throw new Fault(why);
}

/** Returns the first fault found, or undefined. The order of checks differs from the package's verifier. */
export function faultOf(files: LogFiles): string | undefined {
  try {
    check(files);
    return undefined;
  } catch (error) {
    if (error instanceof Fault) return error.message;
    throw error;
  }
}

function check(files: LogFiles): void {
  const keys = files.keys.map(readKey);
  const heads = Object.entries(files.checkpoints).map(([name, text]) => ({ name, ...readHead(text, keys, true) }));
  must(heads.length > 0, 'no checkpoint');
  const largest = Math.max(...heads.map(({ size }) => size));
  const proofs = [...Object.values(files.proofs), ...Object.values(files.pins).filter(isProof)].map((text) =>
    readProof(text, keys),
  );
  const pins = Object.values(files.pins).filter((text) => !isProof(text));
  const all = [...heads, ...proofs.map(({ head }) => head), ...pins.map((text) => readHead(text, keys, false))];
  const origin = all[0]?.origin ?? '';
  must(
    all.every((head) => head.origin === origin),
    'several logs',
  );
  must(largest === files.entries.length, 'the newest checkpoint does not cover all entries');

  const lines = files.entries.map(readLine);
  const leaves = lines.map(({ leaf }) => leaf);
  for (const { size, root } of all) {
    must(size <= leaves.length, 'cut off');
    must(root.equals(treeHash(leaves.slice(0, size))), 'another root');
  }
  for (const { index, path, head, extra } of proofs) {
    const leaf = extra === undefined ? leaves[index] : sha256(0, extra);
    must(leaf !== undefined && leaf.equals(leaves[index] ?? Buffer.alloc(0)), 'a proof of another entry');
    must(index < head.size, 'an index outside the tree');
    must(rootFrom(leaf, index, head.size, path)?.equals(head.root), 'a path to another root');
  }
  checkStreams(lines, origin.slice(origin.lastIndexOf('/') + 1));
  checkTimes(files, heads, lines);
  checkPersonal(files, lines);
  const lastRemoved = lines.findLastIndex(({ entry }) => entry === undefined);
  const lastRecord = lines.findLastIndex(({ entry }) => entry?.['type'] === 'audit.entries-erased');
  must(lastRemoved <= lastRecord, 'a removal without a record');
}

// SHA-256 with a prefix byte (RFC 6962 §2.1).

const sha256 = (prefix: number, ...parts: Uint8Array[]): Buffer => {
  const hash = createHash('sha256').update(Uint8Array.of(prefix));
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** MTH(D[n]), the Merkle tree hash. */
function treeHash(leaves: readonly Buffer[]): Buffer {
  if (leaves.length === 0) return createHash('sha256').digest();
  if (leaves.length === 1) return leaves[0] as Buffer;
  const k = split(leaves.length);
  return sha256(1, treeHash(leaves.slice(0, k)), treeHash(leaves.slice(k)));
}

/** Returns k, the largest power of two smaller than n. */
const split = (n: number): number => 2 ** (Math.ceil(Math.log2(n)) - 1);

/**
 * Computes the root from PATH(m, D[n]), following the definition of PATH. Returns undefined if the path has another
 * length.
 */
function rootFrom(leaf: Buffer, m: number, n: number, path: readonly Buffer[]): Buffer | undefined {
  if (n === 1) return path.length === 0 ? leaf : undefined;
  const [last, below, k] = [path.at(-1), path.slice(0, -1), split(n)];
  if (last === undefined) return undefined;
  const half = m < k ? rootFrom(leaf, m, k, below) : rootFrom(leaf, m - k, n - k, below);
  return half && (m < k ? sha256(1, half, last) : sha256(1, last, half));
}

// The types below represent the C2SP formats.

type Key = { name: string; id: string; type: number; publicKey: Buffer };
type Head = { origin: string; size: number; root: Buffer };

const isProof = (text: string): boolean => text.startsWith('c2sp.org/tlog-proof@');

function base64(text: string): Buffer {
  const bytes = Buffer.from(text, 'base64');
  must(bytes.toString('base64') === text, 'not base64');
  return bytes;
}

function decimal(text: string): number {
  must(String(Number(text)) === text && Number.isSafeInteger(Number(text)) && Number(text) >= 0, 'not a number');
  return Number(text);
}

function readKey(text: string): Key {
  const [name = '', id = '', ...material] = text.split('+');
  const bytes = base64(material.join('+'));
  const own = createHash('sha256').update(`${name}\n`).update(bytes).digest('hex').slice(0, 8);
  must(name !== '' && !/\s/.test(name) && own === id && bytes.length === 33, 'not a key');
  must(bytes[0] === 1 || bytes[0] === 4, 'not a type of key');
  return { name, id, type: bytes[0] ?? 0, publicKey: bytes.subarray(1) };
}

function readHead(note: string, keys: readonly Key[], isStrict: boolean): Head {
  for (const character of note) must(character >= ' ' || character === '\n', 'a control character');
  const parts = note.split('\n\n');
  const signatures = parts.pop() ?? '';
  const text = `${parts.join('\n\n')}\n`;
  must(parts.length > 0 && /^(\u2014 [^\s+]+ \S+\n)+$/.test(signatures), 'not a note');
  const [origin = '', size = '', root = '', ...more] = text.split('\n');
  must(origin !== '' && root !== '' && more.pop() === '' && !more.includes(''), 'not a checkpoint');
  let isSigned = false;
  for (const line of signatures.trimEnd().split('\n')) {
    const [, name, encoded = ''] = line.split(' ');
    const bytes = base64(encoded);
    must(bytes.length > 4, 'a short signature');
    const key = keys.find((one) => one.name === name && one.id === bytes.toString('hex', 0, 4));
    must(key !== undefined || !isStrict, 'a signature of a stranger');
    if (key === undefined || (key.type === 1 && key.name !== origin)) continue;
    must(isSignedWith(key, text, bytes.subarray(4)), 'a wrong signature');
    isSigned ||= key.type === 1;
  }
  must(isSigned, 'not signed by the log');
  const hash = base64(root);
  must(hash.length === 32, 'a root of another length');
  return { origin, size: decimal(size), root: hash };
}

function isSignedWith({ type, publicKey }: Key, text: string, signature: Buffer): boolean {
  const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), publicKey]);
  const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
  if (type === 1) return signature.length === 64 && verify(null, Buffer.from(text), key, signature);
  if (signature.length !== 72) return false;
  const time = signature.readBigUInt64BE();
  return verify(null, Buffer.from(`cosignature/v1\ntime ${time}\n${text}`), key, signature.subarray(8));
}

function readProof(text: string, keys: readonly Key[]) {
  const lines = text.split('\n');
  must(lines.shift() === 'c2sp.org/tlog-proof@v1', 'not a proof');
  const extra = lines[0]?.startsWith('extra ') ? base64((lines.shift() ?? '').slice(6)) : undefined;
  const first = lines.shift() ?? '';
  must(first.startsWith('index '), 'no index');
  const end = lines.indexOf('');
  must(end >= 0, 'no checkpoint');
  const path = lines.slice(0, end).map(base64);
  must(
    path.every(({ length }) => length === 32),
    'a hash of another length',
  );
  return { index: decimal(first.slice(6)), path, extra, head: readHead(lines.slice(end + 1).join('\n'), keys, false) };
}

// The code below implements the rules in docs/understand/audit-log-format.md.

type Json = Record<string, unknown>;
type Line = { leaf: Buffer; entry: Json | undefined };

/** Serializes a value as canonical JSON (RFC 8785). */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join()}}`;
}

const ID = /^[A-Za-z0-9][A-Za-z0-9_.:-]{0,127}$/;
const WORD = /^[a-z][a-z0-9._-]{0,63}$/;
const HASH = /^[0-9a-f]{64}$/;
const isText = (form: RegExp) => (value: unknown) => typeof value === 'string' && form.test(value);
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isParty = (value: unknown): boolean =>
  isObject(value) && Object.keys(value).join() === 'id,kind' && isText(ID)(value['id']) && isText(WORD)(value['kind']);
const isTime = (value: unknown): boolean =>
  typeof value === 'string' && !Number.isNaN(Date.parse(value)) && new Date(value).toISOString() === value;

/** The properties of an entry, in RFC 8785 order. */
const MEMBERS: Readonly<Record<string, (value: unknown) => boolean>> = {
  actor: isParty,
  at: isTime,
  data: isObject,
  id: isText(ID),
  n: (value) => Number.isSafeInteger(value) && Number(value) >= 0,
  pii: (value) => value === null || isText(HASH)(value),
  prev: isText(HASH),
  stream: isText(ID),
  target: isParty,
  tenant: isText(ID),
  type: isText(WORD),
  v: (value) => value === 1,
};

function readLine(line: string): Line {
  const [, removed] = /^\{"leaf":"([0-9a-f]{64})"\}$/.exec(line) ?? [];
  if (removed !== undefined) return { leaf: Buffer.from(removed, 'hex'), entry: undefined };
  must(Buffer.byteLength(line) <= 61_440, 'a long entry');
  const entry = parsed(line);
  must(isObject(entry) && canonical(entry) === line, 'not canonical');
  must(Object.keys(entry).join() === Object.keys(MEMBERS).join(), 'other members');
  for (const [name, isValid] of Object.entries(MEMBERS)) must(isValid(entry[name]), `a wrong ${name}`);
  return { leaf: sha256(0, Buffer.from(line)), entry };
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    throw new Fault('not JSON');
  }
}

/** Checks every entry against all entries before it. */
function checkStreams(lines: readonly Line[], tenant: string): void {
  for (const [index, { entry }] of lines.entries()) {
    if (entry === undefined) continue;
    must(entry['tenant'] === tenant, 'another tenant');
    const earlier = lines.slice(0, index);
    const before = earlier.findLast((one) => one.entry?.['stream'] === entry['stream']);
    const [n, expected] = [Number(entry['n']), before === undefined ? 0 : Number(before.entry?.['n']) + 1];
    must((n === 0) === (entry['prev'] === '0'.repeat(64)), 'a first entry with another before it');
    must(before === undefined || String(entry['at']) >= String(before.entry?.['at']), 'time goes back');
    if (n === expected) must(n === 0 || before?.leaf.toString('hex') === entry['prev'], 'a broken chain');
    else {
      const removed = earlier.some((one) => one.entry === undefined && one.leaf.toString('hex') === entry['prev']);
      must(n > expected && removed, 'a wrong number');
    }
  }
}

function checkTimes(
  { timestamps }: LogFiles,
  heads: readonly (Head & { name: string })[],
  lines: readonly Line[],
): void {
  const stamps = timestamps.map(({ checkpoint, time }) => {
    const size = heads.find(({ name }) => name === checkpoint)?.size;
    must(size !== undefined && time !== undefined, 'a time-stamp over nothing');
    return { size, time: Date.parse(time) };
  });
  for (const [index, { entry }] of lines.entries()) {
    const covering = stamps.filter(({ size }) => size > index);
    const at = Date.parse(String(entry?.['at']));
    must(!covering.some(({ time }) => at > time + 300_000), 'dated after its time-stamp');
    must(entry?.['type'] !== 'document.completed' || covering.length > 0, 'a completion without a time-stamp');
  }
}

function checkPersonal({ personal, erasures }: LogFiles, lines: readonly Line[]): void {
  const entries = lines.map(({ entry }) => entry);
  for (const { id, salt, fields, erasedBy, isUnreadable } of personal) {
    const index = entries.findIndex((entry) => entry?.['id'] === id);
    must(index >= 0, 'personal fields of no entry');
    if (erasedBy !== undefined) {
      const record = entries.slice(index + 1).find((entry) => entry?.['id'] === erasedBy);
      const erased = record && entries[index] && whatWasErased(record, entries[index]);
      must(erased !== undefined, 'an erasure without a record');
      must(
        !erasures || erasures.some((line) => `${line.kind} ${line.id}` === erased),
        'an erasure without a ledger line',
      );
      continue;
    }
    must(isUnreadable === undefined, 'unreadable personal fields');
    const key = Buffer.from(String(salt), 'hex');
    const own = createHmac('sha256', key).update(canonical(fields)).digest('hex');
    must(key.length === 32 && own === entries[index]?.['pii'], 'other personal fields');
  }
  for (const entry of entries)
    must((entry?.['pii'] ?? null) === null || personal.some(({ id }) => id === entry?.['id']), 'no personal fields');
}

/** Returns the ledger line that an erasure requires, or undefined if no line covers the entry. */
function whatWasErased(record: Json, entry: Json): string | undefined {
  if (record['stream'] !== entry['stream']) return undefined;
  const ids = [entry['actor'], entry['target']].map((party) => (party as Json)['id']);
  const user = (record['target'] as Json)['id'];
  const account = `account ${String(user)}`;
  switch (record['type']) {
    case 'document.erased':
      return `document ${String(record['stream'])}`;
    case 'user.account-closed':
      return ids.includes(user) ? account : undefined;
    case 'user.personal-data-erased': {
      const parts = String((record['data'] as Json)['entries']).split(',');
      const isListed = parts.some((part) => {
        must(/^\d+(-\d+)?$/.test(part), 'not a list of numbers');
        const [from, to] = part.includes('-') ? part.split('-') : [part, part];
        return Number(entry['n']) >= Number(from) && Number(entry['n']) <= Number(to);
      });
      return isListed ? account : undefined;
    }
    default:
      return undefined;
  }
}
