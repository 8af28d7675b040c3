import { toPem } from '@countersign/pki';
import { describe, expect, test } from 'vitest';
import { foreignFile } from '../../../../packages/pades/test/documents.ts';
import { after, container, makeAuthority, makeSigner } from '../../../../packages/pades/test/kit.ts';
import { startTestApp } from '../support/app.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { pdfUpload } from '../support/multipart.ts';
import { needsCredential } from '../support/refusals.ts';

const app = await startTestApp();
const path = '/api/admin/trust-anchors';
const stranger = await makeAuthority('Stranger', app.clock.now());
const pem = toPem('CERTIFICATE', stranger.root.certificate.der);
const add = async (body: object) => (await app.session()).post<'addTrustAnchor'>(path, body);

describe('201', () => {
  test('trusts signatures from other software after the trust anchor is added, and names the trust anchor in the report', async () => {
    const eve = await makeSigner(stranger, 'eve@example.org', 'p256', { options: {}, now: app.clock.now() });
    const at = app.clock.now();
    const file = await foreignFile('ETSI.CAdES.detached', (digest) => container(eve, digest('sha256'), stranger, at));
    const upload = await app.key.upload(pdfUpload(file));
    expect(upload.status, upload.text).toBe(201);
    const { id } = upload.body.document;
    const signer = app.person();
    const sent = await app.key.post(`/api/documents/${id}/send-for-signing`, { signers: [signer] });
    expect(sent.status, sent.text).toBe(200);
    expect((await app.sign(id, { token: await app.link(signer.email) })).status).toBe(200);
    await app.sealed(id);
    const verify = async () => (await app.key.get<'verifyDocument'>(`/api/documents/${id}/verify`)).body;
    expect(await verify()).toMatchObject({
      isValid: true,
      signatures: [
        { kind: 'foreign', isValid: false, trustedBy: null, subIndication: 'NO_CERTIFICATE_CHAIN_FOUND' },
        { kind: 'signer', isValid: true, trustedBy: null },
      ],
    });

    const answer = await add({ name: 'Stranger & Co', certificate: pem });
    expect(answer.status, answer.text).toBe(201);
    expect(answer.body.trustAnchor).toEqual({
      id: expect.stringMatching(/^anc_/),
      name: 'Stranger & Co',
      subject: expect.stringContaining('Stranger Root'),
      valid_from: stranger.root.certificate.notBefore.toISOString(),
      valid_to: stranger.root.certificate.notAfter.toISOString(),
      fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
      created_at: app.clock.now().toISOString(),
    });
    expect(await verify()).toMatchObject({
      isValid: true,
      signatures: [
        // The certificate is trusted now, but no revocation data is available for it, on the server or on the command
        // line (TRY_LATER).
        {
          kind: 'signer',
          isValid: false,
          subIndication: 'TRY_LATER',
          trustedBy: 'Trust anchor of this installation: Stranger & Co',
        },
        { kind: 'signer', isValid: true, trustedBy: null },
      ],
    });
    const [entry] = await app.sql<{ count: string }>(
      `select count(*) from audit_entries where convert_from(bytes, 'UTF8') like '%trust-anchor.added%'`,
    );
    expect(entry?.count).toBe('1');
  });

  test('accepts a certificate as base64-encoded DER, and uses the name in the certificate', async () => {
    const other = await makeAuthority('Other', after(app.clock.now(), 0));
    const answer = await add({ certificate: other.root.certificate.der.toString('base64') });
    expect(answer.body.trustAnchor.name).toBe('Other Root');
  });
});

needsCredential(app, { method: 'POST', path, body: { certificate: pem } });

describe('403', () => {
  test('rejects a member, an API key and the owner of another organization', async () => {
    const { caller } = await app.member('member');
    const other = await app.otherTenant();
    for (const who of [caller, app.key, other.owner])
      expectError(await who.post(path, { certificate: pem }), 'FORBIDDEN');
  });
});

describe('409', () => {
  test('rejects a trust anchor that was already added', async () => {
    const twice = await makeAuthority('Twice', app.clock.now());
    const certificate = toPem('CERTIFICATE', twice.root.certificate.der);
    const first = await add({ certificate });
    expectError(await add({ certificate }), 'TRUST_ANCHOR_EXISTS', {
      fingerprint: first.body.trustAnchor.fingerprint,
    });
  });
});

describe('422', () => {
  test.each([
    ['a missing certificate', {}, 'certificate'],
    ['text that is not a certificate', { certificate: 'hello' }, 'certificate'],
    ['a private key', { certificate: toPem('PRIVATE KEY', Buffer.from('x')) }, 'certificate'],
    ['two certificates', { certificate: pem + pem }, 'certificate'],
    ['an empty name', { certificate: pem, name: ' ' }, 'name'],
    ['an unknown property', { certificate: pem, force: true }, 'force'],
  ])('rejects an invalid trust anchor: %s', async (_, body, field) => {
    expectInvalid(await add(body), field);
  });
});
