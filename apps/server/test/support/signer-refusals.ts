import { describe, expect, test } from 'vitest';
import { OWNER, type TestApp } from './app.ts';
import type { Answer } from './caller.ts';
import { expectError, expectInvalid } from './expect-answer.ts';
import type { Sample } from './refusals.ts';

/**
 * Tests the common rejections of operations other than signing (declining, forwarding), which are the same as for
 * signing.
 */
export function signerOperationRefusals(app: TestApp, sample: (id: string, token?: string) => Sample): void {
  const send = ({ method, path, body }: Sample, by = app.anyone): Promise<Answer> =>
    by.send(method, path, body === undefined ? {} : { body });
  const sender = { name: OWNER.name, email: OWNER.email, organization: OWNER.organization };

  describe('401', () => {
    test('rejects an unknown or replaced signing link, but returns 422 if the signing link is missing', async () => {
      const { id, token, signers } = await app.sentToOne();
      expectInvalid(await send(sample(id)), 'token');
      expectError(await send(sample(id, app.strayLink())), 'INVALID_LINK');
      expectError(await send(sample(id, `${token.slice(0, -4)}AAAA`)), 'INVALID_LINK');
      await app.key.send('PATCH', `/api/documents/${id}/signers/${signers[0]?.id}`, {
        body: { email: app.person().email },
      });
      expectError(await send(sample(id, token)), 'INVALID_LINK');
    });
  });

  describe('403', () => {
    test('rejects an API key', async () => {
      expectError(await send(sample((await app.sent()).id), app.key), 'FORBIDDEN');
    });

    test('rejects a signer who has not entered the access code, and does not show the document', async () => {
      const { id, token, document } = await app.sentToOne({ signers: [{ ...app.person(), accessCode: 'blue-7' }] });
      const answer = await send(sample(id, token));
      expectError(answer, 'ACCESS_CODE_REQUIRED', { sender });
      expect(answer.text).not.toContain(document.title);
    });

    test('locks the signer with 423 after five wrong access codes', async () => {
      const { id, token } = await app.sentToOne({ signers: [{ ...app.person(), accessCode: 'blue-7' }] });
      for (let tries = 0; tries < 5; tries += 1)
        await app.anyone.post('/api/signing/session', { token, accessCode: 'red-7' });
      expectError(await send(sample(id, token)), 'ACCESS_CODE_LOCKED', { sender });
    });

    test('rejects an account with an unconfirmed address', async () => {
      const { id } = await app.sent();
      await app.sql('update users set email_verified_at = null where id = $1', [app.tenant.userId]);
      const caller = await app.session();
      expectError(await send(sample(id), caller), 'EMAIL_NOT_VERIFIED');
      await app.sql('update users set email_verified_at = now() where id = $1', [app.tenant.userId]);
    });
  });

  describe('404', () => {
    test("rejects another document's signing link, and an account to which the document was not sent", async () => {
      const { id } = await app.sent();
      const { token } = await app.sentToOne();
      expectError(await send(sample(id, token)), 'DOCUMENT_NOT_FOUND', { documentId: id });
      expectError(await send(sample(id), await app.session()), 'DOCUMENT_NOT_FOUND', { documentId: id });
    });
  });

  describe('409', () => {
    test('rejects a signer who has signed', async () => {
      const { id, signers } = await app.sent({ signers: [app.person(), app.person()] });
      const token = await app.link(signers[0]?.email ?? '');
      await app.sign(id, { token });
      expectError(await send(sample(id, token)), 'ALREADY_SIGNED', { documentId: id });
    });

    test('rejects a signer whose turn has not come', async () => {
      const { id, signers } = await app.sent({ signers: [app.person(), app.person()], signingOrder: 'sequential' });
      const signer = { tenantId: app.tenant.tenantId, signerId: signers[1]?.id ?? '', generation: 1 };
      const token = app.secret(app.services.links.url('', signer).split('#')[1] ?? '');
      expectError(await send(sample(id, token)), 'NOT_YOUR_TURN', { documentId: id });
    });

    test('rejects a recipient who only receives a copy', async () => {
      const reader = { ...app.person(), role: 'viewer' as const };
      const { id, signers } = await app.sent({ signers: [app.person(), reader] });
      const signer = { tenantId: app.tenant.tenantId, signerId: signers[1]?.id ?? '', generation: 1 };
      const token = app.secret(app.services.links.url('', signer).split('#')[1] ?? '');
      expectError(await send(sample(id, token)), 'NOT_A_SIGNER', { documentId: id });
    });

    test('rejects an archived document', async () => {
      const { id, token } = await app.sentToOne();
      await app.sql("update documents set status = 'archived' where id = $1", [id]);
      expectError(await send(sample(id, token)), 'INVALID_STATE', { documentId: id, status: 'archived' });
    });
  });

  describe('410', () => {
    test('rejects a voided, declined or expired document', async () => {
      const ended = async (end: (sent: { id: string; token: string }) => Promise<unknown>) => {
        const sent = await app.sentToOne({ expirationDays: 1 });
        await end(sent);
        return { answer: await send(sample(sent.id, sent.token)), id: sent.id, title: sent.document.title };
      };
      const withdrawn = await ended(({ id }) => app.key.post(`/api/documents/${id}/void`, { reason: 'x' }));
      const { id: one, title } = withdrawn;
      expectError(withdrawn.answer, 'DOCUMENT_VOIDED', { documentId: one, title, sender });
      const declined = await ended(({ id, token }) =>
        app.anyone.post(`/api/documents/${id}/decline`, { token, reason: 'No.' }),
      );
      expectError(declined.answer, 'DOCUMENT_DECLINED', { documentId: declined.id, title, sender });
      const expired = await ended(async () => app.clock.advance({ days: 1 }));
      expectError(expired.answer, 'DOCUMENT_EXPIRED', { documentId: expired.id, title, sender });
    });
  });
}
