import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createIssuingCa,
  createOcspCertificate,
  createRoot,
  createSealCertificate,
  createTimestampCertificate,
  type Identity,
  issueSignerCertificate,
  type NewIdentity,
} from './authority.ts';
import { buildCertificate, type Certificate, keyIdentifier } from './certificate.ts';
import {
  basicConstraints,
  type CertificateAddresses,
  type Extension,
  extendedKeyUsage,
  keyUsage,
  subjectKeyIdentifier,
} from './extensions.ts';
import { encodeName, type NameFields } from './names.ts';
import { Oid } from './oids.ts';
import type { DerElement } from './der-reader.ts';
import { tlv } from './der.ts';
import { generateKey, type KeyKind, type SigningOptions } from './keys.ts';
import { toPem } from './pem.ts';

// Helpers for the tests of this package.

export const POLICY = '1.3.6.1.4.1.99999.1.1';
export const TSA_POLICY = '1.3.6.1.4.1.99999.1.2';

export type TestPki = Readonly<Record<'root' | 'ca' | 'tsa' | 'ocsp' | 'seal', NewIdentity>>;

export const minutesAfter = (at: Date, minutes: number): Date => new Date(at.getTime() + minutes * 60_000);

/** Creates a complete authority in the same way as the server does. */
export async function testPki(now: Date, addresses: CertificateAddresses = {}): Promise<TestPki> {
  const root = await createRoot({ commonName: 'Test Root', organization: 'Test', now });
  const ca = await createIssuingCa(root, { commonName: 'Test Issuing CA', organization: 'Test', now, addresses });
  const [tsa, ocsp, seal] = await Promise.all([
    createTimestampCertificate(ca, { commonName: 'Test Time-stamping', now }),
    createOcspCertificate(ca, { commonName: 'Test OCSP', now }),
    createSealCertificate(ca, { organizationName: 'Acme GmbH', organizationId: 'org_1', now, policies: [POLICY] }),
  ]);
  return { root, ca, tsa, ocsp, seal };
}

/** Creates a signer with a key of any kind. The certificate is issued in the same way as on the server. */
export async function testSigner(
  ca: Identity,
  now: Date,
  kind: KeyKind = 'p256',
  {
    options = {},
    email = 'ann@example.org',
  }: { options?: SigningOptions | undefined; email?: string | undefined } = {},
): Promise<Identity> {
  const { signingKey: key } = generateKey(kind, options);
  const certificate = await issueSignerCertificate(ca, { email, spki: key.publicKeySpki, now, policies: [POLICY] });
  return { certificate, key, chain: [ca.certificate, ...ca.chain] };
}

export const certificatePem = (...certificates: readonly Certificate[]): string =>
  certificates.map(({ der }) => toPem('CERTIFICATE', der)).join('');

/** Provides a temporary folder in which openssl checks our output independently. */
export async function withFiles<T>(
  files: Readonly<Record<string, string | Uint8Array>>,
  use: (openssl: Openssl, read: (name: string) => Buffer) => T | Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'pki-test-'));
  try {
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
    const openssl: Openssl = (...args) => {
      const { status, stdout, stderr } = spawnSync('openssl', args, { cwd: folder, encoding: 'buffer' });
      return { ok: status === 0, text: `${stdout.toString('utf8')}${stderr.toString('utf8')}`, stdout };
    };
    return await use(openssl, (name) => readFileSync(join(folder, name)));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export type Openssl = (...args: readonly string[]) => {
  readonly ok: boolean;
  readonly text: string;
  readonly stdout: Buffer;
};

/** Returns the output of openssl for a DER value. */
export const opensslText = (args: readonly string[], input: Uint8Array): string =>
  execFileSync('openssl', args, { input }).toString('utf8');

export const CA_PROFILE = [basicConstraints(true), keyUsage('keyCertSign', 'cRLSign')];
export const LEAF_PROFILE = [keyUsage('digitalSignature'), extendedKeyUsage([Oid.emailProtection])];
const days = (count: number): Date => minutesAfter(new Date(), count * 24 * 60);

export type TestIssue = {
  readonly name?: NameFields;
  readonly extensions?: readonly Extension[];
  readonly notBefore?: Date;
  readonly notAfter?: Date;
};
/** Issues a certificate with any profile, for cases that our own profiles do not allow. */
export async function issue(
  issuer: Identity,
  { name = { commonName: 'Leaf' }, extensions = LEAF_PROFILE, notBefore = days(-1), notAfter = days(365) }: TestIssue,
): Promise<Identity> {
  const { signingKey: key } = generateKey('p256');
  const certificate = await buildCertificate({
    subject: encodeName(name),
    subjectPublicKeySpki: key.publicKeySpki,
    issuer: { certificate: issuer.certificate, key: issuer.key },
    notBefore,
    notAfter,
    extensions: [...extensions, subjectKeyIdentifier(keyIdentifier(key.publicKeySpki))],
  });
  return { certificate, key, chain: [issuer.certificate, ...issuer.chain] };
}

/** Replaces one element of an encoding. `path` contains the index of the child at each level. */
export function edit(
  element: DerElement,
  path: readonly number[],
  change: (element: DerElement) => Uint8Array,
): Buffer {
  const [index, ...rest] = path;
  if (index === undefined) return Buffer.from(change(element));
  return tlv(
    element.tag,
    ...element.elements().map((child, at) => (at === index ? edit(child, rest, change) : child.raw)),
  );
}
