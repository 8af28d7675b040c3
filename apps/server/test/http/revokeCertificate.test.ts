import { parseCrl } from '@countersign/pki';
import { describe, expect, test } from 'vitest';
import { newId } from '../../src/platform/crypto/ids.ts';
import { OWNER, startTestApp } from '../support/app.ts';
import { expectError, expectInvalid, statusesOf } from '../support/expect-answer.ts';
import { countsRequests, needsCredential, needsScope, refusesOtherMethods } from '../support/refusals.ts';

const app = await startTestApp();
const pathOf = (id: string, signerId: string): string => `/api/documents/${id}/signers/${signerId}/revoke-certificate`;
const body = { reason: 'key_compromise' };
const some = await app.completed();
const someSigner = some.signers[0]?.id ?? '';

const verify = async (id: string) => (await app.key.get<'verifyDocument'>(`/api/documents/${id}/verify`)).body;
const issuingList = async () => {
  const response = await fetch(`${app.url}/pki/live/issuing.crl`);
  return parseCrl(Buffer.from(await response.arrayBuffer()));
};
const revoke = (id: string, signerId: string, wanted: object) =>
  app.key.post<'revokeCertificate'>(pathOf(id, signerId), wanted);

const inOrganization = { headers: { 'x-organization-id': app.tenant.organizationId } };
/** Declares a revocation as the operator of the installation. */
const declare = (id: string, signerId: string, wanted: object) =>
  app.service.post<'revokeCertificate'>(pathOf(id, signerId), wanted, inOrganization);

