/** Tests e-mail through a real SMTP server: languages, threads, rejections, and the limit per address. */
import { describe, expect, test } from 'vitest';
import { OWNER, startTestApp } from '../support/app.ts';
import { trailOf } from '../support/people.ts';
import { PostOffice } from '../support/post-office.ts';
import { until } from '../support/until.ts';

const office = await new PostOffice().open();
const app = await startTestApp({ smtpUrl: office.url, mailsAnHour: 3 });
const header = (email: { headers: { key: string; value: string }[] } | undefined, name: string) =>
  email?.headers.find(({ key }) => key === name)?.value;
const arrival = (address: string, count = 1) =>
  until(`${count} mail(s) to ${address}`, () => (office.to(address).length >= count ? office.to(address) : undefined));
const actions = async (id: string) =>
  (await app.key.get<'getDocumentAudit'>(`/api/documents/${id}/audit`)).body.entries;

/** The job waits for its next attempt. */
const noted = (attempt: number) =>
  until(
    `attempt ${attempt} to be recorded`,
    async () =>
      (await app.sql("select from jobs where kind = 'send-mail' and state = 'ready' and attempt = $1", [attempt]))
        .length === 1,
  );

/** Advances the clock, and makes the workers look for due work. */
function pass(by: Parameters<typeof app.clock.advance>[0]): void {
  app.clock.advance(by);
  app.services.runner.wake('mail');
}

const setLocale = async (locale: string | null) => {
  const answer = await (await app.session()).send('PATCH', '/api/organization', { body: { settings: { locale } } });
  expect(answer.status, answer.text).toBe(200);
};

describe('an invitation to the organization', () => {
  test('lists an invitation as bounced until the invitation is sent again', async () => {
    const person = app.person();
    office.refusals.set(person.email, { code: 550, text: '5.1.1 No such user here' });
    const session = await app.session();
    const path = '/api/organization/invitations';
    await session.post(path, person);
    const bounced = await until('the bounce', async () => {
      const { body } = await session.get<'listInvitations'>(path);
      return body.invitations.find(({ email, bounced: reason }) => email === person.email && reason !== null);
    });
    expect(bounced.bounced).toBe('unknown');
    expect(await trailOf(app)).toContain('invitation.bounced');
    office.refusals.delete(person.email);
    await session.post(path, person);
    await arrival(person.email);
    const { body } = await session.get<'listInvitations'>(path);
    expect(body.invitations.find(({ email }) => email === person.email)?.bounced).toBeNull();
  });
});

describe('an invitation to sign', () => {
  test("uses the signer's language and the organization's name, and starts the thread that later e-mails continue", async () => {
    const person = { ...app.person(), locale: 'de-DE' };
    const { id } = await app.sent({ signers: [person] });
    const [first] = await arrival(person.email);
    expect(first?.email.subject).toMatch(/^Grace Hopper bittet um Ihre Unterschrift: „/);
    expect(first?.email.from).toMatchObject({
      name: 'Northwind Trading via Countersign',
      address: 'sign@northwind.example',
    });
    expect(first?.email.replyTo?.[0]?.address).toBe(OWNER.email);
    expect(header(first?.email, 'auto-submitted')).toBe('auto-generated');
    expect(header(first?.email, 'list-unsubscribe')).toBeUndefined();
    await app.key.post(`/api/documents/${id}/void`, { reason: 'Falscher Preis.' });
    const [, second] = await arrival(person.email, 2);
    expect(second?.email.subject).toMatch(/^Zurückgezogen: /);
    expect(second?.email.inReplyTo).toBe(first?.email.messageId);
    expect(second?.email.references).toBe(first?.email.messageId);
    expect(second?.email.messageId).not.toBe(first?.email.messageId);
  });

  test("uses the organization's language for a recipient without one", async () => {
    await setLocale('fr');
    const person = app.person();
    await app.sent({ signers: [person] });
    const [mail] = await arrival(person.email);
    expect(mail?.email.subject).toContain('vous demande de signer');
    await setLocale(null);
  });
});

describe('a mail server that rejects e-mails', () => {
  test('shows a permanent rejection next to the signer, records the rejection in the audit trail, and notifies the sender', async () => {
    const person = app.person();
    office.refusals.set(person.email, { code: 550, text: `5.1.1 <${person.email}>: user unknown` });
    app.tolerate(/a job failed after its last attempt/);
    const { id } = await app.sent({ signers: [person] });
    const mail = await until('the e-mail to the sender', () =>
      office.to(OWNER.email).find(({ email }) => email.subject?.startsWith('Not delivered') === true),
    );
    expect(mail.email.text).toContain('There is no mailbox at this address.');
    expect(mail.email.text?.replaceAll(/\s+/g, ' ')).toContain('user unknown');
    expect(mail.email.text).toContain(person.email);
    const { body } = await app.key.get<'getDocument'>(`/api/documents/${id}`);
    expect(body.document.signers[0]).toMatchObject({ email: person.email, delivery: 'bounced' });
    const entry = (await actions(id)).find(({ action }) => action === 'mail.bounced');
    expect(entry).toMatchObject({ context: { mail: 'invitation', reason: 'unknown' } });
    expect(JSON.stringify(entry)).not.toContain(person.email);
  });

  test('retries after a temporary rejection at increasing intervals, and delivers the e-mail once', async () => {
    const person = app.person();
    office.refusals.set(person.email, { code: 450, text: 'greylisted' });
    app.tolerate(/it will be tried again/);
    const before = office.tries;
    await app.sent({ signers: [person] });
    await until('the first attempt', () => office.tries > before);
    await noted(1);
    pass({ seconds: 10 });
    await until('the second attempt', () => office.tries > before + 1);
    await noted(2);
    office.refusals.delete(person.email);
    pass({ seconds: 60 });
    const [mail] = await arrival(person.email);
    expect(mail?.email.subject).toContain('asked you to sign');
    expect(office.to(person.email)).toHaveLength(1);
  });
});

test('limits the number of e-mails that one address receives per hour, delays the others, and records the delay', async () => {
  const person = app.person();
  const ids: string[] = [];
  for (let i = 0; i < 5; i += 1) ids.push((await app.sent({ signers: [person] })).id);
  await arrival(person.email, 3);
  await until(
    'two waiting jobs',
    async () => (await app.sql(`select from jobs where payload @> '{"isPlaced": true}'`)).length === 2,
  );
  expect(office.to(person.email)).toHaveLength(3);
  const held = (await Promise.all(ids.map(actions))).flat().filter(({ action }) => action === 'mail.held');
  expect(held).toHaveLength(2);
  expect(held[0]?.summary).toContain('delayed until');
  expect(app.lines.filter((line) => line.includes('an e-mail is delayed'))).toHaveLength(2);
  pass({ minutes: 60 });
  await arrival(person.email, 5);
});
