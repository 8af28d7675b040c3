/**
 * The location of a key, in one line of configuration:
 *
 *     file:/etc/countersign/ca.p12
 *     pkcs11:token=Signing;object=issuing-ca?module-path=/usr/lib/softhsm/libsofthsm2.so (RFC 7512)
 *     awskms:arn:aws:kms:eu-central-1:111122223333:key/1234abcd-…
 *     awskms:alias/issuing-ca?region=eu-central-1
 *
 * `scheme=pss` in the query makes an RSA key sign with PSS instead of PKCS#1 v1.5. Secrets have separate settings: an
 * address appears in logs and process lists, so one that contains a PIN is refused.
 */
import { isAbsolute } from 'node:path';

export type Pkcs11Address = {
  readonly modulePath: string;
  readonly token: string | undefined;
  readonly serial: string | undefined;
  readonly object: string | undefined;
  readonly id: Buffer | undefined;
};
export type KmsAddress = { readonly keyId: string; readonly region: string };
export type KeyAddress = { readonly pss: boolean } & (
  | { readonly kind: 'file'; readonly path: string }
  | ({ readonly kind: 'pkcs11' } & Pkcs11Address)
  | ({ readonly kind: 'awskms' } & KmsAddress)
);

/** @throws Error with a sentence for the operator that repeats no value */
export function parseKeyUri(text: string): KeyAddress {
  const [, scheme = '', rest = ''] = /^([a-z0-9]+):(.*)$/.exec(text) ?? [];
  const [path, query] = splitOnce(rest, '?');
  const attributes = new Map(query === '' ? [] : query.split('&').map((part) => splitOnce(part, '=')));
  if (attributes.has('pin-value') || attributes.has('pin-source'))
    throw new Error('must not contain the PIN, because addresses appear in logs. Use the setting that ends in _PIN');
  const signing = attributes.get('scheme');
  if (signing !== undefined && signing !== 'pss' && signing !== 'pkcs1')
    throw new Error('has a scheme other than pss or pkcs1');
  const pss = signing === 'pss';
  switch (scheme) {
    case 'file': {
      const file = decoded(path.replace(/^\/\/(?=\/)/, ''));
      if (!isAbsolute(file))
        throw new Error('must specify the file by its full path, such as file:/etc/countersign/ca.p12');
      return { kind: 'file', path: file, pss };
    }
    case 'pkcs11':
      return { kind: 'pkcs11', ...pkcs11(path, attributes), pss };
    case 'awskms':
      return { kind: 'awskms', ...kms(decoded(path), attributes.get('region')), pss };
    default:
      throw new Error('must begin with file:, pkcs11: or awskms:');
  }
}

/** RFC 7512 §2.3: path attributes are separated by semicolons, query attributes by ampersands. */
function pkcs11(path: string, query: ReadonlyMap<string, string>): Pkcs11Address {
  const attributes = new Map(path.split(';').map((part) => splitOnce(part, '=')));
  if (attributes.has('pin-value')) throw new Error('must not contain the PIN');
  const text = (name: string): string | undefined => {
    const value = attributes.get(name);
    return value === undefined ? undefined : decoded(value);
  };
  const modulePath = query.get('module-path');
  if (modulePath === undefined || !isAbsolute(decoded(modulePath)))
    throw new Error("must specify the token's library by its full path: …?module-path=/usr/lib/softhsm/libsofthsm2.so");
  const id = attributes.get('id');
  const address = {
    modulePath: decoded(modulePath),
    token: text('token'),
    serial: text('serial'),
    object: text('object'),
    id: id === undefined ? undefined : octets(id),
  };
  if (address.token === undefined && address.serial === undefined) throw new Error('must specify the token (token=…)');
  if (address.object === undefined && address.id === undefined)
    throw new Error('must specify the key (object=… or id=%01%02…)');
  return address;
}

function kms(path: string, region: string | undefined): KmsAddress {
  const arn = /^arn:[a-z-]+:kms:([a-z0-9-]+):\d{12}:(?:key|alias)\/.+$/.exec(path);
  if (arn?.[1] !== undefined) return { keyId: path, region: region ?? arn[1] };
  if (path.startsWith('arn:')) throw new Error('is not the ARN of a KMS key or alias');
  if (!/^[A-Za-z0-9/_:-]+$/.test(path)) throw new Error('must specify a KMS key by ARN, ID, or alias/name');
  if (region === undefined || !/^[a-z0-9-]+$/.test(region))
    throw new Error('must specify the region: …?region=eu-central-1, or use the full ARN');
  return { keyId: path, region };
}

function splitOnce(text: string, by: string): [string, string] {
  const at = text.indexOf(by);
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + by.length)];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Error('contains an invalid %-escape');
  }
}

/** `id` is bytes, each as %XX or as the character itself (RFC 7512 §2.3). */
function octets(text: string): Buffer {
  return Buffer.from(
    text.replaceAll(/%([0-9A-Fa-f]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );
}
