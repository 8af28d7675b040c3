import { der, exportPkcs8, Oid, readDer, toPem } from '@countersign/pki';
import type { Identity, KeyKind, NewIdentity, SigningOptions } from '@countersign/pki';
import { beforeAll, describe, expect, test } from 'vitest';

import { edit, withFiles } from '../../pki/src/test-kit.ts';
import { completed, foreignFile } from '../test/documents.ts';
import { after, crls, makeAuthority, makeSigner, SIGNED_AT } from '../test/kit.ts';
import type { TestAuthority } from '../test/kit.ts';
import type { SignatureVerdict, VerifyInput } from './report.ts';
import { verifyDocument } from './verify-document.ts';

// Tests every kind of signature that other software creates. OpenSSL creates the signatures where possible.

let authority: TestAuthority;
let rsa: NewIdentity;

beforeAll(async () => {
  authority = await makeAuthority();
  rsa = await makeSigner(authority, 'rsa@example.org', 'rsa2048');
});

async function verdict(file: Buffer, more: Partial<VerifyInput> = {}): Promise<SignatureVerdict> {
  const now = after(SIGNED_AT, 1).toISOString();
  const report = await verifyDocument(file, { anchors: [authority.root.certificate.der], now, ...more });
  const signature = report.signatures.find(({ kind }) => kind !== 'certification');
  if (signature === undefined) throw new Error(report.verdict);
  return signature;
}

/** Returns a copy of the file in which one bit of the page is changed. */
function tampered(file: Buffer): Buffer {
  const changed = Buffer.from(file);
  const at = changed.indexOf('Lease');
  changed[at] = (changed[at] ?? 0) ^ 1;
  return changed;
}

const VALID = { isValid: true, indication: 'TOTAL-PASSED', subIndication: null, reasons: [] };
const HASH_FAILURE = { isValid: false, indication: 'TOTAL-FAILED', subIndication: 'HASH_FAILURE' };
const WEAK = {
  isValid: false,
  indication: 'INDETERMINATE',
  subIndication: 'CRYPTO_CONSTRAINTS_FAILURE_NO_POE',
  reasons: ['The signature relies on SHA-1 or on a key that is too short.'],
};

const KEYS: readonly (readonly [string, KeyKind, SigningOptions])[] = [
  ['RSA with PKCS#1 v1.5 and SHA-512', 'rsa2048', { digest: 'sha512' }],
  ['RSA-PSS', 'rsa2048', { pss: true }],
  ['RSA-PSS and SHA-384', 'rsa2048', { pss: true, digest: 'sha384' }],
  ['P-256', 'p256', {}],
  ['P-384', 'p384', {}],
  ['P-521', 'p521', {}],
  ['Ed25519', 'ed25519', {}],
];

describe.each(KEYS)('PAdES signature with %s', (_name, kind, options) => {
  test('accepts the signature, but rejects it if the document is changed', async () => {
    const signer = await makeSigner(authority, 'ann@example.org', kind, { options });
    const { file } = await completed(authority, signer, rsa);
    expect(await verdict(file)).toMatchObject({ ...VALID, level: 'B-T', signerEmail: 'ann@example.org' });
    expect(await verdict(tampered(file))).toMatchObject(HASH_FAILURE);
  });
});

/** Creates a CMS over `content` with OpenSSL. */
function opensslCms(signer: NewIdentity, content: Buffer, ...options: string[]): Promise<Buffer> {
  const files = {
    content,
    'signer.pem': toPem('CERTIFICATE', signer.certificate.der),
    'key.pem': toPem('PRIVATE KEY', exportPkcs8(signer.privateKey)),
    'chain.pem': toPem('CERTIFICATE', authority.ca.certificate.der),
  };
  return withFiles(files, (openssl) => {
    const from = ['-in', 'content', '-signer', 'signer.pem', '-inkey', 'key.pem', '-certfile', 'chain.pem'];
    const { ok, text, stdout } = openssl('cms', '-sign', '-binary', '-outform', 'DER', ...from, ...options);
    if (!ok) throw new Error(text);
    return stdout;
  });
}

