/**
 * Tests the assignment of package documents to signers: the documents that each person signs, sees and can open, and
 * the assignments that are rejected.
 */
import type { PackageDetails } from '@countersign/contract';
import { describe, expect, test } from 'vitest';
import { newId } from '../../src/platform/crypto/ids.ts';
import { startTestApp } from '../support/app.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import {
  linkOf,
  mailsTo,
  makePackage,
  packageEvents,
  packageOf,
  PACKAGES,
  signAll,
} from '../support/package-visits.ts';
import { until } from '../support/until.ts';

const app = await startTestApp();
type Person = { email: string; name: string };

const signerIn = (document: PackageDetails['documents'][number] | undefined, { email }: Person): string =>
  document?.signers.find((one) => one.email === email)?.id ?? '';

/**
 * Sends three documents: the first to Ada, the second to both, and the third to Kim. `more` is added to all of them.
 */
async function sent({
  more = [],
  ...options
}: { more?: (Person & { role?: string })[]; signingOrder?: string; expirationDays?: number } = {}) {
  const [ada, kim] = [app.person(), app.person()];
  const made = await makePackage(app, { titles: ['Lease', 'Annex', 'Salary'] });
  const [lease, annex, salary] = made.documents.map(({ id }) => id);
  const signers = [{ ...ada, documentIds: [lease, annex] }, { ...kim, documentIds: [annex, salary] }, ...more];
  const answer = await app.key.post<'sendPackage'>(`${PACKAGES}/${made.id}/send`, { signers, ...options });
  expect(answer.status, answer.text).toBe(200);
  return { id: made.id, ada, kim, documents: answer.body.package.documents };
}

describe('200', () => {
  test('assigns each person to the listed documents, or to all documents by default, and records the assignment in the audit trails', async () => {
    const reader = { ...app.person(), role: 'cc' };
    const { id, ada, kim, documents } = await sent({ more: [reader] });
    expect(documents.map(({ signers }) => signers.map(({ email }) => email))).toEqual([
      [ada.email, reader.email],
      [ada.email, kim.email, reader.email],
      [kim.email, reader.email],
    ]);
    for (const [index, document] of documents.entries()) {
      const trail = (await app.key.get<'getDocumentAudit'>(`/api/documents/${document.id}/audit`)).body;
      const entry = trail.entries.find(({ action }) => action === 'document.sent');
      expect(entry?.context, document.title).toMatchObject({ signers: [2, 3, 2][index] });
    }
    expect(await packageEvents(app, id)).toEqual(['package.sent']);
  });

  test('sends each recipient one e-mail whose link opens their first document', async () => {
    const reader = { ...app.person(), role: 'cc' };
    const { ada, kim, documents } = await sent({ more: [reader] });
    for (const { id } of documents) await app.atRest(id);
    expect(await mailsTo(app, ada.email)).toEqual(['invitation']);
    expect(await mailsTo(app, kim.email)).toEqual(['invitation']);
    expect(await mailsTo(app, reader.email)).toEqual(['copy']);
    expect((await app.recipient(ada.email)).view.document.title).toBe('Lease');
    const { view } = await app.recipient(kim.email);
    expect(view.document.title).toBe('Annex');
    expect(view.package).toMatchObject({ position: 1, documents: [{ title: 'Annex' }, { title: 'Salary' }] });
  });

  test('completes the package when all recipients have signed the documents assigned to them', async () => {
    const { id, ada, kim, documents } = await sent();
    await signAll(app, documents.slice(0, 2), ada.email);
    await app.sealed(documents[0]?.id ?? '');
    expect((await packageOf(app, id)).documents.map(({ status }) => status)).toEqual([
      'completed',
      'in-progress',
      'in-progress',
    ]);
    await signAll(app, documents.slice(1), kim.email);
    await until('its announcement', async () => (await packageEvents(app, id)).length === 2);
    expect(await packageEvents(app, id)).toEqual(['package.completed', 'package.sent']);
  });

  test('lets recipients sign without waiting for people who have no role in their document, and invites each recipient once', async () => {
    const { ada, kim, documents } = await sent({ signingOrder: 'sequential' });
    const statesOf = async (of: Person) =>
      (await app.recipient(of.email)).view.package?.documents.map(({ title, status }) => [title, status]);
    expect(await statesOf(kim)).toEqual([
      ['Annex', 'waiting'],
      ['Salary', 'pending-signature'],
    ]);
    expect(
      (await app.recipient(kim.email)).view.document.title,
      'the e-mail links to the document that the recipient can sign',
    ).toBe('Salary');
    await signAll(app, documents.slice(2), kim.email);
    await signAll(app, documents.slice(1, 2), ada.email);
    await until('the second invitation', async () => (await mailsTo(app, kim.email)).length === 2);
    expect(await statesOf(kim)).toEqual([
      ['Annex', 'pending-signature'],
      ['Salary', 'signed'],
    ]);
  });
});

