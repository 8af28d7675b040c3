/**
 * Tests an attacker with credentials: an account elsewhere, tokens that were once valid, their own link, and unlimited
 * time. None of the requests resembles an attack, so the firewall, which is on as in production, allows them. Only the
 * use cases reject them.
 */
import { afterAll, describe, expect, test } from 'vitest';
import { mailLink } from '../../src/features/accounts/mail-links.ts';
import { OWNER } from '../support/app.ts';
import { chance, SEED, startAttack } from '../support/attack.ts';
import { comparableText, type Answer } from '../support/caller.ts';
import { statusesOf } from '../support/expect-answer.ts';
import { makeKey, SCOPES } from '../support/matrix/callers.ts';
import { SIGNATURE } from '../support/matrix/world.ts';
import { until } from '../support/until.ts';

const attack = await startAttack({ firewall: { mode: 'block', exceptions: [] } });
const { app, world, victim, attacker, key, link, attackers, probe } = attack;

afterAll(async () => {
  expect(attack.counted.requests, 'the number of attacks').toBeGreaterThan(500);
  await attack.leftTheVictimAlone();
});

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
/** Checks that a layer other than the firewall rejected the request. */
const refusedAlike = (answer: Answer): void => {
  expect(answer.status, answer.text.slice(0, 200)).toBeGreaterThanOrEqual(400);
  expect(answer.text).not.toContain('REQUEST_BLOCKED');
};

describe('guessing credentials', () => {
  test('rejects tokens with one changed character and tokens of another kind', async () => {
    const random = chance(SEED + 1);
    const reset =
      mailLink(app.services.linkKey, '', 'reset-password', 'emt_01m7w2y7m0et68hw1yxjhn58t0').split('#')[1] ?? '';
    // The token is well formed, but was never issued. If it were accepted, it would open the victim's documents.
    const unissued = victim.ownLink();
    const tokens = [victim.sent.link ?? '', victim.fileToken, victim.cursor, victim.key, reset, unissued];
    const bent = tokens.flatMap((token) =>
      // The last character is not changed. Some of its bits are ignored, so a different letter can result in the same
      // token.
      Array.from({ length: 25 }, () => random.bend(token.slice(0, -1), BASE64) + token.slice(-1)),
    );
    const swapped = [victim.fileToken, victim.cursor, reset, unissued, link];
    for (const token of [...bent, ...swapped]) {
      const isOwnLink = token === link;
      refusedAlike(await probe(app.anyone.with({ bearer: token }), 'GET', '/api/documents/paginated'));
      refusedAlike(
        await probe(app.anyone.with({ cookie: `countersign_session=${token}` }), 'GET', '/api/auth/session'),
      );
      if (!isOwnLink) refusedAlike(await probe(app.anyone, 'POST', '/api/signing/session', { body: { token } }));
      if (token !== victim.fileToken) refusedAlike(await probe(app.anyone, 'GET', `/api/files/${token}`));
      refusedAlike(await probe(key, 'GET', `/api/documents/paginated?cursor=${encodeURIComponent(token)}`));
      refusedAlike(
        await probe(app.anyone, 'POST', '/api/auth/reset-password', {
          body: { token, password: 'tulip harbour candle' },
        }),
      );
      refusedAlike(await probe(attacker.session, 'POST', '/api/auth/accept-invitation', { body: { token } }));
    }
  });

  test("rejects another organization's cursors and the caller's own cursors in another list", async () => {
    const list = '/api/documents/paginated';
    await world.draft(attacker, 'live');
    const mine = (await key.get<'listDocuments'>(`${list}?pageSize=1`)).body.pagination.nextCursor ?? '';
    for (const [, caller] of attackers) refusedAlike(await probe(caller, 'GET', `${list}?cursor=${victim.cursor}`));
    expect((await probe(key, 'GET', `${list}?pageSize=1&cursor=${mine}`)).status).toBe(200);
    refusedAlike(await probe(key, 'GET', `${list}?sortBy=title&cursor=${mine}`));
    refusedAlike(await probe(key, 'GET', `${list}?status=draft&cursor=${mine}`));
    refusedAlike(await probe((await world.person('member')).session, 'GET', `${list}?pageSize=1&cursor=${mine}`));
  });
});

