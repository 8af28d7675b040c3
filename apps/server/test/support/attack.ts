/**
 * Tools for the attacker test: a seeded random generator, a victim with a canary in all its data, and a digest of its
 * rows.
 */
import { expect } from 'vitest';
import { randomToken } from '../../src/platform/crypto/tokens.ts';
import { type AppOptions, startTestApp, type TestApp } from './app.ts';
import type { Answer, Caller, RequestOptions } from './caller.ts';
import { until } from './until.ts';
import { makeKey, SCOPES } from './matrix/callers.ts';
import { type Someone, type Target, World } from './matrix/world.ts';
import { LOOPBACK } from './webhooks.ts';

export const SEED = 20_261_120;

/** mulberry32: the same attacks in every run, so that a fault can be reproduced. */
export function chance(seed: number) {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (end: number): number => Math.floor(next() * end);
  return {
    below,
    pick: <T>(from: readonly T[]): T => from[below(from.length)] as T,
    /** Replaces one character of the text with another one from the same alphabet. */
    bend: (text: string, alphabet: string): string => {
      const at = below(text.length);
      const others = alphabet.replace(text[at] ?? '', '');
      return text.slice(0, at) + (others[below(others.length)] ?? '') + text.slice(at + 1);
    },
  };
}

class Victim {
  /** A string that occurs in all of the victim's data. A response that contains it has leaked data. */
  readonly canary: string;
  readonly world: World;
  readonly owner: Someone;
  readonly draft: Target;
  readonly sent: Target;
  readonly keyId: string;
  readonly key: string;
  readonly invitationId: string;
  readonly fileToken: string;
  readonly cursor: string;
  readonly #tenants: readonly string[];

  private constructor(parts: Omit<Victim, 'digest' | 'asks' | 'ownLink'> & { tenants: readonly string[] }) {
    this.canary = parts.canary;
    this.world = parts.world;
    this.owner = parts.owner;
    this.draft = parts.draft;
    this.sent = parts.sent;
    this.keyId = parts.keyId;
    this.key = parts.key;
    this.invitationId = parts.invitationId;
    this.fileToken = parts.fileToken;
    this.cursor = parts.cursor;
    this.#tenants = parts.tenants;
  }

  static async build(world: World): Promise<Victim> {
    const { app } = world;
    const canary = `canary${randomToken(12).replaceAll(/[^a-z0-9]/gi, '')}`;
    const organization = await world.organization();
    const owner = await world.someone('owner', organization);
    const { session } = owner;
    await session.send('PATCH', '/api/organization', { body: { name: `Victim ${canary}` } });
    const named = await session.send('PUT', '/api/user/profile', { body: { name: `Vera ${canary}` } });
    expect(named.status, named.text).toBe(200);
    const draft = await world.draft(owner, 'live');
    await world.draft(owner, 'live');
    await app.sql('update documents set title = $2 where id = $1', [draft.ids['doc'], `Secret plan ${canary}`]);
    const sent = await world.sent(owner, 'live', {
      email: `${canary}@contoso.example`.toLowerCase(),
      name: `Sam ${canary}`,
    });
    const key = await session.post<'createApiKey'>('/api/settings/api-keys', {
      name: `Key ${canary}`,
      scopes: ['admin'],
    });
    const invited = await session.post<'createInvitation'>('/api/organization/invitations', {
      email: `guest-${canary}@contoso.example`.toLowerCase(),
      role: 'admin',
    });
    const file = await session.get<'downloadDocument'>(`/api/documents/${sent.ids['doc']}/download?type=original`);
    const list = await session.get<'listDocuments'>('/api/documents/paginated?pageSize=1');
    await until('the mails of the victim', async () => {
      const waiting = await app.sql('select from jobs where run_at <= $1', [app.clock.now()]);
      return waiting.length === 0;
    });
    return new Victim({
      canary,
      world,
      owner,
      draft,
      sent,
      keyId: key.body.apiKey.id,
      key: key.body.apiKey.key,
      invitationId: invited.body.invitation.id,
      fileToken: file.body.downloadUrl.split('/').at(-1) ?? '',
      cursor: list.body.pagination.nextCursor ?? '',
      tenants: Object.values(organization.tenants),
    });
  }

