import { beforeAll, describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { exportPkcs8, generateKey, type KeyKind, signingKey } from './keys.ts';
import { issueSignerCertificate, type Identity } from './authority.ts';
import { PkiError } from './errors.ts';
import { toPem } from './pem.ts';
import { openPkcs12 } from './pkcs12.ts';
import { certificatePem, testPki, type TestPki, withFiles } from './test-kit.ts';

const NOW = new Date('2026-11-20T10:00:00Z');

let pki: TestPki;

beforeAll(async () => {
  pki = await testPki(NOW);
});

type Made = { readonly p12: Buffer; readonly identity: Identity; readonly pkcs8: Buffer };

/** Creates a PKCS#12 file with OpenSSL. */
async function make(passphrase: string, options: readonly string[] = [], kind: KeyKind = 'p256'): Promise<Made> {
  const { privateKey, signingKey: key } = generateKey(kind);
  const certificate = await issueSignerCertificate(pki.ca, {
    email: 'ann@example.org',
    spki: key.publicKeySpki,
    now: NOW,
  });
  const pkcs8 = exportPkcs8(privateKey);
  const files = {
    'key.pem': toPem('PRIVATE KEY', pkcs8),
    // The certificates are deliberately out of order.
    'chain.pem': certificatePem(pki.root.certificate, pki.ca.certificate),
    'leaf.pem': certificatePem(certificate),
    pass: `${passphrase}\n`,
  };
  const p12 = await withFiles(files, (openssl) => {
    const from = ['-inkey', 'key.pem', '-in', 'leaf.pem', '-certfile', 'chain.pem', '-passout', 'file:pass'];
    const { ok, text, stdout } = openssl('pkcs12', '-export', ...from, ...options);
    if (!ok) throw new Error(text);
    return stdout;
  });
  return { p12, pkcs8, identity: { certificate, key, chain: [pki.ca.certificate, pki.root.certificate] } };
}

function codeOf(open: () => unknown): string | undefined {
  try {
    open();
    return undefined;
  } catch (error) {
    if (error instanceof PkiError) return error.code;
    throw error;
  }
}

const TRIPLE_DES = ['-keypbe', 'PBE-SHA1-3DES', '-certpbe', 'PBE-SHA1-3DES', '-macalg', 'sha1'];

describe('PKCS #12 files created by OpenSSL', () => {
  test.each<readonly [string, string, readonly string[], KeyKind]>([
    ['in the current format (AES-256, PBKDF2)', 'correct horse', [], 'p256'],
    ['with an RSA key', 'correct horse', [], 'rsa2048'],
    ['with an Ed25519 key', 'correct horse', [], 'ed25519'],
    ['with AES-128 and HMAC with SHA-512', 'x', ['-keypbe', 'AES-128-CBC', '-macalg', 'sha512'], 'p384'],
    ['in the format of older programs (Triple DES, SHA-1)', 'correct horse', TRIPLE_DES, 'p256'],
    ['with unencrypted certificates', 'correct horse', ['-certpbe', 'NONE'], 'p256'],
    ['without an integrity check', 'correct horse', ['-nomac'], 'p256'],
    ['with a passphrase that contains non-ASCII characters', 'Größe-ключ', [], 'p256'],
    ['with a passphrase that contains non-ASCII characters, and Triple DES', 'Größe-ключ', TRIPLE_DES, 'p256'],
    ['with an empty passphrase', '', [], 'p256'],
  ])('opens a PKCS #12 file %s', async (_name, passphrase, options, kind) => {
    const { p12, identity, pkcs8 } = await make(passphrase, options, kind);
    const { privateKey, certificate, chain } = openPkcs12(p12, passphrase);
    expect(exportPkcs8(privateKey).equals(pkcs8)).toBe(true);
    expect(signingKey(privateKey).publicKeySpki.equals(certificate.spki)).toBe(true);
    expect([certificate, ...chain].map(({ serial }) => serial)).toEqual(
      [identity.certificate, ...identity.chain].map(({ serial }) => serial),
    );
  });
});

test.each([
  ['AES', []],
  ['Triple DES', TRIPLE_DES],
  ['AES and no integrity check', ['-nomac']],
])('reports a wrong passphrase for a PKCS #12 file with %s', async (_name, options) => {
  const { p12 } = await make('correct horse', options);
  for (const wrong of ['', 'Correct horse', 'correct horse ']) {
    // Without an integrity check, one in 256 wrong passphrases yields valid padding around random data.
    expect(['wrong_passphrase', 'malformed_der', 'unsupported_key']).toContain(codeOf(() => openPkcs12(p12, wrong)));
  }
});

test('reports a wrong passphrase with a separate code only if the file has an integrity check', async () => {
  const { p12 } = await make('correct horse');
  expect(codeOf(() => openPkcs12(p12, 'battery staple'))).toBe('wrong_passphrase');
});

test('rejects a file encrypted with RC2 as outdated', async () => {
  const { p12 } = await make('x', ['-legacy', '-certpbe', 'PBE-SHA1-RC2-40', '-keypbe', 'PBE-SHA1-3DES']);
  expect(codeOf(() => openPkcs12(p12, 'x'))).toBe('unsupported_algorithm');
});

test('rejects a PKCS #12 file without a key', async () => {
  const files = { 'ca.pem': certificatePem(pki.ca.certificate) };
  const p12 = await withFiles(files, (openssl) => {
    return openssl('pkcs12', '-export', '-nokeys', '-in', 'ca.pem', '-passout', 'pass:x').stdout;
  });
  expect(codeOf(() => openPkcs12(p12, 'x'))).toBe('malformed_pkcs12');
});

test('rejects invalid, truncated and changed files with a PkiError', async () => {
  const { p12 } = await make('x', ['-nomac', '-iter', '1']);
  fc.assert(
    fc.property(fc.nat(p12.length - 1), fc.nat(255), fc.boolean(), (at, octet, cut) => {
      const changed = Buffer.from(cut ? p12.subarray(0, at) : p12);
      if (!cut) changed[at] = octet;
      // If the change is harmless, the file can still be opened. Otherwise, only a PkiError is allowed.
      codeOf(() => openPkcs12(changed, 'x'));
    }),
    { numRuns: 300, seed: 7292 },
  );
  expect(codeOf(() => openPkcs12(Buffer.from('nonsense'), 'x'))).toBe('malformed_der');
});
