import { type Operation, operations } from '@countersign/contract';
import { describe, expect, test } from 'vitest';
import { sweeps } from '../../src/features/retention/sweeps.ts';
import { newId } from '../../src/platform/crypto/ids.ts';
import { startTestApp } from '../support/app.ts';
import { saveBody } from '../support/draft.ts';
import { expectError, expectInvalid, statusesOf } from '../support/expect-answer.ts';
import { refusesOtherMethods } from '../support/refusals.ts';

const app = await startTestApp();
const other = await app.otherTenant();
const PATH = '/api/preparing/session';
const ORIGIN = 'https://app.example.com';
/** The origin in the form used in the link's URL (base64url). */
const NAMED = 'aHR0cHM6Ly9hcHAuZXhhbXBsZS5jb20';
for (const { owner } of [app, other])
  await owner.send('PATCH', '/api/organization', { body: { settings: { allowed_origins: [ORIGIN] } } });

async function linked(by = app.key, body: { origin?: string; canSend?: boolean } = {}) {
  const { id } = await app.draft({ by });
  const answer = await by.post<'createPreparingLink'>(`/api/documents/${id}/prepare-link`, body);
  expect(answer.status, answer.text).toBe(201);
  const { hash, searchParams } = new URL(answer.body.url);
  return { id, token: app.secret(hash.slice(1)), ...Object.fromEntries(searchParams) };
}
const open = (body: object) => app.anyone.post<'openPreparingSession'>(PATH, body);
async function opened(by = app.key, link: { canSend?: boolean } = {}) {
  const { id, token } = await linked(by, link);
  const { status, text, body } = await open({ token });
  expect(status, text).toBe(200);
  return { id, bearer: app.secret(body.bearer), person: app.anyone.with({ bearer: body.bearer }) };
}

describe('200', () => {
  test('exchanges the preparing link once for a token that is valid for 2 hours, and records the exchange', async () => {
    const { id, token } = await linked();
    const { status, body } = await open({ token });
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      bearer: expect.stringMatching(/^prepare_/),
      expiresAt: new Date(app.clock.now().getTime() + 7_200_000).toISOString(),
      documentId: id,
      canSend: true,
      settings: { default_expiration_days: 30, default_reminders: null },
    });
    app.secret(body.bearer);
    expectError(await open({ token }), 'INVALID_LINK');
    const trail = await app.key.get<'getDocumentAudit'>(`/api/documents/${id}/audit`);
    expect(trail.body.entries.at(-1)).toMatchObject({ action: 'document.preparing-link-used' });
    expect(trail.body.isValid).toBe(true);
  });

  test('opens a preparing link once if five requests arrive simultaneously', async () => {
    const { token } = await linked();
    const answers = await Promise.all(Array.from({ length: 5 }, () => open({ token })));
    for (const { body } of answers) if (body.bearer !== undefined) app.secret(body.bearer);
    expect(statusesOf(answers)).toEqual([200, 401, 401, 401, 401]);
  });

  test('reads, saves and sends the draft with the preparing token', async () => {
    const { id, person } = await opened();
    const at = `/api/documents/${id}`;
    expect((await person.get(at)).status).toBe(200);
    expect((await person.get(`${at}/pages/1?width=64`)).status).toBe(200);
    expect((await person.get(`${at}/placements`)).status).toBe(200);
    expect((await person.get(`${at}/field-suggestions`)).status).toBe(200);
    const { body } = await person.get<'getDraft'>(`${at}/draft`);
    const saved = await person.send('PUT', `${at}/draft`, { body: saveBody(body.draft.revision) });
    expect(saved.status, saved.text).toBe(200);
    const sent = await person.post<'sendForSigning'>(`${at}/send-for-signing`, { signers: [app.person()] });
    expect(sent.status, sent.text).toBe(200);
    expect(sent.body.document.status).toBe('in-progress');
  });
});