  /** Returns the link that the home page would show the victim for the sent document. */
  ownLink(): string {
    const { app } = this.world;
    const place = {
      tenantId: this.owner.organization.tenants.live,
      signerId: this.sent.ids['sgn'] ?? '',
      generation: 1,
    };
    const by = { userId: this.owner.userId, passedStep: 'account', serial: 1 } as const;
    const until = new Date(app.clock.now().getTime() + 600_000);
    return app.secret(app.services.links.own('', { ...place, ...by }, until).split('#')[1] ?? '');
  }

  /**
   * Returns one hash per table over every row of the victim's tenants and its owner's account. Data that the server
   * writes itself is excluded: records of attempts on the victim, statistics of the victim's actions, and the log of its audit entries, which are compared separately.
   */
  async digest(): Promise<Record<string, string>> {
    const { app } = this.world;
    const tables = await app.sql<{ name: string }>(
      `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
       where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
         and c.relname <> 'security_events' and c.relname not like 'statistics\\_%'
         and c.relname not like 'log\\_%' and c.relname <> 'transparency_logs' order by 1`,
    );
    const digests: Record<string, string> = {};
    for (const { name } of tables) {
      const text = `select coalesce(md5(string_agg(t::text, ',' order by t::text)), '') as hash from ${name} t where tenant_id = any($1)`;
      digests[name] = (await app.sql<{ hash: string }>(text, [this.#tenants]))[0]?.hash ?? '';
    }
    const [user] = await app.sql<{ hash: string }>('select md5(u::text) as hash from users u where id = $1', [
      this.owner.userId,
    ]);
    return { ...digests, users: user?.hash ?? '' };
  }
}

/** A 503 from these operations on a busy machine is correct, and not caused by the attacker. */
const HEALTH_OF_A_PART = /^\/(sandbox\/)?(v1\/)?api\/health\/(database|storage)\b/;

/**
 * Sends requests as a person other than the victim, and expects no canary in the responses. The `Caller` class fails on
 * every 5xx.
 */
function prober(victim: Victim, counted: { requests: number }) {
  return async (caller: Caller, method: string, path: string, options: RequestOptions = {}): Promise<Answer> => {
    counted.requests += 1;
    const mayFail = HEALTH_OF_A_PART.test(path);
    const answer = await caller.send(method, path, { ...options, ...(mayFail && { mayFail }) });
    if (answer.status >= 500) expect(answer, `${method} ${path}`).toMatchObject({ status: 503 });
    const heard = `${answer.text} ${[...answer.headers].flat().join(' ')}`.toLowerCase();
    expect(heard.includes(victim.canary.toLowerCase()), `${method} ${path} reveals data of the victim`).toBe(false);
    return answer;
  };
}

function attackersOf(app: TestApp, { session }: Someone, key: Caller, link: string): [string, Caller][] {
  return [
    ['nobody', app.anyone],
    ['an owner elsewhere', session],
    ['a key elsewhere', key],
    ['a link elsewhere', app.anyone.with({ bearer: link })],
  ];
}

/**
 * Starts a server with a victim, and an attacker who has an account, a key and a signing link elsewhere on the same
 * server.
 */
export async function startAttack(settings: Pick<AppOptions, 'firewall'>) {
  const app = await startTestApp({ ...LOOPBACK, ...settings });
  const world = await World.build(app);
  const victim = await Victim.build(world);
  const attacker = await world.person('owner');
  const { caller: key } = await makeKey(world, attacker, SCOPES, 'live');
  const own = await world.sent(attacker, 'live');
  const link = own.link ?? '';
  const counted = { requests: 0 };
  let before = await victim.digest();
  return {
    app,
    world,
    victim,
    attacker,
    key,
    own,
    link,
    attackers: attackersOf(app, attacker, key, link),
    counted,
    probe: prober(victim, counted),
    /** Updates the digest so that it includes the victim's own later changes. */
    lookAgain: async () => void (before = await victim.digest()),
    leftTheVictimAlone: async () => expect(await victim.digest(), 'the rows of the victim').toEqual(before),
  };
}
