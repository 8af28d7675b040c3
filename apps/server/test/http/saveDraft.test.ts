import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { saveBody } from '../support/draft.ts';
import { expectError, expectInvalid, statusesOf } from '../support/expect-answer.ts';
import { hidesDocuments, needsCredential, needsScope } from '../support/refusals.ts';
import { until } from '../support/until.ts';

const app = await startTestApp();
const { id: target } = await app.draft();
const pathOf = (id: string): string => `/api/documents/${id}/draft`;
const put = (id: string, body: object, by = app.key) => by.send<'saveDraft'>('PUT', pathOf(id), { body });
const read = async (id: string) => (await app.key.get<'getDraft'>(pathOf(id))).body.draft;
const document = async (id: string) => (await app.key.get<'getDocument'>(`/api/documents/${id}`)).body.document;
const by = (editor: string, number: number) => ({ save: { editor, number } });
const recipient = (email: string, more: object = {}) => ({ key: 'r1', name: 'Ada', email, ...more });
const stored = async (id: string) =>
  (await app.sql<{ kept: string | null }>('select draft::text as kept from documents where id = $1', [id]))[0]?.kept;

describe('200', () => {
  test('saves incomplete input unchanged and plans no recipients from it', async () => {
    const { id } = await app.draft();
    const recipients = [recipient(' ada@'), { key: 'r2', name: '', email: '' }];
    const answer = await put(id, saveBody(0, { recipients, where: 'fields', days: 0 }));
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.draft).toMatchObject({ revision: 1, editor: 'editor-one', saved_by: 'Grace Hopper' });
    expect((await read(id)).content).toMatchObject({ recipients, where: 'fields', days: 0 });
    expect((await document(id)).planned).toBeNull();
  });

  test('plans recipients and fields from complete input, and sends them if the send request names the saved revision', async () => {
    const { id } = await app.draft();
    const person = app.person();
    const fields = [{ kind: 'signature', signer: person.email, page: 1, x: 50, y: 50, width: 150, height: 40 }];
    const content = { recipients: [recipient(person.email)] };
    await put(id, saveBody(0, content, { signers: [person], fields }));
    expect((await document(id)).planned).toMatchObject({ signers: [person], fields });
    const send = (draftRevision: number) =>
      app.key.post<'sendForSigning'>(`/api/documents/${id}/send-for-signing`, { draftRevision });
    expectError(await send(0), 'DRAFT_CHANGED', { revision: 1 });
    const sent = await send(1);
    expect(sent.body.document, sent.text).toMatchObject({ signers: [person], fields: [{ kind: 'signature' }] });
    expect(await stored(id), 'nothing is stored in addition to the recipients').toBeNull();
    expectError(await put(id, saveBody(1)), 'INVALID_STATE', { status: 'in-progress', allowed: ['draft'] });
  });

  test('warns the author about a name with unprintable characters, and repeats the warning when the draft is opened again', async () => {
    const { id } = await app.draft();
    const recipients = [recipient('ada@contoso.example', { name: 'Nefer \u{13000}' })];
    const { warnings } = (await put(id, saveBody(0, { recipients }))).body.draft;
    expect(warnings).toEqual([expect.stringContaining('has characters that cannot be printed: \u{13000}.')]);
    expect((await read(id)).warnings).toEqual(warnings);
  });

  test('keeps a save that arrives during sending, returns 409 for the send request, and leaves the document a draft', async () => {
    const { id } = await app.draft();
    const person = app.person();
    await put(id, saveBody(0, { recipients: [recipient(person.email)] }, { signers: [person] }));
    await app.sql('begin');
    await app.sql('select 1 from documents where id = $1 for update', [id]);
    const sending = app.key.post<'sendForSigning'>(`/api/documents/${id}/send-for-signing`, {});
    await until('the send request to wait for the lock', async () => {
      const waiting = await app.sql('select 1 from pg_locks where not granted and pid <> pg_backend_pid()');
      return waiting.length > 0;
    });
    await app.sql('update documents set draft_revision = draft_revision + 1 where id = $1', [id]);
    await app.sql('commit');
    expectError(await sending, 'DRAFT_CHANGED', { revision: 2 });
    expect((await document(id)).status).toBe('draft');
  });

  test('removes the planned recipients when the input becomes incomplete again', async () => {
    const { id } = await app.draft();
    const person = app.person();
    await put(id, saveBody(0, { recipients: [recipient(person.email)] }, { signers: [person] }));
    await put(id, saveBody(1, { recipients: [recipient('half')] }, by('editor-one', 2)));
    expect((await document(id)).planned).toBeNull();
    expectInvalid(await app.key.post(`/api/documents/${id}/send-for-signing`, { draftRevision: 2 }), 'signers');
  });

  test("records the saves of one editing session in one audit entry, and a colleague's save or a later save in another", async () => {
    const { id } = await app.draft();
    const colleague = await app.member('admin');
    await put(id, saveBody(0, { subject: 'a' }));
    await put(id, saveBody(1, { subject: 'b' }, by('editor-one', 2)));
    await put(id, saveBody(2, { subject: 'c' }, by('editor-two', 1)), colleague.caller);
    app.clock.advance({ minutes: 16 });
    await put(id, saveBody(3, { subject: 'd' }, by('editor-two', 2)), colleague.caller);
    const { entries, isValid } = (await app.key.get<'getDocumentAudit'>(`/api/documents/${id}/audit`)).body;
    expect(isValid).toBe(true);
    expect(entries.filter(({ action }) => action === 'document.changed')).toHaveLength(3);
  });
});

