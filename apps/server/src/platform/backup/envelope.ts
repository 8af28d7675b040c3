/**
 * The keys of a backup, and its manifest. All files of a backup are encrypted (platform/crypto/sealed-file.ts), each
 * under its own key, which is derived from the backup's keys and the file's name. The backup's keys are random and
 * sealed twice: under the master key, and under a recovery passphrase if there is one. An attacker who can write to the
 * backup location therefore cannot create a backup that opens.
 */
import { hashRaw } from '@node-rs/argon2';
import { constantTimeEqual, keyedHash, randomSecret, sha256Hex } from '../crypto/tokens.ts';
import { deriveKey, seal, SealError, unseal, type Vault } from '../crypto/seal.ts';
import type { FileFault } from './file-judge.ts';
import { BackupError } from './errors.ts';

export type BackupKeys = {
  /** The key for the files of this backup. */
  own: Buffer;
  /** The key for copies of blobs, which all backups in one location share. */
  blobs: Buffer;
};

/** The keys that open a backup: the installation's master key, or the recovery passphrase. */
export type Openers = { vault?: Vault | undefined; recovery?: string | undefined };

export type Part = { name: string; bytes: number; sha256: string };
/** The rows of a table. All tables are in one file, so the rows begin after the `bytes` of the earlier tables. */
export type TableRows = { table: string; columns: readonly string[]; rows: number; bytes: number };

/**
 * Describes the contents of a backup. It is written last, because a folder without a manifest is not a backup. It names
 * no person and no document.
 */
export type Manifest = {
  format: 'countersign-backup/1';
  id: string;
  /** The point in time that the backup captures. */
  taken_at: string;
  version: string;
  /** Applied migrations with their SHA-256. The database is migrated to this state before the rows are loaded. */
  migrations: readonly { name: string; sha256: string }[];
  /** The rows in PostgreSQL's binary format, in the order of `tables`. Referenced tables come first. */
  database: Part;
  tables: readonly TableRows[];
  /** A list with one line of JSON per blob, with its key and size. */
  files: Part & { count: number; bytes_total: number };
  /** Files that were missing or damaged when the backup was created. Absent if there were none. */
  faults?: readonly FileFault[];
  /** The erasure ledger at the time of the backup (ADR 59). */
  ledger: Part;
  blobs: string;
  keys: { master: string; recovery: { salt: string; sealed: string } | null };
};

const FORMAT = 'countersign-backup/1';
const PURPOSE = 'keys of a backup';
/** The keys are already random, so HKDF needs no salt (RFC 5869 §3.1). */
const NO_SALT = new Uint8Array(0);
/**
 * The cost of hashing the passphrase. It is higher than OWASP recommends for sign-ins, because checking a passphrase
 * that protects everything may take a second (RFC 9106 §4, second choice).
 */
const ARGON2 = { memoryCost: 65_536, timeCost: 3, parallelism: 4, outputLen: 32 } as const;

/**
 * Creates keys. Blobs are copied under a key derived from the master key, so that later backups can reuse earlier
 * copies.
 */
export function newKeys(vault: Vault): BackupKeys {
  return { own: randomSecret(32), blobs: vault.derive('countersign/backup/blobs/1') };
}

/**
 * Returns the name of the folder for copies that are encrypted with one key. If the master key changes, so does the
 * folder, and all blobs are copied again.
 */
export const generationOf = (keys: BackupKeys): string => `blobs/${sha256Hex(keys.blobs).slice(0, 16)}`;

export const ownCopies = (vault: Vault): string => generationOf(newKeys(vault));

/**
 * Returns the key of one file. A name is never used twice with different bytes, because each attempt at a backup has
 * its own keys.
 */
export const keyOf = (secret: Buffer, name: string): Uint8Array => {
  const key = deriveKey(secret, NO_SALT, `file ${name}`);
  return key instanceof Uint8Array ? key : key.export();
};

export async function sealKeys(
  keys: BackupKeys,
  vault: Vault,
  recovery: string | undefined,
): Promise<Manifest['keys']> {
  const bytes = Buffer.concat([keys.own, keys.blobs]);
  const master = vault.seal(PURPOSE, bytes).toString('base64');
  if (recovery === undefined) return { master, recovery: null };
  const salt = randomSecret(16);
  const sealed = seal(await recoveryKey(recovery, salt), PURPOSE, bytes).toString('base64');
  return { master, recovery: { salt: salt.toString('base64'), sealed } };
}

