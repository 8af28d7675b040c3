/**
 * Random logs from a seed: valid logs, logs that break a rule before they are signed, and logs that are changed
 * afterwards.
 */
import { hash } from 'node:crypto';
import { checkpoint, leavesOf, LOG, type Log, OTHER_LOG, proof, WITNESS } from '../../../../vectors/audit-log/log.ts';
import { canonicalize, commitPii, GENESIS, hashEntry, type JsonObject } from '../../src/index.ts';
import { formatVerifierKey, SIGNATURE_TYPE } from '../../src/tlog.ts';

/** Returns a generator of random numbers from 0 to 1 for a seed (SplitMix32). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  };
}

type Random = () => number;
const below = (random: Random, limit: number): number => Math.floor(random() * limit);
const pick = <Item>(random: Random, items: readonly Item[]): Item => items[below(random, items.length)] as Item;

const TYPES = ['document.viewed', 'document.signed', 'document.completed', 'document.erased', 'audit.entries-erased'];
const START = Date.UTC(2026, 10, 20);
const MINUTE = 60_000;

/** Each function breaks one rule of an entry before the entry is hashed and the log is signed. */
const DEFECTS: readonly ((entry: Record<string, unknown>, random: Random) => void)[] = [
  (entry) => void (entry['n'] = Number(entry['n']) + 1),
  (entry) => void (entry['prev'] = 'ab'.repeat(32)),
  (entry) => void (entry['prev'] = GENESIS),
  (entry) => void (entry['tenant'] = 'ten_2'),
  (entry) => void (entry['at'] = new Date(START - MINUTE).toISOString()),
  (entry) => void (entry['at'] = new Date(START + 10_000 * MINUTE).toISOString()),
  (entry) => void (entry['at'] = '2026-02-30T00:00:00.000Z'),
  (entry) => void (entry['pii'] = 'cd'.repeat(32)),
  (entry) => void (entry['type'] = 'Document'),
  (entry) => void (entry['v'] = 2),
  (entry) => void (entry['extra'] = null),
  (entry) => void delete entry['data'],
  (entry) => void (entry['actor'] = { kind: 'user', id: 'a@example.com' }),
  (entry, random) => void (entry['stream'] = `doc_${below(random, 4)}`),
];

/** Generates a chain of random entries. `defect` breaks a rule in one of them. */
function randomEntries(random: Random, length: number, defect: boolean): Pick<Log, 'entries' | 'personal'> {
  const heads = new Map<string, { n: number; hash: string }>();
  const [entries, personal]: [string[], Log['personal']] = [[], []];
  const broken = defect ? below(random, length) : -1;
  for (let index = 0; index < length; index++) {
    const stream = `doc_${below(random, 4)}`;
    const { n, hash: prev } = heads.get(stream) ?? { n: 0, hash: GENESIS };
    const id = `adt_${index}`;
    const fields = random() < 0.3 ? { name: `Signer ${below(random, 9)}`, note: 'é\u0000"' } : undefined;
    const salt = hash('sha256', `${id} ${random()}`, 'buffer');
    if (fields) personal.push({ id, salt: salt.toString('hex'), fields });
    const entry: Record<string, unknown> = {
      v: 1,
      tenant: 'ten_1',
      stream,
      n,
      prev,
      at: new Date(START + index * MINUTE).toISOString(),
      id,
      type: pick(random, TYPES),
      actor: { kind: 'user', id: `usr_${below(random, 3)}` },
      target: { kind: 'document', id: stream },
      data: { amount: random() * 10 ** below(random, 25), text: pick(random, ['a', '\u20ac', '\ud83d\ude00', '\n']) },
      pii: fields ? commitPii(salt, fields) : null,
    };
    if (index === broken) pick(random, DEFECTS)(entry, random);
    const bytes = canonicalize(entry as JsonObject);
    heads.set(stream, { n: n + 1, hash: hashEntry(bytes) });
    entries.push(bytes.toString());
  }
  return { entries, personal };
}

/** Replaces the first entries with their hashes, and drops their personal fields. */
function expire(log: Log, count: number): void {
  const gone = new Set(Array.from({ length: count }, (_, index) => `adt_${index}`));
  const leaves = leavesOf(log.entries);
  for (let index = 0; index < count; index++)
    log.entries[index] = `{"leaf":"${Buffer.from(leaves[index] ?? []).toString('hex')}"}`;
  log.personal = log.personal.filter(({ id }) => !gone.has(id));
}

