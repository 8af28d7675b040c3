/**
 * Tests generated hostile input: modified IDs, unknown properties, line breaks and absurd values. The firewall would
 * reject some of this input. It is off, because the layers behind it must be sufficient on their own. Afterwards, three
 * conditions are checked: no response revealed the victim's data (all of it contains a canary), none was a 5xx (the
 * test caller fails on each one), and no row of the victim has changed.
 */
import { type Operation, type OperationId, operations } from '@countersign/contract';
import { afterAll, describe, expect, test } from 'vitest';
import { chance, SEED, startAttack } from '../support/attack.ts';
import type { Answer, Caller } from '../support/caller.ts';
import { idParameters } from '../support/matrix/ids.ts';
import type { Row } from '../support/matrix/row.ts';
import { ROWS } from '../support/matrix/rows.ts';
import { prefixOf } from '../support/matrix/world.ts';
import { MULTIPART, multipart, pdfUpload } from '../support/multipart.ts';
import { makePdf } from '../support/pdf.ts';

const attack = await startAttack({ firewall: { mode: 'off', exceptions: [] } });
const { app, world, victim, attacker, key, own, link, attackers, probe } = attack;

afterAll(async () => {
  expect(attack.counted.requests, 'the number of attacks').toBeGreaterThan(2000);
  await attack.leftTheVictimAlone();
});

const CROCKFORD = '0123456789abcdefghjkmnpqrstvwxyz';
const all = Object.values(operations) as Operation[];
const servedAt = ({ environment }: Operation) => prefixOf(environment ?? 'live');
const refusedAlike = (answer: Answer): void => {
  expect(answer.status, answer.text.slice(0, 200)).toBeGreaterThanOrEqual(400);
};

test("rejects another organization's IDs, even if they are changed, encoded or sent in the wrong place", async () => {
  const random = chance(SEED);
  const ids = [...Object.values(victim.sent.ids), victim.draft.ids['doc'] ?? '', victim.keyId, victim.invitationId];
  const dress: ((id: string) => string)[] = [
    (id) => id,
    (id) => id.toUpperCase(),
    (id) => `${id}%00`,
    (id) => `${id}%20`,
    (id) => `%2e%2e%2f${id}`,
    (id) => `${id}/../${id}`,
    (id) => id.replace('_', '%5F'),
    (id) => id.replace('_', '%255F'),
    (id) => `${id},${id}`,
    (id) => `${id}' or '1'='1`,
    (id) => id.slice(0, 4) + random.bend(id.slice(4), CROCKFORD),
    (id) => id.normalize('NFKD').replace('o', 'о'),
  ];
  for (const operation of all.filter((one) => Object.keys(idParameters(one)).length > 0))
    for (const [, caller] of attackers)
      for (let turn = 0; turn < 4; turn += 1) {
        const path = operation.path.replaceAll(/:(\w+)/g, () => random.pick(dress)(random.pick(ids)));
        refusedAlike(await probe(caller, operation.method, servedAt(operation) + path, sampleOptions(operation)));
      }
});

test('does not return another document for a modified download URL, and rejects a prefix of the service credential', async () => {
  const { body } = await key.get<'downloadDocument'>(`/api/documents/${own.ids['doc']}/download?type=original`);
  const token = body.downloadUrl.split('/').at(-1) ?? '';
  for (const other of [
    `${token}/../${victim.fileToken}`,
    `${token}${victim.sent.ids['doc']}`,
    `${token}%00`,
    `${token}?type=signed`,
  ]) {
    const answer = await probe(app.anyone, 'GET', `/api/files/${other}`);
    // A query string does not change the token, so the response is the caller's own file. A path with `..` refers to a
    // different URL.
    if (answer.status === 200) expect(other).toMatch(/\?|\.\./);
  }
  for (const length of [1, 10, 30])
    refusedAlike(
      await probe(
        app.anyone.with({ bearer: 'svc-credential-of-the-tests-0123456789'.slice(0, length) }),
        'GET',
        '/api/documents/paginated',
      ),
    );
});

