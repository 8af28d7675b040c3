import { aesOpen, md5, rc4 } from './ciphers.ts';
import type { PdfFile } from './file.ts';
import { PdfDict, PdfName, PdfRef, PdfStream, PdfString } from './objects.ts';
import type { PdfValue } from './objects.ts';
import { openWith } from './passwords.ts';
import type { Opened, PasswordFacts } from './passwords.ts';

/** The encryption of a file (ISO 32000-2 7.6), as far as it can be determined without the password. */
export interface Encryption {
  method: 'RC4' | 'AES-128' | 'AES-256' | 'other';
  /**
   * `user` means that reading the file requires a password. `owner` means that everyone can read the file, and only its
   * permissions are protected. `unknown` means that the file is damaged or uses a non-standard handler, such as
   * certificates or a vendor's own handler.
   */
  password: 'user' | 'owner' | 'unknown';
  /** The permissions granted by the given password. Null if no password was given, or if it does not open the file. */
  permissions: Permissions | null;
}

/** The permissions for an opened file (7.6.4.2, table 22). The owner has all permissions. */
export interface Permissions {
  isOwner: boolean;
  /** Bit 4: change the file in ways that the other bits do not cover. */
  modify: boolean;
  /** Bit 6: add annotations and fill in form fields. */
  annotate: boolean;
  /** Bit 9, or bit 6: fill in existing form fields, including signature fields. */
  fillForms: boolean;
}

type Method = 'none' | 'RC4' | 'AES-128' | 'AES-256';
const METHODS: Readonly<Record<string, Method>> = { None: 'none', V2: 'RC4', AESV2: 'AES-128', AESV3: 'AES-256' };

export function readEncryption(file: PdfFile, password?: string): Encryption | null {
  const section = file.sections.find(({ trailer }) => trailer.has('Encrypt'));
  if (section === undefined) return null;
  const dict = file.dict(section.trailer.get('Encrypt'));
  if (dict === null) return { method: 'other', password: 'unknown', permissions: null };
  const facts = factsOf(file, dict, section.trailer);
  const kind = facts === null ? 'unknown' : openWith(facts, '') === null ? 'user' : 'owner';
  const opened = facts === null || password === undefined ? null : openWith(facts, password);
  const permissions = facts === null || opened === null ? null : permissionsOf(opened, facts.revision);
  return { method: methodOf(file, dict), password: kind, permissions };
}

function methodOf(file: PdfFile, dict: PdfDict): Encryption['method'] {
  const version = file.number(dict.get('V'));
  if (version === 1 || version === 2) return 'RC4';
  if (version !== 4 && version !== 5) return 'other';
  const method = filterMethod(file, dict, file.name(dict.get('StmF')));
  return method === null || method === 'none' ? 'other' : method;
}

/** Returns the method of a crypt filter (7.6.6), or null for an unknown method. */
function filterMethod(file: PdfFile, dict: PdfDict, name: string | null): Method | null {
  if (name === null || name === 'Identity') return 'none';
  const filter = file.dict(file.dict(dict.get('CF'))?.get(name) ?? null);
  return METHODS[file.name(filter?.get('CFM') ?? null) ?? 'None'] ?? null;
}

function permissionsOf({ role, permissions }: Opened, revision: number): Permissions {
  const has = (bit: number): boolean => role === 'owner' || (permissions & (1 << (bit - 1))) !== 0;
  // Revision 2 does not define bit 9 (table 22).
  return {
    isOwner: role === 'owner',
    modify: has(4),
    annotate: has(6),
    fillForms: has(6) || (revision >= 3 && has(9)),
  };
}

function factsOf(file: PdfFile, dict: PdfDict, trailer: PdfDict): PasswordFacts | null {
  const revision = file.number(dict.get('R'));
  const user = bytesOf(file, dict.get('U'));
  const owner = bytesOf(file, dict.get('O'));
  if (file.name(dict.get('Filter')) !== 'Standard' || revision === null || user === null || owner === null) return null;
  if (revision < 2 || revision > 6) return null;
  const least = revision >= 5 ? 48 : 32;
  if (user.length < least || owner.length < least) return null;
  const given = Math.min(16, Math.max(5, (file.number(dict.get('Length')) ?? 40) >> 3));
  const version = file.number(dict.get('V')) ?? 0;
  const empty = Buffer.alloc(0);
  return {
    revision,
    owner,
    user,
    ownerKey: bytesOf(file, dict.get('OE')) ?? empty,
    userKey: bytesOf(file, dict.get('UE')) ?? empty,
    sealedPermissions: bytesOf(file, dict.get('Perms')) ?? empty,
    permissions: (file.number(dict.get('P')) ?? 0) | 0,
    id: bytesOf(file, file.array(trailer.get('ID'))[0] ?? null) ?? empty,
    // Version 4 means 128 bits. The /Length is often missing, or given in bytes instead of bits.
    keyLengths: revision === 2 ? [5] : version === 4 ? [...new Set([16, given])] : [given],
    isMetadataPlain: revision >= 4 && file.resolve(dict.get('EncryptMetadata')) === false,
  };
}

function bytesOf(file: PdfFile, value: PdfValue): Buffer | null {
  const resolved = file.resolve(value);
  return resolved instanceof PdfString ? resolved.bytes : null;
}

export class ObjectCipher {
  private readonly file: PdfFile;
  private readonly dict: PdfDict;
  private readonly key: Buffer;
  private readonly strings: Method;
  private readonly streams: Method;
  private readonly attachments: Method;
  private readonly isMetadataPlain: boolean;
  /** The object number of the encryption dictionary, which is not encrypted itself. */
  private readonly own: number | null;

