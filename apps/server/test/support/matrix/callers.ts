/**
 * All callers of the access matrix: each kind of credential, valid, invalid, and of the wrong organization or
 * environment.
 */
import type { ApiKeyScope, Environment, Role } from '@countersign/contract';
import { TOTP } from 'otpauth';
import { expect } from 'vitest';
import { newId } from '../../../src/platform/crypto/ids.ts';
import { OWNER } from '../app.ts';
import type { Caller } from '../caller.ts';
import { cookieNamed } from '../people.ts';
import { type Organization, prefixOf, type Someone, type Target, type World } from './world.ts';

export const SCOPES = ['documents:read', 'documents:write', 'templates', 'webhooks', 'admin'] as const;

/** The properties of a credential before its first request. The rules use only these properties. */
export type Credential =
  | { kind: 'nobody' }
  /** A cookie, API key or bearer token that is unknown or has expired. */
  | { kind: 'dead'; carrier: 'cookie' | 'key' | 'bearer' }
  | { kind: 'session'; by: Someone; federated: boolean; lacksFactor: boolean }
  /** The cookie that is valid between entering the correct password and the second factor. */
  | { kind: 'half' }
  | { kind: 'key'; by: Someone; scopes: readonly ApiKeyScope[]; environment: Environment; plan: boolean; id: string }
  | { kind: 'service'; names: Organization | 'nobody' | 'unknown' | 'nonsense'; by: Someone }
  | { kind: 'cron' }
  /** A link to the requested document, or to another document of the same sender. */
  | { kind: 'link'; of: 'target' | 'another'; via: 'link' | 'bearer' };

export type Knock = { name: string; credential: Credential; caller: Caller; headers?: Record<string, string> };

/**
 * Returns all callers for one environment. If a credential is a link to the target, {@link callerFor} creates it with
 * the target.
 */
export async function allCallers(world: World, environment: Environment): Promise<Knock[]> {
  // The document is created before any rejected request is sent, because the database must not change during those
  // requests.
  await another(world);
  return [
    { name: 'nobody', credential: { kind: 'nobody' }, caller: world.app.anyone },
    ...(await sessions(world)),
    ...(await keys(world, environment)),
    ...(await deadOnes(world, environment)),
    ...(await operators(world)),
    ...(['link', 'bearer'] as const).flatMap((via) =>
      (['target', 'another'] as const).map((of) => ({
        name: `signing ${via} of ${of === 'target' ? 'the document' : 'another document'}`,
        credential: { kind: 'link', of, via } as const,
        caller: world.app.anyone,
      })),
    ),
  ];
}

async function sessions(world: World): Promise<Knock[]> {
  const found: Knock[] = [];
  for (const [place, organization] of [
    ['', world.home],
    ["operator's ", world.operator],
  ] as const)
    for (const role of ['owner', 'admin', 'member'] as const) {
      const by = await world.person(role, organization);
      found.push({
        name: `${place}${role}`,
        credential: { kind: 'session', by, federated: false, lacksFactor: false },
        caller: by.session,
      });
    }
  const by = await world.once('federated', () => world.someone('admin'));
  await world.app.sql(`update sessions set method = 'saml' where user_id = $1`, [by.userId]);
  found.push({
    name: 'admin by SSO',
    credential: { kind: 'session', by, federated: true, lacksFactor: false },
    caller: by.session,
  });
  const careless = await world.once('careless', () => withoutFactor(world));
  found.push({
    name: 'owner without the second factor that the organization requires',
    credential: { kind: 'session', by: careless, federated: false, lacksFactor: true },
    caller: careless.session,
  });
  const half = await world.once('half a login', () => halfLogin(world));
  found.push({ name: 'half a login', credential: { kind: 'half' }, caller: half });
  return found;
}

async function withoutFactor(world: World): Promise<Someone> {
  const organization = await world.organization();
  await world.app.sql(
    `update organizations set settings = settings || '{"require_two_factor": true}' where tenant_id = any($1)`,
    [Object.values(organization.tenants)],
  );
  return world.someone('owner', organization);
}