describe('documents assigned to other recipients', () => {
  test('hides a document from other recipients everywhere, and does not let them sign, decline or forward it', async () => {
    const { id, ada, kim, documents } = await sent();
    const [lease, annex, salary] = documents;
    const own = signerIn(lease, ada);
    const others = [signerIn(annex, kim), signerIn(salary, kim)];
    const { caller, token, view } = await app.recipient(ada.email);
    expect(view.package?.documents.map(({ title }) => title)).toEqual(['Lease', 'Annex']);
    const opened = [
      await app.anyone.post('/api/signing/session', { token }),
      await caller.get(`/api/signing/${own}`),
      await caller.post(`/api/signing/${own}/package/${signerIn(annex, ada)}`, {}),
    ];
    for (const answer of opened) {
      expect(answer.status, answer.text).toBe(200);
      for (const secret of ['Salary', salary?.id ?? '', ...others]) expect(answer.text).not.toContain(secret);
    }
    for (const other of others) {
      for (const path of ['', '/pdf', '/pages/1', '/pages/1/text'])
        expectError(await caller.get(`/api/signing/${other}${path}`), 'INVALID_LINK');
      for (const moment of ['view', 'start'])
        expectError(await caller.post(`/api/signing/${other}/${moment}`, {}), 'INVALID_LINK');
      expectError(await caller.post(`/api/signing/${own}/package/${other}`, {}), 'SIGNER_NOT_FOUND', {
        signerId: other,
      });
    }
    const trailOf = async () => (await app.key.get(`/api/documents/${salary?.id ?? ''}/audit`)).text;
    const before = await trailOf();
    expect((await app.sign(salary?.id ?? '', { token })).status).toBe(404);
    const about = `/api/documents/${salary?.id ?? ''}`;
    expectError(await caller.post(`${about}/decline`, { reason: 'x' }), 'DOCUMENT_NOT_FOUND', {
      documentId: salary?.id,
    });
    expectError(await caller.post(`${about}/forward`, app.person()), 'DOCUMENT_NOT_FOUND', { documentId: salary?.id });
    for (const path of ['', '/download', '/download?type=audit', '/audit', '/verify', '/pages/1', '/placements'])
      expect((await caller.get(`${about}${path}`)).status, path).toBeGreaterThanOrEqual(400);
    expectError(await caller.get(`${PACKAGES}/${id}`), 'UNAUTHORIZED');
    expect(await trailOf(), "the trail of another recipient's document contains nothing about these events").toBe(
      before,
    );
  });

  test("hides documents assigned to others from an account with the recipient's address", async () => {
    const member = await app.member('member');
    const [{ email, name }] = await app
      .sql<{ email: string; name: string }>('select email, name from users where id = $1', [member.userId])
      .then((rows) => [rows[0] ?? { email: '', name: '' }] as const);
    const made = await makePackage(app, { titles: ['Mine', 'Not mine'] });
    const [mine, notMine] = made.documents.map((document) => document.id);
    const signers = [
      { email, name, documentIds: [mine] },
      { ...app.person(), documentIds: [notMine] },
    ];
    expect((await app.key.post(`${PACKAGES}/${made.id}/send`, { signers })).status).toBe(200);
    for (const path of [`/api/documents/${notMine}`, `${PACKAGES}/${made.id}`])
      expect((await member.caller.get(path)).status, path).toBe(404);
    const inbox = await member.caller.get('/api/inbox');
    expect(inbox.text).toContain('Mine');
    expect(inbox.text).not.toContain('Not mine');
  });

  test('does not mention documents assigned to others in any e-mail to a recipient', async () => {
    const { id, ada, kim, documents } = await sent();
    await signAll(app, documents.slice(0, 2), ada.email);
    await signAll(app, documents.slice(1), kim.email);
    await until('completion', async () => (await packageOf(app, id)).status === 'completed');
    const [toAda, toKim] = [
      await app.mail(ada.email, 'package-completed'),
      await app.mail(kim.email, 'package-completed'),
    ];
    for (const part of [toAda.text, toAda.html]) {
      for (const title of ['Lease', 'Annex']) expect(part).toContain(title);
      expect(part).not.toContain('Salary');
    }
    for (const part of [toKim.text, toKim.html]) expect(part).not.toContain('Lease');
  });
});

