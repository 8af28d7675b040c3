/**
 * Commitments to personal data. The entry contains only the HMAC, and the fields and the salt are stored elsewhere.
 * After the fields and the salt are erased, the commitment reveals nothing, because the salt is as long as the hash.
 * Every chain stays valid.
 */
import { hash, timingSafeEqual } from 'node:crypto';
import { canonicalize } from './canonical.ts';
import { AuditLogError } from './errors.ts';

/** The length of a commitment's salt in bytes. */
export const PII_SALT_BYTES = 32;

/** The personal fields of one entry by name, such as names, addresses, the IP address and the user agent. */
export type PiiFields = Readonly<Record<string, string>>;

/**
 * Returns the `pii` member of an entry: HMAC-SHA-256(salt, JCS(fields)) in hex.
 *
 * @param salt 32 random bytes, new for every entry, because a shared salt would link two entries to one person.
 * @throws AuditLogError `invalid_salt` if the length is wrong, `not_canonicalizable` for a field with a lone surrogate.
 */
export function commitPii(salt: Uint8Array, fields: PiiFields): string {
  return commitment(salt, fields).toString('hex');
}

/**
 * Whether the fields match the commitment. Returns false for a malformed commitment.
 * @throws AuditLogError `invalid_salt`, `not_canonicalizable` (see `commitPii`)
 */
export function verifyPii(pii: string, salt: Uint8Array, fields: PiiFields): boolean {
  if (!/^[0-9a-f]{64}$/.test(pii)) return false;
  return timingSafeEqual(commitment(salt, fields), Buffer.from(pii, 'hex'));
}

function commitment(salt: Uint8Array, fields: PiiFields): Buffer {
  if (salt.length !== PII_SALT_BYTES) {
    throw new AuditLogError('invalid_salt', `The salt has ${salt.length} bytes instead of ${PII_SALT_BYTES}.`);
  }
  return hmac(salt, canonicalize(fields));
}

const BLOCK_BYTES = 64;

/**
 * HMAC (RFC 2104) with SHA-256. Node's Hmac objects take three times as long, and a log can have a million entries.
 * Digests are returned as text and copied to pooled buffers, because neither uses memory outside the JavaScript heap.
 */
const hmac = (key: Uint8Array, message: Uint8Array): Buffer =>
  digest(padded(key, 0x5c, digest(padded(key, 0x36, message))));

const digest = (bytes: Uint8Array): Buffer => Buffer.from(hash('sha256', bytes, 'hex'), 'hex');

function padded(key: Uint8Array, pad: number, message: Uint8Array): Buffer {
  const bytes = Buffer.allocUnsafe(BLOCK_BYTES + message.length).fill(pad, 0, BLOCK_BYTES);
  for (const [index, byte] of key.entries()) bytes[index] = byte ^ pad;
  bytes.set(message, BLOCK_BYTES);
  return bytes;
}
