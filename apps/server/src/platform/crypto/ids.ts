/**
 * IDs are UUIDv7 (RFC 9562 §5.7) in Crockford base32: 48 bits of milliseconds, then random bits. They sort by creation
 * time.
 */
import { randomFillSync } from 'node:crypto';
import { ID_PREFIXES, type Id, type IdKind } from '@countersign/contract';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const POOL = Buffer.alloc(4096);
let used = POOL.length;

/** Returns random bytes from a pool, which saves a system call for each ID. */
function randomFromPool(bytes: number): Buffer {
  if (used + bytes > POOL.length) {
    randomFillSync(POOL);
    used = 0;
  }
  used += bytes;
  return POOL.subarray(used - bytes, used);
}

/** Creates the ID of a request, which appears in the response and in the log. It is not a secret. */
export const newRequestId = (): string => `req_${randomFromPool(12).toString('base64url')}`;

export function newId<K extends IdKind>(kind: K, now: Date = new Date()): Id<K> {
  const random = randomFromPool(10);
  let value = BigInt(now.getTime());
  value = (value << 4n) | 7n;
  value = (value << 12n) | BigInt(random.readUInt16BE(0) & 0x0fff);
  value = (value << 2n) | 2n;
  value = (value << 62n) | (random.readBigUInt64BE(2) & 0x3fff_ffff_ffff_ffffn);
  return `${ID_PREFIXES[kind]}_${toBase32(value)}`;
}

function toBase32(value: bigint): string {
  // The value is encoded as three numbers, each well below 2^53 (10 + 8 + 8 digits), because bigint arithmetic for each
  // digit would be four times slower.
  return digits(10, Number(value >> 80n)) + digits(8, Number((value >> 40n) & PART)) + digits(8, Number(value & PART));
}

/**
 * Returns the millisecond at which an ID was created, which its first ten digits encode. Returns NaN for an invalid ID.
 */
export function madeAt(id: string): number {
  const digitsOf = id.slice(id.indexOf('_') + 1).slice(0, 10);
  return [...digitsOf].reduce((sum, digit) => {
    const value = ALPHABET.indexOf(digit);
    return value === -1 ? Number.NaN : sum * 32 + value;
  }, 0);
}

const PART = (1n << 40n) - 1n;

function digits(count: number, part: number): string {
  let text = '';
  for (let i = 0; i < count; i += 1) {
    text = ALPHABET.charAt(part % 32) + text;
    part = Math.floor(part / 32);
  }
  return text;
}

/** Returns the 16 bytes of an ID, for compact tokens. */
export function idBytes(id: string): Buffer {
  let value = 0n;
  for (const character of id.slice(4)) value = (value << 5n) | BigInt(ALPHABET.indexOf(character));
  const bytes = Buffer.alloc(16);
  bytes.writeBigUInt64BE(value >> 64n, 0);
  bytes.writeBigUInt64BE(value & 0xffff_ffff_ffff_ffffn, 8);
  return bytes;
}

export function idFromBytes<K extends IdKind>(kind: K, bytes: Buffer): Id<K> {
  const value = (bytes.readBigUInt64BE(0) << 64n) | bytes.readBigUInt64BE(8);
  return `${ID_PREFIXES[kind]}_${toBase32(value)}`;
}
