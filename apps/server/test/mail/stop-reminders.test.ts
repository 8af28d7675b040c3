/**
 * Tests the link in a reminder that stops further reminders. It works with one click in mail programs (RFC 8058), and
 * on a page.
 */
import { expect, test } from 'vitest';
import { startTestApp, type Recipient } from '../support/app.ts';
import { expectError } from '../support/expect-answer.ts';
import { PostOffice } from '../support/post-office.ts';
import { until } from '../support/until.ts';

const BASE = 'https://sign.northwind.example';
const office = await new PostOffice().open();
const app = await startTestApp({ smtpUrl: office.url, publicUrl: BASE });
const ONE_CLICK = {
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: 'List-Unsubscribe=One-Click',
} as const;

/** Sends a document to one person and sends a reminder by hand. Returns the e-mail and the path of its link. */
async function reminded(person: Recipient = app.person()) {
  const { id } = await app.sent({ signers: [person], reminders: { everyDays: 1, max: 5 } });
  const answer = await app.key.post<'remindSigners'>(`/api/documents/${id}/remind`, {});
  expect(answer.body.reminded).toEqual([person.email]);
  // The invitation and the reminder are sent by parallel jobs. Only the reminder contains the link that stops
  // reminders.
  const headersOf = ({ email }: (typeof office.arrived)[number]) =>
    new Map(email.headers.map(({ key, value }) => [key, value]));
  const mails = await until('both e-mails', () => office.to(person.email).length >= 2 && office.to(person.email));
  const mail = mails.find((one) => headersOf(one).has('list-unsubscribe'));
  const headers = mail ? headersOf(mail) : new Map<string, string>();
  const url = headers.get('list-unsubscribe')?.slice(1, -1) ?? '';
  expect(url).toMatch(/^https:\/\/sign\.northwind\.example\/reminders\/[\w-]+$/);
  app.secret(url.split('/').at(-1) ?? '');
  return { id, person, mail, headers, path: url.slice(BASE.length) };
}
const trail = async (id: string) =>
  (await app.key.get<'getDocumentAudit'>(`/api/documents/${id}/audit`)).body.entries.map(({ action }) => action);

test('stops both scheduled and manual reminders with one click, without a cookie or page', async () => {
  const { id, person, mail, headers, path } = await reminded();
  expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  // The signature must cover both headers, because mail programs would otherwise ignore them. The text contains the
  // link too.
  expect(mail?.email.text).toContain(`${BASE}${path}`);
  expect((await app.anyone.post(path, ONE_CLICK.body, ONE_CLICK)).status).toBe(200);
  expect((await app.anyone.post(path, ONE_CLICK.body, ONE_CLICK)).status, 'again').toBe(200);
  expect((await trail(id)).filter((action) => action === 'signer.reminders-stopped')).toHaveLength(1);
  app.clock.advance({ hours: 2 });
  const byHand = await app.key.post<'remindSigners'>(`/api/documents/${id}/remind`, {});
  expect(byHand.body).toMatchObject({
    reminded: [],
    skipped: [{ email: person.email, reason: 'reminders-stopped' }],
  });
  app.clock.advance({ days: 3 });
  app.services.runner.wake('timer');
  await app.atRest(id);
  expect(office.to(person.email)).toHaveLength(2);
});

test("asks for confirmation in the recipient's language, and continues the reminders until the recipient confirms", async () => {
  const { id, path } = await reminded({ ...app.person(), locale: 'de' });
  const asked = await app.anyone.get(path);
  expect(asked.status).toBe(200);
  expect(asked.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(asked.text).toContain('<html lang="de" dir="ltr">');
  expect(asked.text).toContain('<form method="post"><button>Erinnerungen beenden</button></form>');
  expect(await trail(id)).not.toContain('signer.reminders-stopped');
  const done = await app.anyone.post(path, '', ONE_CLICK);
  expect(done.text).toContain('Sie erhalten keine Erinnerungen mehr an dieses Dokument.');
  expect(await trail(id)).toContain('signer.reminders-stopped');
});

test('keeps sending the same person reminders about another document', async () => {
  const first = await reminded();
  await app.anyone.post(first.path, ONE_CLICK.body, ONE_CLICK);
  const { id } = await app.sent({ signers: [first.person] });
  const answer = await app.key.post<'remindSigners'>(`/api/documents/${id}/remind`, {});
  expect(answer.body.reminded).toEqual([first.person.email]);
});

test("sends reminders to the person who replaced the recipient, and ignores the previous recipient's unsubscribe link", async () => {
  const { id, path } = await reminded();
  await app.anyone.post(path, ONE_CLICK.body, ONE_CLICK);
  const [signer] = (await app.key.get<'getDocument'>(`/api/documents/${id}`)).body.document.signers;
  const next = app.person();
  const corrected = await app.key.send('PATCH', `/api/documents/${id}/signers/${signer?.id}`, { body: next });
  expect(corrected.status, corrected.text).toBe(200);
  expectError(await app.anyone.post(path, ONE_CLICK.body, ONE_CLICK), 'NOT_FOUND');
  app.clock.advance({ hours: 2 });
  const answer = await app.key.post<'remindSigners'>(`/api/documents/${id}/remind`, {});
  expect(answer.body.reminded).toEqual([next.email]);
});

test.each(['x', 'A'.repeat(90)])('rejects an invalid unsubscribe link: %s', async (token) => {
  expectError(await app.anyone.get(`/reminders/${token}`), 'NOT_FOUND');
  expectError(await app.anyone.post(`/reminders/${token}`, '', ONE_CLICK), 'NOT_FOUND');
});

test('does not accept a signing link as an unsubscribe link, or an unsubscribe link as a signing link', async () => {
  const { id, person, path } = await reminded();
  const token = /\/sign#([\w-]+)/.exec(office.to(person.email)[0]?.email.text ?? '')?.[1] ?? '';
  expectError(await app.anyone.get(`/reminders/${app.secret(token)}`), 'NOT_FOUND');
  expectError(await app.sign(id, { token: path.split('/').at(-1) ?? '' }), 'INVALID_LINK');
});
