/**
 * Tests every change that invalidates a credential. The credential stops working with the next request in the process
 * that made the change, and within a second in the other processes of the installation (ADR 53).
 */
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runConsole } from '../../src/main/console.ts';
import { startCountersign } from '../../src/main/start.ts';
import { continuations } from '../../src/features/organizations/reactions.ts';
import { OUTDATED_BY } from '../../src/platform/audit/cache-invalidation.ts';
import { startTestApp, type Tenant } from '../support/app.ts';
import type { Browser } from '../support/browser-jar.ts';
import type { Answer, Caller } from '../support/caller.ts';
import { startDnsServer } from '../support/dns-server.ts';
import { cookiesOf, join, logIn, mailToken, PASSWORD, type Person, steppedUp, trailOf } from '../support/people.ts';
import { SamlProvider } from '../support/saml-provider.ts';
import { withSuspended } from '../support/suspended.ts';
import { codeOf, originOf, requireTwoFactor, SoftPasskey, withApp, withPasskey } from '../support/second-factor.ts';
import { leadsTo, proveDomain, SamlLogin, setSaml } from '../support/sso.ts';
import { until } from '../support/until.ts';

const dns = await startDnsServer();
const app = await startTestApp({ dnsServers: [dns.address] });
let elsewhere: Awaited<ReturnType<typeof startCountersign>>;
let provider: SamlProvider;
beforeAll(async () => {
  const log = pino({ level: 'silent' });
  elsewhere = await startCountersign({ ...app.config, role: 'web' }, log, { clock: app.clock, checkAnswers: true });
  provider = await SamlProvider.create('https://idp.example');
});
afterAll(() => elsewhere.stop());

type Way = {
  old: Caller;
  change: () => Promise<unknown>;
  /** The request that shows that the credential works. Lists documents by default. */
  look?: (caller: Caller) => Promise<unknown>;
  before?: unknown;
  after?: unknown;
  /** Whether the change is made by a third process. */
  isFromOutside?: boolean;
};

const done = async (answer: Promise<Answer>): Promise<Answer> => {
  const made = await answer;
  expect(made.status, made.text).toBeLessThan(400);
  return made;
};
const documents = async (caller: Caller): Promise<number> => (await caller.get('/api/documents/paginated')).status;
const members = async (caller: Caller): Promise<number> => (await caller.get('/api/organization/members')).status;
const another = async ({ email }: Person): Promise<Caller> =>
  app.anyone.with({ cookie: cookiesOf(await done(logIn(app, email))) });
const idOf = async (caller: Caller): Promise<string> => {
  const { sessions } = (await caller.get<'listSessions'>('/api/auth/sessions')).body;
  return sessions.find(({ current }) => current)?.id ?? '';
};
const cookieOf = ({ cookies }: Browser): string => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');

/** A person with a second factor in an organization that requires one. */
async function guarded<G extends Person>(factor: (person: Person) => Promise<G>): Promise<G> {
  const other = await app.otherTenant();
  const person = await factor(await join(app, { by: other.owner }));
  await requireTwoFactor(app, true, {}, other.organizationId);
  return person;
}

/** Changes a person's address, and returns the link that undoes it. */
async function readdressed(person: Person): Promise<{ thief: Caller; undo: string }> {
  const { email } = app.person();
  await done(person.caller.post('/api/auth/change-email', { email }));
  const token = await mailToken(app, email, 'change-email');
  const answer = await done(person.caller.post('/api/auth/change-email/confirm', { token }));
  const thief = app.anyone.with({ cookie: cookiesOf(answer) });
  return { thief, undo: await mailToken(app, person.email, 'email-changed') };
}

/** A session from the identity provider of a separate organization. */
async function bySso(domain: string): Promise<{ old: Caller; owner: Caller; domainId: string }> {
  const other = await app.otherTenant();
  await setSaml(app, provider, {}, other.owner);
  const domainId = await proveDomain(app, dns.records, domain, other.owner);
  const login = new SamlLogin(app, provider, other.organizationId);
  expect(leadsTo(await login.logIn(`ada@${domain}`))).toBe('/');
  return { old: app.anyone.with({ cookie: cookieOf(login.browser) }), owner: other.owner, domainId };
}

/** An organization whose deletion is due. `close` is the job that deletes it. */
async function dueForDeletion(): Promise<Tenant & { close: () => Promise<unknown> }> {
  const other = await app.otherTenant();
  const now = app.clock.now();
  await app.sql('update organizations set delete_requested_at = $2, delete_at = $2 where tenant_id = $1', [
    other.tenantId,
    now,
  ]);
  const close = async () => {
    const deletion = { organizationId: other.organizationId, requestedBy: other.userId, runAt: now };
    await app.services.uow.run(other.tenantId, async (tx) =>
      app.services.recorder.start(tx, other.tenantId, continuations.deletionScheduled, deletion),
    );
    await until('the organization to be closed', async () =>
      (await trailOf(app, other.tenantId)).includes('organization.deleted'),
    );
  };
  return { ...other, close };
}

