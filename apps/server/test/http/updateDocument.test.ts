import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError, expectInvalid, statusesOf } from '../support/expect-answer.ts';
import { countsRequests, hidesDocuments, needsCredential, needsScope } from '../support/refusals.ts';

const app = await startTestApp();
const { id: draft } = await app.draft();
const pathOf = (id: string): string => `/api/documents/${id}`;
const body = { title: 'Another title' };
const patch = (path: string, changes: object) => app.key.send<'updateDocument'>('PATCH', path, { body: changes });
const read = async (id: string) => (await app.key.get<'getDocument'>(pathOf(id))).body.document;

describe('200', () => {
  test('changes only the given properties of a document', async () => {
    const before = await app.draft({ title: 'Before' });
    app.clock.advance({ minutes: 1 });
    const details = {
      title: ' After ',
      description: 'What it is\nabout',
      tags: ['a', 'B', 'a'],
      metadata: { 'crm.id': '7' },
    };
    const answer = await patch(`/v1${pathOf(before.id)}`, details);
    expect(answer.status, answer.text).toBe(200);
    const expected = {
      ...before,
      ...details,
      title: 'After',
      tags: ['a', 'B'],
      updated_at: app.clock.now().toISOString(),
    };
    expect(answer.body).toEqual({ document: expected });
    expect(await read(before.id)).toEqual(expected);
    const cleared = await patch(pathOf(before.id), { description: null, tags: [], metadata: {} });
    expect(cleared.body.document).toMatchObject({ title: 'After', description: null, tags: [], metadata: {} });
  });

  test.each(['draft', 'in-progress', 'completed', 'voided', 'expired', 'declined', 'archived'])(
    'changes the tags of a document with the status "%s"',
    async (status) => {
      const { id } = await app.draft();
      await app.sql('update documents set status = $2 where id = $1', [id, status]);
      const answer = await patch(pathOf(id), { tags: ['x'] });
      expect(answer.body.document).toMatchObject({ status, tags: ['x'] });
    },
  );

  test('removes bidirectional control characters, which would reverse letters, from a title', async () => {
    const { id } = await app.draft();
    const { body } = await app.key.send<'updateDocument'>('PATCH', `/api/documents/${id}`, {
      body: { title: 'Rent \u202Efdp.exe\u2066 \u061Cאב' },
    });
    expect(body.document.title).toBe('Rent fdp.exe אב');
  });

  test('records changes to the text fields in the audit trail without their text, and records no entry if nothing changes', async () => {
    const { id, updated_at: updatedAt } = await app.draft({ title: 'Kept' });
    app.clock.advance({ minutes: 1 });
    const same = await patch(pathOf(id), { title: 'Kept' });
    expect(same.body.document.updated_at).toBe(updatedAt);
    await patch(pathOf(id), { title: 'A secret name', tags: ['x'] });
    const { entries, isValid } = (await app.key.get<'getDocumentAudit'>(`${pathOf(id)}/audit`)).body;
    expect(isValid).toBe(true);
    expect(entries.map(({ action, summary }) => [action, summary])).toEqual([
      ['document.created', expect.any(String)],
      ['document.changed', 'Changed: title, tags'],
    ]);
    expect(JSON.stringify(entries)).not.toContain('secret');
  });

  test('adds and removes single tags, keeps tags that others add concurrently, and reports the difference', async () => {
    const { id } = await app.draft();
    await patch(pathOf(id), { tags: ['old', 'kept'] });
    const changes = [{ addTags: ['a', 'kept'], removeTags: ['old', 'never'] }, { addTags: ['b'] }];
    const [first, second] = await Promise.all(changes.map((change) => patch(pathOf(id), change)));
    expect(first?.body.changedTags).toEqual({ added: ['a'], removed: ['old'] });
    expect(second?.body.changedTags).toEqual({ added: ['b'], removed: [] });
    expect((await read(id)).tags.toSorted()).toEqual(['a', 'b', 'kept']);
    expect((await patch(pathOf(id), { title: 'Other' })).body.changedTags).toBeUndefined();
  });

  test('keeps concurrent changes to different properties of a document', async () => {
    const { id } = await app.draft();
    const changes = [{ title: 'T' }, { description: 'D' }, { tags: ['t'] }, { metadata: { m: '1' } }];
    const answers = await Promise.all(changes.map((change) => patch(pathOf(id), change)));
    expect(statusesOf(answers)).toEqual([200, 200, 200, 200]);
    expect(await read(id)).toMatchObject({ title: 'T', description: 'D', tags: ['t'], metadata: { m: '1' } });
  });
});

