import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import type { Caller } from '../support/caller.ts';
import { needsCredential } from '../support/refusals.ts';

const PATH = '/api/contacts';
const app = await startTestApp();
const emailsOf = async (by: Caller): Promise<string[]> =>
  (await by.get<'listContacts'>(PATH)).body.contacts.map(({ email }) => email);

test("clears only the caller's contacts, and suggests a recipient again after the next document to that recipient", async () => {
  await app.owner.send('PATCH', '/api/organization', { body: { settings: { address_book: true } } });
  const { caller } = await app.member('member');
  const { caller: colleague } = await app.member('member');
  const [ada, bo] = [app.person(), app.person()];
  await app.sent({ by: caller, signers: [ada, bo] });
  await app.sent({ by: colleague, signers: [ada] });
  expect((await caller.send('DELETE', PATH)).body).toEqual({ success: true });
  expect(await emailsOf(caller)).toEqual([]);
  expect(await emailsOf(colleague)).toEqual([ada.email]);
  app.clock.advance({ ms: 1000 });
  await app.sent({ by: caller, signers: [bo] });
  expect(await emailsOf(caller)).toEqual([bo.email]);
  expect((await caller.send('DELETE', PATH)).status).toBe(200);
  expect(await emailsOf(caller)).toEqual([]);
});

needsCredential(app, { method: 'DELETE', path: PATH });