describe('concurrent saves', () => {
  test("rejects a save that is not based on the latest save, and names the latest save's author and time", async () => {
    const { id } = await app.draft();
    const colleague = await app.member('admin');
    await put(id, saveBody(0, { subject: 'theirs' }, by('editor-two', 1)), colleague.caller);
    const [{ name } = { name: '' }] = await app.sql<{ name: string }>('select name from users where id = $1', [
      colleague.userId,
    ]);
    const details = { revision: 1, savedBy: name, savedAt: app.clock.now().toISOString() };
    expectError(await put(id, saveBody(0, { subject: 'mine' })), 'DRAFT_CHANGED', details);
    expect((await read(id)).content?.subject).toBe('theirs');
    expect((await put(id, saveBody(1, { subject: 'mine' }))).body.draft.revision).toBe(2);
  });

  test("accepts a page's next save based on its previous save, even if the page missed the response", async () => {
    const { id } = await app.draft();
    await put(id, saveBody(0, { subject: 'a' }));
    expect((await put(id, saveBody(0, { subject: 'ab' }, by('editor-one', 2)))).body.draft.revision).toBe(2);
    expect((await read(id)).content?.subject).toBe('ab');
  });

  test('creates no revision for a save that changes nothing, regardless of the page that sends it', async () => {
    const { id } = await app.draft();
    const person = app.person();
    const content = { recipients: [recipient(person.email)] };
    const plan = { signers: [person] };
    await put(id, saveBody(0, content, plan));
    for (const [revision, page] of [
      [1, by('editor-one', 2)],
      [0, by('editor-two', 1)],
    ] as const) {
      const again = await put(id, saveBody(revision, content, { ...plan, ...page }));
      expect(again.status, again.text).toBe(200);
      expect(again.body.draft.revision).toBe(1);
    }
    const next = await put(id, saveBody(1, { ...content, subject: 'Lease' }, { ...plan, ...by('editor-two', 2) }));
    expect(next.body.draft, next.text).toMatchObject({ revision: 2, editor: 'editor-two' });
  });

  test('ignores an older save of the same page that arrives late', async () => {
    const { id } = await app.draft();
    await put(id, saveBody(0, { subject: 'newer' }, by('editor-one', 2)));
    const late = await put(id, saveBody(0, { subject: 'older' }, by('editor-one', 1)));
    expect(late.body.draft.revision).toBe(1);
    expect((await read(id)).content?.subject).toBe('newer');
  });

  test('accepts only one of several saves based on the same revision', async () => {
    const { id } = await app.draft();
    const answers = await Promise.all(
      ['one', 'two', 'three'].map((one) => put(id, saveBody(0, { subject: one }, by(`editor-${one}`, 1)))),
    );
    expect(statusesOf(answers)).toEqual([200, 409, 409]);
  });

  test('discards the saved draft when signers are planned with PATCH, and reports the change at the next save', async () => {
    const { id } = await app.draft();
    await put(id, saveBody(0, { subject: 'mine' }));
    const plan = { signers: [app.person()] };
    await app.key.send('PATCH', `/api/documents/${id}`, { body: plan });
    expect(await read(id)).toMatchObject({ revision: 2, content: null, editor: null });
    const answer = await put(id, saveBody(1, { subject: 'more' }, by('editor-one', 2)));
    expect(answer.body).toMatchObject({ error: 'DRAFT_CHANGED' });
  });
});