describe('replaying credentials', () => {
  test('rejects a session after sign-out, a password change or an organization switch', async () => {
    const list = '/api/documents/paginated';
    const out = await world.someone('admin');
    expect((await out.session.get(list)).status).toBe(200);
    await out.session.post('/api/auth/logout', {});
    refusedAlike(await probe(out.session, 'GET', list));
    const changed = await world.someone('admin');
    const elsewhere = await world.session(changed.userId, changed.organization.tenants.live);
    expect((await elsewhere.get(list)).status).toBe(200);
    const body = { currentPassword: OWNER.password, newPassword: 'tulip harbour candle' };
    expect((await changed.session.post('/api/auth/change-password', body)).status).toBe(200);
    for (const old of [changed.session, elsewhere]) refusedAlike(await probe(old, 'GET', list));
  });

  test('accepts an e-mailed link once, and does not reveal whether an invalid link was ever valid', async () => {
    const person = await world.someone('member');
    await app.anyone.post('/api/auth/forgot-password', { email: person.email });
    const id = await until('the link', async () => {
      const rows = await app.sql<{ id: string }>(
        `select id from email_tokens where user_id = $1 and purpose = 'reset-password'`,
        [person.userId],
      );
      return rows[0]?.id;
    });
    const token = app.secret(mailLink(app.services.linkKey, '', 'reset-password', id).split('#')[1] ?? '');
    const reset = (which: string) =>
      probe(app.anyone, 'POST', '/api/auth/reset-password', {
        body: { token: which, password: 'tulip harbour candle' },
      });
    expect((await reset(token)).status).toBe(200);
    const again = await reset(token);
    const never = await reset(
      mailLink(app.services.linkKey, '', 'reset-password', 'emt_01m7w2y7m0et68hw1yxjhn58t1').split('#')[1] ?? '',
    );
    expect(again.status).toBe(410);
    expect(comparableText(never)).toBe(comparableText(again));
  });

  test('rejects a replaced signing link, the link of a signer who has signed, and the link of a voided document', async () => {
    const thing = await world.sent(attacker, 'live');
    const path = `/api/documents/${thing.ids['doc']}/sign`;
    await app.sql('update signers set link_generation = 2 where id = $1', [thing.ids['sgn']]);
    refusedAlike(await probe(app.anyone, 'POST', path, { body: { token: thing.link, ...SIGNATURE } }));
    const signed = await world.signed(attacker, 'live');
    const twice = await probe(app.anyone, 'POST', `/api/documents/${signed.ids['doc']}/sign`, {
      body: { token: signed.link, ...SIGNATURE },
    });
    expect(twice.status).toBe(409);
    const gone = await world.sent(attacker, 'live');
    await attacker.session.post(`/api/documents/${gone.ids['doc']}/void`, { reason: 'A mistake.' });
    const late = await probe(app.anyone, 'POST', `/api/documents/${gone.ids['doc']}/sign`, {
      body: { token: gone.link, ...SIGNATURE },
    });
    expect(late.status).toBe(410);
  });

  test("returns the caller's own response when the caller uses another organization's Idempotency-Key", async () => {
    const headers = { 'idempotency-key': 'a-key-that-was-seen-somewhere' };
    const path = '/api/organization/invitations';
    const body = { email: `seen-${victim.canary}@contoso.example`.toLowerCase(), role: 'member' };
    // The victim's own request changes the victim's data, so the digest is computed again at the end of the test.
    expect((await victim.owner.session.post(path, body, { headers })).status).toBe(201);
    const answer = await probe(attacker.session, 'POST', path, {
      headers,
      body: { email: app.person().email, role: 'member' },
    });
    expect(answer.status).toBe(201);
    expect(answer.headers.get('idempotency-replayed')).toBeNull();
    await attack.lookAgain();
  });
});

describe('concurrent requests', () => {
  const fifty = (send: (n: number) => Promise<Answer>): Promise<Answer[]> =>
    Promise.all(Array.from({ length: 50 }, (_, n) => send(n)));
  const succeeded = (answers: readonly Answer[]): number => answers.filter(({ status }) => status < 300).length;

  test('accepts exactly one of many concurrent requests to sign, send or void a document', async () => {
    const thing = await world.sent(attacker, 'live');
    const at = `/api/documents/${thing.ids['doc']}`;
    const answers = await fifty((n) =>
      n % 2 === 0
        ? probe(app.anyone, 'POST', `${at}/sign`, { body: { token: thing.link, ...SIGNATURE } })
        : probe(attacker.session, 'POST', `${at}/void`, { body: { reason: 'A mistake.' } }),
    );
    expect(succeeded(answers), statusesOf(answers).join()).toBe(1);
    const draft = await world.draft(attacker, 'live');
    const sends = await fifty(() =>
      probe(attacker.session, 'POST', `/api/documents/${draft.ids['doc']}/send-for-signing`, {
        body: { signers: [{ email: 'once@contoso.example', name: 'Once' }] },
      }),
    );
    expect(succeeded(sends), statusesOf(sends).join()).toBe(1);
  });

  test('keeps one owner if both owners leave concurrently', async () => {
    const organization = await world.organization();
    const owners = [await world.someone('owner', organization), await world.someone('owner', organization)];
    await fifty((n) => {
      const { session, userId } = owners[n % 2] ?? attacker;
      return probe(session, 'DELETE', `/api/organization/members/${userId}`);
    });
    const left = await app.sql(`select from memberships where tenant_id = $1 and role = 'owner'`, [
      organization.tenants.live,
    ]);
    expect(left).toHaveLength(1);
  });

  test('limits the number of organizations that a person can own', async () => {
    const person = await world.someone('member');
    const answers = await fifty((n) =>
      probe(person.session, 'POST', '/api/organizations', { body: { name: `Race ${n}` } }),
    );
    expect(succeeded(answers)).toBe(20);
  });

  test('rejects an API key everywhere as soon as it is revoked, even while it is in use', async () => {
    const { id, caller } = await makeKey(world, attacker, SCOPES, 'live');
    const answers = await fifty((n) =>
      n === 10
        ? probe(attacker.session, 'DELETE', `/api/settings/api-keys?id=${id}`)
        : probe(caller, 'GET', '/api/documents/paginated?pageSize=1'),
    );
    expect(answers[10]?.status).toBe(200);
    refusedAlike(await probe(caller, 'GET', '/api/documents/paginated'));
  });
});
