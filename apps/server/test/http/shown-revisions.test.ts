/**
 * Tests which revisions the audit trail records as shown to a recipient: those that were delivered to the recipient,
 * never those that a signature merely claims.
 */
import { describe, expect, test } from 'vitest';
import { startTestApp, type SentDocument } from '../support/app.ts';
import type { Caller } from '../support/caller.ts';
import { expectError } from '../support/expect-answer.ts';
import { capture, handOver, verify } from '../support/in-person.ts';
import { join } from '../support/people.ts';

const app = await startTestApp();
const entriesOf = async (id: string) =>
  (await app.key.get<'getDocumentAudit'>(`/api/documents/${id}/audit`)).body.entries;
const viewsOf = async (id: string) =>
  (await entriesOf(id))
    .filter(({ action }) => action === 'document.viewed' || action === 'document.revision-viewed')
    .map(({ action, actor, context }) => ({ action, signer: actor.id, ...context }));
const signedOf = async (id: string, signerId: string | undefined) =>
  (await entriesOf(id)).find(({ action, actor }) => action === 'document.signed' && actor.id === signerId)?.context;
const viewedAt = async (id: string) =>
  (await app.key.get<'getDocument'>(`/api/documents/${id}`)).body.document.signers.map((signer) => signer.viewed_at);
const eventsOf = (id: string) =>
  app.sql("select 1 from outbox where document_id = $1 and kind = 'document.viewed'", [id]);

async function opened({ signers }: SentDocument, index = 0): Promise<{ caller: Caller; at: string; signerId: string }> {
  const signer = signers[index];
  const { caller } = await app.recipient(signer?.email ?? '');
  return { caller, at: `/api/signing/${signer?.id}`, signerId: signer?.id ?? '' };
}

describe('shown revisions', () => {
  test.each([
    ['/pdf', 'file'],
    ['/pages/1', 'page'],
    ['/pages/1/text', 'text'],
  ])('records GET %s as a view of the delivered revision', async (path, shown) => {
    const sent = await app.sent();
    const { caller, at, signerId } = await opened(sent);
    expect(await viewedAt(sent.id), 'opening the session does not mark the document as viewed').toEqual([null]);
    for (let n = 0; n < 2; n += 1) expect((await caller.get(at + path)).status).toBe(200);
    expect(await viewsOf(sent.id)).toEqual([
      { action: 'document.viewed', signer: signerId, revision: 1, shown, credential: 'session' },
    ]);
    expect(await viewedAt(sent.id)).toEqual([app.clock.now().toISOString()]);
    expect(await eventsOf(sent.id)).toHaveLength(1);
  });

  test('records one view entry for all pages requested at the same time', async () => {
    const sent = await app.sent({ pages: 3 });
    const { caller, at } = await opened(sent);
    await Promise.all([1, 2, 3].flatMap((n) => [caller.get(`${at}/pages/${n}`), caller.get(`${at}/pages/${n}/text`)]));
    expect(await viewsOf(sent.id)).toHaveLength(1);
  });

  test('records no view for a HEAD request or a range beyond the end, because no bytes are delivered', async () => {
    const sent = await app.sent();
    const { caller, at } = await opened(sent);
    await caller.send('HEAD', `${at}/pdf`, {});
    expect((await caller.get(`${at}/pdf`, { headers: { range: 'bytes=99999999-' } })).status).toBe(416);
    expect(await viewsOf(sent.id)).toEqual([]);
  });

  test('records a later revision in addition to the first view as long as the recipient may still sign', async () => {
    const sent = await app.sent({ signers: [app.person(), app.person()] });
    const [first, second] = [await opened(sent, 0), await opened(sent, 1)];
    await second.caller.get(`${second.at}/pages/1`);
    await app.sign(sent.id, { token: await app.link(sent.signers[0]?.email ?? '') });
    await second.caller.get(`${second.at}/pages/1`);
    await first.caller.get(`${first.at}/pages/1`);
    await second.caller.get(`${second.at}/pdf`);
    expect(await viewsOf(sent.id)).toMatchObject([
      { action: 'document.viewed', signer: second.signerId, revision: 1 },
      { action: 'document.revision-viewed', signer: second.signerId, revision: 2 },
      { action: 'document.viewed', signer: first.signerId, revision: 2 },
    ]);
    expect(await eventsOf(sent.id)).toHaveLength(2);
  });

  test("records a view reported by the recipient's page as reported, not as delivered", async () => {
    const sent = await app.sent();
    const { caller, at } = await opened(sent);
    await caller.post(`${at}/view`, {});
    expect(await viewsOf(sent.id)).toMatchObject([{ action: 'document.viewed', shown: 'reported' }]);
    expect((await entriesOf(sent.id)).find(({ action }) => action === 'document.viewed')?.summary).toContain(
      'reported',
    );
  });

  test('clears the shown revisions when the document is forwarded to another person', async () => {
    const sent = await app.sent();
    const { caller, at, signerId } = await opened(sent);
    await caller.get(`${at}/pdf`);
    const next = app.person();
    await caller.post(`/api/documents/${sent.id}/forward`, { email: next.email, name: next.name });
    expect(await viewedAt(sent.id)).toEqual([null]);
    expectError(await app.sign(sent.id, { token: await app.link(next.email), revision: 1 }), 'REVISION_NOT_SHOWN', {
      revision: 1,
      shown: [],
    });
    await app.sign(sent.id, { token: await app.link(next.email) });
    expect(await signedOf(sent.id, signerId)).toMatchObject({ seen: null });
  });
});