describe('a preparing link without permission to send', () => {
  test('returns a token that can read and save the draft, but cannot send or schedule it', async () => {
    const { id, token } = await linked(app.key, { canSend: false });
    const { body: session } = await open({ token });
    expect(session.canSend).toBe(false);
    const person = app.anyone.with({ bearer: app.secret(session.bearer) });
    const at = `/api/documents/${id}`;
    const { body } = await person.get<'getDraft'>(`${at}/draft`);
    expect((await person.send('PUT', `${at}/draft`, { body: saveBody(body.draft.revision) })).status).toBe(200);
    for (const more of [{}, { sendAt: new Date(app.clock.now().getTime() + 3_600_000).toISOString() }])
      expectError(await person.post(`${at}/send-for-signing`, { signers: [app.person()], ...more }), 'FORBIDDEN');
    const query = `mutation { sendForSigning(id: "${id}") { document { status } } }`;
    expect((await person.post('/api/v1/graphql', { query })).text).toContain('FORBIDDEN');
    const { body: after } = await app.key.get<'getDocument'>(at);
    expect([after.document.status, after.document.scheduled_for]).toEqual(['draft', null]);
    const sent = await app.key.post(`${at}/send-for-signing`, { signers: [app.person()] });
    expect(sent.status, 'the application sends the document').toBe(200);
  });
});

test('sweeps links and tokens no earlier than a day after they expire', async () => {
  const [unused, used, current] = [await linked(), await opened(), await opened()];
  await app.sql(
    // Row security uses the database's clock, and the statement uses the server's clock.
    `update preparing_links set expires_at = least(now(), $2) - interval '25 hours',
       bearer_until = case when bearer_until is null then null else least(now(), $2) - interval '25 hours' end
     where document_id = any ($1)`,
    [[unused.id, used.id], app.clock.now()],
  );
  const left = async () =>
    (
      await app.sql<{ id: string }>('select document_id as id from preparing_links where document_id = any ($1)', [
        [unused.id, used.id, current.id],
      ])
    ).map(({ id }) => id);
  expect(await left()).toHaveLength(3);
  const sweep = sweeps.find(({ name }) => name === 'preparing_links');
  await sweep?.erase(app.services);
  expect(await left()).toEqual([current.id]);
});

describe('401', () => {
  test.each([
    ['after 10 minutes', { minutes: 10 }],
    ['after a day', { hours: 24 }],
  ])('rejects a preparing link %s', async (_, time) => {
    const { token } = await linked();
    app.clock.advance(time);
    expectError(await open({ token }), 'INVALID_LINK');
  });

  test('rejects a preparing link that is opened for another organization or from another origin', async () => {
    const { token } = await linked(app.key, { origin: ORIGIN });
    expectError(await open({ token, origin: NAMED, embed: other.tenantId }), 'INVALID_LINK');
    expectError(await open({ token, embed: app.tenant.tenantId }), 'INVALID_LINK');
    expectError(await open({ token, origin: 'aHR0cHM6Ly9vdGhlci5leGFtcGxlLmNvbQ' }), 'INVALID_LINK');
    expect((await open({ token, origin: NAMED, embed: app.tenant.tenantId })).status).toBe(200);
  });

  test('rejects an unknown preparing link and a link to a draft that was sent or deleted', async () => {
    expectError(await open({ token: `prepare_${'0'.repeat(26)}_${'a'.repeat(43)}` }), 'INVALID_LINK');
    expectError(await open({ token: 'nonsense' }), 'INVALID_LINK');
    const sent = await linked();
    await app.key.post(`/api/documents/${sent.id}/send-for-signing`, { signers: [app.person()] });
    expectError(await open({ token: sent.token }), 'INVALID_LINK');
    const deleted = await linked();
    await app.key.send('DELETE', `/api/documents/${deleted.id}`);
    expectError(await open({ token: deleted.token }), 'INVALID_LINK');
  });

  test('rejects the preparing token after 2 hours, and as soon as its API key is revoked', async () => {
    const { caller, id: keyId } = await app.makeKey({ scopes: ['documents:write'] });
    const first = await opened(caller);
    expect((await first.person.get(`/api/documents/${first.id}`)).status).toBe(200);
    const revoked = await (await app.session()).send('DELETE', `/api/settings/api-keys?id=${keyId}`);
    expect(revoked.status, revoked.text).toBe(200);
    expectError(await first.person.get(`/api/documents/${first.id}`), 'UNAUTHORIZED');
    const second = await opened();
    app.clock.advance({ minutes: 120 });
    expectError(await second.person.get(`/api/documents/${second.id}`), 'UNAUTHORIZED');
  });
});

