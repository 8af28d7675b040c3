import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import type { Caller } from '../support/caller.ts';
import { sendPackage } from '../support/packages.ts';
import { needsCredential, refusesApiKeys, refusesOtherMethods } from '../support/refusals.ts';

const app = await startTestApp();
const PATH = '/api/inbox';
const sample = { method: 'GET', path: PATH };

/** Creates a member with a confirmed address, normalized as in documents, and an API client for the member's inbox. */
async function somebody(): Promise<{ email: string; name: string; caller: Caller }> {
  const { caller, userId } = await app.member('member');
  const [user] = await app.sql<{ email: string; name: string }>(
    'update users set email_verified_at = now() where id = $1 returning email, name',
    [userId],
  );
  if (user === undefined) throw new Error('no such user');
  return { ...user, caller };
}
const inboxOf = async (caller: Caller, prefix = '') => {
  const answer = await caller.get<'listInbox'>(`${prefix}${PATH}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};
const idsOf = async (caller: Caller) => (await inboxOf(caller)).inbox.map((entry) => entry.document_id);

describe('200', () => {
  test("returns documents sent to the account's address by any organization, newest first, and none sent to other people", async () => {
    const { caller, ...me } = await somebody();
    const first = await app.sent({ signers: [app.person(), { ...me, email: me.email.toUpperCase() }] });
    const other = await app.otherTenant();
    // Advancing the clock by one millisecond makes the IDs ordered.
    app.clock.advance({ ms: 1 });
    const second = await app.sent({ by: other.key, signers: [me], expirationDays: 3 });
    await app.sent();
    const { body } = await caller.both<'listInbox'>('GET', PATH);
    expect(body).toMatchObject({ email_verified: true, is_complete: true });
    expect(body.inbox.map((entry) => entry.document_id)).toEqual([second.id, first.id]);
    expect(body.inbox[0]).toEqual({
      document_id: second.id,
      signer_id: second.signers[0]?.id,
      title: second.document.title,
      role: 'signer',
      is_your_turn: true,
      sender: { name: expect.any(String), organization: 'Contoso Research' },
      invited_at: second.document.sent_at,
      expiration: second.document.expiration,
    });
    expect(await idsOf(app.owner)).toEqual([]);
  });

  test('omits signed, voided, forwarded and expired documents, and documents that others must sign first', async () => {
    const { caller, ...me } = await somebody();
    const sent = await Promise.all([1, 2, 3, 4].map(() => app.sent({ signers: [me], expirationDays: 2 })));
    const later = await app.sent({
      signers: [app.person(), me],
      signingOrder: 'sequential',
    });
    const [signed, voided, forwarded, left] = sent;
    expect((await idsOf(caller)).toSorted()).toEqual(sent.map(({ id }) => id).toSorted());
    const answer = await caller.post(`/api/documents/${signed?.id}/sign`, {
      consent: true,
      signature: { type: 'typed', data: me.name },
    });
    expect(answer.status, answer.text).toBe(200);
    await app.key.post(`/api/documents/${voided?.id}/void`, { reason: 'The price has changed' });
    await app.key.send('PATCH', `/api/documents/${forwarded?.id}/signers/${forwarded?.signers[0]?.id}`, {
      body: { email: app.person().email },
    });
    expect(await idsOf(caller)).toEqual([left?.id]);
    // The document has expired, although the expiry job has not run yet.
    await app.sql('update documents set expires_at = $2 where id = $1', [left?.id, app.clock.now()]);
    expect(await idsOf(caller)).toEqual([]);
    expect(later.document.signers[1]?.status).toBe('waiting');
  });

  test("includes package documents that others must sign first, and marks them as not yet the recipient's turn", async () => {
    const { caller, ...me } = await somebody();
    const first = app.person();
    const { documents, links } = await sendPackage(app, { signers: [first, me], signingOrder: 'sequential' });
    expect(await idsOf(caller), 'a recipient who has not been notified sees no document').toEqual([]);
    const signed = documents[0] ?? '';
    expect((await app.sign(signed, { token: links.get(signed) ?? '' })).status).toBe(200);
    const { inbox } = await inboxOf(caller);
    const turns = new Map(inbox.map((entry) => [entry.document_id, entry.is_your_turn]));
    expect(turns).toEqual(new Map(documents.map((id) => [id, id === signed])));
  });

  test('hides even the title of a document that requires an access code', async () => {
    const { caller, ...me } = await somebody();
    await app.sent({ signers: [{ ...me, accessCode: 'blue-7' }] });
    expect((await inboxOf(caller)).inbox).toMatchObject([
      { title: null, sender: { organization: 'Northwind Trading' } },
    ]);
  });

  test("returns an empty inbox if the account's address is unconfirmed", async () => {
    const { caller, userId } = await app.member('admin');
    const [user] = await app.sql<{ email: string; name: string }>(
      'update users set email_verified_at = null where id = $1 returning email, name',
      [userId],
    );
    await app.sent({ signers: [user ?? app.person()] });
    expect(await inboxOf(caller)).toMatchObject({ inbox: [], email_verified: false, is_complete: true });
  });

  test("returns only the organization's documents to a session opened through its identity provider", async () => {
    const { caller, ...me } = await somebody();
    const own = await app.sent({ signers: [me] });
    const other = await app.otherTenant();
    await app.sent({ by: other.key, signers: [me] });
    await app.sql("update sessions set method = 'saml' where user_id = (select id from users where email = $1)", [
      me.email,
    ]);
    app.clock.advance({ seconds: 2 });
    expect(await idsOf(caller)).toEqual([own.id]);
  });

  test('keeps the inbox of the sandbox separate from the inbox of the live environment', async () => {
    const { caller, ...me } = await somebody();
    await app.sent({ signers: [me] });
    expect((await inboxOf(caller, '/sandbox')).inbox).toEqual([]);
  });
});

needsCredential(app, sample);
refusesApiKeys(app, sample);
refusesOtherMethods(app, PATH, ['GET']);
