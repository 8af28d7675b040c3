/** Tests reading a received document with one's own account: document, status, verification and download. */
import { parseEntry, verifyPii } from '@countersign/audit-log';
import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { linesInBundle } from '../support/bundle.ts';
import type { Caller } from '../support/caller.ts';
import { expectError } from '../support/expect-answer.ts';
import { join, type Person } from '../support/people.ts';
import { sandbox } from '../support/sandbox.ts';

const app = await startTestApp();
const recipient = ({ email, name }: Pick<Person, 'email' | 'name'>) => ({ email, name });

const pathsOf = (id: string): string[] =>
  ['', '/status', '/verify', '/download?type=current'].map((path) => `/api/documents/${id}${path}`);
const readAll = (by: Caller, id: string) =>
  Promise.all([...pathsOf(id).map((path) => by.get(path)), by.post(`/api/documents/${id}/verify`, {})]);

async function refusesAll(by: Caller, id: string, code: Parameters<typeof expectError>[1]): Promise<void> {
  for (const answer of await readAll(by, id)) expect(answer.body, answer.text).toMatchObject({ error: code });
}
const allowsAll = async (by: Caller, id: string): Promise<void> => {
  for (const answer of await readAll(by, id)) expect(answer.status, answer.text).toBe(200);
};

