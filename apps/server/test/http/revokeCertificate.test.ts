import { parseCrl } from '@countersign/pki';
import { describe, expect, test } from 'vitest';
import { newId } from '../../src/platform/crypto/ids.ts';
import { startTestApp } from '../support/app.ts';
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

describe('200', () => {
  test('dated now: the signature stays valid, and the revocation is told', async () => {
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
      /revoked as of .* affiliation changed.*A time-stamp proves that it signed before/,
    );
    const { entries } = (await app.key.get<'getDocumentAudit'>(`/api/documents/${id}/audit`)).body;
    expect(entries.find(({ action }) => action === 'certificate.revoked')).toMatchObject({
      context: { reason: 'affiliation_changed', revoked_at: at },
    });
  });

  test('from its issuance: the signature counts no longer, although the file holds an OCSP answer "good"', async () => {
    const { id, signers } = await app.completed({ signers: [app.person(), app.person()] });
    app.clock.advance({ days: 30 });
    expect((await verify(id)).isValid).toBe(true);
    const answer = await revoke(id, signers[0]?.id ?? '', { ...body, revokedAt: 'issuance' });
    expect(answer.status, answer.text).toBe(200);
    const report = await verify(id);
    expect(report).toMatchObject({
      isValid: false,
      signatures: [
        { isValid: false, indication: 'TOTAL-FAILED', subIndication: 'REVOKED', revocation: 'revoked', level: null },
        { isValid: true, indication: 'TOTAL-PASSED', revokedAt: null },
      ],
    });
    expect(report.reasons).toContain("The signer's certificate had been revoked.");
  });

  test('a time before the time-stamp, after issuance: not valid, and open how it was', async () => {
    const { id, signers } = await app.completed();
    const [certificate] = (await app.key.get<'listCertificates'>(`/api/documents/${id}/certificates`)).body
      .certificates;
    const revokedAt = new Date(Date.parse(certificate?.valid_from ?? '') + 60_000).toISOString();
    expect((await revoke(id, signers[0]?.id ?? '', { ...body, revokedAt })).status).toBe(200);
    expect((await verify(id)).signatures).toMatchObject([
      { isValid: false, indication: 'INDETERMINATE', subIndication: 'REVOKED_NO_POE', revokedAt },
    ]);
  });

  test('the revocation list shows it at once, and documents sealed from then on hold it', async () => {
    const { id, signers } = await app.completed();
    const before = await issuingList();
    const answer = await revoke(id, signers[0]?.id ?? '', body);
    const serial = answer.body.certificates[0]?.serial ?? '';
    expect(before.revoked.has(serial)).toBe(false);
    expect((await issuingList()).revoked.get(serial)?.reason).toBe('keyCompromise');
    const later = await app.completed();
    expect(await verify(later.id)).toMatchObject({ isValid: true, reasons: [] });
  });

  test('what came to light later may date it back, never forward', async () => {
    const { id, signers } = await app.completed();
    const signer = signers[0]?.id ?? '';
    app.clock.advance({ hours: 1 });
    expect((await revoke(id, signer, { reason: 'superseded' })).status).toBe(200);
    expect((await verify(id)).isValid).toBe(true);
    const back = await revoke(id, signer, { ...body, revokedAt: 'issuance' });
    expect(back.body.certificates[0]?.revocation?.reason).toBe('key_compromise');
    expect((await verify(id)).isValid).toBe(false);
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
  test('a member may not', async () => {
    const { caller } = await app.member('member');
    expectError(await caller.post(sample.path, body), 'FORBIDDEN');
  });
});

describe('404', () => {
  test("a document that is not there, or is another organization's: the same", async () => {
    const unknown = newId('document');
    expectError(await revoke(unknown, someSigner, body), 'DOCUMENT_NOT_FOUND', { documentId: unknown });
    const other = await app.otherTenant();
    const foreign = await app.completed({ by: other.key });
    expectError(await revoke(foreign.id, foreign.signers[0]?.id ?? '', body), 'DOCUMENT_NOT_FOUND', {
      documentId: foreign.id,
    });
  });
  test('a signer of another document', async () => {
    const other = await app.sent();
    const signerId = other.signers[0]?.id ?? '';
    expectError(await revoke(some.id, signerId, body), 'SIGNER_NOT_FOUND', { documentId: some.id, signerId });
    const unknown = newId('signer');
    expectError(await revoke(some.id, unknown, body), 'SIGNER_NOT_FOUND', { documentId: some.id, signerId: unknown });
  });
});

describe('409', () => {
  test('nobody has signed', async () => {
    const { id, signers } = await app.sent();
    expectError(await revoke(id, signers[0]?.id ?? '', body), 'INVALID_STATE', {
      status: 'pending-signature',
      allowed: ['signed'],
    });
  });
  test('twice at once: once', async () => {
    const { id, signers } = await app.completed();
    const answers = await Promise.all([1, 2].map(() => revoke(id, signers[0]?.id ?? '', body)));
    expect(statusesOf(answers)).toEqual([200, 409]);
  });
});

describe('422', () => {
  test.each([
    ['no reason', {}, 'reason'],
    ['a reason of CAs', { reason: 'cACompromise' }, 'reason'],
    ['a time that is none', { ...body, revokedAt: 'yesterday' }, 'revokedAt'],
    ['the future', { ...body, revokedAt: '2999-01-01T00:00:00Z' }, 'revokedAt'],
    ['before there was a certificate', { ...body, revokedAt: '2001-01-01T00:00:00Z' }, 'revokedAt'],
    ['a note of 1001 characters', { ...body, note: 'x'.repeat(1001) }, 'note'],
    ['something unknown', { ...body, force: true }, 'force'],
  ])('%s', async (_, wrong, field) => {
    expectInvalid(await app.key.both('POST', sample.path, { body: wrong }), field);
    expect((await verify(some.id)).isValid).toBe(true);
  });
});

countsRequests(app, sample);