test('returns 401 for a preparing link whose API key was revoked, and does not mark the link as used', async () => {
  const { caller, id: keyId } = await app.makeKey({ scopes: ['documents:write'] });
  const { id, token } = await linked(caller);
  const revoked = await (await app.session()).send('DELETE', `/api/settings/api-keys?id=${keyId}`);
  expect(revoked.status, revoked.text).toBe(200);
  expectError(await open({ token }), 'INVALID_LINK');
  const [row] = await app.sql<{ bearer_hash: Buffer | null }>(
    'select bearer_hash from preparing_links where document_id = $1',
    [id],
  );
  expect(row).toEqual({ bearer_hash: null });
  const trail = await app.key.get<'getDocumentAudit'>(`/api/documents/${id}/audit`);
  expect(trail.body.entries.at(-1)).toMatchObject({ action: 'document.preparing-link-issued' });
});

describe('the preparing token', () => {
  const ALLOWED = [
    'getDocument',
    'getDocumentPage',
    'getDocumentPlacements',
    'getDraft',
    'getFieldSuggestions',
    'saveDraft',
    'sendForSigning',
  ];
  const all: Operation[] = Object.values(operations);
  const live = all.filter(({ environment }) => environment !== 'sandbox');
  /** Uses the ID of an existing object if possible, because an unknown ID could hide a missing check. */
  const address = ({ path }: Operation, id: string): string =>
    path.replace(':id', id).replaceAll(/:\w+/g, () => newId('signer', app.clock.now()));

  test('rejects the preparing token in all but seven operations, with the same error', async () => {
    let { id, person } = await opened();
    const closed = live.filter(
      ({ credentials, id: name }) => !credentials.includes('public') && !ALLOWED.includes(name),
    );
    expect(closed.length).toBeGreaterThan(150);
    for (const [n, operation] of closed.entries()) {
      if (operation.credentials.includes('file-link')) continue;
      // Refused credentials are counted per network address, with a limit of 100 an hour.
      if (n % 80 === 79) {
        app.clock.advance({ hours: 1 });
        ({ id, person } = await opened());
      }
      const { method } = operation;
      const answer = await person.send(method, address(operation, id), method === 'GET' ? {} : { body: {} });
      expect({ name: operation.id, status: answer.status }).toEqual({ name: operation.id, status: 403 });
    }
  });

  test('rejects the preparing token for other documents', async () => {
    const { person } = await opened();
    const same = await app.draft();
    const foreign = await app.draft({ by: other.key });
    for (const operation of live.filter(({ id }) => ALLOWED.includes(id)))
      for (const { id } of [same, foreign]) {
        const { method } = operation;
        const path = operation.path.replace(':id', id).replace(':n', '1');
        expectError(await person.send(method, path, method === 'GET' ? {} : { body: {} }), 'DOCUMENT_NOT_FOUND', {
          documentId: id,
        });
      }
  });

  test('rejects the preparing token in the sandbox and in a GraphQL query that lists documents', async () => {
    const { id, person } = await opened();
    expectError(await person.get(`/sandbox/api/documents/${id}`), 'WRONG_ENVIRONMENT');
    const answer = await person.post('/api/v1/graphql', { query: '{ documents { id } }' });
    expect(answer.text).toContain('FORBIDDEN');
    expect(answer.text).not.toContain(id);
  });

  test.each([
    ['callbackUrl', 'https://app.example.com/events'],
    ['redirectUrl', 'https://app.example.com/done'],
    ['notify', false],
  ])('accepts only send options that the editor offers, and rejects %s', async (member, value) => {
    const { id, person } = await opened();
    const body = { signers: [app.person()], [member]: value };
    expectInvalid(await person.post(`/api/documents/${id}/send-for-signing`, body), member);
  });

  test('revokes the preparing token when the application sends the draft, or a minute after the editor sends it', async () => {
    const elsewhere = await opened();
    await app.key.post(`/api/documents/${elsewhere.id}/send-for-signing`, { signers: [app.person()] });
    expectError(await elsewhere.person.get(`/api/documents/${elsewhere.id}`), 'UNAUTHORIZED');
    const { id, person } = await opened();
    await person.post(`/api/documents/${id}/send-for-signing`, { signers: [app.person()] });
    expect((await person.get(`/api/documents/${id}`)).status).toBe(200);
    app.clock.advance({ seconds: 61 });
    expectError(await person.get(`/api/documents/${id}`), 'UNAUTHORIZED');
  });
});

refusesOtherMethods(app, PATH, ['POST']);

test('422: rejects a missing token and an invalid origin', async () => {
  expectInvalid(await open({}), 'token');
  expectInvalid(await open({ token: 'nonsense', embed: 'ten' }), 'embed');
});