describe('adbe.pkcs7.detached by OpenSSL', () => {
  const sign = (signer: NewIdentity, ...options: string[]): Promise<Buffer> =>
    foreignFile('adbe.pkcs7.detached', (_digest, content) => opensslCms(signer, content, ...options));

  test.each([
    ['RSA', []],
    ['RSA-PSS', ['-keyopt', 'rsa_padding_mode:pss']],
    ['SHA-384', ['-md', 'sha384']],
    ['a key identifier instead of issuer and serial number', ['-keyid']],
  ])('accepts a signature with %s, which has no PAdES level', async (_name, options) => {
    const file = await sign(rsa, ...options);
    expect(await verdict(file)).toMatchObject({ ...VALID, level: null, isTimeProved: false });
    expect(await verdict(tampered(file))).toMatchObject(HASH_FAILURE);
  });

  test.each<KeyKind>(['p384', 'p521'])('accepts a signature with a %s key', async (kind) => {
    const file = await sign(await makeSigner(authority, 'ann@example.org', kind), '-md', 'sha512');
    expect(await verdict(file)).toMatchObject(VALID);
  });

  test('accepts a signature with indefinite lengths', async () => {
    const file = await foreignFile('adbe.pkcs7.detached', async (_digest, content) => {
      const cms = await opensslCms(rsa, content);
      return Buffer.concat([Buffer.from([0x30, 0x80]), readDer(cms).content, Buffer.from([0, 0])]);
    });
    expect(await verdict(file)).toMatchObject(VALID);
  });

  test('reports SHA-1 in a signature as weak', async () => {
    expect(await verdict(await sign(rsa, '-md', 'sha1'))).toMatchObject(WEAK);
  });
});

describe('adbe.pkcs7.sha1 by OpenSSL', () => {
  const sign = (...options: string[]): Promise<Buffer> =>
    foreignFile('adbe.pkcs7.sha1', (digest) => opensslCms(rsa, digest('sha1'), '-nodetach', ...options));

  test.each([
    ['with signed attributes', []],
    ['without signed attributes', ['-noattr']],
  ])('accepts a signature %s as correct but weak, and detects a change', async (_name, options) => {
    const file = await sign(...options);
    expect(await verdict(file)).toMatchObject(WEAK);
    expect(await verdict(tampered(file))).toMatchObject(HASH_FAILURE);
  });

  test('rejects a signature whose content is missing or not a digest', async () => {
    const withContent = (content: Buffer, ...options: string[]): Promise<Buffer> =>
      foreignFile('adbe.pkcs7.sha1', () => opensslCms(rsa, content, ...options));
    const attributes = Buffer.from('310b300906032a0304310201ff', 'hex');
    expect(await verdict(await withContent(attributes, '-nodetach', '-noattr'))).toMatchObject(HASH_FAILURE);
    expect(await verdict(await withContent(Buffer.from('anything')))).toMatchObject({ indication: 'TOTAL-FAILED' });
  });
});

describe('adbe.x509.rsa_sha1 by OpenSSL', () => {
  const sign = (digest: string, certificates = [rsa.certificate.der, authority.ca.certificate.der]): Promise<Buffer> =>
    foreignFile(
      'adbe.x509.rsa_sha1',
      (_digest, content) =>
        withFiles({ content, 'key.pem': toPem('PRIVATE KEY', exportPkcs8(rsa.privateKey)) }, (openssl) => {
          const { ok, text, stdout } = openssl('dgst', `-${digest}`, '-sign', 'key.pem', 'content');
          if (!ok) throw new Error(text);
          return der.octetString(stdout);
        }),
      certificates,
    );

  test('accepts a signature with SHA-1 as correct but weak, and detects a change', async () => {
    const file = await sign('sha1');
    expect(await verdict(file)).toMatchObject({ ...WEAK, signerEmail: 'rsa@example.org' });
    expect(await verdict(tampered(file))).toMatchObject(HASH_FAILURE);
  });

  test('accepts a signature with SHA-256 as valid', async () => {
    expect(await verdict(await sign('sha256'))).toMatchObject({ ...VALID, level: null });
  });

  test('detects the certificate of another signer, a certificate without a matching key, and a missing certificate', async () => {
    const failure = { indication: 'TOTAL-FAILED', subIndication: 'SIG_CRYPTO_FAILURE' };
    const other = await makeSigner(authority, 'eve@example.org', 'rsa2048');
    expect(await verdict(await sign('sha256', [other.certificate.der]))).toMatchObject(failure);
    expect(await verdict(await sign('sha256', [authority.ca.certificate.der]))).toMatchObject(failure);
    expect(await verdict(await sign('sha256', []))).toMatchObject({
      indication: 'INDETERMINATE',
      subIndication: 'NO_SIGNING_CERTIFICATE_FOUND',
    });
  });
});

