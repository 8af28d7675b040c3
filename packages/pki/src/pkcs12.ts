import { createPublicKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import { readDigestIdentifier } from './algorithms.ts';
import { toDefiniteLengths } from './ber.ts';
import { type Certificate, isSelfIssued, parseCertificate } from './certificate.ts';
import { contextConstructed, contextPrimitive, Tag } from './der.ts';
import { type DerElement, readDer, readOid, readSmallInteger } from './der-reader.ts';
import { orUndefined, PkiError } from './errors.ts';
import { privateKeyFromPkcs8 } from './keys.ts';
import { Oid } from './oids.ts';
import { decryptWithPassword, pkcs12Macs } from './password-encryption.ts';

/** A private key with its certificates, from a .p12 or .pfx file. */
export type Pkcs12 = {
  readonly privateKey: KeyObject;
  readonly certificate: Certificate;
  /** The certificates above the key's certificate in the file, starting with the issuer. */
  readonly chain: readonly Certificate[];
};

const ENCRYPTED_DATA = '1.2.840.113549.1.7.6';
const X509_CERTIFICATE = '1.2.840.113549.1.9.22.1';
const KEY_BAG = '1.2.840.113549.1.12.10.1.1';
const SHROUDED_KEY_BAG = '1.2.840.113549.1.12.10.1.2';
const CERTIFICATE_BAG = '1.2.840.113549.1.12.10.1.3';

const MAX_PKCS12_BYTES = 4 * 1024 * 1024;
const MAX_BAGS = 100;

function malformed(message: string): PkiError {
  return new PkiError('malformed_pkcs12', message);
}

/**
 * Opens a PKCS#12 file with one private key (RFC 7292), protected by AES or Triple DES. This usually takes a few
 * milliseconds, depending on the file's number of iterations.
 * @throws PkiError wrong_passphrase, unsupported_algorithm (RC2, RC4, PBMAC1), malformed_pkcs12, malformed_der,
 * unsupported_key
 */
export function openPkcs12(bytes: Uint8Array, passphrase: string): Pkcs12 {
  if (bytes.length > MAX_PKCS12_BYTES) throw malformed('too large');
  const fields = readBer(bytes).expect(Tag.sequence).children();
  if (readSmallInteger(fields.next(Tag.integer)) !== 3) throw malformed('not version 3');
  const content = dataOf(fields.next(Tag.sequence));
  const mac = fields.optional(Tag.sequence);
  fields.end();
  if (mac) checkMac(mac, content, passphrase);
  const bags = readBer(content)
    .elements(Tag.sequence)
    .flatMap((info) => readBer(safeContents(info, passphrase)).elements(Tag.sequence));
  if (bags.length > MAX_BAGS) throw malformed('too many bags');
  return assemble(bags.map((bag) => readBag(bag, passphrase)));
}

/** Reads BER, because some programs write indefinite lengths at any level. */
function readBer(bytes: Uint8Array): DerElement {
  return readDer(bytes[1] === 0x80 ? toDefiniteLengths(bytes).der : bytes, Tag.sequence);
}

/** Returns the octets of a ContentInfo of type data. */
function dataOf(contentInfo: DerElement): Buffer {
  const fields = contentInfo.children();
  if (readOid(fields.next()) !== Oid.data) throw malformed('it is protected with a public key instead of a passphrase');
  return fields.next(contextConstructed(0)).only(Tag.octetString).content;
}

/** MacData ::= SEQUENCE { mac DigestInfo, macSalt OCTET STRING, iterations INTEGER DEFAULT 1 } */
function checkMac(macData: DerElement, content: Buffer, passphrase: string): void {
  const fields = macData.children();
  const digestInfo = fields.next(Tag.sequence).children();
  const digest = readDigestIdentifier(digestInfo.next(Tag.sequence));
  const expected = digestInfo.next(Tag.octetString).content;
  const salt = fields.next(Tag.octetString).content;
  const iterationsField = fields.optional(Tag.integer);
  fields.end();
  if (!digest) throw new PkiError('unsupported_algorithm', 'the integrity check must be HMAC with SHA-1 or SHA-2');
  const iterations = iterationsField ? readSmallInteger(iterationsField) : 1;
  const macs = pkcs12Macs(content, passphrase, { digest, salt, iterations });
  if (!macs.some((mac) => mac.length === expected.length && timingSafeEqual(mac, expected)))
    throw new PkiError('wrong_passphrase', 'the passphrase does not decrypt it');
}

/** Returns the SafeContents, which may be encrypted as a whole (RFC 7292 §4.1). */
function safeContents(contentInfo: DerElement, passphrase: string): Buffer {
  const fields = contentInfo.children();
  if (readOid(fields.next()) !== ENCRYPTED_DATA) return dataOf(contentInfo);
  const encryptedData = fields.next(contextConstructed(0)).only(Tag.sequence).children();
  readSmallInteger(encryptedData.next(Tag.integer));
  const info = encryptedData.next(Tag.sequence).children();
  readOid(info.next());
  const algorithm = info.next(Tag.sequence);
  const content = info.next();
  // The content is [0] IMPLICIT OCTET STRING, possibly in several segments.
  const isWhole = content.tag === contextPrimitive(0);
  const encrypted = isWhole ? content.content : Buffer.concat(content.elements(Tag.octetString).map((p) => p.content));
  return decryptWithPassword(algorithm, encrypted, passphrase);
}

type Bag = { readonly key?: KeyObject; readonly certificate?: Certificate };

/** SafeBag ::= SEQUENCE { bagId, bagValue [0] EXPLICIT, bagAttributes SET OPTIONAL } (RFC 7292 §4.2) */
function readBag(bag: DerElement, passphrase: string): Bag {
  const fields = bag.children();
  const kind = readOid(fields.next());
  const value = fields.next(contextConstructed(0)).only();
  switch (kind) {
    case KEY_BAG:
      return { key: privateKeyFromPkcs8(value.raw) };
    case SHROUDED_KEY_BAG: {
      const encrypted = value.expect(Tag.sequence).children();
      const algorithm = encrypted.next(Tag.sequence);
      const content = encrypted.next(Tag.octetString).content;
      return { key: privateKeyFromPkcs8(decryptWithPassword(algorithm, content, passphrase)) };
    }
    case CERTIFICATE_BAG: {
      const certificateBag = value.expect(Tag.sequence).children();
      if (readOid(certificateBag.next()) !== X509_CERTIFICATE) return {};
      const der = certificateBag.next(contextConstructed(0)).only(Tag.octetString).content;
      // An unreadable certificate is skipped, because it may not be needed.
      const certificate = orUndefined(() => parseCertificate(der));
      return certificate ? { certificate } : {};
    }
    default:
      return {};
  }
}

function assemble(bags: readonly Bag[]): Pkcs12 {
  const [privateKey, ...others] = bags.flatMap(({ key }) => key ?? []);
  if (!privateKey || others.length > 0)
    throw malformed(`${others.length + (privateKey ? 1 : 0)} private keys instead of one`);
  const certificates = bags.flatMap(({ certificate }) => certificate ?? []);
  const spki = createPublicKey(privateKey).export({ type: 'spki', format: 'der' });
  const certificate = certificates.find((candidate) => candidate.spki.equals(spki));
  if (!certificate) throw malformed('no certificate for the key');
  return { privateKey, certificate, chain: chainAbove(certificate, certificates) };
}

/** Builds the chain by comparing names only. Verifiers check the signatures. */
function chainAbove(leaf: Certificate, certificates: readonly Certificate[]): Certificate[] {
  const chain: Certificate[] = [];
  let last: Certificate | undefined = leaf;
  while (last && !isSelfIssued(last)) {
    const below: Certificate = last;
    last = certificates.find((one) => one.subject.equals(below.issuer) && one !== leaf && !chain.includes(one));
    if (last) chain.push(last);
  }
  return chain;
}
