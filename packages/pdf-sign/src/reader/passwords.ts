/**
 * Handles passwords of the standard security handler (ISO 32000-2 7.6.4): the access they grant, and the file's key.
 */
import { aesBlock, aesBlocks, hardenedHash, md5, rc4, sha } from './ciphers.ts';

/** The entries of an encryption dictionary that are related to passwords. */
export interface PasswordFacts {
  revision: number;
  /** The /O and /U entries. From revision 5 onward, also /OE, /UE and /Perms. */
  owner: Buffer;
  user: Buffer;
  ownerKey: Buffer;
  userKey: Buffer;
  sealedPermissions: Buffer;
  permissions: number;
  /** The first part of the file identifier. */
  id: Buffer;
  /** The possible lengths of the key in bytes, most likely first. */
  keyLengths: readonly number[];
  isMetadataPlain: boolean;
}

export interface Opened {
  role: 'owner' | 'user';
  key: Buffer;
  /** The value of /P, or the part of it that the encrypted copy confirms. */
  permissions: number;
}

/** The padding of a password, which is also used for an empty password (7.6.4.3.2, algorithm 2, step a). */
const PADDING = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');
const PADDED = 32;
const MAX_UTF8 = 127;

/**
 * Opens a file with a password. Returns null if the password does not open the file. The password is first tried as the
 * owner password, because the owner has more permissions.
 */
export function openWith(facts: PasswordFacts, password: string): Opened | null {
  for (const bytes of encodings(password, facts.revision)) {
    const opened = facts.revision >= 5 ? openHardened(facts, bytes) : openPadded(facts, bytes);
    if (opened !== null) return opened;
  }
  return null;
}

/**
 * Returns the possible encodings of a password. Up to revision 4, writers used a single-byte encoding. Later revisions
 * use UTF-8 (7.6.4.1). Some writers deviate from this.
 */
function encodings(password: string, revision: number): Buffer[] {
  const utf8 = Buffer.from(password, 'utf8');
  if (revision >= 5)
    return [Buffer.from(password.normalize('NFKC'), 'utf8'), utf8].map((one) => one.subarray(0, MAX_UTF8));
  return /^[\0-\xff]*$/.test(password) ? [Buffer.from(password, 'latin1'), utf8] : [utf8];
}

/** Opens files of revisions 2 to 4 (algorithms 2 and 4 to 7). */
function openPadded(facts: PasswordFacts, password: Buffer): Opened | null {
  const { permissions } = facts;
  for (const length of facts.keyLengths) {
    const asOwner = fileKey(facts, userPasswordOf(facts, password, length), length);
    if (asOwner !== null) return { role: 'owner', key: asOwner, permissions };
    const asUser = fileKey(facts, padded(password), length);
    if (asUser !== null) return { role: 'user', key: asUser, permissions };
  }
  return null;
}

function padded(password: Buffer): Buffer {
  return Buffer.concat([password, PADDING]).subarray(0, PADDED);
}

/** Returns the file's encryption key if the padded user password is correct. */
function fileKey(
  { revision, owner, user, permissions, id, isMetadataPlain }: PasswordFacts,
  password: Buffer,
  length: number,
): Buffer | null {
  const flags = Buffer.alloc(4);
  flags.writeInt32LE(permissions | 0);
  const parts = [password, owner.subarray(0, PADDED), flags, id, Buffer.alloc(isMetadataPlain ? 4 : 0, 255)];
  let key = md5(...parts).subarray(0, length);
  if (revision === 2) return rc4(key, PADDING).equals(user.subarray(0, PADDED)) ? key : null;
  for (let round = 0; round < 50; round++) key = md5(key).subarray(0, length);
  let value = md5(PADDING, id);
  for (let round = 0; round < 20; round++) value = rc4(xor(key, round), value);
  return value.equals(user.subarray(0, 16)) ? key : null;
}

/**
 * Recovers the user password (algorithm 7). /O is the user password, encrypted with a key derived from the owner
 * password.
 */
function userPasswordOf({ revision, owner }: PasswordFacts, password: Buffer, length: number): Buffer {
  let hash = md5(padded(password));
  if (revision >= 3) for (let round = 0; round < 50; round++) hash = md5(hash.subarray(0, length));
  const key = hash.subarray(0, length);
  let value = owner.subarray(0, PADDED);
  if (revision === 2) return rc4(key, value);
  for (let round = 19; round >= 0; round--) value = rc4(xor(key, round), value);
  return value;
}

function xor(key: Buffer, round: number): Buffer {
  return Buffer.from(key.map((byte) => byte ^ round));
}

/** Opens files of revisions 5 and 6 (algorithm 2.A). */
function openHardened(facts: PasswordFacts, password: Buffer): Opened | null {
  const { revision, owner, user, ownerKey, userKey, sealedPermissions } = facts;
  const hash = (salt: Buffer, suffix: Buffer): Buffer =>
    revision === 5 ? sha(256, password, salt, suffix) : hardenedHash(password, salt, suffix);
  const opened = (role: Opened['role'], entry: Buffer, sealed: Buffer, suffix: Buffer): Opened | null => {
    if (!hash(entry.subarray(32, 40), suffix).equals(entry.subarray(0, 32))) return null;
    const key = aesBlocks(hash(entry.subarray(40, 48), suffix), Buffer.alloc(16), sealed.subarray(0, 32));
    return { role, key, permissions: facts.permissions & sealedFlags(key, sealedPermissions) };
  };
  return opened('owner', owner, ownerKey, user.subarray(0, 48)) ?? opened('user', user, userKey, Buffer.alloc(0));
}

/**
 * Checks the permissions (algorithm 13). /Perms repeats /P in encrypted form, so that changes are detected. Returns all
 * bits if /Perms is unreadable.
 */
function sealedFlags(key: Buffer, sealed: Buffer): number {
  if (sealed.length < 16) return -1;
  const plain = aesBlock(key, sealed.subarray(0, 16));
  return plain.toString('latin1', 9, 12) === 'adb' ? plain.readInt32LE(0) : -1;
}