describe('access codes in a saved draft', () => {
  const withCode = (email: string) => recipient(email, { accessCode: '7319' });
  const kept = (email: string) => recipient(email, { hasAccessCode: true });

  test('stores access codes as hashes, never returns them, and requires them after the draft is sent', async () => {
    const { id } = await app.draft();
    const person = app.person();
    const signers = [{ ...person, accessCode: '7319' }];
    await put(id, saveBody(0, { recipients: [withCode(person.email)] }, { signers }));
    expect(await stored(id)).toContain('$argon2id$');
    expect(await stored(id)).not.toContain('7319');
    const { content } = await read(id);
    expect(content?.recipients).toEqual([kept(person.email)]);
    const again = { signers: [{ ...person, hasAccessCode: true }], ...by('editor-one', 2) };
    await put(id, saveBody(1, { recipients: [kept(person.email)], subject: 'Lease' }, again));
    await app.key.post(`/api/documents/${id}/send-for-signing`, { draftRevision: 2 });
    const token = await app.link(person.email);
    const open = (accessCode: string) => app.anyone.post('/api/signing/session', { token, accessCode });
    expect((await open('0000')).status).toBe(403);
    expect((await open('7319')).status).toBe(200);
  });

  test('restores the access code of a recipient who is removed and then added again', async () => {
    const { id } = await app.draft();
    await put(id, saveBody(0, { recipients: [withCode('ada@')] }));
    await put(id, saveBody(1, { recipients: [] }, by('editor-one', 2)));
    const back = await put(id, saveBody(2, { recipients: [kept('ada@')] }, by('editor-one', 3)));
    expect(back.status, back.text).toBe(200);
  });

  test('returns 422 if a save refers to an access code that was never stored', async () => {
    const body = saveBody(0, { recipients: [kept('ada@')] });
    expectInvalid(await put(target, body), 'content.recipients[0].hasAccessCode');
  });
});

needsCredential(app, { method: 'PUT', path: pathOf(target), body: saveBody(0) });
needsScope(app, 'documents:write', { method: 'PUT', path: pathOf(target), body: saveBody(0) });
hidesDocuments(
  app,
  (id) => ({ method: 'PUT', path: pathOf(id), body: saveBody(0) }),
  async (by) => (await app.draft({ by })).id,
);

test('counts saves in a separate rate-limit bucket that is larger than the bucket of the credential', async () => {
  const { id } = await app.draft();
  const saved = await put(id, saveBody(0));
  expect(saved.headers.get('x-ratelimit-limit')).toBe('20000');
  const left = Number(saved.headers.get('x-ratelimit-remaining'));
  await app.key.get(pathOf(id));
  const again = await put(id, saveBody(1, {}, by('editor-one', 2)));
  expect(Number(again.headers.get('x-ratelimit-remaining'))).toBe(left - 1);
});

describe('422', () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ key: `r${index}`, name: '', email: '' }));
  const text = { key: 'f1', kind: 'text', recipient: 'r1', page: 1, required: true };
  const box = { x: 0, y: 0, width: 0.1, height: 0.1 };
  const person = { name: 'Ada', email: 'ada@contoso.example' };
  const place = { page: 1, x: 50, y: 50, width: 150, height: 40 };
  test.each([
    ['101 recipients', saveBody(0, { recipients: many(101) }), 'content.recipients'],
    [
      'a name of 121 characters',
      saveBody(0, { recipients: [recipient('', { name: 'x'.repeat(121) })] }),
      'content.recipients[0].name',
    ],
    ['a subject with a NUL character', saveBody(0, { subject: 'a\u0000' }), 'content.subject'],
    [
      'a field beyond its page',
      saveBody(0, { fields: [{ ...text, box: { ...box, x: 2 } }] } as never),
      'content.fields[0].box.x',
    ],
    [
      '1001 fields',
      saveBody(0, { fields: Array.from({ length: 1001 }, () => ({ ...text, box })) } as never),
      'content.fields',
    ],
    ['an unknown property', saveBody(0, { more: 1 } as never), 'content.more'],
    ['an empty editor name', saveBody(0, {}, { save: { editor: '', number: 1 } }), 'save.editor'],
    [
      'a plan with a field on a page that does not exist',
      saveBody(0, {}, { signers: [person], fields: [{ kind: 'text', signer: person.email, ...place, page: 2 }] }),
      'fields[0].page',
    ],
  ])('rejects an invalid save: %s', async (_, body, field) => {
    expectInvalid(await put(target, body), field);
  });

  test('rejects a save of more than 512 kB', async () => {
    const details = {
      label: '',
      suggested: 'x'.repeat(2000),
      readOnly: false,
      options: [],
      option: '',
      minLength: '',
      maxLength: '',
      pattern: '',
      patternMessage: '',
      min: '',
      max: '',
      decimals: '',
    };
    const fields = Array.from({ length: 300 }, () => ({ ...text, box, details }));
    expectInvalid(await put(target, saveBody(0, { fields } as never)), 'content');
    expect((await read(target)).revision).toBe(0);
  });
});