  private constructor(file: PdfFile, dict: PdfDict, own: number | null, key: Buffer, methods: Methods) {
    this.file = file;
    this.dict = dict;
    this.own = own;
    this.key = key;
    this.strings = methods.strings;
    this.streams = methods.streams;
    this.attachments = methods.attachments;
    this.isMetadataPlain = file.resolve(dict.get('EncryptMetadata')) === false;
  }

  /**
   * Creates the cipher for a password. Returns null if the password does not open the file, or if the encryption is
   * unknown.
   */
  static open(file: PdfFile, password: string): ObjectCipher | null {
    const section = file.sections.find(({ trailer }) => trailer.has('Encrypt'));
    const value = section?.trailer.get('Encrypt') ?? null;
    const dict = file.dict(value);
    const facts = section === undefined || dict === null ? null : factsOf(file, dict, section.trailer);
    const opened = facts === null ? null : openWith(facts, password);
    const methods = dict === null ? null : methodsOf(file, dict);
    if (dict === null || opened === null || methods === null) return null;
    return new ObjectCipher(file, dict, value instanceof PdfRef ? value.number : null, opened.key, methods);
  }

  /** Decrypts the strings and data of an indirect object outside object streams. */
  decrypt(value: PdfValue, number: number, generation: number): PdfValue {
    if (number === this.own) return value;
    if (value instanceof PdfStream) {
      // Cross-reference streams are never encrypted (7.5.8.2).
      if (this.file.name(value.dict.get('Type')) === 'XRef') return value;
      const dict = this.strings === 'none' ? value.dict : this.inDict(value.dict, number, generation);
      const method = this.methodOf(value.dict);
      return new PdfStream(withoutCrypt(this.file, dict), () => this.data(method, value.raw, number, generation));
    }
    return this.strings === 'none' ? value : this.inValue(value, number, generation);
  }

  private inValue(value: PdfValue, number: number, generation: number): PdfValue {
    if (value instanceof PdfString) return new PdfString(this.data(this.strings, value.bytes, number, generation));
    if (Array.isArray(value)) return value.map((item) => this.inValue(item, number, generation));
    return value instanceof PdfDict ? this.inDict(value, number, generation) : value;
  }

  private inDict(dict: PdfDict, number: number, generation: number): PdfDict {
    const entries = [...dict.entries].map(([key, value]): [string, PdfValue] => [
      key,
      this.inValue(value, number, generation),
    ]);
    const result = new PdfDict(new Map(entries));
    result.duplicates.push(...dict.duplicates);
    return result;
  }

  /** Returns the method of the stream's own crypt filter, or else of the default filter for its kind (7.6.6). */
  private methodOf(dict: PdfDict): Method {
    const { file } = this;
    const own = cryptFilter(file, dict);
    if (own !== null) return filterMethod(file, this.dict, own) ?? this.streams;
    const type = file.name(dict.get('Type'));
    if (type === 'Metadata' && this.isMetadataPlain) return 'none';
    return type === 'EmbeddedFile' ? this.attachments : this.streams;
  }

  /** Decrypts data with algorithm 1 or 1.A (7.6.3). */
  private data(method: Method, data: Buffer, number: number, generation: number): Buffer {
    if (method === 'none') return data;
    if (method === 'AES-256') return aesOpen(this.key, data);
    const salt = Buffer.alloc(5);
    salt.writeUIntLE(number & 0xffffff, 0, 3);
    salt.writeUIntLE(generation & 0xffff, 3, 2);
    const suffix = method === 'AES-128' ? Buffer.from('sAlT', 'latin1') : Buffer.alloc(0);
    const key = md5(this.key, salt, suffix).subarray(0, Math.min(16, this.key.length + 5));
    return method === 'RC4' ? rc4(key, data) : aesOpen(key, data);
  }
}

type Methods = { strings: Method; streams: Method; attachments: Method };

function methodsOf(file: PdfFile, dict: PdfDict): Methods | null {
  const version = file.number(dict.get('V'));
  if (version === 1 || version === 2) return { strings: 'RC4', streams: 'RC4', attachments: 'RC4' };
  if (version !== 4 && version !== 5) return null;
  const streams = filterMethod(file, dict, file.name(dict.get('StmF')));
  const strings = filterMethod(file, dict, file.name(dict.get('StrF')));
  const attachments = dict.has('EFF') ? filterMethod(file, dict, file.name(dict.get('EFF'))) : streams;
  return streams === null || strings === null || attachments === null ? null : { strings, streams, attachments };
}

function cryptFilter(file: PdfFile, dict: PdfDict): string | null {
  const filters = listOf(file, dict.get('Filter'));
  const at = filters.findIndex((filter) => file.name(filter) === 'Crypt');
  if (at < 0) return null;
  const parameters = file.dict(listOf(file, dict.get('DecodeParms'))[at] ?? null);
  return file.name(parameters?.get('Name') ?? null) ?? 'Identity';
}

function withoutCrypt(file: PdfFile, dict: PdfDict): PdfDict {
  if (cryptFilter(file, dict) === null) return dict;
  const filters = listOf(file, dict.get('Filter'));
  const isKept = (_: PdfValue, index: number): boolean => file.name(filters[index] ?? null) !== 'Crypt';
  const parameters = listOf(file, dict.get('DecodeParms'));
  const entries = new Map(dict.entries);
  entries.set('Filter', filters.filter(isKept));
  if (parameters.length > 0)
    entries.set('DecodeParms', filters.map((_, index) => parameters[index] ?? null).filter(isKept));
  return new PdfDict(entries);
}

function listOf(file: PdfFile, value: PdfValue): PdfValue[] {
  const resolved = file.resolve(value);
  return Array.isArray(resolved)
    ? resolved
    : resolved instanceof PdfName || resolved instanceof PdfDict
      ? [resolved]
      : [];
}