describe('200', () => {
  test('keeps the signature valid if the certificate is revoked with immediate effect, and reports the revocation', async () => {
    const { id, signers } = await app.completed();
    app.clock.advance({ days: 2 });
    const answer = await revoke(id, signers[0]?.id ?? '', { reason: 'affiliation_changed', note: 'Left the company' });
    expect(answer.status, answer.text).toBe(200);
    const at = new Date(Math.ceil(app.clock.now().getTime() / 1000) * 1000).toISOString();
    expect(answer.body.certificates).toEqual([
      expect.objectContaining({
        signer_id: signers[0]?.id,
        email: signers[0]?.email,
        revocation: { revoked_at: at, reason: 'affiliation_changed', recorded_at: app.clock.now().toISOString() },
      }),
    ]);
    const report = await verify(id);
    expect(report).toMatchObject({
      isValid: true,
      signatures: [{ isValid: true, level: 'B-LTA', revocation: 'good', revokedAt: at, indication: 'TOTAL-PASSED' }],
    });
    expect(report.signatures[0]?.notes.join()).toMatch(
      /revoked as of .* affiliation changed.*A time-stamp proves that the signature was created before/,
    );
    const { entries } = (await app.key.get<'getDocumentAudit'>(`/api/documents/${id}/audit`)).body;
    expect(entries.find(({ action }) => action === 'certificate.revoked')).toMatchObject({
      context: { reason: 'affiliation_changed', revoked_at: at },
    });
  });

  test.each([
    ['issuance', () => 'issuance'],
    ['a time between issuance and signature', (from: string) => new Date(Date.parse(from) + 60_000).toISOString()],
  ])(
    'reports a revocation backdated to %s together with the evidence, and keeps the document valid',
    async (_, dateOf) => {
      const { id, signers } = await app.completed({ signers: [app.person(), app.person()] });
      const [certificate] = (await app.key.get<'listCertificates'>(`/api/documents/${id}/certificates`)).body
        .certificates;
      const asked = { ...body, revokedAt: dateOf(certificate?.valid_from ?? ''), note: 'The mailbox was taken over' };
      app.clock.advance({ days: 30 });
      const answer = await declare(id, signers[0]?.id ?? '', asked);
      expect(answer.status, answer.text).toBe(200);
      const report = await verify(id);
      expect(report).toMatchObject({
        isValid: true,
        reasons: [],
        signatures: [
          {
            isValid: true,
            indication: 'TOTAL-PASSED',
            revocation: 'revoked',
            revokedAt: answer.body.certificates[0]?.revocation?.revoked_at,
            level: 'B-LTA',
          },
          { isValid: true, revokedAt: null },
        ],
      });
      expect(report.signatures[0]?.notes.join()).toMatch(
        /issuer declares this certificate void from .*evidence in the file shows that it was not revoked/,
      );
    },
  );

  test.each([
    ['the signer if a certificate is revoked with immediate effect', undefined, 1],
    ['the signer and the sender if a certificate is revoked from an earlier date', 'issuance', 2],
  ])('e-mails %s', async (_, revokedAt, count) => {
    const { id, signers } = await app.completed();
    const asked = { ...body, note: 'The mailbox was taken over', ...(revokedAt && { revokedAt }) };
    expect((await declare(id, signers[0]?.id ?? '', asked)).status).toBe(200);
    await app.mailId(signers[0]?.email ?? '', 'certificate-revoked');
    await app.atRest(id);
    const mails = await app.sql<{ to: string; text: string }>(
      "select to_address as to, body_text as text from mails where kind = 'certificate-revoked' and strpos(body_text, $1) > 0",
      [signers[0]?.email],
    );
    expect(mails).toHaveLength(count);
    expect(mails.map(({ to }) => to)).toContain(signers[0]?.email);
    for (const { text } of mails)
      // Lines of the e-mail are wrapped.
      expect(text.replaceAll(/\s+/g, ' ').includes('invalid as of an earlier date')).toBe(revokedAt !== undefined);
  });

  test("e-mails the organization's owner about a backdated revocation, even if another person sent the document", async () => {
    const admin = await app.member('admin');
    const { caller } = await app.makeKey({ by: admin.caller });
    const { id, signers } = await app.completed({ by: caller });
    const asked = { ...body, revokedAt: 'issuance', note: 'The mailbox was taken over' };
    expect((await declare(id, signers[0]?.id ?? '', asked)).status).toBe(200);
    await app.mailId(OWNER.email, 'certificate-revoked');
    await app.atRest(id);
    const [sender] = await app.sql<{ email: string }>('select email from users where id = $1', [admin.userId]);
    const mails = await app.sql<{ to: string; text: string }>(
      "select to_address as to, body_text as text from mails where kind = 'certificate-revoked' and strpos(body_text, $1) > 0",
      [signers[0]?.email],
    );
    expect(new Set(mails.map(({ to }) => to))).toEqual(new Set([OWNER.email, sender?.email, signers[0]?.email]));
    expect(mails).toHaveLength(3);
    for (const { text } of mails) expect(text).toContain('The mailbox was taken over');
    const trail = (await app.key.get<'getDocumentAudit'>(`/api/documents/${id}/audit`)).body;
    expect(trail.isValid).toBe(true);
  });

  test('adds the certificate to the revocation list immediately, and embeds the list in documents sealed afterwards', async () => {
    const { id, signers } = await app.completed();
    const before = await issuingList();
    const answer = await revoke(id, signers[0]?.id ?? '', body);
    const serial = answer.body.certificates[0]?.serial ?? '';
    expect(before.revoked.has(serial)).toBe(false);
    expect((await issuingList()).revoked.get(serial)?.reason).toBe('keyCompromise');
    const later = await app.completed();
    expect(await verify(later.id)).toMatchObject({ isValid: true, reasons: [] });
  });

  test('allows a revocation to be moved to an earlier time, but never to a later time', async () => {
    const { id, signers } = await app.completed();
    const signer = signers[0]?.id ?? '';
    app.clock.advance({ hours: 1 });
    expect((await revoke(id, signer, { reason: 'superseded' })).status).toBe(200);
    expect((await verify(id)).isValid).toBe(true);
    const back = await declare(id, signer, { ...body, revokedAt: 'issuance', note: 'The mailbox was taken over' });
    expect(back.body.certificates[0]?.revocation?.reason).toBe('key_compromise');
    expect((await verify(id)).isValid).toBe(true);
    expectError(await revoke(id, signer, { reason: 'superseded' }), 'ALREADY_REVOKED', {
      serial: back.body.certificates[0]?.serial ?? '',
      revokedAt: back.body.certificates[0]?.revocation?.revoked_at ?? '',
    });
  });
});

