/**
 * Tests signing with an account instead of a link. The address of the account is confirmed and equals the signer's
 * address.
 */
import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import type { Caller } from '../support/caller.ts';
import { expectError } from '../support/expect-answer.ts';
import { join, type Person } from '../support/people.ts';
import { newId } from '../../src/platform/crypto/ids.ts';

const app = await startTestApp();
const recipient = ({ email, name }: Person) => ({ email, name });
const sign = (by: Caller, id: string, more: object = {}) =>
  by.post<'signDocument'>(`/api/documents/${id}/sign`, {
    consent: true,
    signature: { type: 'typed', data: 'Ada Lovelace' },
    ...more,
  });

describe('200', () => {
  test("signs documents of any organization with the signer's account and records the account in the audit trail", async () => {
    const person = await join(app);
    const other = await app.otherTenant();
    const sent = await app.sent({ by: other.key, signers: [{ email: person.email.toUpperCase(), name: person.name }] });
    const answer = await sign(person.caller, sent.id);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.signer).toMatchObject({ status: 'signed' });
    const { entries } = (await other.key.get<'getDocumentAudit'>(`/api/documents/${sent.id}/audit`)).body;
    const signed = entries.find(({ action }) => action === 'document.signed');
    expect(signed?.context).toMatchObject({ credential: 'account', account: person.userId });
    await app.sealed(sent.id);
    expect((await other.key.get<'verifyDocument'>(`/api/documents/${sent.id}/verify`)).body.isValid).toBe(true);
  });

  test('uses the signing link in the body instead of the signed-in account', async () => {
    const person = await join(app);
    const { id, token, signers } = await app.sentToOne();
    const answer = await sign(person.caller, id, { token });
    expect(answer.body.signer).toMatchObject({ email: signers[0]?.email, status: 'signed' });
  });
});

describe('403', () => {
  test('rejects an account whose e-mail address is unconfirmed', async () => {
    const person = await join(app);
    const sent = await app.sent({ signers: [recipient(person)] });
    await app.sql('update users set email_verified_at = null where id = $1', [person.userId]);
    expectError(await sign(person.caller, sent.id), 'EMAIL_NOT_VERIFIED');
  });
});

describe('404', () => {
  test('rejects an unknown document, and a document sent to others, even if the caller is the administrator who sent it', async () => {
    const person = await join(app, { role: 'admin' });
    const sent = await app.sent({ by: person.caller });
    const unknown = newId('document');
    for (const id of [sent.id, unknown])
      expectError(await sign(person.caller, id), 'DOCUMENT_NOT_FOUND', { documentId: id });
  });

  test("accepts a session from an identity provider only for documents of the provider's organization", async () => {
    const person = await join(app);
    const other = await app.otherTenant();
    const [here, there] = [
      await app.sent({ signers: [recipient(person)] }),
      await app.sent({ by: other.key, signers: [recipient(person)] }),
    ];
    await app.sql(`update sessions set method = 'saml' where user_id = $1`, [person.userId]);
    app.clock.advance({ seconds: 2 });
    expectError(await sign(person.caller, there.id), 'DOCUMENT_NOT_FOUND', { documentId: there.id });
    expect((await sign(person.caller, here.id)).status).toBe(200);
  });
});
