import { describe, expect, test } from 'vitest';
import { newId } from '../../src/platform/crypto/ids.ts';
import { startTestApp } from '../support/app.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { makePackage, packageOf, PACKAGES } from '../support/package-visits.ts';
import { countsRequests, needsCredential, needsScope, refusesOtherMethods } from '../support/refusals.ts';

const app = await startTestApp();
const make = async (documentIds: readonly unknown[], title: unknown = 'Papers') =>
  app.key.post<'createPackage'>(PACKAGES, { title, documentIds });
const free = async () => ({ title: 'Papers', documentIds: [(await app.draft()).id] });
const body = await free();

describe('201', () => {
  test('keeps the drafts of a package in the given order', async () => {
    const [one, two] = [await app.draft({ title: 'One' }), await app.draft({ title: 'Two' })];
    const answer = await make([two.id, one.id], '  Papers ');
    expect(answer.status, answer.text).toBe(201);
    const made = answer.body.package;
    const now = app.clock.now().toISOString();
    expect(made).toMatchObject({
      title: 'Papers',
      status: 'draft',
      owner: { id: app.tenant.userId },
      document_count: 2,
      completed_count: 0,
      cancel_reason: null,
      environment: 'live',
      created_at: now,
      updated_at: now,
      sent_at: null,
      ended_at: null,
    });
    expect(made.documents.map(({ title, package_id: id }) => [title, id])).toEqual([
      ['Two', made.id],
      ['One', made.id],
    ]);
    expect(await packageOf(app, made.id)).toEqual(made);
  });

  test('adds a document to only one of several packages that are created simultaneously', async () => {
    const { id } = await app.draft();
    const answers = await Promise.all([1, 2, 3].map(() => make([id])));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
  });
});

needsCredential(app, { method: 'POST', path: PACKAGES, body });
needsScope(app, 'documents:write', { method: 'POST', path: PACKAGES, body });

describe('404', () => {
  test("returns the same response for an unknown document, another organization's document and a document that the member cannot access", async () => {
    const foreign = await app.draft({ by: (await app.otherTenant()).key });
    const gone = await app.draft();
    await app.key.send('DELETE', `/api/documents/${gone.id}`);
    for (const id of [newId('document'), foreign.id, gone.id])
      expectError(await make([id]), 'DOCUMENT_NOT_FOUND', { documentId: id });
    const { caller } = await app.member('member');
    const [documentId] = body.documentIds;
    expectError(await caller.post(PACKAGES, body), 'DOCUMENT_NOT_FOUND', { documentId });
  });
});

describe('409', () => {
  test('reports a document that is already in a package, and does not add the other documents', async () => {
    const { id: packageId, documents } = await makePackage(app);
    const other = await app.draft();
    const details = { documentId: documents[1]?.id, title: 'Second', packageId };
    expectError(await make([other.id, documents[1]?.id]), 'DOCUMENT_IN_PACKAGE', details);
    expect((await make([other.id])).status).toBe(201);
  });

  test('rejects a document that has been sent', async () => {
    const { id } = await app.sent();
    expectError(await make([id]), 'INVALID_STATE', {
      documentId: id,
      title: 'contract.pdf',
      status: 'in-progress',
      allowed: ['draft'],
    });
  });

  test('does not allow a package document to be sent separately or signed in person', async () => {
    const { id: packageId, documents } = await makePackage(app);
    const documentId = documents[0]?.id;
    const details = { documentId, packageId };
    const signers = [app.person()];
    expectError(
      await app.key.post(`/api/documents/${documentId}/send-for-signing`, { signers }),
      'DOCUMENT_IN_PACKAGE',
      details,
    );
    const alone = { documentId, signerEmail: signers[0]?.email, signerName: 'Kim' };
    expectError(await app.key.post('/api/signing/in-person', alone), 'DOCUMENT_IN_PACKAGE', details);
  });
});

describe('422', () => {
  test.each<[string, unknown, unknown, string]>([
    ['no title', undefined, ['x'], 'title'],
    ['an empty title', ' ', [newId('document')], 'title'],
    ['no documents', 'Papers', [], 'documentIds'],
    ['an invalid document ID', 'Papers', ['doc_1'], 'documentIds[0]'],
    ['the same document twice', 'Papers', Array.from({ length: 2 }).fill(body.documentIds[0]), 'documentIds'],
    ['26 documents', 'Papers', Array.from({ length: 26 }, () => newId('document')), 'documentIds'],
  ])('rejects an invalid package: %s', async (_, title, documentIds, field) => {
    const answer = await app.key.post(PACKAGES, { title, documentIds });
    expectInvalid(answer, field);
  });
});

refusesOtherMethods(app, PACKAGES, ['GET', 'POST']);
countsRequests(app, { method: 'POST', path: PACKAGES, body: await free() });
