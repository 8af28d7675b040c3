/**
 * An authority built only with OpenSSL time-stamps our documents. OpenSSL and our library, separate from the server,
 * verify the result.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { verifyDocument } from '@countersign/pades';
import { fromPem } from '@countersign/pki';
import { afterAll, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { startOpensslAuthority } from '../support/timestamp-authority.ts';
import { embeddedSignatures } from './embedded-signatures.ts';
import { signatureTimestamp, verifyTimestamp } from './openssl.ts';

const authority = await startOpensslAuthority();
const folder = mkdtempSync(path.join(tmpdir(), 'countersign-trust-'));
afterAll(() => rmSync(folder, { recursive: true }));
const trust = path.join(folder, 'roots.pem');
writeFileSync(trust, authority.rootPem);
// The authority uses the machine's clock, so the server's clock must match it.
const startAt = new Date().toISOString();
const app = await startTestApp({ startAt, timestamps: { urls: `${authority.url},built-in`, trust } });

async function signed(id: string): Promise<Buffer> {
  const { body } = await app.key.get<'downloadDocument'>(`/api/documents/${id}/download`);
  const { pathname } = new URL(body.downloadUrl);
  return Buffer.from(await (await fetch(app.url + pathname)).arrayBuffer());
}

test('verifies every time-stamp in the B-LTA file against only the OpenSSL root', async () => {
  authority.mode = 'good';
  const { id } = await app.completed({ signers: [app.person(), app.person()] });
  const pdf = await signed(id);
  const found = embeddedSignatures(pdf);
  expect(found.map(({ subFilter }) => subFilter)).toEqual([
    ...Array.from({ length: 3 }, () => 'ETSI.CAdES.detached'),
    'ETSI.RFC3161',
  ]);
  for (const signature of found) {
    if (signature.subFilter === 'ETSI.RFC3161') {
      await verifyTimestamp(signature.der, signature.content, authority.rootPem);
    } else {
      const { value, token } = await signatureTimestamp(signature.der);
      await verifyTimestamp(token, value, authority.rootPem);
    }
  }
  const own = app.services.authority.anchor('live').der;
  const roots = fromPem('CERTIFICATE', authority.rootPem);
  const input = { anchors: [own], now: app.clock.now().toISOString() };
  const trusted = await verifyDocument(pdf, { ...input, timestampAnchors: roots });
  expect(trusted).toMatchObject({ isValid: true });
  expect(trusted.signatures.filter(({ kind }) => kind === 'signer').map(({ level }) => level)).toEqual([
    'B-LTA',
    'B-LTA',
  ]);
  // With both roots as trust anchors, the result is the same. Without the authority's root, the time is not proved.
  expect(await verifyDocument(pdf, { ...input, anchors: [own, ...roots] })).toMatchObject({ isValid: true });
  const strangers = await verifyDocument(pdf, input);
  expect(strangers.isValid).toBe(false);
  const { body } = await app.key.get<'verifyDocument'>(`/api/documents/${id}/verify`);
  expect(body).toMatchObject({
    isValid: true,
    signatures: [
      { level: 'B-LTA', timestamp: { authority: 'Outside Clock', isValid: true } },
      { level: 'B-LTA', timestamp: { authority: 'Outside Clock', isValid: true } },
    ],
  });
});

test('accepts a token that identifies its certificate by SHA-1, as RFC 3161 does, and creates a B-LTA file', async () => {
  const { id, token } = await app.sentToOne();
  authority.mode = 'sha1-binding';
  expect((await app.sign(id, { token })).status).toBe(200);
  await app.sealed(id);
  authority.mode = 'good';
  const { body } = await app.key.get<'verifyDocument'>(`/api/documents/${id}/verify`);
  expect(body).toMatchObject({
    isValid: true,
    signatures: [{ level: 'B-LTA', timestamp: { authority: 'Outside Clock', isValid: true } }],
  });
});

test('rejects a token that is signed with SHA-1', async () => {
  const { id, token } = await app.sentToOne();
  authority.mode = 'sha1-signature';
  expect((await app.sign(id, { token })).status).toBe(200);
  await app.sealed(id);
  authority.mode = 'good';
  const { body } = await app.key.get<'verifyDocument'>(`/api/documents/${id}/verify`);
  expect(body.signatures[0]?.timestamp?.authority).toBe('Countersign Time-Stamping Unit');
  expect(body.signatures[0]).toMatchObject({ isValid: true, level: 'B-LTA' });
  const [failure] = app.lines.filter((line) => line.includes('a time-stamping authority failed')).slice(-1);
  expect(failure).toMatch(/weak/);
});