/** Returns a valid request for the operation, so that only the property added to it can cause a rejection. */
async function sampleOf(id: OperationId, row: Row): Promise<{ path: string; caller: Caller; body: unknown }> {
  const operation: Operation = operations[id];
  const environment = operation.environment ?? 'live';
  const thing = (await row.make?.(world, attacker, environment)) ?? { ids: {} };
  const scene = { world, by: attacker, environment, thing };
  const names = idParameters(operation);
  const given = row.params?.(scene) ?? {};
  const path = operation.path.replaceAll(
    /:(\w+)/g,
    (_, name: string) => given[name] ?? thing.ids[names[name] ?? ''] ?? name,
  );
  const { credentials } = operation;
  const holder = !credentials.includes('session') && credentials.includes('api-key') ? key : attacker.session;
  const takesLink = credentials.includes('signing-link') && thing.link !== undefined;
  const caller = takesLink ? app.anyone.with({ bearer: thing.link ?? '' }) : holder;
  return { path: servedAt(operation) + path, caller, body: (await row.body?.(scene)) ?? {} };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Yields one copy of the value for each object in it, with a property added to that object. */
function* withMember(value: unknown, name: string, added: unknown): Generator<unknown> {
  if (isObject(value)) {
    yield { ...value, [name]: added };
    for (const [member, inner] of Object.entries(value))
      for (const changed of withMember(inner, name, added)) yield { ...value, [member]: changed };
  }
  if (Array.isArray(value))
    for (const [at, inner] of value.entries())
      for (const changed of withMember(inner, name, added)) yield value.with(at, changed);
}

const takesJson = (Object.keys(ROWS) as OperationId[]).filter(
  (id) => (operations[id] as Operation | undefined)?.body?.kind === 'json',
);

describe('unknown properties', () => {
  const EXTRA: Record<string, unknown> = {
    tenant_id: '@victim',
    organizationId: '@victim',
    isOperator: true,
    is_operator: true,
    plan: 'enterprise',
    owner_id: '@victim',
    userId: '@victim',
    isAdmin: true,
    email_verified: true,
    status: 'completed',
    id: '@victim',
    environment: 'live',
  };
  const names = Object.keys(EXTRA);

  test.each(takesJson)('%s rejects each unknown property and names it, at every level', async (id) => {
    const operation: Operation = operations[id];
    const { path, caller, body } = await sampleOf(id, ROWS[id] ?? { access: { to: 'anyone' } });
    for (const name of names) {
      const value = EXTRA[name] === '@victim' ? victim.owner.organization.tenants.live : EXTRA[name];
      for (const attacked of withMember(body, name, value)) {
        // Properties that the operation defines are skipped, because they are not unknown.
        if (JSON.stringify(body).includes(`"${name}"`)) continue;
        const answer = await probe(caller, operation.method, path, { body: attacked as object });
        expect([403, 422], `${name}: ${answer.status} ${answer.text.slice(0, 200)}`).toContain(answer.status);
        if (answer.status === 422) expect(answer.text, name).toContain(name);
      }
    }
  });

  test.each(takesJson)('%s ignores properties of the JavaScript prototype', async (id) => {
    const operation: Operation = operations[id];
    const { path, caller, body } = await sampleOf(id, ROWS[id] ?? { access: { to: 'anyone' } });
    const headers = { 'content-type': 'application/json' };
    for (const name of ['__proto__', 'constructor', 'prototype', 'hasOwnProperty', 'toString']) {
      for (const attacked of withMember(body, 'MARK', {
        polluted: true,
        role: 'owner',
        prototype: { polluted: true },
      })) {
        const text = JSON.stringify(attacked).replace('"MARK"', `"${name}"`);
        const answer = await probe(caller, operation.method, path, { body: text, headers });
        expect([403, 422], `${name}: ${answer.status} ${answer.text.slice(0, 200)}`).toContain(answer.status);
      }
    }
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  test('rejects unknown properties in queries and forms', async () => {
    for (const query of ['__proto__[polluted]=1', '__proto__=1', 'constructor.prototype.polluted=1', 'constructor=x'])
      expect((await probe(key, 'GET', `/api/documents/paginated?${query}`)).status).toBe(422);
    for (const name of ['__proto__', 'constructor', 'tenant_id', 'owner_id', 'status']) {
      const body = multipart([
        { name, content: '{"polluted":true}' },
        { name: 'file', filename: 'a.pdf', content: makePdf() },
      ]);
      const answer = await probe(key, 'POST', '/api/documents/upload', { body, headers: MULTIPART });
      expect(answer.status, name).toBe(422);
    }
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });
});

describe('line breaks', () => {
  const EVIL = 'x\r\nBcc: everybody@evil.example\r\nSet-Cookie: countersign_session=x\r\n\r\n<script>alert(1)</script>';

  test.each([
    [
      'a title',
      () =>
        probe(key, 'POST', '/api/documents/upload', {
          body: pdfUpload(makePdf(), { title: EVIL }),
          headers: MULTIPART,
        }),
    ],
    ['a subject', () => sendWith({ emailSubject: EVIL })],
    ["a signer's name", () => sendWith({ signers: [{ email: app.person().email, name: EVIL }] })],
    ["a signer's address", () => sendWith({ signers: [{ email: `a@b.example\r\nBcc: c@d.example`, name: 'Ada' }] })],
    ["a person's name", () => probe(attacker.session, 'PUT', '/api/user/profile', { body: { name: EVIL } })],
    ["an organization's name", () => probe(attacker.session, 'PATCH', '/api/organization', { body: { name: EVIL } })],
    ["a key's name", () => probe(attacker.session, 'POST', '/api/settings/api-keys', { body: { name: EVIL } })],
    [
      'a reason',
      async () =>
        probe(attacker.session, 'POST', `/api/documents/${(await world.sent(attacker, 'live')).ids['doc']}/void`, {
          body: { reason: EVIL },
        }),
    ],
    [
      "a new user's name",
      () =>
        probe(attacker.session, 'POST', '/api/admin/users/create', {
          body: { email: app.person().email, role: 'member', name: EVIL },
        }),
    ],
  ])('rejects line breaks in %s', async (_, send) => {
    expect((await send()).status).toBe(422);
  });

  async function sendWith(more: object): Promise<Answer> {
    const { ids } = await world.draft(attacker, 'live');
    const body = { signers: [app.person()], ...more };
    return probe(attacker.session, 'POST', `/api/documents/${ids['doc']}/send-for-signing`, { body });
  }

  test('removes line breaks from a file name in every header', async () => {
    for (const filename of [
      'a%0d%0aSet-Cookie: x=1.pdf',
      'a\u2028b\u0085c\u202Efdp.exe',
      '"; filename="b.html',
      '../../etc/passwd',
      '\u0000.pdf',
    ]) {
      const upload = await probe(key, 'POST', '/api/documents/upload', {
        body: pdfUpload(makePdf(), {}, filename),
        headers: MULTIPART,
      });
      if (upload.status === 422) continue;
      const { id } = (upload.body as { document: { id: string } }).document;
      const { body } = await key.get<'downloadDocument'>(`/api/documents/${id}/download?type=original`);
      const file = await probe(app.anyone, 'GET', new URL(body.downloadUrl).pathname);
      expect(file.headers.get('set-cookie')).toBeNull();
      const disposition = file.headers.get('content-disposition') ?? '';
      expect(disposition).toMatch(/^attachment; filename="[\x20-\x21\x23-\x7e]*"; filename\*=UTF-8''[\w%.~!()*'-]+$/);
      const real = decodeURIComponent(disposition.split("UTF-8''")[1] ?? '');
      expect(real).not.toMatch(/[/\\\p{Cc}\u2028\u2029\u202e]/u);
    }
  });

  test('puts no line breaks into the headers of any e-mail', async () => {
    const rows = await app.sql<{ subject: string; to_address: string; from_address: string }>(
      'select subject, to_address, from_address from mails',
    );
    for (const row of rows) expect(Object.values(row).join(' ')).not.toMatch(/[\r\n]/);
  });
});

/** Returns an arbitrary body, for operations that must reject it. */
function sampleOptions({ method, body }: Operation): { body?: object } {
  return method === 'GET' || body === undefined ? {} : { body: {} };
}

describe('invalid and oversized inputs', () => {
  const BODIES = [
    'null',
    '[]',
    '""',
    '0',
    'true',
    '{',
    '{}{}',
    '[{"a":1}]',
    '{"a":1e400,"signers":1e400}',
    `{"signers":${'['.repeat(5000)}${']'.repeat(5000)}}`,
    `{"name":"${'a'.repeat(100_000)}","email":"${'a'.repeat(100_000)}"}`,
    '{"name":"\\ud800","email":"\\udfff@a.example","password":"\\ud800","token":"\\u0000"}',
    '{"email":{"$ne":null},"password":{"$ne":null},"token":{"$gt":""},"userId":{"$ne":""}}',
    '{"email":"a@b.example","email":"c@d.example","password":[],"token":[[]]}',
  ];
  test.each(Object.keys(operations) as OperationId[])('%s rejects invalid and oversized inputs', async (id) => {
    const random = chance(SEED + id.length);
    const operation: Operation = operations[id];
    const path =
      servedAt(operation) +
      operation.path.replaceAll(/:\w+/g, () => random.pick(['doc_1', '%00', 'x'.repeat(300), '-1', '[object Object]']));
    const caller = operation.credentials.includes('signing-link')
      ? app.anyone.with({ bearer: link })
      : attacker.session;
    const query = random.pick([
      '',
      '?page=1&page=2',
      '?page[$gt]=1',
      '?a=%00',
      '?pageSize=1e9',
      `?search=${'%F0%9F%92%A5'.repeat(500)}`,
      '?id=&id=',
    ]);
    for (const body of operation.method === 'GET' ? [undefined] : BODIES) {
      const answer = await probe(caller, operation.method, path + query, {
        ...(body !== undefined && {
          body,
          headers: { 'content-type': random.pick(['application/json', 'application/json; charset=utf-8']) },
        }),
      });
      if (operation.body?.kind === 'json' || query !== '') expect(answer.status).toBeDefined();
      if (operation.body?.kind === 'json') refusedAlike(answer);
    }
  });
});
