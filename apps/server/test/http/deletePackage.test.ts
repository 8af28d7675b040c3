import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError } from '../support/expect-answer.ts';
import { makePackage, PACKAGES, sentPackage } from '../support/package-visits.ts';
import { hidesPackages } from '../support/packages.ts';
import { countsRequests, needsCredential, needsScope, refusesOtherMethods } from '../support/refusals.ts';

const app = await startTestApp();
const path = `${PACKAGES}/${(await makePackage(app)).id}`;

test('releases the documents of a deleted package as separate drafts', async () => {
  const { id, documents } = await makePackage(app);
  const answer = await app.key.send('DELETE', `${PACKAGES}/${id}`);
  expect(answer.body).toEqual({ success: true });
  expect((await app.key.get(`${PACKAGES}/${id}`)).status).toBe(404);
  const documentIds = documents.map((document) => document.id);
  expect((await app.key.post(PACKAGES, { title: 'Again', documentIds })).status).toBe(201);
});
needsCredential(app, { method: 'DELETE', path });
needsScope(app, 'documents:write', { method: 'DELETE', path });
hidesPackages(app, (id) => ({ method: 'DELETE', path: `${PACKAGES}/${id}` }));
test('rejects the deletion of a sent package with 409', async () => {
  const { id } = await sentPackage(app);
  const details = { packageId: id, status: 'in-progress', allowed: ['draft'] };
  expectError(await app.key.send('DELETE', `${PACKAGES}/${id}`), 'PACKAGE_STATE', details);
});
refusesOtherMethods(app, path, ['GET', 'PATCH', 'DELETE']);
countsRequests(app, { method: 'DELETE', path });