const WAYS: Record<string, () => Promise<Way>> = {
  'session.replaced': async () => {
    const { caller, email } = await join(app);
    return { old: caller, change: () => done(logIn(app, email, PASSWORD, caller)) };
  },
  'user.logged-out': async () => {
    const { caller } = await join(app);
    return { old: caller, change: () => done(caller.post('/api/auth/logout')) };
  },
  'user.stepped-up': async () => {
    const { caller } = await join(app);
    return { old: caller, change: () => steppedUp(app, caller) };
  },
  'user.two-factor-enabled': async () => {
    const person = await join(app);
    const { secret } = (await person.caller.post<'setUpTwoFactor'>('/api/auth/2fa/setup')).body;
    const code = codeOf(app, secret);
    return { old: await another(person), change: () => done(person.caller.post('/api/auth/2fa/verify', { code })) };
  },
  'user.two-factor-disabled': async () => {
    const { caller } = await guarded((person) => withApp(app, person));
    return { old: caller, change: () => done(caller.post('/api/auth/2fa/disable')), after: 403 };
  },
  'user.factor-restored': async () => {
    const { owner, suspendedPasskey, signInAgain } = await withSuspended(app);
    const old = await signInAgain();
    return { old, change: () => done(owner.post(`/api/auth/suspended/${suspendedPasskey}/restore`)) };
  },
  'user.passkey-added': async () => {
    const person = await join(app);
    const { options } = (await person.caller.post<'passkeyRegistrationOptions'>('/api/auth/passkeys/options')).body;
    const response = new SoftPasskey().create(originOf(app), options);
    return { old: await another(person), change: () => done(person.caller.post('/api/auth/passkeys', { response })) };
  },
  'user.passkey-removed': async () => {
    const { caller, passkeyId } = await guarded((person) => withPasskey(app, person));
    return { old: caller, change: () => done(caller.send('DELETE', `/api/auth/passkeys/${passkeyId}`)), after: 403 };
  },
  'user.password-changed': async () => {
    const person = await join(app);
    const body = { currentPassword: PASSWORD, newPassword: app.secret('violet anchor pepper moss') };
    return {
      old: await another(person),
      change: () => done(person.caller.post('/api/auth/change-password', body)),
    };
  },
  'user.email-changed': async () => {
    const person = await join(app);
    return { old: await another(person), change: () => readdressed(person) };
  },
  'user.email-change-undone': async () => {
    const { thief, undo } = await readdressed(await join(app));
    return { old: thief, change: () => done(app.anyone.post('/api/auth/change-email/undo', { token: undo })) };
  },
  'user.account-recovered': async () => {
    const { thief, undo } = await readdressed(await join(app));
    const body = { token: undo, password: app.secret('violet harbour pepper moss'), confirmedSignInId: null };
    return { old: thief, change: () => done(app.anyone.post('/api/auth/recovery/confirm', body)) };
  },
  'user.sessions-ended': async () => {
    const person = await join(app);
    const old = await another(person);
    const id = await idOf(old);
    return { old, change: () => done(person.caller.send('DELETE', `/api/auth/sessions/${id}`)) };
  },
  'member.sessions-ended': async () => {
    const { caller, userId } = await join(app);
    const owner = await app.session();
    return {
      old: caller,
      change: () => done(owner.send('DELETE', `/api/organization/members/${userId}/sessions`)),
    };
  },
  'user.switched-organization': async () => {
    const { caller } = await join(app);
    const { organization } = (await caller.post<'createOrganization'>('/api/organizations', { name: 'Second' })).body;
    const body = { organizationId: organization.id };
    return { old: caller, change: () => done(caller.post('/api/auth/switch-organization', body)) };
  },
  'organization.changed': async () => {
    const { owner, organizationId } = await app.otherTenant();
    return { old: owner, change: () => requireTwoFactor(app, true, {}, organizationId), after: 403 };
  },
  'organization.deleted': async () => {
    const { key, close } = await dueForDeletion();
    return { old: key, change: close };
  },
  'member.joined': async () => {
    const { caller, email } = await join(app);
    const other = await app.otherTenant();
    await done(other.owner.post('/api/organization/invitations', { email, role: 'member' }));
    const token = await mailToken(app, email, 'invitation');
    return { old: caller, change: () => done(caller.post('/api/auth/accept-invitation', { token })) };
  },
  'member.role-changed': async () => {
    const { caller, userId } = await join(app, { role: 'admin' });
    const owner = await app.session();
    const body = { role: 'member' };
    return {
      old: caller,
      look: members,
      change: () => done(owner.send('PATCH', `/api/organization/members/${userId}`, { body })),
      after: 403,
    };
  },
  'member.two-factor-reset': async () => {
    const { caller, userId } = await withApp(app);
    const owner = await app.session();
    return {
      old: caller,
      change: () => done(owner.send('DELETE', `/api/organization/members/${userId}/two-factor`)),
    };
  },
  'member.two-factor-reset-on-console': async () => {
    const { caller, email } = await withApp(app);
    const io = { out: () => {}, err: () => {} };
    const change = async () =>
      expect(await runConsole(app.config, ['accounts', 'reset-two-factor', email], io, app.clock)).toBe(0);
    return { old: caller, change, isFromOutside: true };
  },
  'member.removed': async () => {
    const { caller, userId } = await join(app, { role: 'admin' });
    const owner = await app.session();
    const { caller: key } = await app.makeKey({ by: caller });
    return { old: key, change: () => done(owner.send('DELETE', `/api/organization/members/${userId}`)) };
  },
  'sso.changed': async () => {
    const { old, owner } = await bySso('changed.example');
    const next = await SamlProvider.create('https://another-idp.example');
    return { old, change: () => setSaml(app, next, {}, owner) };
  },
  'sso.removed': async () => {
    const { old, owner } = await bySso('removed.example');
    return { old, change: () => done(owner.send('DELETE', '/api/organization/sso')) };
  },
  'domain.removed': async () => {
    const { old, owner, domainId } = await bySso('given-up.example');
    return { old, change: () => done(owner.send('DELETE', `/api/organization/domains/${domainId}`)) };
  },
  'api-key.revoked': async () => {
    const { caller, id } = await app.makeKey();
    const owner = await app.session();
    return { old: caller, change: () => done(owner.send('DELETE', `/api/settings/api-keys?id=${id}`)) };
  },
  'api-key.rotated': async () => {
    const { caller, id } = await app.makeKey();
    const owner = await app.session();
    return {
      old: caller,
      change: () => done(owner.post(`/api/settings/api-keys/${id}/rotate`, { graceHours: 0 })),
    };
  },
  'api-key.handed-over': async () => {
    const maker = await app.member('admin');
    const { caller, id } = await app.makeKey({ by: maker.caller });
    const owner = await app.session();
    const body = { userId: app.tenant.userId };
    return {
      old: caller,
      look: async (key) => (await app.draft({ by: key })).owner.id,
      before: maker.userId,
      change: () => done(owner.post(`/api/settings/api-keys/${id}/hand-over`, body)),
      after: app.tenant.userId,
    };
  },
  'subscription.changed': async () => {
    const { owner, key } = await app.otherTenant();
    await done(owner.post('/api/subscription/create', { plan: 'large-team' }));
    return { old: key, change: () => done(owner.post('/api/subscription/change', { plan: 'small-team' })), after: 403 };
  },
  'member.deactivated': async () => {
    const { caller, userId } = await join(app, { role: 'admin' });
    const owner = await app.session();
    const { caller: key } = await app.makeKey({ by: caller });
    return { old: key, change: () => done(owner.post(`/api/admin/users/${userId}/deactivate`, {})) };
  },
  'member.reactivated': async () => {
    const { caller, userId } = await join(app, { role: 'admin' });
    const owner = await app.session();
    const { caller: key } = await app.makeKey({ by: caller });
    await done(owner.post(`/api/admin/users/${userId}/deactivate`, {}));
    const change = () => done(owner.post(`/api/admin/users/${userId}/reactivate`));
    return { old: key, change, before: 401, after: 200 };
  },
  'member.handed-over': async () => {
    const maker = await join(app, { role: 'admin' });
    const { caller } = await app.makeKey({ by: maker.caller });
    const owner = await app.session();
    const path = `/api/admin/users/${maker.userId}/hand-over`;
    const change = async () => {
      await done(owner.post(path, { to: app.tenant.userId, keys: true }));
      await until('the hand-over', async () => {
        const { handOver } = (await owner.get<'getHandOver'>(path)).body;
        return handOver.status === 'completed';
      });
    };
    const look = async (key: Caller) => (await app.draft({ by: key })).owner.id;
    return { old: caller, look, before: maker.userId, change, after: app.tenant.userId };
  },
  'user.account-closed': async () => {
    const { caller, userId } = await join(app);
    await done(caller.post('/api/legal/delete-account', { password: PASSWORD }));
    const change = async () => {
      await app.sql('update account_deletions set due_at = $2 where user_id = $1', [userId, app.clock.now()]);
      await done(app.cron.post('/api/cron/data-retention'));
    };
    return { old: caller, change };
  },
};

describe('credentials after a change', () => {
  const changes = Object.entries(OUTDATED_BY).filter(([, outdated]) => outdated.includes('credentials'));

  test.each(changes.map(([change]) => change))(
    'rejects the old credential in every process after the change %s',
    async (change) => {
      const way = await WAYS[change]?.();
      if (way === undefined) throw new Error(`No test makes the change ${change}.`);
      const { old, look = documents, before = 200, after = 401, isFromOutside = false } = way;
      const second = old.at(elsewhere.listening);
      const entries = () => app.sql('select from audit_entries');
      // The credential is used in both processes, so that both cache it.
      expect([await look(old), await look(second)]).toEqual([before, before]);
      const recorded = (await entries()).length;
      await way.change();
      if (change !== 'session.replaced') expect((await entries()).length).toBeGreaterThan(recorded);
      // The clock is frozen, so a cached result, which is valid for one second, would not expire.
      if (!isFromOutside) expect(await look(old)).toEqual(after);
      app.clock.advance({ ms: 1001 });
      expect([await look(old), await look(second)]).toEqual([after, after]);
    },
  );
});
