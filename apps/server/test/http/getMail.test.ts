import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { newId } from '../../src/platform/crypto/ids.ts';
import { startTestApp } from '../support/app.ts';
import { expectError } from '../support/expect-answer.ts';
import { needsCredential, refusesApiKeys, refusesOtherMethods } from '../support/refusals.ts';
import { comparableText } from '../support/caller.ts';

const app = await startTestApp();
const person = app.person();
const { id: documentId } = await app.sent({ signers: [person] });
const { id } = await app.mail(person.email, 'invitation');
const path = `/api/mailbox/${id}`;

describe('200', () => {
  test('returns the e-mail as a mail server would have sent it', async () => {
    const { status, body } = await app.owner.both<'getMail'>('GET', path);
    expect(status).toBe(200);
    expect(body).toEqual({
      mail: {
        id,
        to: person.email,
        from: 'Northwind Trading via Countersign <no-reply@countersign.invalid>',
        subject: expect.stringContaining('contract.pdf'),
        kind: 'invitation',
        created_at: app.clock.now().toISOString(),
        text: expect.stringMatching(/http:\/\/localhost:\d+\/sign#[\w-]+/),
        html: expect.stringMatching(/<a [^>]*href="http:\/\/localhost:\d+\/sign#[\w-]+"/),
      },
    });
  });

  test('migrates an e-mail that an earlier version stored with placeholders for shared markup', async () => {
    const [{ html } = { html: '' }] = await app.sql<{ html: string }>(
      'select body_html as html from mails where id = $1',
      [id],
    );
    // The stored text contains the placeholders of three pieces of shared markup: the first, the second and the 26th.
    const kept = '\u0001\u0001\u0001\u0001\u0002Zoë\n\u0001\u001fend';
    await app.sql('update mails set body_html = $2 where id = $1', [id, kept]);
    await app.sql(
      readFileSync(new URL('../../src/platform/db/migrations/0450-mails-as-sent.sql', import.meta.url), 'utf8'),
    );
    const { body } = await app.owner.get<'getMail'>(path);
    expect(body.mail.html).toMatch(/^<!doctype html><html lang="en" dir="ltr">Zoë\n<[^]*end$/);
    await app.sql('update mails set body_html = $2 where id = $1', [id, html]);
  });

  test('serves the e-mail page without allowing scripts', async () => {
    const answer = await app.owner.get(`/mailbox/html/${id}`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
    expect(answer.headers.get('content-security-policy')).not.toContain('script-src');
    expectError(await app.anyone.get(`/mailbox/html/${id}`), 'UNAUTHORIZED');
    expectError(await app.key.get(`/mailbox/html/${id}`), 'UNAUTHORIZED');
    expectError(await app.owner.get(`/mailbox/html/${newId('mail')}`), 'MAIL_NOT_FOUND', {
      mailId: expect.any(String),
    });
  });
});

needsCredential(app, { method: 'GET', path });

describe('403', () => {
  refusesApiKeys(app, { method: 'GET', path });
  test.each(['admin', 'member'] as const)('rejects a user with the role %s', async (role) => {
    expectError(await (await app.member(role)).caller.both('GET', path), 'FORBIDDEN');
  });
});

describe('404', () => {
  test("returns the same response for an unknown e-mail ID, an invalid ID and another organization's ID", async () => {
    const unknown = newId('mail');
    const nothing = await app.owner.both('GET', `/api/mailbox/${unknown}`);
    expectError(nothing, 'MAIL_NOT_FOUND', { mailId: unknown });
    const other = await app.otherTenant();
    const theirs = app.person();
    await app.sent({ by: other.key, signers: [theirs] });
    const foreign = await app.mailId(theirs.email, 'invitation');
    for (const wrong of [foreign, 'eml_1', documentId]) {
      const answer = await app.owner.both('GET', `/api/mailbox/${wrong}`);
      expect(comparableText(answer).replaceAll(wrong, unknown)).toBe(comparableText(nothing));
    }
  });
});

refusesOtherMethods(app, path, ['GET']);
