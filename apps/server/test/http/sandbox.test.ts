/**
 * Tests the sandbox, which is the same server under /sandbox and /sandbox/v1, with its own keys, documents,
 * certificates and e-mail (ADR 21).
 */
import { describe, expect, test } from 'vitest';
import { cookieOf, OWNER, startTestApp } from '../support/app.ts';
import { expectError } from '../support/expect-answer.ts';
import { sandbox } from '../support/sandbox.ts';
import { until } from '../support/until.ts';

const app = await startTestApp();
const test_ = await sandbox(app);
const list = '/api/documents/paginated';

describe('API keys', () => {
  test('accepts a test key only under /sandbox and /sandbox/v1, and a live key only elsewhere', async () => {
    for (const prefix of ['/sandbox', '/sandbox/v1']) {
      expect((await test_.key.get(prefix + list)).status).toBe(200);
      expectError(await app.key.get(prefix + list), 'WRONG_ENVIRONMENT');
    }
    for (const prefix of ['', '/v1']) {
      expect((await app.key.get(prefix + list)).status).toBe(200);
      expectError(await test_.key.get(prefix + list), 'WRONG_ENVIRONMENT');
    }
  });

  test('distinguishes live and test keys by their prefix, and lists the keys of each environment separately', async () => {
    const live = await app.owner.get<'listApiKeys'>('/api/settings/api-keys');
    const testing = await app.owner.get<'listApiKeys'>('/sandbox/api/settings/api-keys');
    expect(live.body.apiKeys.map(({ display }) => display.slice(0, 8))).toEqual(
      live.body.apiKeys.map(() => 'sk_live_'),
    );
    expect(testing.body.apiKeys.map(({ display }) => display.slice(0, 8))).toEqual(
      testing.body.apiKeys.map(() => 'sk_test_'),
    );
    expect(testing.body.apiKeys.length).toBeGreaterThan(0);
  });
});

describe('documents', () => {
  test('hides documents of one environment from API keys and sessions in the other environment', async () => {
    const live = await app.draft();
    const sent = await test_.sent();
    expectError(await test_.key.get(`/sandbox/api/documents/${live.id}`), 'DOCUMENT_NOT_FOUND', {
      documentId: live.id,
    });
    expectError(await app.owner.get(`/sandbox/api/documents/${live.id}`), 'DOCUMENT_NOT_FOUND', {
      documentId: live.id,
    });
    expectError(await app.owner.get(`/api/documents/${sent.id}`), 'DOCUMENT_NOT_FOUND', { documentId: sent.id });
    const { body } = await app.owner.get<'getDocument'>(`/sandbox/api/documents/${sent.id}`);
    expect(body.document).toMatchObject({ id: sent.id, environment: 'sandbox' });
  });

  test('signs sandbox documents with a certificate of the sandbox authority, and reports them as valid', async () => {
    const { id, signers } = await test_.sent();
    const email = signers[0]?.email ?? '';
    const mail = await until('the invitation in the mailbox', async () => {
      const { body } = await test_.key.get<'listMail'>('/sandbox/api/mailbox');
      return body.mails.find(({ to, kind }) => to === email && kind === 'invitation');
    });
    const { body } = await test_.key.get<'getMail'>(`/sandbox/api/mailbox/${mail.id}`);
    const token = /\/sign#([\w-]+)/.exec(body.mail.text)?.[1] ?? '';
    const signed = await app.sign(id, { token: app.secret(token) });
    expect(signed.status, signed.text).toBe(200);
    await app.sealed(id);
    const verified = await test_.key.get<'verifyDocument'>(`/sandbox/api/documents/${id}/verify`);
    expect(verified.body.isValid).toBe(true);
    expect(verified.body.signatures[0]?.certificate?.issuer).toContain('Sandbox');
    const text = await app.owner.get<'getDocumentPage'>(`/sandbox/api/documents/${id}/pages/1`);
    expect(text.status).toBe(200);
  });
});

describe('mail', () => {
  test('keeps e-mails in the sandbox mailbox, which sandbox keys can read and live keys cannot', async () => {
    const { signers } = await test_.sent();
    await app.mailId(signers[0]?.email ?? '', 'invitation');
    expectError(await app.key.get('/api/mailbox'), 'FORBIDDEN');
    const { body } = await app.owner.get<'listMail'>('/api/mailbox');
    expect(body.mails.filter(({ to }) => to === signers[0]?.email)).toEqual([]);
    expectError(await (await app.member('member')).caller.get('/sandbox/api/mailbox'), 'FORBIDDEN');
  });
});

test('signs users in only in the live environment, but accepts their sessions in the sandbox', async () => {
  const { email, password } = OWNER;
  expectError(await app.anyone.post('/sandbox/api/auth/login', { email, password }), 'NOT_FOUND');
  const cookie = cookieOf(await app.anyone.post('/api/auth/login', { email, password }));
  expect((await app.anyone.with({ cookie }).get(`/sandbox${list}`)).status).toBe(200);
});