describe('a recipient with an account', () => {
  test('shows the recipient a document of another organization, with only the names of the other recipients', async () => {
    const person = await join(app);
    const other = await app.otherTenant();
    const [second, third] = [app.person(), app.person()];
    const sent = await app.sent({ by: other.key, signers: [recipient(person), second, third] });
    await other.key.send('PATCH', `/api/documents/${sent.id}`, {
      body: { tags: ['margin: high'], metadata: { deal: '4711' } },
    });
    const { document } = (await person.caller.get<'getDocument'>(`/api/documents/${sent.id}`)).body;
    expect(document).toMatchObject({ id: sent.id, status: 'in-progress', tags: [], metadata: {}, planned: null });
    expect(document.signers.map(({ email }) => email)).toEqual([person.email, '', '']);
    expect(document.signers.map(({ name }) => name)).toEqual([person.name, second.name, third.name]);
    const own = sent.signers[0]?.id;
    expect(document.fields.every(({ signer_id: id }) => id === own)).toBe(true);
    const status = await person.caller.get<'getDocumentStatus'>(`/api/documents/${sent.id}/status`);
    expect(status.body).toMatchObject({ signedCount: 0, totalSigners: 3, status: 'in-progress' });
    expect(status.body.signers.map(({ email }) => email)).toEqual([person.email, '', '']);
    for (const { text } of await readAll(person.caller, sent.id)) {
      expect(text).not.toContain(second.email);
      expect(text).not.toContain('4711');
    }
  });

  test('lets the recipient download and verify the finished file, and records the download in the audit trail', async () => {
    const person = await join(app);
    const other = await app.otherTenant();
    const sent = await app.sentToOne({ by: other.key, signers: [recipient(person)] });
    const signerId = sent.signers[0]?.id;
    const path = `/api/documents/${sent.id}`;
    expectError(await person.caller.get(`${path}/download`), 'DOCUMENT_NOT_COMPLETED', {
      documentId: sent.id,
      status: 'in-progress',
    });
    await app.sign(sent.id, { token: sent.token });
    const { body } = await person.caller.get<'downloadDocument'>(`${path}/download`);
    const file = await app.anyone.get(new URL(body.downloadUrl).pathname);
    expect(file.status).toBe(200);
    expect(file.bytes.subarray(0, 5).toString()).toBe('%PDF-');
    const verification = await person.caller.get<'verifyDocument'>(`${path}/verify`);
    expect(verification.body).toMatchObject({ isValid: true });
    const { entries } = (await other.key.get<'getDocumentAudit'>(`${path}/audit`)).body;
    expect(entries.findLast(({ action }) => action === 'document.downloaded')?.actor).toEqual({
      kind: 'signer',
      id: signerId,
    });
    expectError(await person.caller.get(`${path}/download?type=audit`), 'FORBIDDEN', { type: 'audit' });
  });

  test("returns an evidence bundle that proves the recipient's own data in the audit trail and contains no data about others", async () => {
    const person = await join(app);
    const other = await app.otherTenant();
    const second = app.person();
    const sent = await app.sent({ by: other.key, signers: [recipient(person), second] });
    for (const { email } of sent.signers) await app.sign(sent.id, { token: await app.link(email) });
    await app.sealed(sent.id);
    const path = `/api/documents/${sent.id}/download?type=bundle`;
    const { body } = await person.caller.get<'downloadDocument'>(path);
    const zip = await app.anyone.get(new URL(body.downloadUrl).pathname);
    expect(zip.status).toBe(200);
    const personal = linesInBundle(zip.bytes, 'audit/personal.jsonl').map(
      (line) => JSON.parse(line) as { id: string; salt: string; fields: Record<string, string> },
    );
    const entries = new Map(
      linesInBundle(zip.bytes, 'audit/entries.jsonl').map((line) => {
        const entry = parseEntry(Buffer.from(line));
        return [entry.id, entry];
      }),
    );
    const signed = personal.find(({ id }) => entries.get(id)?.type === 'document.signed');
    expect(signed?.fields).toMatchObject({ email: person.email, name: person.name });
    for (const { id, salt, fields } of personal)
      expect(verifyPii(entries.get(id)?.pii ?? '', Buffer.from(salt, 'hex'), fields)).toBe(true);
    expect(JSON.stringify(personal)).not.toContain(second.email);
    expect(zip.bytes.includes('certificate.pdf')).toBe(false);
    expect([...entries.values()].at(-1)?.type).toBe('document.completed');
  });

  test('shows the recipient a completed document even after the sender moved it to the trash', async () => {
    const person = await join(app);
    const other = await app.otherTenant();
    const sent = await app.sentToOne({ by: other.key, signers: [recipient(person)] });
    await app.sign(sent.id, { token: sent.token });
    await app.sealed(sent.id);
    expect((await other.key.send('DELETE', `/api/documents/${sent.id}`, {})).status).toBe(200);
    await allowsAll(person.caller, sent.id);
    const { body } = await person.caller.get<'downloadDocument'>(`/api/documents/${sent.id}/download`);
    expect((await app.anyone.get(new URL(body.downloadUrl).pathname)).status).toBe(200);
  });

  test('shows the recipient a completed document even after the sender archived it', async () => {
    const person = await join(app);
    const other = await app.otherTenant();
    const sent = await app.sentToOne({ by: other.key, signers: [recipient(person)] });
    await app.sign(sent.id, { token: sent.token });
    await app.sealed(sent.id);
    await other.key.post('/api/documents/paginated', { action: 'archive', documentIds: [sent.id] });
    const { document } = (await person.caller.get<'getDocument'>(`/api/documents/${sent.id}`)).body;
    expect(document).toMatchObject({ status: 'completed', archived_at: null });
  });

  test("lets a member read a colleague's document as its recipient, but rejects changes by that member", async () => {
    const person = await join(app);
    const sent = await app.sent({ signers: [recipient(person)] });
    await allowsAll(person.caller, sent.id);
    const path = `/api/documents/${sent.id}`;
    for (const answer of [
      await person.caller.send('PATCH', path, { body: { title: 'Mine' } }),
      await person.caller.post(`${path}/void`, { reason: 'No.' }),
      await person.caller.send('DELETE', path),
      await person.caller.get(`${path}/audit`),
    ])
      expectError(answer, 'DOCUMENT_NOT_FOUND', { documentId: sent.id });
  });
});