describe('422', () => {
  const [ada, kim] = [app.person(), app.person()];
  test('names a document without a signer and sends no documents', async () => {
    const { id, documents } = await makePackage(app, { titles: ['Lease', 'Annex', 'Salary'] });
    const [lease, annex] = documents.map((document) => document.id);
    const signers = [
      { ...ada, documentIds: [lease] },
      { ...kim, role: 'cc', documentIds: [lease, annex] },
    ];
    const answer = await app.key.both('POST', `${PACKAGES}/${id}/send`, { body: { signers } });
    expectInvalid(answer, 'documents[1].signers');
    expect(answer.text).toContain(String.raw`nobody would sign \"Annex\"`);
    expect(answer.text).toContain(String.raw`nobody would sign \"Salary\"`);
    expect((await packageOf(app, id)).documents.map(({ status }) => status)).toEqual(['draft', 'draft', 'draft']);
  });

  test('rejects a planned field for a person who does not sign the document', async () => {
    const { id, documents } = await makePackage(app, { titles: ['Lease', 'Annex'] });
    const [lease, annex] = documents.map((document) => document.id);
    const field = { kind: 'text', signer: kim.email, page: 1, x: 50, y: 50, width: 100, height: 20 };
    const plan = { signers: [kim], fields: [field] };
    expect((await app.key.send('PATCH', `/api/documents/${lease}`, { body: plan })).status).toBe(200);
    const signers = [
      { ...ada, documentIds: [lease] },
      { ...kim, documentIds: [annex] },
    ];
    const answer = await app.key.both('POST', `${PACKAGES}/${id}/send`, { body: { signers } });
    expectInvalid(answer, 'documents[0].fields[0].signer');
    expect(answer.text).toContain('Lease');
  });

  test.each<[string, (own: string) => unknown, string]>([
    ['an empty list of documents', () => [], 'signers[0].documentIds'],
    ['the same document twice', (own) => [own, own], 'signers[0].documentIds'],
    ['an invalid document ID', () => ['doc_1'], 'signers[0].documentIds[0]'],
    ['a document that is not in the package', () => [newId('document')], 'signers[0].documentIds[0]'],
  ])('rejects an invalid assignment of documents: %s', async (_, documentIds, field) => {
    const { id, documents } = await makePackage(app, { titles: ['Lease'] });
    const signers = [{ ...ada, documentIds: documentIds(documents[0]?.id ?? '') }];
    expectInvalid(await app.key.both('POST', `${PACKAGES}/${id}/send`, { body: { signers } }), field);
  });

  test('rejects an assignment to a document of another package', async () => {
    const [own, other] = [await makePackage(app), await makePackage(app)];
    const signers = [{ ...ada, documentIds: [own.documents[0]?.id, other.documents[0]?.id] }, kim];
    const answer = await app.key.both('POST', `${PACKAGES}/${own.id}/send`, { body: { signers } });
    expectInvalid(answer, 'signers[0].documentIds[1]');
  });
});

test("names only the recipient's documents after a package document is voided, and accepts signatures on the remaining documents", async () => {
  const { ada, kim, documents } = await sent();
  const [lease, annex] = documents;
  await app.key.post(`/api/documents/${annex?.id ?? ''}/void`, { reason: 'x' });
  const token = await linkOf(app, signerIn(annex, kim));
  const gone = await app.anyone.post('/api/signing/session', { token });
  expect(gone.body).toMatchObject({ error: 'DOCUMENT_VOIDED' });
  expect(gone.text).toContain('Salary');
  expect(gone.text, "an e-mail about a deleted document only mentions the recipient's own documents").not.toContain(
    'Lease',
  );
  expect((await app.sign(lease?.id ?? '', { token: await linkOf(app, signerIn(lease, ada)) })).status).toBe(200);
});