const sample = { method: 'POST', path: pathOf(some.id, someSigner), body };
needsCredential(app, sample);
needsScope(app, 'documents:write', sample);
refusesOtherMethods(app, sample.path, ['POST']);

describe('403', () => {
  test.each(['issuance', '2020-01-01T00:00:00Z'])(
    'rejects a backdated revocation (%s) from anyone other than the operator, regardless of their role',
    async (revokedAt) => {
      for (const caller of [app.key, await app.session()]) {
        const answer = await caller.post(sample.path, { ...body, revokedAt });
        expectError(answer, 'FORBIDDEN', { field: 'revokedAt' });
      }
      expect((await verify(some.id)).signatures[0]?.revokedAt).toBeNull();
    },
  );
  test('rejects a member without the admin role', async () => {
    const { caller } = await app.member('member');
    expectError(await caller.post(sample.path, body), 'FORBIDDEN');
  });
});

describe('404', () => {
  test("returns the same response for an unknown document and another organization's document", async () => {
    const unknown = newId('document');
    expectError(await revoke(unknown, someSigner, body), 'DOCUMENT_NOT_FOUND', { documentId: unknown });
    const other = await app.otherTenant();
    const foreign = await app.completed({ by: other.key });
    expectError(await revoke(foreign.id, foreign.signers[0]?.id ?? '', body), 'DOCUMENT_NOT_FOUND', {
      documentId: foreign.id,
    });
  });
  test('rejects a signer of another document', async () => {
    const other = await app.sent();
    const signerId = other.signers[0]?.id ?? '';
    expectError(await revoke(some.id, signerId, body), 'SIGNER_NOT_FOUND', { documentId: some.id, signerId });
    const unknown = newId('signer');
    expectError(await revoke(some.id, unknown, body), 'SIGNER_NOT_FOUND', { documentId: some.id, signerId: unknown });
  });
});

describe('409', () => {
  test('rejects a document that has no signatures', async () => {
    const { id, signers } = await app.sent();
    expectError(await revoke(id, signers[0]?.id ?? '', body), 'INVALID_STATE', {
      status: 'pending-signature',
      allowed: ['signed'],
    });
  });
  test('revokes the certificate only once if two requests arrive at the same time', async () => {
    const { id, signers } = await app.completed();
    const answers = await Promise.all([1, 2].map(() => revoke(id, signers[0]?.id ?? '', body)));
    expect(statusesOf(answers)).toEqual([200, 409]);
  });
});

describe('422', () => {
  test.each([
    ['no reason', {}, 'reason'],
    ['a reason that only CAs can use', { reason: 'cACompromise' }, 'reason'],
    ['an invalid time', { ...body, revokedAt: 'yesterday' }, 'revokedAt'],
    ['a time in the future', { ...body, revokedAt: '2999-01-01T00:00:00Z' }, 'revokedAt'],
    ['a note of 1,001 characters', { ...body, note: 'x'.repeat(1001) }, 'note'],
    ['an unknown property', { ...body, force: true }, 'force'],
  ])('rejects an invalid revocation: %s', async (_, wrong, field) => {
    expectInvalid(await app.key.both('POST', sample.path, { body: wrong }), field);
    expect((await verify(some.id)).isValid).toBe(true);
  });
});

describe('422 for the operator', () => {
  test.each([
    [
      'a time before the certificate was issued',
      { ...body, revokedAt: '2001-01-01T00:00:00Z', note: 'x' },
      'revokedAt',
    ],
    ['a time in the past without a note', { ...body, revokedAt: 'issuance' }, 'note'],
  ])('rejects an invalid revocation by the operator: %s', async (_, wrong, field) => {
    expectInvalid(await app.service.both('POST', sample.path, { body: wrong, ...inOrganization }), field);
  });
});

countsRequests(app, sample);
