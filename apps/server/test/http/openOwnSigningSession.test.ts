import { describe, expect, test } from 'vitest';
import { newId } from '../../src/platform/crypto/ids.ts';
import { startTestApp } from '../support/app.ts';
import { expectError } from '../support/expect-answer.ts';
import { sessionOnly } from '../support/guards.ts';
import { join, type Person } from '../support/people.ts';
import { refusesOtherMethods } from '../support/refusals.ts';

const app = await startTestApp();
const pathOf = (id: string) => `/api/documents/${id}/signing-session`;
const recipient = ({ email, name }: Person) => ({ email, name });
const open = (by: Person, id: string) => by.caller.post<'openOwnSigningSession'>(pathOf(id));

describe('200', () => {
  test('reads and signs a document from another organization with the bearer token', async () => {
    const person = await join(app);
    const other = await app.otherTenant();
    const { id } = await app.sent({ by: other.key, signers: [recipient(person)] });
    const answer = await open(person, id);
    expect(answer.status, answer.text).toBe(200);
    const { bearer, view } = answer.body;
    expect(view).toMatchObject({ document: { id }, signer: { email: person.email } });
    const page = app.anyone.with({ bearer });
    expect((await page.get(`/api/signing/${view.signer.id}/pdf`)).status).toBe(200);
    expect((await app.sign(id, { token: bearer })).status).toBe(200);
  });
});

sessionOnly(app, { method: 'POST', path: pathOf(newId('document')) });

describe('403', () => {
  test('rejects an account whose e-mail address is unconfirmed', async () => {
    const person = await join(app);
    const { id } = await app.sent({ signers: [recipient(person)] });
    await app.sql('update users set email_verified_at = null where id = $1', [person.userId]);
    expectError(await open(person, id), 'EMAIL_NOT_VERIFIED');
  });
});

describe('404', () => {
  test('rejects an unknown document and a document sent to other people', async () => {
    const person = await join(app, { role: 'admin' });
    const { id } = await app.sent({ by: person.caller });
    for (const documentId of [id, newId('document'), 'doc_1'])
      expectError(await open(person, documentId), 'DOCUMENT_NOT_FOUND', { documentId });
  });
});

describe('410', () => {
  test('rejects a voided or expired document', async () => {
    const person = await join(app);
    const withdrawn = await app.sent({ signers: [recipient(person)] });
    await app.key.post(`/api/documents/${withdrawn.id}/void`, { reason: 'A mistake.' });
    expect((await open(person, withdrawn.id)).body).toMatchObject({ error: 'DOCUMENT_VOIDED' });
    const late = await app.sent({ signers: [recipient(person)] });
    await app.sql(`update documents set expires_at = $2 where id = $1`, [late.id, app.clock.now()]);
    expect((await open(person, late.id)).body).toMatchObject({ error: 'DOCUMENT_EXPIRED' });
  });
});

refusesOtherMethods(app, pathOf(newId('document')), ['POST']);
