import { expect, test } from 'vitest';
import { addressKey } from '@countersign/contract';
import { eraseFromAddressBooks } from '../../src/features/address-book/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import type { Caller } from '../support/caller.ts';
import { needsCredential } from '../support/refusals.ts';

const PATH = '/api/contacts';
const app = await startTestApp();
const setContacts = (on: boolean, owner = app.owner) =>
  owner.send('PATCH', '/api/organization', { body: { settings: { address_book: on } } });
const emailsOf = async (by: Caller): Promise<string[]> =>
  (await by.get<'listContacts'>(PATH)).body.contacts.map(({ email }) => email);
type Signers = NonNullable<NonNullable<Parameters<TestApp['sent']>[0]>['signers']>;
const send = (by: Caller, signers: Signers) => app.sent({ by, signers });

test("returns contacts only while the organization's address book is turned on", async () => {
  const { caller } = await app.member('member');
  await send(caller, [app.person()]);
  expect((await caller.get<'listContacts'>(PATH)).body).toMatchObject({ enabled: false, contacts: [] });
  await setContacts(true);
  expect((await caller.get<'listContacts'>(PATH)).body).toMatchObject({ enabled: true, contacts: [{}] });
  await setContacts(false);
  expect((await caller.get<'listContacts'>(PATH)).body).toMatchObject({ enabled: false, contacts: [] });
});

test("returns each recipient of the caller's sent documents once, with the latest name, most recent first", async () => {
  await setContacts(true);
  const { caller } = await app.member('member');
  const [ada, bo] = [app.person(), app.person()];
  await app.draft({ by: caller });
  await send(caller, [ada, bo]);
  app.clock.advance({ ms: 1000 });
  await send(caller, [{ ...ada, name: 'Ada King' }]);
  const { body } = await caller.get<'listContacts'>(PATH);
  expect(body.contacts).toEqual([
    { name: 'Ada King', email: ada.email, last_sent_at: app.clock.now().toISOString() },
    { ...bo, last_sent_at: expect.any(String) as string },
  ]);
});

test('returns no recipients of sandbox documents or of documents sent by colleagues or other organizations', async () => {
  await setContacts(true);
  const { caller } = await app.member('admin');
  const { caller: colleague } = await app.member('member');
  const other = await app.otherTenant();
  await setContacts(true, other.owner);
  await send(colleague, [app.person()]);
  await send(other.key, [app.person()]);
  await app.sent();
  expect(await emailsOf(caller)).toEqual([]);
  expect((await caller.get<'listContacts'>(`/sandbox${PATH}`)).body.contacts).toEqual([]);
});

test('omits recipients of documents in the trash, and omits erased people until they receive another document', async () => {
  await setContacts(true);
  const { tenantId } = app.tenant;
  const { caller, userId } = await app.member('member');
  const [ada, bo] = [app.person(), app.person()];
  await send(caller, [ada]);
  const { id } = await send(caller, [bo]);
  await caller.post(`/api/documents/${id}/void`, { reason: 'a mistake' });
  expect((await caller.send('DELETE', `/api/documents/${id}`)).status).toBe(200);
  expect(await emailsOf(caller)).toEqual([ada.email]);

  const erased = { userId, emailKey: addressKey(ada.email) };
  await app.services.uow.run(tenantId, (tx) => eraseFromAddressBooks(tx, tenantId, erased));
  expect(await emailsOf(caller)).toEqual([]);
  const [row] = await app.sql<{ text: string }>(
    `select string_agg(e::text, '') as text from contact_exclusions e where tenant_id = $1`,
    [tenantId],
  );
  expect(row?.text).not.toContain(ada.email);
  app.clock.advance({ ms: 1000 });
  await send(caller, [ada]);
  expect(await emailsOf(caller)).toEqual([ada.email]);
});

test('adds no address book exclusion for a person who never received a document', async () => {
  const { tenantId } = app.tenant;
  const { userId } = await app.member('member');
  const before = await app.sql('select from contact_exclusions');
  await app.services.uow.run(tenantId, (tx) =>
    eraseFromAddressBooks(tx, tenantId, { userId, emailKey: 'nobody@unknown.example' }),
  );
  expect(await app.sql('select from contact_exclusions')).toHaveLength(before.length);
});

needsCredential(app, { method: 'GET', path: PATH });