/** Creates a person with an authenticator app who has entered the password but not the code. */
async function halfLogin(world: World): Promise<Caller> {
  const { app } = world;
  const { session, email } = await world.someone('owner');
  const setup = await session.post<'setUpTwoFactor'>('/api/auth/2fa/setup');
  expect(setup.status, setup.text).toBe(200);
  const authenticator = new TOTP({ secret: app.secret(setup.body.secret) });
  const code = authenticator.generate({ timestamp: app.clock.now().getTime() });
  const on = await session.post('/api/auth/2fa/verify', { code });
  expect(on.status, on.text).toBe(200);
  const answer = await app.anyone.post('/api/auth/login', { email, password: OWNER.password });
  const cookie = cookieNamed(answer, 'countersign_login');
  expect(cookie, answer.text).not.toBe('');
  return app.anyone.with({ cookie });
}

type KeyOptions = { by: Someone; scopes?: readonly ApiKeyScope[]; environment: Environment; plan?: boolean };

async function key(
  world: World,
  name: string,
  { by, scopes = SCOPES, environment, plan = true }: KeyOptions,
): Promise<Knock> {
  const { id, caller } = await world.once(`${environment} ${name}`, () => makeKey(world, by, scopes, environment));
  return { name, credential: { kind: 'key', by, scopes, environment, plan, id }, caller };
}

export async function makeKey(
  world: World,
  by: Someone,
  scopes: readonly ApiKeyScope[],
  environment: Environment,
): Promise<{ id: string; caller: Caller; key: string }> {
  const answer = await by.session.post<'createApiKey'>(`${prefixOf(environment)}/api/settings/api-keys`, {
    name: 'matrix',
    rateLimit: 'unlimited',
    scopes: [...scopes],
  });
  const { id, key: value } = answer.body.apiKey;
  return { id, key: value, caller: world.app.anyone.with({ bearer: value }) };
}

async function keys(world: World, environment: Environment): Promise<Knock[]> {
  const owner = await world.person('owner');
  const { demoted, poor } = await world.once('those who have lost something', () => weakened(world));
  return [
    await key(world, 'key', { by: owner, environment }),
    ...(await Promise.all(
      SCOPES.map((scope) => key(world, `key for ${scope}`, { by: owner, scopes: [scope], environment })),
    )),
    await key(world, MEMBERS_KEY, { by: demoted, environment }),
    await key(world, POOR_KEY, { by: poor, environment, plan: false }),
    await key(world, 'key of the other environment', { by: owner, environment: other(environment) }),
    await key(world, "operator's key", { by: await world.person('owner', world.operator), environment }),
  ];
}

const MEMBERS_KEY = 'key of somebody who is a member by now';
const POOR_KEY = 'key of an organization that pays for none';

/**
 * Creates keys that were valid when created, but whose creator is no longer an admin or whose organization has since
 * switched to a smaller plan.
 */
async function weakened(world: World): Promise<{ demoted: Someone; poor: Someone }> {
  const demoted = await world.someone('admin');
  const poor = await world.someone('owner', await world.organization());
  for (const environment of ['live', 'sandbox'] as const) {
    await key(world, MEMBERS_KEY, { by: demoted, environment });
    await key(world, POOR_KEY, { by: poor, environment, plan: false });
  }
  await world.app.sql(`update memberships set role = 'member' where user_id = $1`, [demoted.userId]);
  demoted.role = 'member';
  await world.app.sql(`update organizations set plan = 'small-team' where tenant_id = any($1)`, [
    Object.values(poor.organization.tenants),
  ]);
  return { demoted, poor };
}

export const other = (environment: Environment): Environment => (environment === 'live' ? 'sandbox' : 'live');

