import { expect, test } from 'vitest';
import { newId } from '../../src/platform/crypto/ids.ts';
import { startTestApp } from '../support/app.ts';
import { expectError } from '../support/expect-answer.ts';
import { makePackage, packageOf, PACKAGES, sentPackage, signAll } from '../support/package-visits.ts';
import { hidesPackages } from '../support/packages.ts';
import { join } from '../support/people.ts';
import { countsRequests, needsCredential, needsScope, refusesOtherMethods } from '../support/refusals.ts';

const app = await startTestApp();
const path = `${PACKAGES}/${(await makePackage(app)).id}`;

test('lists the documents of a package in the format of the document list, with the progress of each recipient', async () => {
  const [one, two] = [app.person(), app.person()];
  const { id, documents } = await sentPackage(app, { signers: [one, two] });
  await signAll(app, documents.slice(0, 1), one.email);
  for (const document of documents) await app.atRest(document.id);
  const found = await packageOf(app, id);
  expect(found.documents.map(({ signers }) => signers.map(({ status }) => status))).toEqual([
    ['signed', 'pending-signature'],
    ['pending-signature', 'pending-signature'],
  ]);
  const listed = (await app.key.get<'listDocuments'>('/api/documents/paginated')).body.documents;
  for (const document of found.documents) expect(listed).toContainEqual(document);
});

test('hides a package from its owner after an administrator adds documents that the owner cannot access', async () => {
  const { caller, userId } = await app.member('member');
  const { id } = await makePackage(app, { by: caller });
  expect((await caller.get(`${PACKAGES}/${id}`)).status).toBe(200);
  const foreign = await app.draft();
  const { documents } = await packageOf(app, id);
  const documentIds = [...documents.map((document) => document.id), foreign.id];
  expect((await app.key.send('PATCH', `${PACKAGES}/${id}`, { body: { documentIds } })).status).toBe(200);
  expect((await packageOf(app, id)).owner.id).toBe(userId);
  expect((await caller.get(`${PACKAGES}/${id}`)).status).toBe(404);
});
test("returns 404 to a member for an administrator's package, even if the package contains the member's documents", async () => {
  const { caller } = await app.member('member');
  const documentIds = [(await app.draft({ by: caller })).id];
  const made = await app.key.post<'createPackage'>(PACKAGES, { title: 'Papers', documentIds });
  expect((await caller.get(`${PACKAGES}/${made.body.package.id}`)).status).toBe(404);
  expect((await caller.get<'listPackages'>(PACKAGES)).body.packages).toEqual([]);
});

test('shows the packages of a removed member to the administrator who removed the member', async () => {
  const person = await join(app);
  const { id } = await makePackage(app, { by: person.caller });
  const removed = await (await app.session()).send('DELETE', `/api/organization/members/${person.userId}`);
  expect(removed.status, removed.text).toBe(200);
  expect((await packageOf(app, id)).owner.id).toBe(app.tenant.userId);
});

test('rejects an unknown package with 404', async () => {
  const id = newId('package');
  expectError(await app.key.get(`${PACKAGES}/${id}`), 'PACKAGE_NOT_FOUND', { packageId: id });
});
needsCredential(app, { method: 'GET', path });
needsScope(app, 'documents:read', { method: 'GET', path });
hidesPackages(app, (id) => ({ method: 'GET', path: `${PACKAGES}/${id}` }));
refusesOtherMethods(app, path, ['GET', 'PATCH', 'DELETE']);
countsRequests(app, { method: 'GET', path });
