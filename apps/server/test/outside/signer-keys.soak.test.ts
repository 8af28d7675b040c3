/**
 * Tests signers' keys through the whole flow, and verifies the result with external tools if they support the key. `npm
 * test` uses one key of each signature scheme, and the soak uses every kind.
 */
import { writeFile } from 'node:fs/promises';
import { parseCms, verifyCms } from '@countersign/pki';
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { DEFAULT_KEYS } from '../../src/features/authority/key-config.ts';
import type { SignerKeyKind } from '../../src/features/authority/index.ts';
import { startTestApp } from '../support/app.ts';
import { soak } from '../support/soak.ts';
import { embeddedSignatures } from './embedded-signatures.ts';
import { completeEnvelope } from './envelope.ts';
import { inFolder, runTool } from './folder.ts';
import { verifyCades } from './openssl.ts';
import { judgeByPdfsig } from './pdfsig.ts';
import { UPLOADS } from './uploads.ts';

const [upload] = UPLOADS;
if (!upload) throw new Error('there is an upload');

type Case = { name: string; signer: SignerKeyKind; digest: 'sha256' | 'sha384' | 'sha512'; scheme: string };
const CASES: Case[] = [
  { name: 'P-384', signer: { kind: 'p384', pss: false }, digest: 'sha384', scheme: 'ecdsa' },
  { name: 'P-521', signer: { kind: 'p521', pss: false }, digest: 'sha512', scheme: 'ecdsa' },
  { name: 'RSA-2048', signer: { kind: 'rsa2048', pss: false }, digest: 'sha256', scheme: 'rsa-pkcs1' },
  { name: 'RSA-3072', signer: { kind: 'rsa3072', pss: false }, digest: 'sha256', scheme: 'rsa-pkcs1' },
  { name: 'RSA-4096', signer: { kind: 'rsa4096', pss: false }, digest: 'sha256', scheme: 'rsa-pkcs1' },
  { name: 'RSA-2048 with PSS', signer: { kind: 'rsa2048', pss: true }, digest: 'sha256', scheme: 'rsa-pss' },
  { name: 'Ed25519', signer: { kind: 'ed25519', pss: false }, digest: 'sha512', scheme: 'ed25519' },
];

/** Each signature scheme is used once. The other cases differ in the size of the key. */
const ONE_OF_EACH = CASES.filter(({ name }) => ['P-384', 'RSA-2048', 'RSA-2048 with PSS', 'Ed25519'].includes(name));

describe.each(soak({ test: ONE_OF_EACH, full: CASES }))('$name', ({ signer, digest, scheme }) => {
  test('signs a document that other validators accept', { timeout: 60_000 }, async () => {
    const app = await startTestApp({ keys: { ...DEFAULT_KEYS, signer } });
    app.clock.advance({ ms: Date.now() - app.clock.now().getTime() });
    const envelope = await completeEnvelope(app, upload);
    const root = (await app.anyone.get('/pki/live/root.pem')).text;
    const cades = embeddedSignatures(envelope.finished).filter(({ subFilter }) => subFilter === 'ETSI.CAdES.detached');
    expect(cades).toHaveLength(3);

    for (const { der, content } of cades) {
      const { problems, signer: by } = verifyCms({
        der,
        digestOf: (algorithm) => createHash(algorithm).update(content[0]).update(content[1]).digest(),
      });
      expect(problems).toEqual([]);
      expect(by).toBeDefined();
      expect(parseCms(der).digestAlgorithm, 'all signatures of a document use one digest').toBe(digest);
    }
    expect(cades.slice(1).map(({ der }) => parseCms(der).signatureAlgorithm?.scheme)).toEqual([scheme, scheme]);

    // Neither OpenSSL 3.0 nor NSS supports Ed25519 in CMS (RFC 8419). The certification signature uses P-256, which
    // both support.
    const judgeable = scheme === 'ed25519' ? cades.slice(0, 1) : cades;
    for (const signature of judgeable) await verifyCades(signature, root);
    if (scheme !== 'ed25519') {
      const judged = (await judgeByPdfsig(envelope.finished, root)).filter(
        ({ type }) => type === 'ETSI.CAdES.detached',
      );
      for (const { signature, certificate } of judged)
        expect({ signature, certificate }).toEqual({
          signature: 'Signature is Valid.',
          certificate: 'Certificate is Trusted.',
        });
    }
    const { stderr } = await inFolder(async (file) => {
      await writeFile(file('finished.pdf'), envelope.finished);
      return runTool('qpdf', ['--check', file('finished.pdf')]);
    });
    expect(stderr).toBe('');

    const { body } = await app.key.get<'verifyDocument'>(`/api/documents/${envelope.id}/verify`);
    expect({ isValid: body.isValid, reasons: body.reasons }).toEqual({ isValid: true, reasons: [] });
  });
});
