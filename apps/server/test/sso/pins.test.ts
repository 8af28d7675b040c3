/**
 * Tests that the provider's identifier for a person is pinned permanently, so that another person with the same address
 * gets no access.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { startDnsServer } from '../support/dns-server.ts';
import { mailCount, mailToken } from '../support/people.ts';
import { SamlProvider } from '../support/saml-provider.ts';
import { leadsTo, newestRefusal, proveDomain, SamlLogin, setSaml } from '../support/sso.ts';

const dns = await startDnsServer();
const app = await startTestApp({ dnsServers: [dns.address] });
let provider: SamlProvider;
beforeAll(async () => {
  provider = await SamlProvider.create('https://idp.example');
  await setSaml(app, provider);
  await proveDomain(app, dns.records, 'proved.example');
});
const format = (name: string) => `urn:oasis:names:tc:SAML:2.0:nameid-format:${name}`;
const ASKED = '/login#sso=CONFIRMATION_SENT';
const REFUSED = '/login#sso=SSO_REFUSED';
let people = 0;
const someone = () => `ada-${(people += 1)}@proved.example`;

type How = { by?: SamlProvider; nameId: string; kind?: 'persistent' | 'transient'; attributes?: object };
async function logIn(email: string, { by = provider, nameId, kind = 'persistent', attributes = {} }: How) {
  const login = new SamlLogin(app, by);
  const saying = { nameIdFormat: format(kind), attributes: { mail: email, ...attributes } };
  return { login, to: leadsTo(await login.logIn(nameId, saying)) };
}
async function confirm({ login }: { login: SamlLogin }, email: string): Promise<number> {
  const token = await mailToken(app, email, 'confirm-sso');
  // The clock is frozen, so two e-mails have the same time and none is the newest.
  await app.sql('delete from mails where to_address = $1', [email]);
  return (await login.browser.post('/api/auth/sso/confirm', { token })).status;
}
const userAt = async ({ login }: { login: SamlLogin }): Promise<unknown> =>
  ((await login.browser.get('/api/auth/session')).body as { session?: { user: { email: string } } }).session?.user
    .email;
const pinOf = (email: string) =>
  app.sql(
    'select l.provider, l.subject, l.subject_attribute from sso_links l join users u on u.id = l.user_id where u.email = $1',
    [email],
  );

describe('a pinned user', () => {
  test('keeps the same user, even an owner, when another person signs in with the same address and a transient NameID', async () => {
    const owner = someone();
    await app.sql('update users set email = $2, email_key = $2 where id = $1', [app.tenant.userId, owner]);
    const first = await logIn(owner, { nameId: 'own-1' });
    expect(first.to).toBe(ASKED);
    expect(await confirm(first, owner)).toBe(200);
    expect((await logIn(owner, { nameId: 'mal-1' })).to).toBe(REFUSED);
    const transient = await logIn(owner, { nameId: 'tmp-1', kind: 'transient' });
    expect(transient.to, 'the person is neither signed in nor asked to confirm').toBe(REFUSED);
    expect(await newestRefusal(app)).toBe('subject-not-lasting');
    expect(await mailCount(app, owner, 'confirm-sso')).toBe(0);
    expect((await logIn(owner, { nameId: 'mal-1' })).to, 'the stored identifiers were not erased').toBe(REFUSED);
    const again = await logIn(owner, { nameId: 'own-1' });
    expect(again.to).toBe('/');
    expect(await userAt(again)).toBe(owner);
  });

  test('requires a new confirmation before another provider or attribute identifies the user', async () => {
    const email = someone();
    expect((await logIn(email, { nameId: 'own-2' })).to).toBe('/');
    const other = await SamlProvider.create('https://other.example');
    await setSaml(app, other);
    expect((await logIn(email, { by: other, nameId: 'mal-2' })).to).toBe(ASKED);
    await setSaml(app, provider, { subject_attribute: 'employee' });
    expect((await logIn(email, { nameId: 'own-2', attributes: { employee: 'own-2' } })).to).toBe(ASKED);
    await setSaml(app, provider);
    expect((await logIn(email, { nameId: 'mal-2' })).to, 'the pinned identifier is kept').toBe(REFUSED);
    expect((await logIn(email, { nameId: 'own-2' })).to).toBe('/');
  });

  test('finds the user by the pin even under another address, and creates no account for that address', async () => {
    const [ada, eva] = [someone(), someone()];
    await logIn(ada, { nameId: 'own-3' });
    const moved = await logIn(eva, { nameId: 'own-3' });
    expect(await userAt(moved)).toBe(ada);
    expect(await app.sql('select from users where email = $1', [eva])).toEqual([]);
  });

  test('pins the user once during twenty concurrent sign-ins', async () => {
    const email = someone();
    await logIn(email, { nameId: 'first' });
    await app.sql('delete from sso_links where user_id = (select id from users where email = $1)', [email]);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => logIn(email, { nameId: `one-of-${index}` })),
    );
    const [pin] = await pinOf(email);
    const taken = answers.map(({ to }, index) => (to === '/' ? `one-of-${index}` : '')).filter(Boolean);
    expect(taken).toEqual([pin?.['subject']]);
  });

  test('finds the user by a pin that was set before a late confirmation, and ignores the link of that confirmation', async () => {
    const email = `late-${(people += 1)}@elsewhere.example`;
    const [one, two] = [await logIn(email, { nameId: 'late-1' }), await logIn(email, { nameId: 'late-2' })];
    const rows = await app.sql<{ id: string; subject: string }>(
      'select id, subject from sso_confirmations where email = $1',
      [email],
    );
    expect(rows.map(({ subject }) => subject).toSorted()).toEqual(['late-1', 'late-2']);
    await mailCount(app, email, 'confirm-sso');
    const tokens = (
      await app.sql<{ text: string }>('select body_text as text from mails where to_address = $1', [email])
    ).map(({ text }) => app.secret(/#([\w-]{40,})/.exec(text)?.[1] ?? ''));
    const answers: number[] = [];
    for (const token of tokens)
      for (const { login } of [one, two])
        answers.push((await login.browser.post('/api/auth/sso/confirm', { token })).status);
    expect(answers.filter((status) => status === 200)).toHaveLength(1);
    expect(answers.filter((status) => status === 410).length).toBeGreaterThan(0);
    const [pin] = await pinOf(email);
    const works = [await logIn(email, { nameId: 'late-1' }), await logIn(email, { nameId: 'late-2' })].map(
      ({ to }) => to,
    );
    expect(works.toSorted()).toEqual(['/', REFUSED].toSorted());
    expect(pin?.['subject']).toMatch(/^late-/);
  });
});

describe('providers with transient NameIDs', () => {
  test('asks the user for confirmation each time, even in a confirmed domain', async () => {
    const email = someone();
    for (const nameId of ['tmp-2', 'tmp-3']) {
      const login = await logIn(email, { nameId, kind: 'transient' });
      expect(login.to).toBe(ASKED);
      expect(await confirm(login, email)).toBe(200);
    }
    expect(await pinOf(email)).toEqual([]);
  });

  test('pins the user by an identifying attribute or a NameID, and rejects a response without that attribute', async () => {
    await setSaml(app, provider, { subject_attribute: 'employee' });
    const email = someone();
    const asEmployee = (employee: string, nameId: string) =>
      logIn(email, { nameId, kind: 'transient', attributes: { employee } });
    expect((await asEmployee('7', 'tmp-4')).to).toBe('/');
    expect(await pinOf(email)).toEqual([
      { provider: 'https://idp.example', subject: '7', subject_attribute: 'employee' },
    ]);
    expect((await asEmployee('7', 'tmp-5')).to).toBe('/');
    expect((await asEmployee('8', 'tmp-6')).to).toBe(REFUSED);
    expect((await logIn(email, { nameId: '7' })).to, 'a NameID with the same text does not replace the attribute').toBe(
      REFUSED,
    );
    expect(await newestRefusal(app)).toBe('no-subject');
    await setSaml(app, provider);
  });
});

test('pins a user again after the user is removed and rejoins', async () => {
  const email = someone();
  await logIn(email, { nameId: 'before' });
  const [user] = await app.sql<{ id: string }>('select id from users where email = $1', [email]);
  const removed = await (await app.session()).send('DELETE', `/api/organization/members/${user?.id}`);
  expect(removed.status, removed.text).toBe(200);
  expect((await logIn(email, { nameId: 'after' })).to).toBe('/');
  expect((await logIn(email, { nameId: 'before' })).to).toBe(REFUSED);
});
