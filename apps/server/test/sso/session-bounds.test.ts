/**
 * Tests the access of a session that one organization's identity provider opened. The session gives access to that
 * organization, and to no data of the person elsewhere. Every operation about a person rather than an organization is
 * in the table, and a new one must be added.
 */
import { operations } from '@countersign/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { Browser } from '../support/browser-jar.ts';
import { startDnsServer } from '../support/dns-server.ts';
import { join, PASSWORD } from '../support/people.ts';
import { SamlProvider } from '../support/saml-provider.ts';
import { leadsTo, proveDomain, SamlLogin, setSaml } from '../support/sso.ts';

const dns = await startDnsServer();
const app = await startTestApp({ dnsServers: [dns.address] });
let provider: SamlProvider;
/** A member of this organization who has a password and owns another organization. */
let person: { email: string; userId: string; elsewhere: string; here: string; session: string };
let byPassword: Browser;
let bySso: Browser;
const SIGNATURE = { type: 'typed', data: 'Ada of Elsewhere' };

beforeAll(async () => {
  provider = await SamlProvider.create('https://idp.example');
  await setSaml(app, provider);
  await proveDomain(app, dns.records, 'proved.example');
  const { userId, caller } = await join(app);
  const email = 'ada@proved.example';
  await app.sql('update users set email = $2, email_key = $2 where id = $1', [userId, email]);
  const made = await caller.post<'createOrganization'>('/api/organizations', { name: 'Elsewhere' });
  expect(made.status, made.text).toBe(201);
  byPassword = new Browser(app);
  expect((await byPassword.post('/api/auth/login', { email, password: PASSWORD })).status).toBe(200);
  const elsewhere = made.body.organization.id;
  const moved = await byPassword.post('/api/auth/switch-organization', { organizationId: elsewhere });
  expect(moved.status, moved.text).toBe(200);
  const saved = await caller.send('PUT', '/api/user/profile', { body: { signature: SIGNATURE } });
  expect(saved.status, saved.text).toBe(200);
  const login = new SamlLogin(app, provider);
  expect(leadsTo(await login.logIn(email))).toBe('/');
  bySso = login.browser;
  const [row] = await app.sql<{ id: string }>(
    "select s.id from sessions s join organizations o on o.tenant_id = s.tenant_id where s.user_id = $1 and o.name = 'Elsewhere'",
    [userId],
  );
  person = { email, userId, elsewhere, here: app.tenant.organizationId, session: row?.id ?? '' };
});

type Body = Record<string, never> & { [key: string]: unknown };
const PASSKEY = 'psk_00000000000000000000000000';
const IDS = { id: 'doc_00000000000000000000000000', signerId: 'sgn_00000000000000000000000000', passkeyId: PASSKEY };
/** The expected result of each personal operation in a single sign-on session: a status, or a check of its response. */
const REACH: Record<
  string,
  { params?: () => Record<string, string>; body?: () => object; expected: (body: Body, status: number) => void }
