import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { anonymous, expectError, statusesOf } from '../support/expect-answer.ts';
import { sendPackage } from '../support/packages.ts';
import { whileUnsealed } from '../support/unsealed.ts';
import { countsRequests, hidesDocuments, needsCredential, needsScope } from '../support/refusals.ts';
import { newId } from '../../src/platform/crypto/ids.ts';

const app = await startTestApp();
const pathOf = (id: string): string => `/api/documents/${id}`;
const remove = (id: string) => app.key.send<'deleteDocument'>('DELETE', pathOf(id), {});

describe('200', () => {
  test('hides a deleted document everywhere except in the trash', async () => {
    const { id } = await app.completed();
    const { body: link } = await app.key.get<'downloadDocument'>(`${pathOf(id)}/download`);
    const answer = await app.key.send<'deleteDocument'>('DELETE', `/v1${pathOf(id)}`, {});
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body).toEqual({ success: true });
    const unknown = newId('document');
    for (const [method, path, body] of [
      ['GET', ''],
      ['PATCH', '', { title: 'x' }],
      ['DELETE', ''],
      ['GET', '/status'],
      ['GET', '/download'],
      ['GET', '/verify'],
      ['GET', '/audit'],
      ['GET', '/pages/1'],
      ['POST', '/void', { reason: 'x' }],
      ['POST', '/duplicate', {}],
      ['POST', '/send-for-signing', { signers: [app.person()] }],
    ] as const) {
      const refused = await app.key.send(method, `${pathOf(id)}${path}`, { ...(body && { body }) });
      expectError(refused, 'DOCUMENT_NOT_FOUND', { documentId: id });
      const absent = await app.key.send(method, `${pathOf(unknown)}${path}`, { ...(body && { body }) });
      expect(anonymous(refused, id), `${method} ${path}`).toEqual(anonymous(absent, unknown));
    }
    expectError(await app.anyone.get(new URL(link.downloadUrl).pathname), 'FILE_NOT_FOUND');
    const lists = await Promise.all(
      ['', '?trash=true'].map((query) => app.key.get<'listDocuments'>(`/api/documents/paginated${query}`)),
    );
    const shown = lists.map(({ body }) => body.documents.filter((document) => document.id === id));
    expect(shown[0]).toEqual([]);
    expect(shown[1]).toMatchObject([{ id, status: 'completed', deleted_at: app.clock.now().toISOString() }]);
  });

  test('waits for the seal and its e-mails if the document is deleted immediately after the last signature', async () => {
    const { id } = await app.completed();
    expect((await whileUnsealed(app, id, () => remove(id))).status).toBe(200);
  });

  test('lets signers read a completed document in the trash for as long as any other completed document', async () => {
    const { id, signers, tokens } = await app.completed();
    const [token = ''] = tokens;
    const at = `/api/signing/${signers[0]?.id}`;
    const bytes = (await app.anyone.with({ bearer: token }).get(`${at}/pdf`)).bytes;
    expect((await remove(id)).status).toBe(200);
    const opened = await app.anyone.post<'openSigningSession'>('/api/signing/session', { token });
    expect(opened.status, opened.text).toBe(200);
    expect(opened.body.view.document).toMatchObject({ id, status: 'completed', sealed: true });
    const caller = app.anyone.with({ bearer: opened.body.bearer });
    expect((await caller.get(`${at}/pdf`)).bytes).toEqual(bytes);
    expect((await caller.get(`${at}/pages/1`)).status).toBe(200);
    expectError(await app.sign(id, { token }), 'ALREADY_SIGNED', { documentId: id });
    expectError(await app.anyone.post(`/api/documents/${id}/decline`, { token, reason: 'x' }), 'ALREADY_SIGNED', {
      documentId: id,
    });
    app.clock.advance({ days: 30 });
    expect((await app.anyone.post('/api/signing/session', { token })).status).toBe(200);
    app.clock.advance({ seconds: 1 });
    expect((await app.anyone.post('/api/signing/session', { token })).body).toMatchObject({ error: 'LINK_EXPIRED' });
  });

  test('keeps a deleted document in the list of package documents that its signers see', async () => {
    const { documents, links } = await sendPackage(app);
    for (const [id, token] of links) {
      expect((await app.sign(id, { token })).status).toBe(200);
      await app.sealed(id);
    }
    const [first = '', second = ''] = documents;
    expect((await remove(first)).status).toBe(200);
    const token = links.get(second) ?? '';
    const { view } = (await app.anyone.post<'openSigningSession'>('/api/signing/session', { token })).body;
    expect(view.package?.documents.map(({ document_id: id }) => id)).toEqual([first, second]);
  });

  test.each(['draft', 'voided', 'expired', 'declined', 'archived'])(
    'deletes a document with the status "%s"',
    async (status) => {
      const { id } = await app.draft();
      await app.sql('update documents set status = $2 where id = $1', [id, status]);
      expect((await remove(id)).status).toBe(200);
      const [entry] = await app.sql(
        "select 1 from audit_entries where stream = $1 and convert_from(bytes, 'UTF8') like '%document.deleted%'",
        [id],
      );
      expect(entry).toBeDefined();
    },
  );
});

// The document must not expire when the test clock advances by a month.
const { id: open } = await app.sent({ expirationDays: 365 });
needsCredential(app, { method: 'DELETE', path: pathOf(open) });
needsScope(app, 'documents:write', { method: 'DELETE', path: pathOf(open) });
hidesDocuments(
  app,
  (id) => ({ method: 'DELETE', path: pathOf(id) }),
  async (by) => (await app.draft({ by })).id,
);

describe('404', () => {
  test('deletes the document once if two requests arrive simultaneously', async () => {
    const { id } = await app.draft();
    expect(statusesOf(await Promise.all([remove(id), remove(id)]))).toEqual([200, 404]);
  });
});

describe('409', () => {
  test('rejects the deletion of a document in progress until it is voided', async () => {
    expectError(await app.key.both('DELETE', pathOf(open)), 'INVALID_STATE', {
      status: 'in-progress',
      allowed: ['draft', 'archived', 'completed', 'expired', 'voided', 'declined'],
    });
    await app.key.post(`${pathOf(open)}/void`, { reason: 'x' });
    expect((await remove(open)).status).toBe(200);
  });
});

countsRequests(app, { method: 'DELETE', path: pathOf((await app.draft()).id) });