async function deadOnes(world: World, environment: Environment): Promise<Knock[]> {
  const { app } = world;
  const by = await world.person('owner');
  const dead = (name: string, carrier: 'cookie' | 'key' | 'bearer', caller: Caller): Knock => ({
    name,
    credential: { kind: 'dead', carrier },
    caller,
  });
  const revoked = await makeKey(world, by, SCOPES, environment);
  const expired = await makeKey(world, by, SCOPES, environment);
  const left = await world.someone('admin');
  const orphan = await makeKey(world, left, SCOPES, environment);
  await app.sql('update api_keys set revoked_at = $2 where id = $1', [revoked.id, app.clock.now()]);
  await app.sql('update api_keys set expires_at = $2 where id = $1', [expired.id, app.clock.now()]);
  await app.sql('delete from memberships where user_id = $1', [left.userId]);
  const ended = await world.someone('owner');
  await app.sql('delete from sessions where user_id = $1', [ended.userId]);
  const idle = await world.someone('owner');
  await app.sql(`update sessions set last_seen_at = last_seen_at - interval '31 minutes' where user_id = $1`, [
    idle.userId,
  ]);
  const mistyped = `${revoked.key.slice(0, -7)}${revoked.key.at(-7) === 'a' ? 'b' : 'a'}${revoked.key.slice(-6)}`;
  return [
    dead('ended session', 'cookie', ended.session),
    dead('session idle for too long', 'cookie', idle.session),
    dead('session of somebody who has left', 'cookie', left.session),
    dead('revoked key', 'key', revoked.caller),
    dead('expired key', 'key', expired.caller),
    dead('key of somebody who has left', 'key', orphan.caller),
    dead('mistyped key', 'key', app.anyone.with({ bearer: mistyped })),
    dead('bearer of nothing', 'bearer', app.anyone.with({ bearer: 'no-token-of-any-kind' })),
  ];
}

/** The credentials of the operator's programs. */
async function operators(world: World): Promise<Knock[]> {
  const { app, home, operator } = world;
  const by = await world.person('owner');
  const service = (
    name: string,
    names: Extract<Credential, { kind: 'service' }>['names'],
    organizationId?: string,
    who = by,
  ): Knock => ({
    name: `service credential ${name}`,
    credential: { kind: 'service', names, by: who },
    caller: app.service,
    ...(organizationId !== undefined && { headers: { 'x-organization-id': organizationId } }),
  });
  return [
    service('for the organization', home, home.organizationId),
    service("for the operator's", operator, operator.organizationId, await world.person('owner', operator)),
    service('for nobody', 'nobody'),
    service('for an organization that is not there', 'unknown', newId('organization')),
    service('for an id that is not an organization', 'nonsense', home.tenants.live),
    { name: 'secret of scheduled jobs', credential: { kind: 'cron' }, caller: app.cron },
  ];
}

/** Returns the person whose permissions a credential has, if any. */
export function actorOf({ credential }: Knock): { by: Someone; role: Role } | undefined {
  switch (credential.kind) {
    case 'session':
      return { by: credential.by, role: credential.by.role };
    case 'key':
      return { by: credential.by, role: credential.by.role === 'member' ? 'member' : 'admin' };
    case 'service':
      return { by: credential.by, role: 'admin' };
    default:
      return undefined;
  }
}

/** Creates a document with a valid link. No cell of the matrix uses this document as its target. */
const another = (world: World): Promise<Target> =>
  world.once('another', async () => world.sent(await world.colleague(), 'live'));

/** Returns the caller of a cell. If the credential is a link to the target, the caller uses the target's link. */
export async function callerFor(world: World, { credential, caller }: Knock, target: Target): Promise<Caller> {
  if (credential.kind !== 'link') return caller;
  const link = credential.of === 'target' && target.link !== undefined ? target.link : (await another(world)).link;
  // The token of an in-person session is already a bearer token, so no bearer token needs to be requested for it.
  if (credential.via === 'link' || link === undefined || link.startsWith('inperson_'))
    return world.app.anyone.with({ bearer: link ?? '' });
  const { links, clock } = world.app.services;
  const signer = links.read(link, clock.now());
  if (!signer) throw new Error('The link is invalid.');
  return world.app.anyone.with({ bearer: links.session(signer, clock.now()).bearer });
}