describe('revocation data inside the container (adbe-revocationInfoArchival)', () => {
  /** Creates a CMS without OpenSSL, which cannot write adbe-revocationInfoArchival. */
  async function withArchive(signer: Identity, digest: Buffer, lists: readonly Buffer[]): Promise<Buffer> {
    const { sequence, oid, setOf, octetString, integer, explicit, tlv, contextConstructed, Tag, derSorted } = der;
    const attribute = (type: string, value: Buffer): Buffer => sequence(oid(type), setOf(value));
    const attributes = derSorted([
      attribute(Oid.contentType, oid(Oid.data)),
      attribute(Oid.messageDigest, octetString(digest)),
      attribute(Oid.adobeRevocationInfoArchival, sequence(explicit(0, sequence(...lists)))),
    ]);
    const signerInfo = sequence(
      integer(1),
      sequence(signer.certificate.issuer.der, signer.certificate.serialDer),
      sequence(oid(Oid.sha256)),
      tlv(contextConstructed(0), ...attributes),
      sequence(oid(Oid.ecdsaWithSha256)),
      octetString(await signer.key.sign(tlv(Tag.set, ...attributes))),
    );
    const certificates = derSorted([signer.certificate.der, authority.ca.certificate.der]);
    const signedData = sequence(
      integer(1),
      setOf(sequence(oid(Oid.sha256))),
      sequence(oid(Oid.data)),
      tlv(contextConstructed(0), ...certificates),
      setOf(signerInfo),
    );
    return sequence(oid(Oid.signedData), explicit(0, signedData));
  }

  test('accepts revocation data in the container as evidence about the signer and the authority', async () => {
    const ann = await makeSigner(authority, 'ann@example.org');
    const file = (lists: readonly Buffer[]): Promise<Buffer> =>
      foreignFile('adbe.pkcs7.detached', (digest) => withArchive(ann, digest('sha256'), lists));
    const current = await crls(authority, after(SIGNED_AT, -0.1));
    expect(await verdict(await file(current), { requireRevocation: true })).toMatchObject({
      ...VALID,
      revocation: 'good',
    });
    expect(await verdict(await file([]), { requireRevocation: true })).toMatchObject({ subIndication: 'TRY_LATER' });
    const revoked = await crls(authority, after(SIGNED_AT, 0), [{ serial: ann.certificate.serial, at: SIGNED_AT }]);
    expect(await verdict(await file(revoked))).toMatchObject({
      isValid: false,
      revocation: 'revoked',
      subIndication: 'REVOKED_NO_POE',
    });
  });
});

describe('container formats of other products', () => {
  const carrying = (cms: Buffer, content: Buffer): Buffer =>
    edit(readDer(cms), [1, 0, 2], () =>
      der.sequence(der.oid(Oid.data), der.tlv(der.contextConstructed(0), der.octetString(content))),
    );
  const kind = 'adbe.pkcs7.detached';

  test('reports a signature without signed attributes as intact but not confirmed, and names the old format', async () => {
    const file = await foreignFile(kind, (_digest, content) => opensslCms(rsa, content, '-noattr'));
    const found = await verdict(file);
    expect(found).toMatchObject({
      isIntact: true,
      isValid: false,
      indication: 'INDETERMINATE',
      subIndication: 'SIG_CONSTRAINTS_FAILURE',
    });
    expect(found.notes.join()).toMatch(/^Old format: /);
    expect(await verdict(tampered(file))).toMatchObject({
      isIntact: false,
      indication: 'TOTAL-FAILED',
      subIndication: 'SIG_CRYPTO_FAILURE',
    });
  });

  test.each([
    ['empty content in the container', Buffer.alloc(0), false],
    ['other content in the container', Buffer.from('a copy'), true],
  ])('does not compare %s with the signature', async (_name, inside, isNoted) => {
    const file = await foreignFile(kind, async (_digest, content) => carrying(await opensslCms(rsa, content), inside));
    // OpenSSL uses the machine's time as the signing time. If that time is later than the test's time, the verdict
    // contains an additional note.
    const { notes, ...found } = await verdict(file);
    expect(found).toMatchObject({ ...VALID, isIntact: true });
    expect(/also includes content/.test(notes.join())).toBe(isNoted);
    expect(await verdict(tampered(file))).toMatchObject(HASH_FAILURE);
  });

  test('rejects a signature over content inside the container rather than the file', async () => {
    const file = await foreignFile(kind, () => opensslCms(rsa, Buffer.from('something else'), '-nodetach'));
    expect((await verdict(file)).reasons).toContain(
      'The signature contains its own content instead of signing the document.',
    );
  });

  test('ignores but reports bytes after the container', async () => {
    const file = await foreignFile(kind, async (_digest, content) =>
      Buffer.concat([await opensslCms(rsa, content), Buffer.from('00cafe', 'hex')]),
    );
    const found = await verdict(file);
    expect(found).toMatchObject({ ...VALID, isIntact: true });
    expect(found.notes.join()).toMatch(/follow the signature container/);
  });
});
