/**
 * C2SP signed notes: text with signature lines, verifier keys in text form, and the two kinds of Ed25519 signature that
 * logs and witnesses use. Signatures are verified with Web Crypto, in Node and in browsers.
 */
import { sha256 } from '#sha256';
import { concatBytes, fromBase64, fromHex, fromUtf8, toBase64, toHex, utf8 } from './bytes.ts';
import { AuditLogError } from './errors.ts';

/** The C2SP signed-note signature types that this package reads and writes. */
export const SIGNATURE_TYPE = { ed25519: 0x01, cosignature: 0x04 } as const;
export type SignatureType = (typeof SIGNATURE_TYPE)[keyof typeof SIGNATURE_TYPE];

/** A named public key. `id` is the first 4 bytes of a hash over name, type and key, in hex. */
export type VerifierKey = {
  readonly name: string;
  readonly id: string;
  readonly type: SignatureType;
  readonly publicKey: Uint8Array;
};

/** One signature line of a note. */
export type NoteSignature = { readonly name: string; readonly id: string; readonly signature: Uint8Array };
export type Note = { readonly text: string; readonly signatures: readonly NoteSignature[] };

/** A signature that was verified with a known key. For cosignatures, `time` is in seconds since 1970. */
export type VerifiedSignature = { readonly key: VerifierKey; readonly time: number | undefined };

/** Signs with one key. `sign` returns the 64-byte Ed25519 signature of the given bytes. */
export type NoteSigner = {
  readonly name: string;
  readonly publicKey: Uint8Array;
  readonly sign: (bytes: Uint8Array) => Uint8Array | Promise<Uint8Array>;
};

/**
 * The maximum length of a note, which has room for 16 post-quantum signatures. Every verifier must accept that many.
 */
const MAX_NOTE_LENGTH = 256 * 1024;
const MAX_SIGNATURES = 64;
const ED25519_BYTES = 32;
const SIGNATURE_BYTES = 64;
/** A name must not contain Unicode spaces or plus signs. */
const NAME = /^[^\s\u0085+]+$/u;

/**
 * Reads a note without verifying its signatures.
 * @throws AuditLogError `invalid_note`
 */
export function parseNote(note: string | Uint8Array): Note {
  if (note.length > MAX_NOTE_LENGTH) throw invalid(`has more than ${MAX_NOTE_LENGTH / 1024} KB`);
  const whole = typeof note === 'string' ? note : fromUtf8(note);
  if (!whole?.isWellFormed()) throw invalid('is not UTF-8');
  if (hasControls(whole)) throw invalid('contains a control character');
  const split = whole.lastIndexOf('\n\n');
  if (split < 0 || !whole.endsWith('\n')) throw invalid('has no empty line between its text and its signatures');
  const lines = whole.slice(split + 2, -1).split('\n');
  if (split + 2 === whole.length) throw invalid('has no signature');
  if (lines.length > MAX_SIGNATURES) throw invalid(`has more than ${MAX_SIGNATURES} signatures`);
  return { text: whole.slice(0, split + 1), signatures: lines.map(parseSignatureLine) };
}

/**
 * Adds signature lines to a note.
 * @throws AuditLogError `invalid_note` if the text is not allowed in a note
 */
export function formatNote(text: string, signatureLines: readonly string[]): string {
  const note = `${text}\n${signatureLines.join('')}`;
  const parsed = parseNote(note);
  if (parsed.text !== text) throw invalid('has a text that does not end with a newline');
  return note;
}

/** Returns a signature line, including its newline. */
export function formatSignatureLine({ name, id, signature }: NoteSignature): string {
  return `\u2014 ${name} ${toBase64(concatBytes(fromHex(id) ?? new Uint8Array(4), signature))}\n`;
}

/**
 * Creates a verifier key from its parts.
 * @throws AuditLogError `invalid_key`
 */
export function verifierKey(name: string, type: SignatureType, publicKey: Uint8Array): VerifierKey {
  if (!NAME.test(name) || !name.isWellFormed())
    throw invalidKey('its name is empty or contains a space or a plus sign');
  if (publicKey.length !== ED25519_BYTES) throw invalidKey(`the public key does not have ${ED25519_BYTES} bytes`);
  return { name, id: keyId(name, type, publicKey), type, publicKey };
}

/** Formats a key as `<name>+<key ID>+<base64 of type and public key>`. */
export function formatVerifierKey({ name, id, type, publicKey }: VerifierKey): string {
  return `${name}+${id}+${toBase64(concatBytes(Uint8Array.of(type), publicKey))}`;
}

/**
 * Reads a verifier key, and checks that its ID belongs to its name and public key.
 * @throws AuditLogError `invalid_key`
 */