> = {
  getSession: {
    expected: (body) => expect(body).toMatchObject({ session: { organization: { id: person.here } } }),
  },
  listOrganizations: {
    expected: ({ organizations }) => expect(organizations).toMatchObject([{ id: person.here, current: true }]),
  },
  getProfile: {
    expected: ({ profile }) => expect(profile).toMatchObject({ email: person.email, signature: null }),
  },
  updateProfile: { body: () => ({ name: 'Mallory' }), expected: refused },
  listSessions: {
    expected: ({ sessions }) => {
      const seen = sessions as unknown as { id: string; organization: string }[];
      expect(seen.length).toBeGreaterThan(0);
      expect(seen.map(({ id }) => id)).not.toContain(person.session);
      expect(JSON.stringify(seen)).not.toContain('Elsewhere');
    },
  },
  revokeSession: { params: () => ({ sessionId: person.session }), expected: absent },
  getTwoFactor: {
    expected: ({ twoFactor }) => expect(twoFactor).toMatchObject({ enabled: false, passkeys: 0, requiredBy: [] }),
  },
  listPasskeys: { expected: ({ passkeys }) => expect(passkeys).toEqual([]) },
  listInbox: { expected: ({ inbox }) => expect(inbox).toEqual([]) },
  switchOrganization: {
    body: () => ({ organizationId: person.elsewhere }),
    expected: refused,
  },
  createOrganization: { body: () => ({ name: 'Third' }), expected: refused },
  changeEmail: { body: () => ({ email: 'm@proved.example' }), expected: refused },
  confirmEmailChange: { body: () => ({ token: 'x' }), expected: refused },
  changePassword: {
    body: () => ({ currentPassword: PASSWORD, newPassword: 'harbour candle tulip' }),
    expected: refused,
  },
  stepUp: { body: () => ({ password: PASSWORD }), expected: refused },
  setUpTwoFactor: { expected: refused },
  verifyTwoFactor: { body: () => ({ code: '123456' }), expected: refused },
  disableTwoFactor: { body: () => ({ code: '123456' }), expected: refused },
  renewRecoveryCodes: { expected: refused },
  addPasskey: { expected: notTaken },
  passkeyRegistrationOptions: { expected: refused },
  challengePasskey: { expected: refused },
  provePasskey: { expected: notTaken },
  renamePasskey: { body: () => ({ name: 'mine' }), expected: refused },
  removePasskey: { expected: refused },
  listSuspendedFactors: { expected: ({ suspended }) => expect(suspended).toEqual([]) },
  restoreSuspendedFactor: { params: () => ({ suspendedId: PASSKEY }), expected: refused },
  removeSuspendedFactor: { params: () => ({ suspendedId: PASSKEY }), expected: refused },
  acceptInvitation: { body: () => ({ token: 'x' }), expected: notTaken },
  openOwnSigningSession: {
    expected: absent,
  },
  openInboxEntry: { expected: absent },
  // The account also belongs to other organizations, but the export contains only data of this organization.
  exportData: { body: () => ({ scope: 'own' }), expected: (_body, status) => expect(status).toBe(202) },
  listExports: { expected: ({ exports }) => expect(exports).toMatchObject([{ scope: 'own' }]) },
  getExport: { expected: absent },
  cancelExport: { expected: absent },
  downloadExport: { expected: absent },
  listViews: { expected: ({ views }) => expect(views).toEqual([]) },
  createView: {
    body: () => ({ name: 'Leases', filters: {} }),
    expected: (_body, status) => expect(status).toBe(201),
  },
  updateView: {
    params: () => ({ viewId: 'viw_00000000000000000000000000' }),
    body: () => ({ name: 'x' }),
    expected: absent,
  },
  deleteView: { params: () => ({ viewId: 'viw_00000000000000000000000000' }), expected: absent },
  listContacts: { expected: ({ contacts }) => expect(contacts).toEqual([]) },
  clearContacts: { expected: (_body, status) => expect(status).toBe(200) },
  reviewDeviceSignIn: { body: () => ({ userCode: 'BCDF-GHJK' }), expected: absent },
  deleteAccount: { body: () => ({ password: PASSWORD }), expected: refused },
  getAccountDeletion: { expected: ({ deletion }) => expect(deletion).toBeNull() },
  cancelAccountDeletion: { expected: refused },
  // This operation is last, because it ends the person's other session.
  revokeOtherSessions: {
    expected: ({ ended }) =>
      expect(ended, 'the caller has one other session, which was opened with a password').toBe(1),
  },
};
/** The personal operations that are not in the table, because they end the session itself. */
const OWN = ['logout'];

function refused(_body: Body, status: number): void {
  expect(status).toBe(403);
}
function absent(_body: Body, status: number): void {
  expect(status).toBe(404);
}
function notTaken(_body: Body, status: number): void {
  expect([403, 410, 422]).toContain(status);
}

describe('a session opened through single sign-on', () => {
  test("has a test case for every operation that only a user's session can call", () => {
    const ofPersons = Object.values(operations).filter(
      ({ credentials }) =>
        (credentials as readonly string[]).includes('session') &&
        !(credentials as readonly string[]).includes('api-key'),
    );
    const named = new Set([...Object.keys(REACH), ...OWN]);
    const missing = ofPersons
      .filter(
        (operation) => !('role' in operation) && !(operation.credentials as readonly string[]).includes('signing-link'),
      )
      .map(({ id }) => id)
      .filter((id) => !named.has(id));
    expect(missing).toEqual([]);
  });

  test.each(Object.keys(REACH))('limits the operation %s to the organization of the session', async (id) => {
    const { params = () => ({}), body, expected } = REACH[id] ?? { expected: refused };
    const operation = Object.values(operations).find((one) => one.id === id);
    expect(operation, id).toBeDefined();
    const { method = 'GET', path = '' } = operation ?? {};
    const given: Record<string, string> = { ...IDS, ...params() };
    const to = path.replaceAll(/:(\w+)/g, (_all, name: string) => given[name] ?? name);
    const answer = await bySso.send(method, to, body === undefined ? {} : { body: body() });
    expected(answer.body as Body, answer.status);
  });

  test("does not change the user's data in other organizations", async () => {
    expect((await byPassword.get('/api/auth/session')).body).toMatchObject({
      session: { organization: { id: person.elsewhere } },
    });
    expect((await byPassword.get('/api/user/profile')).body).toMatchObject({ profile: { signature: SIGNATURE } });
  });

  test('does not affect the organization of the next sign-in with a password', async () => {
    const again = new Browser(app);
    await again.post('/api/auth/login', { email: person.email, password: PASSWORD });
    expect((await again.get('/api/auth/session')).body).toMatchObject({
      session: { organization: { id: person.elsewhere } },
    });
  });
});

test('lets a user created by single sign-on keep a profile and a signature if the user belongs to only one organization', async () => {
  const login = new SamlLogin(app, provider);
  expect(leadsTo(await login.logIn('only@proved.example'))).toBe('/');
  const changed = await login.browser.send('PUT', '/api/user/profile', {
    body: { name: 'Only Here', signature: SIGNATURE },
  });
  expect(changed.status, changed.text).toBe(200);
  expect((await login.browser.get('/api/user/profile')).body).toMatchObject({
    profile: { name: 'Only Here', signature: SIGNATURE },
  });
});
