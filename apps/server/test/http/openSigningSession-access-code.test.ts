import { describe, expect, test } from 'vitest';
import { OWNER, startTestApp } from '../support/app.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';

const app = await startTestApp();
const sender = { name: OWNER.name, email: OWNER.email, organization: OWNER.organization };
const session = (token: string, accessCode?: unknown) =>
  app.anyone.post<'openSigningSession'>('/api/signing/session', { token, accessCode });
const guarded = () => app.sentToOne({ signers: [{ ...app.person(), accessCode: 'Blue 7!' }] });

test('hides the document from every request until the access code is entered', async () => {
  const { id, token, signers, document } = await guarded();
  const signerId = signers[0]?.id ?? '';
  const caller = app.anyone.with({ bearer: token });
  for (const answer of [
    await session(token),
    await caller.get(`/api/signing/${signerId}`),
    await caller.get(`/api/signing/${signerId}/pdf`),
    await caller.get(`/api/signing/${signerId}/pages/1`),
    await caller.get(`/api/signing/${signerId}/pages/1/text`),
    await caller.post(`/api/signing/${signerId}/view`, {}),
    await caller.post(`/api/signing/${signerId}/start`, {}),
    await app.sign(id, { token }),
  ]) {
    expectError(answer, 'ACCESS_CODE_REQUIRED', { sender });
    expect(answer.text).not.toContain(document.title);
  }
  expect(document.signers[0]?.access_code).toBe('required');
  const [row] = await app.sql<{ hash: string }>('select access_code_hash as hash from signers where id = $1', [
    signerId,
  ]);
  expect(row?.hash).toMatch(/^\$argon2id\$/);
});

test('opens the document after the access code is entered, keeps it open in an extended session, and records the check', async () => {
  const { id, token, signers } = await guarded();
  const opened = await session(token, ' Blue 7! ');
  expect(opened.status, opened.text).toBe(200);
  const extended = await session(opened.body.bearer);
  expect(extended.status).toBe(200);
  const caller = app.anyone.with({ bearer: extended.body.bearer });
  expect((await caller.get(`/api/signing/${signers[0]?.id}`)).status).toBe(200);
  expectError(await session(token), 'ACCESS_CODE_REQUIRED', { sender });
  expect((await app.sign(id, { token: extended.body.bearer })).status).toBe(200);
  const { body } = await app.key.get<'getDocumentAudit'>(`/api/documents/${id}/audit`);
  expect(body.entries.find(({ action }) => action === 'document.signed')?.context).toMatchObject({
    factors: 'access-code',
  });
  expect(body.entries.map(({ action }) => action)).toContain('signer.access-code-passed');
});

describe('five wrong access codes', () => {
  test('locks the signer after five wrong access codes, and notifies the sender', async () => {
    const { id, token, signers } = await guarded();
    for (const left of [4, 3, 2, 1])
      expectError(await session(token, 'blue 7!'), 'ACCESS_CODE_WRONG', { sender, attemptsLeft: left });
    expectError(await session(token, 'blue 7!'), 'ACCESS_CODE_LOCKED', { sender });
    expectError(await session(token, 'Blue 7!'), 'ACCESS_CODE_LOCKED', { sender });
    expectError(await app.sign(id, { token }), 'ACCESS_CODE_LOCKED', { sender });
    expect(await app.mailId(OWNER.email, 'access-locked')).toBeDefined();
    const { body } = await app.key.get<'getDocument'>(`/api/documents/${id}`);
    expect(body.document.signers).toMatchObject([{ id: signers[0]?.id, access_code: 'locked' }]);
    const listed = await app.key.get<'listDocuments'>('/api/documents/paginated?sortOrder=desc');
    expect(listed.body.documents.find((one) => one.id === id)?.signers).toEqual(body.document.signers);
    const trail = await app.key.get<'getDocumentAudit'>(`/api/documents/${id}/audit`);
    const actions = trail.body.entries.map(({ action }) => action);
    expect(actions.filter((action) => action === 'signer.access-code-refused')).toHaveLength(5);
    expect(actions.filter((action) => action === 'signer.access-locked')).toHaveLength(1);
  });

  test('checks at most five of twenty concurrent attempts to enter an access code', async () => {
    const { id, token } = await guarded();
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => session(token, `guess-${n}`)));
    expect(answers.filter(({ body }) => 'error' in body && body.error === 'ACCESS_CODE_WRONG')).toHaveLength(4);
    const trail = await app.key.get<'getDocumentAudit'>(`/api/documents/${id}/audit`);
    const tried = trail.body.entries.filter(({ action }) => action === 'signer.access-code-refused');
    expect(tried).toHaveLength(5);
  });

  test('resets the number of wrong access codes after a correct code', async () => {
    const { token } = await guarded();
    for (let round = 0; round < 2; round += 1) {
      for (let tries = 0; tries < 4; tries += 1) expect((await session(token, 'wrong')).status).toBe(403);
      expect((await session(token, 'Blue 7!')).status).toBe(200);
    }
  });
});

describe('422', () => {
  test.each([
    ['empty', ' '],
    ['of 65 characters', 'x'.repeat(65)],
    ['not text', 1234],
  ])('rejects an access code that is %s', async (_, accessCode) => {
    const { token } = await guarded();
    expectInvalid(await session(token, accessCode), 'accessCode');
  });

  test.each(['abc', 'x'.repeat(65), 'grün12', 'a\nbcd'])('rejects %j as an access code', async (accessCode) => {
    const { id } = await app.draft();
    const body = { signers: [{ ...app.person(), accessCode }] };
    expectInvalid(await app.key.post(`/api/documents/${id}/send-for-signing`, body), 'signers[0].accessCode');
  });
});