export function parseVerifierKey(text: string): VerifierKey {
  const [, name = '', id = '', encoded = ''] = /^([^+]*)\+([0-9a-f]{8})\+(.*)$/su.exec(text) ?? [];
  const material = fromBase64(encoded);
  const type = material?.[0];
  if (material === undefined || type === undefined) throw invalidKey('it does not have the form NAME+ID+KEY');
  if (type !== SIGNATURE_TYPE.ed25519 && type !== SIGNATURE_TYPE.cosignature)
    throw invalidKey(`its signature type ${type} is not supported`);
  const key = verifierKey(name, type, material.subarray(1));
  if (key.id !== id) throw invalidKey(`its ID is ${id}, but its name and public key result in the ID ${key.id}`);
  return key;
}

/** Creates a log's signature line with an Ed25519 signature over the text. */
export async function signNote(text: string, signer: NoteSigner): Promise<string> {
  const { name, id } = verifierKey(signer.name, SIGNATURE_TYPE.ed25519, signer.publicKey);
  return formatSignatureLine({ name, id, signature: await signer.sign(utf8(text)) });
}

/** Creates a witness's signature line (C2SP tlog-cosignature, Ed25519). `time` is in seconds since 1970. */
export async function cosignNote(text: string, time: number, signer: NoteSigner): Promise<string> {
  const { name, id } = verifierKey(signer.name, SIGNATURE_TYPE.cosignature, signer.publicKey);
  const stamp = new Uint8Array(8);
  new DataView(stamp.buffer).setBigUint64(0, BigInt(time));
  const signature = concatBytes(stamp, await signer.sign(cosignedMessage(text, time)));
  return formatSignatureLine({ name, id, signature });
}

/**
 * Verifies the signatures of the given keys. Signatures of other keys are ignored, as the specification requires.
 * @returns one result for each signature of a given key; empty if there is none
 * @throws AuditLogError `wrong_signature` if the signature of a given key does not verify
 */
export async function verifyNote(note: Note, keys: readonly VerifierKey[]): Promise<VerifiedSignature[]> {
  const verified: VerifiedSignature[] = [];
  for (const { name, id, signature } of note.signatures) {
    const key = keys.find((one) => one.name === name && one.id === id);
    if (key === undefined) continue;
    const time = key.type === SIGNATURE_TYPE.cosignature ? timeOf(signature) : undefined;
    const isTimed = key.type === SIGNATURE_TYPE.cosignature;
    const message = isTimed ? cosignedMessage(note.text, time ?? 0) : utf8(note.text);
    const bare = isTimed ? signature.subarray(8) : signature;
    const isValid = (!isTimed || time !== undefined) && (await verifyEd25519(key.publicKey, message, bare));
    if (!isValid) throw new AuditLogError('wrong_signature', `The signature of ${name} (key ${id}) does not verify.`);
    // Identical signature lines are reported only once.
    if (!verified.some((one) => one.key === key && one.time === time)) verified.push({ key, time });
  }
  return verified;
}

function cosignedMessage(text: string, time: number): Uint8Array<ArrayBuffer> {
  return utf8(`cosignature/v1\ntime ${time}\n${text}`);
}

/**
 * Reads the time-stamp that precedes the signature. Returns undefined if the signature's algorithm is not allowed for
 * cosigning a checkpoint.
 */
function timeOf(signature: Uint8Array): number | undefined {
  if (signature.length !== 8 + SIGNATURE_BYTES) return undefined;
  const time = Number(new DataView(signature.buffer, signature.byteOffset, 8).getBigUint64(0));
  return Number.isSafeInteger(time) ? time : undefined;
}

async function verifyEd25519(
  publicKey: Uint8Array,
  message: Uint8Array<ArrayBuffer>,
  signature: Uint8Array,
): Promise<boolean> {
  if (signature.length !== SIGNATURE_BYTES) return false;
  try {
    const key = await crypto.subtle.importKey('raw', new Uint8Array(publicKey), { name: 'Ed25519' }, false, ['verify']);
    return await crypto.subtle.verify({ name: 'Ed25519' }, key, new Uint8Array(signature), message);
  } catch (error) {
    // Web Crypto throws this error if the bytes are not a point on the curve. A browser without Ed25519 support throws
    // a different error, which must not be treated as an invalid key.
    if (error instanceof DOMException && error.name === 'DataError') return false;
    throw error;
  }
}

function keyId(name: string, type: SignatureType, publicKey: Uint8Array): string {
  return toHex(sha256(concatBytes(utf8(name), Uint8Array.of(0x0a, type), publicKey)).subarray(0, 4));
}

function parseSignatureLine(line: string): NoteSignature {
  const [, name = '', encoded = ''] = /^\u2014 ([^ ]+) ([^ ]+)$/u.exec(line) ?? [];
  const bytes = fromBase64(encoded);
  if (!NAME.test(name) || bytes === undefined || bytes.length <= 4) throw invalid('has a malformed signature line');
  return { name, id: toHex(bytes.subarray(0, 4)), signature: bytes.subarray(4) };
}

function hasControls(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 0x20 && code !== 0x0a) return true;
  }
  return false;
}

function invalid(why: string): AuditLogError {
  return new AuditLogError('invalid_note', `The signed note ${why}.`);
}

function invalidKey(why: string): AuditLogError {
  return new AuditLogError('invalid_key', `This is not a verifier key: ${why}.`);
}
