/**
 * Tests the operator's own keys in use: the issuing CA's key in a token, and the seal's key in a key service. Other
 * vendors' programs, which trust only the operator's root, verify the result.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { Secret } from '../../src/platform/secret.ts';
import { DEFAULT_KEYS } from '../../src/features/authority/key-config.ts';
import { parseKeyUri } from '../../src/platform/ports/key-uri.ts';
import { startTestApp } from '../support/app.ts';
import { expectError } from '../support/expect-answer.ts';
import { KMS_CREDENTIALS, KMS_REGION, startKms } from '../support/kms.ts';
import { makeCertificate, pemOf, writePem } from '../support/operator-pki.ts';
import { HSM_PIN, softToken } from '../support/soft-hsm.ts';
import { embeddedSignatures } from './embedded-signatures.ts';
import { completeEnvelope } from './envelope.ts';
import { inFolder, runTool } from './folder.ts';
import { signatureTimestamp, verifyCades, verifyTimestamp } from './openssl.ts';
import { judgeByPdfsig } from './pdfsig.ts';
import { UPLOADS } from './uploads.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'countersign-operator-'));
const kms = await startKms();
const root = await makeCertificate({ commonName: 'Northwind Root', kind: 'rsa4096', ca: true });
const issuing = await makeCertificate({ commonName: 'Northwind Issuing', kind: 'rsa2048', ca: true }, root);
const seal = await makeCertificate({ commonName: 'Northwind Seal', kind: 'p384' }, issuing);
const token = softToken();
token.put('issuing', '01', issuing.privateKey);
kms.put('alias/seal', seal.privateKey);
const caCertificates = writePem(path.join(folder, 'ca.pem'), issuing, root);
const sealCertificates = writePem(path.join(folder, 'seal.pem'), seal, issuing, root);

const app = await startTestApp({
  keys: {
    ...DEFAULT_KEYS,
    ca: {
      name: 'CA_KEY',
      address: parseKeyUri(token.uri('issuing')),
      secret: new Secret(HSM_PIN),
      certificates: caCertificates,
    },
    seal: {
      name: 'SEAL_KEY',
      address: parseKeyUri(`awskms:alias/seal?region=${KMS_REGION}`),
      secret: undefined,
      certificates: sealCertificates,
    },
    aws: {
      accessKeyId: KMS_CREDENTIALS.accessKeyId,
      secretAccessKey: new Secret(KMS_CREDENTIALS.secretAccessKey),
      sessionToken: undefined,
      endpoint: kms.url,
    },
  },
});
app.clock.advance({ ms: Date.now() - app.clock.now().getTime() });
afterAll(async () => {
  await kms.close();
  rmSync(folder, { recursive: true, force: true });
});

const [upload] = UPLOADS;
if (!upload) throw new Error('there is an upload');
const envelope = await completeEnvelope(app, upload);
const embedded = embeddedSignatures(envelope.finished);
const cades = embedded.filter(({ subFilter }) => subFilter === 'ETSI.CAdES.detached');

describe('a document signed under the operator’s CA and sealed by the operator’s seal', () => {
  test('creates a document that pdfsig trusts if only the operator’s root is trusted', async () => {
    const judged = (await judgeByPdfsig(envelope.finished, pemOf(root))).filter(
      ({ type }) => type === 'ETSI.CAdES.detached',
    );
    expect(judged).toHaveLength(3);
    expect(judged.map(({ commonName }) => commonName)).toContain('Northwind Seal');
    for (const { signature, certificate } of judged)
      expect({ signature, certificate }).toEqual({
        signature: 'Signature is Valid.',
        certificate: 'Certificate is Trusted.',
      });
  });

  test('verifies the CAdES signature and every time-stamp with OpenSSL under the operator’s root', async () => {
    expect(cades).toHaveLength(3);
    for (const signature of cades) {
      await verifyCades(signature, pemOf(root));
      const { value, token: stamp } = await signatureTimestamp(signature.der);
      await verifyTimestamp(stamp, value, pemOf(root));
    }
  });

  test('finds no errors with qpdf', async () => {
    const { stderr } = await inFolder(async (file) => {
      await writeFile(file('finished.pdf'), envelope.finished);
      return runTool('qpdf', ['--check', file('finished.pdf')]);
    });
    expect(stderr).toBe('');
  });

  test('verifies the document with Countersign', async () => {
    const { body } = await app.key.get<'verifyDocument'>(`/api/documents/${envelope.id}/verify`);
    expect({ isValid: body.isValid, reasons: body.reasons, seal: body.seal?.isValid }).toEqual({
      isValid: true,
      reasons: [],
      seal: true,
    });
  });

  test('requests only the certification signature from the key service when a document is sent', async () => {
    const signatures = () => kms.served.filter((target) => target === 'Sign').length;
    const before = signatures();
    await app.sent();
    expect(signatures() - before).toBe(1);
  });
});

describe('the operator’s CA under /pki', () => {
  test("serves the operator’s CA at a separate address, with a revocation list that the CA's key signed", async () => {
    const { bytes: crl } = await app.anyone.get('/pki/live/issuing-2.crl');
    await inFolder(async (file) => {
      await writeFile(file('issuing.crl'), crl);
      await writeFile(file('ca.pem'), pemOf(issuing, root));
      const { stderr } = await runTool('openssl', [
        'crl',
        '-inform',
        'DER',
        '-in',
        file('issuing.crl'),
        '-CAfile',
        file('ca.pem'),
        '-noout',
      ]);
      expect(stderr).toContain('verify OK');
    });
    expect((await app.anyone.get('/pki/live/issuing-2.cer')).bytes.equals(issuing.certificate.der)).toBe(true);
  });

  test('answers OCSP requests for the operator’s CA and for the built-in CA', async () => {
    const [row] = await app.sql<{ serial: string }>('select serial from certificates limit 1');
    const ask = (issuer: string) =>
      inFolder(async (file) => {
        await writeFile(file('issuer.pem'), issuer);
        const make = ['-issuer', file('issuer.pem'), '-serial', `0x${row?.serial ?? ''}`];
        await runTool('openssl', ['ocsp', ...make, '-reqout', file('request.der'), '-no_nonce']);
        const { readFile } = await import('node:fs/promises');
        const answer = await fetch(`${app.url}/pki/live/ocsp`, {
          method: 'POST',
          headers: { 'content-type': 'application/ocsp-request' },
          body: new Uint8Array(await readFile(file('request.der'))),
        });
        await writeFile(file('answer.der'), Buffer.from(await answer.arrayBuffer()));
        await writeFile(
          file('ca.pem'),
          pemOf(issuing, root) +
            (await app.anyone.get('/pki/live/issuing.pem')).text +
            (await app.anyone.get('/pki/live/root.pem')).text,
        );
        const judged = await runTool('openssl', [
          'ocsp',
          '-respin',
          file('answer.der'),
          ...make,
          '-CAfile',
          file('ca.pem'),
        ]);
        return judged.stdout.toString() + judged.stderr;
      });
    const own = await ask(pemOf(issuing));
    expect(own).toContain('Response verify OK');
    expect(own).toMatch(/: good/);
    expect(await ask((await app.anyone.get('/pki/live/issuing.pem')).text)).toContain('Response verify OK');
  });
});

describe('keys of the operator and the sandbox', () => {
  test('gives the sandbox no access to the operator’s keys', async () => {
    const { text } = await app.anyone.get('/pki/sandbox/issuing.pem');
    expect(text).not.toBe(pemOf(issuing));
    expect((await app.anyone.get('/pki/sandbox/issuing-2.pem', { mayFail: true })).status).toBe(404);
  });
});

describe('a key service that does not respond', () => {
  test('returns 503 with a retry time without sending the document, and sends it when the key service responds', async () => {
    app.tolerate(/a signing key cannot be used|KMS answered/);
    const { id } = await app.draft();
    const [signer] = [app.person()];
    kms.faults.push(...Array.from({ length: 4 }, () => ({ status: 500, type: 'KMSInternalException' })));
    const send = () => app.key.post<'sendForSigning'>(`/api/documents/${id}/send-for-signing`, { signers: [signer] });
    const refused = await app.key.post(
      `/api/documents/${id}/send-for-signing`,
      { signers: [signer] },
      { mayFail: true },
    );
    expectError(refused, 'SERVICE_UNAVAILABLE', { check: 'signing', key: 'SEAL_KEY' });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await app.revisions(id)).toBe(0);
    expect((await send()).status).toBe(200);
  });

  test('reports the setting of the unavailable key in the health check for signing', async () => {
    app.clock.advance({ seconds: 60 });
    kms.faults.push(...Array.from({ length: 4 }, () => ({ status: 400, type: 'ThrottlingException' })));
    const down = await app.anyone.get('/api/health/signing', { mayFail: true });
    expectError(down, 'SERVICE_UNAVAILABLE', { check: 'signing', key: 'SEAL_KEY' });
    app.clock.advance({ seconds: 60 });
    expect((await app.anyone.get('/api/health/signing')).status).toBe(200);
  });
});
