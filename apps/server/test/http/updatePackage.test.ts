import { describe, expect, test } from 'vitest';
import { newId } from '../../src/platform/crypto/ids.ts';
import { startTestApp } from '../support/app.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { makePackage, PACKAGES, sentPackage } from '../support/package-visits.ts';
import { hidesPackages } from '../support/packages.ts';
import { countsRequests, needsCredential, needsScope, refusesOtherMethods } from '../support/refusals.ts';

const app = await startTestApp();
const open = (await makePackage(app)).id;
const path = `${PACKAGES}/${open}`;
const body = { title: 'Another' };
const change = (id: string, given: object) =>
  app.key.send<'updatePackage'>('PATCH', `${PACKAGES}/${id}`, { body: given });

describe('200', () => {
  test('changes the title, order and documents of a package, and converts omitted documents to separate drafts', async () => {
    const { id, documents } = await makePackage(app, { titles: ['A', 'B'] });
    const [a, b] = documents.map((document) => document.id);
    const c = await app.draft({ title: 'C' });
    const answer = await change(id, { title: 'Another', documentIds: [c.id, b] });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.package).toMatchObject({ title: 'Another', document_count: 2 });
    expect(answer.body.package.documents.map(({ title }) => title)).toEqual(['C', 'B']);
    const turned = await change(id, { documentIds: [b, c.id] });
    expect(turned.body.package.documents.map(({ title }) => title)).toEqual(['B', 'C']);
    expect(turned.body.package.title).toBe('Another');
    expect((await app.key.get<'getDocument'>(`/api/documents/${a}`)).body.document.package_id).toBeNull();
    const alone = await app.key.post(`/api/documents/${a}/send-for-signing`, { signers: [app.person()] });
    expect(alone.status, alone.text).toBe(200);
  });
});
needsCredential(app, { method: 'PATCH', path, body });
needsScope(app, 'documents:write', { method: 'PATCH', path, body });
hidesPackages(app, (id) => ({ method: 'PATCH', path: `${PACKAGES}/${id}`, body }));
test('rejects the addition of an unknown document with 404', async () => {
  const id = newId('document');
  expectError(await change(open, { documentIds: [id] }), 'DOCUMENT_NOT_FOUND', { documentId: id });
});
describe('409', () => {
  test('rejects changes to a package that has been sent', async () => {
    const { id } = await sentPackage(app);
    const details = { packageId: id, status: 'in-progress', allowed: ['draft'] };
    expectError(await change(id, body), 'PACKAGE_STATE', details);
    expectError(await change(id, { documentIds: [(await app.draft()).id] }), 'PACKAGE_STATE', details);
  });
  test('rejects a document that belongs to another package, and a document that has been sent', async () => {
    const other = await makePackage(app);
    const documentId = other.documents[0]?.id;
    expectError(await change(open, { documentIds: [documentId] }), 'DOCUMENT_IN_PACKAGE', {
      documentId,
      title: 'First',
      packageId: other.id,
    });
    const sent = await app.sent();
    expect((await change(open, { documentIds: [sent.id] })).text).toContain('INVALID_STATE');
  });
});
test('422: rejects an empty title, an empty document list and a request without changes', async () => {
  expectInvalid(await change(open, { title: '' }), 'title');
  expectInvalid(await change(open, { documentIds: [] }), 'documentIds');
  expect((await change(open, {})).status).toBe(422);
});
refusesOtherMethods(app, path, ['GET', 'PATCH', 'DELETE']);
countsRequests(app, { method: 'PATCH', path, body });
