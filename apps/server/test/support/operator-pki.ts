/** An operator's certification authority: root, issuing CA, and a seal, with keys of any kind. */
import { execFileSync } from 'node:child_process';
import { type KeyObject } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import {
  buildCertificate,
  type Certificate,
  encodeName,
  extensions,
  generateKey,
  keyIdentifier,
  type KeyKind,
  Oid,
  type SigningKey,
  toPem,
} from '@countersign/pki';
import { outsideTool } from '../../../../scripts/outside-tools.ts';

export type Held = { certificate: Certificate; privateKey: KeyObject; key: SigningKey };
export type Profile = {
  commonName: string;
  kind?: KeyKind;
  ca?: boolean;
  usages?: readonly extensions.KeyUsage[];
  purposes?: readonly string[];
  from?: Date;
  to?: Date;
  /** The URL of the revocation list that the certificate's issuer publishes. */
  crl?: string;
};

const FROM = new Date('2026-01-01T00:00:00Z');
const TO = new Date('2056-01-01T00:00:00Z');

/** Creates a key and its certificate, which is self-signed if there is no issuer. */
export async function makeCertificate(
  { commonName, kind = 'p256', ca = false, usages, purposes, from = FROM, to = TO, crl }: Profile,
  issuer?: Held,
): Promise<Held> {
  const { privateKey, signingKey: key } = generateKey(kind);
  const keyUsages = usages ?? (ca ? ['keyCertSign', 'cRLSign'] : ['digitalSignature', 'nonRepudiation']);
  const certificate = await buildCertificate({
    subject: encodeName({ organization: 'Northwind Trading', commonName }),
    subjectPublicKeySpki: key.publicKeySpki,
    issuer: issuer ? { certificate: issuer.certificate, key: issuer.key } : { self: key },
    notBefore: from,
    notAfter: to,
    extensions: [
      extensions.basicConstraints(ca),
      extensions.keyUsage(...keyUsages),
      ...(ca && !purposes ? [] : [extensions.extendedKeyUsage(purposes ?? [Oid.documentSigning, Oid.emailProtection])]),
      extensions.subjectKeyIdentifier(keyIdentifier(key.publicKeySpki)),
      ...(issuer ? [extensions.authorityKeyIdentifier(keyIdentifier(issuer.key.publicKeySpki))] : []),
      ...extensions.addressExtensions(crl === undefined ? {} : { crl }),
    ],
  });
  return { certificate, privateKey, key };
}

export function pemOf(...all: readonly Held[]): string {
  return all.map(({ certificate }) => toPem('CERTIFICATE', certificate.der)).join('');
}

/**
 * Writes a PKCS#12 file as an operator would create it with OpenSSL. The file contains the key, its certificate and the
 * certificates above it.
 */
export function writePkcs12(file: string, password: string, own: Held, ...above: readonly Held[]): string {
  writeFileSync(`${file}.key`, own.privateKey.export({ type: 'pkcs8', format: 'pem' }));
  writePem(`${file}.pem`, own, ...above);
  const given = ['-inkey', `${file}.key`, '-in', `${file}.pem`];
  execFileSync(outsideTool('openssl'), ['pkcs12', '-export', ...given, '-passout', `pass:${password}`, '-out', file], {
    stdio: 'pipe',
  });
  return file;
}

export function writePem(file: string, ...all: readonly Held[]): string {
  writeFileSync(file, pemOf(...all));
  return file;
}