describe('revisions that were not shown', () => {
  test('records no view time and no revision if the signer signed without viewing the document', async () => {
    const sent = await app.sentToOne();
    const answer = await app.sign(sent.id, { token: sent.token });
    expect(answer.body.signer.viewed_at).toBeNull();
    expect(await viewsOf(sent.id)).toEqual([]);
    expect(await viewedAt(sent.id)).toEqual([null]);
    expect(await signedOf(sent.id, sent.signers[0]?.id)).toMatchObject({ seen: null, revision: 2 });
  });

  test('records no view when the recipient declines a document that was not shown', async () => {
    const sent = await app.sentToOne();
    const answer = await app.anyone.post(`/api/documents/${sent.id}/decline`, { token: sent.token, reason: 'No.' });
    expect(answer.status).toBe(200);
    expect(await viewsOf(sent.id)).toEqual([]);
    expect(await viewedAt(sent.id)).toEqual([null]);
  });
});

describe('revision that a signature covers', () => {
  /**
   * The ways to sign a document. Each function returns a document whose signer was shown revision 1, and a function
   * that signs it.
   */
  const ways = {
    link: async () => {
      const sent = await app.sentToOne({ signers: [app.person(), app.person()] });
      const { caller, at } = await opened(sent);
      await caller.get(`${at}/pages/1`);
      return { sent, sign: (body: object) => app.sign(sent.id, { token: sent.token, ...body }) };
    },
    account: async () => {
      const person = await join(app);
      const sent = await app.sentToOne({ signers: [{ email: person.email, name: person.name }, app.person()] });
      await app.anyone.with({ bearer: sent.token }).get(`/api/signing/${sent.signers[0]?.id}/pdf`);
      const signature = { type: 'typed', data: 'Ada Lovelace' };
      const sign = (body: object) =>
        person.caller.post(`/api/documents/${sent.id}/sign`, { consent: true, signature, ...body });
      return { sent, sign };
    },
    'in person': async () => {
      const sent = await handOver(app, { signers: [app.person(), app.person()] });
      await verify(app, sent.sessionId);
      await sent.device.get(`/api/signing/${sent.signerId}/pages/1`);
      return { sent, sign: (body: object) => capture(app, sent.sessionId, body) };
    },
  };

  test.each(Object.entries(ways))(
    '%s: returns 409 for a revision that was not shown to the signer, and does not sign',
    async (_, make) => {
      const { sent, sign } = await make();
      for (const revision of [99, 2, 0])
        expectError(await sign({ revision }), 'REVISION_NOT_SHOWN', { revision, shown: [1] });
      expect(await app.revisions(sent.id)).toBe(1);
      // Another signer's signature creates revision 2, which was not shown to this signer.
      await app.sign(sent.id, { token: await app.link(sent.signers[1]?.email ?? '') });
      expectError(await sign({ revision: 2 }), 'REVISION_NOT_SHOWN', { revision: 2, shown: [1] });
      expect((await sign({ revision: 1 })).status).toBe(200);
      expect(await signedOf(sent.id, sent.signers[0]?.id)).toMatchObject({ seen: 1, revision: 3 });
    },
  );

  test.each(Object.entries(ways))('%s: uses the newest revision shown to the signer by default', async (_, make) => {
    const { sent, sign } = await make();
    await app.sign(sent.id, { token: await app.link(sent.signers[1]?.email ?? '') });
    expect((await sign({})).status).toBe(200);
    expect(await signedOf(sent.id, sent.signers[0]?.id)).toMatchObject({ seen: 1, revision: 3 });
  });
});