describe('hidden documents', () => {
  test('hides a document from an account with an unconfirmed address, from other people and from API keys', async () => {
    const [person, stranger] = [await join(app), await join(app)];
    const other = await app.otherTenant();
    const sent = await app.sent({ by: other.key, signers: [recipient(person)] });
    await refusesAll(stranger.caller, sent.id, 'DOCUMENT_NOT_FOUND');
    await refusesAll(app.key, sent.id, 'DOCUMENT_NOT_FOUND');
    await app.sql('update users set email_verified_at = null where id = $1', [person.userId]);
    app.clock.advance({ seconds: 2 });
    await refusesAll(person.caller, sent.id, 'DOCUMENT_NOT_FOUND');
  });

  test("hides a document before the recipient's turn, and after the recipient has forwarded it", async () => {
    const [first, second] = [app.person(), await join(app)];
    const other = await app.otherTenant();
    const sent = await app.sentToOne({
      by: other.key,
      signers: [
        { ...first, order: 1 },
        { ...recipient(second), order: 2 },
      ],
      signingOrder: 'sequential',
    });
    await refusesAll(second.caller, sent.id, 'DOCUMENT_NOT_FOUND');
    await app.sign(sent.id, { token: sent.token });
    await allowsAll(second.caller, sent.id);
    const forwarded = await second.caller.post(`/api/documents/${sent.id}/forward`, app.person());
    expect(forwarded.status, forwarded.text).toBe(200);
    await refusesAll(second.caller, sent.id, 'DOCUMENT_NOT_FOUND');
  });

  test("hides a document from the other environment, and from a session opened through another organization's identity provider", async () => {
    const person = await join(app);
    const other = await app.otherTenant();
    const sent = await app.sent({ by: other.key, signers: [recipient(person)] });
    const inSandbox = await sandbox(app, other);
    const tried = await inSandbox.sent({ signers: [recipient(person)] });
    await refusesAll(person.caller, tried.id, 'DOCUMENT_NOT_FOUND');
    await app.sql(`update sessions set method = 'saml' where user_id = $1`, [person.userId]);
    app.clock.advance({ seconds: 2 });
    await refusesAll(person.caller, sent.id, 'DOCUMENT_NOT_FOUND');
  });

  test('returns an error instead of a document that was voided, was declined or has expired', async () => {
    const person = await join(app);
    const other = await app.otherTenant();
    const fresh = () => app.sent({ by: other.key, signers: [recipient(person)] });
    const [voided, declined, late] = [await fresh(), await fresh(), await fresh()];
    await other.key.post(`/api/documents/${voided.id}/void`, { reason: 'A mistake.' });
    await refusesAll(person.caller, voided.id, 'DOCUMENT_VOIDED');
    await person.caller.post(`/api/documents/${declined.id}/decline`, { reason: 'Not this.' });
    await refusesAll(person.caller, declined.id, 'DOCUMENT_DECLINED');
    await app.sql('update documents set expires_at = $2 where id = $1', [late.id, app.clock.now()]);
    await refusesAll(person.caller, late.id, 'DOCUMENT_EXPIRED');
  });
});

describe('recipient authentication', () => {
  test('requires the access code on the signing page before the account can read the document, and again after the sender changes the code', async () => {
    const person = await join(app);
    const other = await app.otherTenant();
    const sent = await app.sentToOne({ by: other.key, signers: [{ ...recipient(person), accessCode: 'blue-7' }] });
    await refusesAll(person.caller, sent.id, 'ACCESS_CODE_REQUIRED');
    // If the person uses the link in the e-mail, no account is recorded.
    await app.anyone.post('/api/signing/session', { token: sent.token, accessCode: 'blue-7' });
    await refusesAll(person.caller, sent.id, 'ACCESS_CODE_REQUIRED');
    const signerId = sent.signers[0]?.id ?? '';
    const link = await person.caller.post<'openInboxEntry'>(`/api/inbox/${signerId}/link`, {});
    const token = app.secret(link.body.url.split('#')[1] ?? '');
    expect((await app.anyone.post('/api/signing/session', { token, accessCode: 'blue-7' })).status).toBe(200);
    await allowsAll(person.caller, sent.id);
    const changed = await other.key.send('PATCH', `/api/documents/${sent.id}/signers/${signerId}`, {
      body: { accessCode: 'red-8' },
    });
    expect(changed.status, changed.text).toBe(200);
    await refusesAll(person.caller, sent.id, 'ACCESS_CODE_REQUIRED');
    await app.sql('update signers set access_failures = 5 where id = $1', [signerId]);
    await refusesAll(person.caller, sent.id, 'ACCESS_CODE_LOCKED');
  });

  test("requires the account's second factor, or the code e-mailed to the second address, before showing the document", async () => {
    const person = await join(app);
    const other = await app.otherTenant();
    const strong = await app.sent({
      by: other.key,
      signers: [{ ...recipient(person), requireTwoFactor: 'account' }],
    });
    await refusesAll(person.caller, strong.id, 'SIGNER_STEP_REQUIRED');
    await app.sql(`update sessions set second_factor = 'totp' where user_id = $1`, [person.userId]);
    app.clock.advance({ seconds: 2 });
    await allowsAll(person.caller, strong.id);
    const secondEmail = app.person().email;
    const coded = await app.sent({
      by: other.key,
      signers: [{ ...recipient(person), requireTwoFactor: 'email-code', secondEmail }],
    });
    await refusesAll(person.caller, coded.id, 'SIGNER_STEP_REQUIRED');
    await app.sql('update signers set step_failures = 5 where id = $1', [coded.signers[0]?.id ?? '']);
    await refusesAll(person.caller, coded.id, 'SIGNER_STEP_LOCKED');
  });
});