describe('planned signers and fields of a draft', () => {
  const place = { page: 1, x: 50, y: 50, width: 150, height: 40 };

  test('stores planned signers and fields, and uses them if the send request names no signers', async () => {
    const { id } = await app.draft();
    const person = app.person();
    const plan = { signers: [person], fields: [{ kind: 'signature', signer: person.email, ...place }] };
    const { document } = (await patch(pathOf(id), plan)).body;
    expect(document).toMatchObject({ status: 'draft', signers: [], planned: plan });
    expect((await read(id)).planned).toEqual(document.planned);
    const sent = await app.key.post<'sendForSigning'>(`${pathOf(id)}/send-for-signing`, {});
    expect(sent.status, sent.text).toBe(200);
    expect(sent.body.document).toMatchObject({
      status: 'in-progress',
      planned: null,
      signers: [person],
      fields: [{ kind: 'signature', ...place }],
    });
  });

  test('replaces planned signers and fields completely if the send request names signers', async () => {
    const { id } = await app.draft();
    const [first, second] = [app.person(), app.person()];
    await patch(pathOf(id), { signers: [first], fields: [{ kind: 'initials', signer: first.email, ...place }] });
    const sent = await app.key.post<'sendForSigning'>(`${pathOf(id)}/send-for-signing`, { signers: [second] });
    expect(sent.body.document).toMatchObject({ signers: [second], fields: [{ kind: 'signature' }] });
  });

  test('returns 422 for invalid planned fields, and for fields without planned signers', async () => {
    const { id } = await app.draft();
    const person = app.person();
    const field = { kind: 'text', signer: person.email, ...place };
    for (const [wrong, name] of [
      [{ fields: [field] }, 'signers'],
      [{ signers: [person], fields: [{ ...field, signer: 'b@contoso.example' }] }, 'fields[0].signer'],
      [{ signers: [person], fields: [{ ...field, page: 2 }] }, 'fields[0].page'],
      [{ signers: [person, person] }, 'signers[1].email'],
      [{ signers: [{ ...person, email: 'nobody' }] }, 'signers[0].email'],
    ] as const)
      expectInvalid(await patch(pathOf(id), wrong), name);
    expectInvalid(await app.key.post(`${pathOf(id)}/send-for-signing`, {}), 'signers');
    expect((await read(id)).planned).toBeNull();
  });

  test('returns 409 for planned signers and changes nothing if the document is no longer a draft', async () => {
    const { id, document } = await app.sent();
    const answer = await patch(pathOf(id), { title: 'New', signers: [app.person()] });
    expectError(answer, 'INVALID_STATE', { status: 'in-progress', allowed: ['draft'] });
    expect((await read(id)).title).toBe(document.title);
  });
});

needsCredential(app, { method: 'PATCH', path: pathOf(draft), body });
needsScope(app, 'documents:write', { method: 'PATCH', path: pathOf(draft), body });
hidesDocuments(
  app,
  (id) => ({ method: 'PATCH', path: pathOf(id), body }),
  async (by) => (await app.draft({ by })).id,
);

describe('422', () => {
  const pairs = Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`k${index}`, '']));
  test.each([
    ['no changes', {}, 'body'],
    ['an empty title', { title: ' ' }, 'title'],
    ['a title of 256 characters', { title: 'x'.repeat(256) }, 'title'],
    ['a title with two lines', { title: 'a\nb' }, 'title'],
    ['a description of 2,001 characters', { description: 'x'.repeat(2001) }, 'description'],
    ['21 tags', { tags: Array.from({ length: 21 }, (_, index) => `t${index}`) }, 'tags'],
    ['an empty tag', { tags: ['a', ''] }, 'tags[1]'],
    ['a tag of 51 characters', { tags: ['x'.repeat(51)] }, 'tags[0]'],
    ['both a list of tags and a change to the tags', { tags: ['a'], addTags: ['b'] }, 'addTags'],
    ['the same tag to add and to remove', { addTags: ['a'], removeTags: ['a'] }, 'removeTags'],
    ['51 pairs', { metadata: pairs }, 'metadata'],
    ['a number as a metadata value', { metadata: { n: 1 } }, 'metadata.n'],
    ['a metadata key with a space', { metadata: { 'a b': '' } }, 'metadata.a b'],
    ['a metadata value of 501 characters', { metadata: { v: 'x'.repeat(501) } }, 'metadata.v'],
    ['a status', { status: 'completed' }, 'status'],
    ['an owner', { ...body, owner: 'me' }, 'owner'],
  ])('rejects an invalid document change: %s', async (_, wrong, field) => {
    expectInvalid(await app.key.both('PATCH', pathOf(draft), { body: wrong }), field);
  });

  test('rejects the addition of a 21st tag and changes nothing', async () => {
    const { id } = await app.draft();
    const tags = Array.from({ length: 20 }, (_, index) => `t${index}`);
    await patch(pathOf(id), { tags });
    const answer = await patch(pathOf(id), { addTags: ['t0', 'new'] });
    expectInvalid(answer, 'addTags');
    expect(answer.text).toContain('would give the document 21 tags');
    expect((await patch(pathOf(id), { addTags: ['t0', 'new'], removeTags: ['t1'] })).status).toBe(200);
  });

  test('rejects the metadata key __proto__', async () => {
    const answer = await app.key.send('PATCH', pathOf(draft), {
      body: '{"metadata":{"__proto__":"x"}}',
      headers: { 'content-type': 'application/json' },
    });
    expect(answer.status).toBe(422);
  });
});

countsRequests(app, { method: 'PATCH', path: pathOf(draft), body });