/** Each function changes part of a log that has already been signed. */
const CHANGES: readonly ((log: Log, random: Random) => void)[] = [
  (log, random) => void log.entries.splice(below(random, log.entries.length), 1),
  (log) => void log.entries.pop(),
  (log, random) => void log.entries.splice(below(random, log.entries.length), 0, pick(random, log.entries)),
  (log, random) => {
    const [one, other] = [below(random, log.entries.length), below(random, log.entries.length)];
    [log.entries[one], log.entries[other]] = [log.entries[other] ?? '', log.entries[one] ?? ''];
  },
  (log, random) => {
    const at = below(random, log.entries.length);
    log.entries[at] = flipped(log.entries[at] ?? '', random);
  },
  (log, random) => change(log.checkpoints, random, flipped),
  (log, random) => change(log.proofs, random, flipped),
  (log, random) => change(log.pins, random, flipped),
  (log, random) => change(log.proofs, random, (text) => text.replace(/\n[^\n]{44}\n\n/, '\n\n')),
  (log, random) =>
    change(log.proofs, random, (text) => text.replace(/index (\d+)/, (_, n) => `index ${Number(n) + 1}`)),
  (log, random) => void delete log.checkpoints[pick(random, Object.keys(log.checkpoints))],
  (log, random) => void log.keys.splice(below(random, log.keys.length), 1),
  (log, random) => {
    const at = below(random, log.keys.length);
    log.keys[at] = flipped(log.keys[at] ?? '', random);
  },
  (log, random) => void log.timestamps.splice(below(random, log.timestamps.length), 1),
  (log, random) => {
    const stamp = log.timestamps[below(random, log.timestamps.length)];
    if (stamp && 'time' in stamp) stamp.time = new Date(START + below(random, 40) * MINUTE).toISOString();
  },
  (log, random) => void log.personal.splice(below(random, log.personal.length), 1),
  (log, random) => {
    const one = log.personal[below(random, log.personal.length)];
    if (one && 'fields' in one) one.fields = { ...one.fields, name: 'Signer 99' };
  },
  (log, random) => {
    const at = below(random, log.personal.length);
    const own = log.personal[at];
    if (own) log.personal[at] = { id: own.id, erasedBy: `adt_${below(random, log.entries.length)}` };
  },
  (log, random) => expire(log, below(random, log.entries.length)),
];

function change(texts: Record<string, string>, random: Random, to: (text: string, random: Random) => string): void {
  const name = pick(random, Object.keys(texts));
  if (name !== undefined) texts[name] = to(texts[name] ?? '', random);
}

/** Replaces, removes or inserts one character. */
function flipped(text: string, random: Random): string {
  const at = below(random, text.length);
  const other = pick(random, ['', text.slice(at, at + 1).repeat(2), 'A', '0', '\n', ' ', '\u00e9']);
  return text.slice(0, at) + other + text.slice(at + 1);
}

/** Generates the same log for the same seed. Half of the logs are valid or changed in a permitted way. */
export async function randomLog(seed: number): Promise<Log> {
  const random = randomOf(seed);
  const length = 1 + below(random, 24);
  const { entries, personal } = randomEntries(random, length, random() < 0.3);
  const sizes = [...new Set([below(random, length + 1), 1 + below(random, length), length])];
  const log: Log = {
    keys: [LOG.key(), WITNESS.key(SIGNATURE_TYPE.cosignature), OTHER_LOG.key()].map(formatVerifierKey),
    entries,
    personal,
    checkpoints: {},
    proofs: {},
    pins: {},
    timestamps: [],
  };
  for (const size of sizes) {
    const witness = random() < 0.5 ? { witness: WITNESS } : {};
    log.checkpoints[`checkpoints/${size}`] = await checkpoint(entries, size, witness);
    if (size < length && random() < 0.5) continue;
    const time = new Date(START + size * MINUTE).toISOString();
    log.timestamps.push({ name: `timestamps/${size}.tst`, checkpoint: `checkpoints/${size}`, time });
  }
  for (let count = below(random, 3); count > 0; count--) {
    const size = 1 + below(random, length);
    const withEntry = random() < 0.7;
    log.proofs[`proofs/${count}`] = await proof(entries, below(random, size), size, { withEntry });
  }
  if (random() < 0.7) log.pins['pin'] = await checkpoint(entries, below(random, length + 1));
  if (random() < 0.2) log.pins['proof'] = await proof(entries, below(random, length), length);
  if (random() < 0.2) expire(log, below(random, length));
  if (random() < 0.3) log.erasures = [0, 1].map((number) => ({ kind: 'document', id: `doc_${number}` }));
  for (let count = below(random, 3); count > 0 && log.entries.length > 0; count--) pick(random, CHANGES)(log, random);
  return log;
}