/** Returns whether the backup was sealed with this master key, regardless of which other keys open it. */
export function isSealedWith({ master }: Manifest['keys'], vault: Vault): boolean {
  try {
    vault.open(PURPOSE, Buffer.from(master, 'base64'));
    return true;
  } catch (error) {
    if (error instanceof SealError) return false;
    throw error;
  }
}

async function recoveryKey(passphrase: string, salt: Uint8Array): Promise<Uint8Array> {
  return hashRaw(passphrase.normalize('NFKC'), { ...ARGON2, salt });
}

/** The signed part of the manifest. It contains its own signing key in sealed form. */
type Sealed = { format: string; id: string; keys: Manifest['keys'] };
/** A manifest that was read but not authenticated yet. */
type Said = { keys?: { master?: string; recovery?: { salt?: string; sealed?: string } | null } };

/** @throws BackupError `locked` if neither the master key nor the passphrase opens the backup's keys */
async function openKeys({ keys }: Said, { vault, recovery }: Openers): Promise<BackupKeys> {
  const tries = [
    async () => vault?.open(PURPOSE, Buffer.from(keys?.master ?? '', 'base64')),
    async () =>
      recovery !== undefined && keys?.recovery
        ? unseal(
            await recoveryKey(recovery, Buffer.from(keys.recovery.salt ?? '', 'base64')),
            PURPOSE,
            Buffer.from(keys.recovery.sealed ?? '', 'base64'),
          )
        : undefined,
  ];
  for (const open of tries) {
    const bytes = await open().catch((error: unknown) => {
      if (error instanceof SealError) return undefined;
      throw error;
    });
    if (bytes?.length === 64) return { own: bytes.subarray(0, 32), blobs: bytes.subarray(32) };
  }
  throw new BackupError(
    'locked',
    'Neither the master key nor the recovery passphrase can decrypt the backup, or its manifest is damaged.',
  );
}

/**
 * Writes JSON, a line break, and its HMAC-SHA-256 under the backup's key. Only a writer who can open the backup can
 * create it.
 */
export function writeManifest(manifest: { format: string; id: string }, keys: BackupKeys): Buffer {
  const body = Buffer.from(JSON.stringify(manifest));
  return Buffer.concat([body, Buffer.from(`\n${macOf(keys, body).toString('hex')}\n`)]);
}

/** @throws BackupError `damaged` | `locked` */
export async function openManifest<M extends Sealed = Manifest>(
  id: string,
  bytes: Buffer,
  openers: Openers,
  format: M['format'] = FORMAT,
): Promise<{ manifest: M; keys: BackupKeys }> {
  const keys = await openKeys(parseManifest<M>(bytes, format), openers);
  return { manifest: readManifest<M>(id, bytes, keys, format), keys };
}

/** Returns the manifest as written, without authentication. @throws BackupError `damaged` */
export function parseManifest<M extends { format: string } = Manifest>(bytes: Buffer, format: M['format'] = FORMAT): M {
  const end = bytes.indexOf('\n');
  const manifest = end < 0 ? undefined : parse<M>(bytes.subarray(0, end));
  if (manifest?.format !== format)
    throw new BackupError('damaged', 'The manifest is damaged, or has a format that this version cannot read.');
  return manifest;
}

/** Reads the manifest of a backup whose keys are known. @throws BackupError `damaged` */
export function readManifest<M extends { format: string; id: string }>(
  id: string,
  bytes: Buffer,
  keys: BackupKeys,
  format: M['format'],
): M {
  const manifest = parseManifest<M>(bytes, format);
  const end = bytes.indexOf('\n');
  const mac = Buffer.from(`\n${macOf(keys, bytes.subarray(0, end)).toString('hex')}\n`);
  if (!constantTimeEqual(mac, bytes.subarray(end)) || manifest.id !== id)
    throw new BackupError('damaged', 'The manifest belongs to another backup.');
  return manifest;
}

const macOf = (keys: BackupKeys, body: Uint8Array): Buffer =>
  keyedHash(deriveKey(keys.own, NO_SALT, 'manifest'), 'manifest', body);

function parse<M>(body: Buffer): M | undefined {
  try {
    return JSON.parse(body.toString('utf8')) as M;
  } catch {
    return undefined;
  }
}
