/**
 * Tests the e-mails about a package in progress, and the errors for a document in the trash or a planned field of a
 * person who is not a recipient.
 */
import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { mailsTo, makePackage, packageOf, PACKAGES, sentPackage, signAll } from '../support/package-visits.ts';

const app = await startTestApp();
const pathOf = (id: string): string => `${PACKAGES}/${id}/send`;
const body = { signers: [{ email: 'kim@contoso.example', name: 'Kim' }] };

describe('200', () => {
  test('sends each recipient one e-mail that names the package and links to the first document', async () => {
    const [one, two, reader] = [app.person(), app.person(), { ...app.person(), role: 'cc' as const }];
    const { documents } = await sentPackage(app, { titles: ['A', 'B', 'C'], signers: [one, two, reader] });
    for (const { id } of documents) await app.atRest(id);
    for (const { email } of [one, two]) expect(await mailsTo(app, email)).toEqual(['invitation']);
    expect(await mailsTo(app, reader.email)).toEqual(['copy']);
    expect((await app.mail(one.email, 'invitation')).text).toContain('Hiring papers');
    expect((await app.recipient(one.email)).view.document.title).toBe('A');
  });

  test("sends one invitation when the recipient's turn comes, and sends another only after the recipient has opened the package", async () => {
    const [first, second] = [app.person(), app.person()];
    const signers = [first, second];
    const { documents } = await sentPackage(app, { titles: ['A', 'B', 'C'], signers, signingOrder: 'sequential' });
    await signAll(app, documents.slice(0, 2), first.email);
    for (const { id } of documents) await app.atRest(id);
    expect(await mailsTo(app, second.email)).toHaveLength(1);
    const { caller, view } = await app.recipient(second.email);
    const visit = view.package?.documents ?? [];
    expect(visit.map(({ status }) => status)).toEqual(['pending-signature', 'pending-signature', 'waiting']);
    for (const { signer_id: id } of visit.slice(0, 2)) {
      const path = `/api/signing/${view.signer.id}/package/${id}`;
      const { bearer } = (await caller.post<'openPackageDocument'>(path, {})).body;
      await app.anyone.with({ bearer }).post(`/api/signing/${id}/view`, {});
    }
    await signAll(app, documents.slice(2), first.email);
    for (const { id } of documents) await app.atRest(id);
    expect(await mailsTo(app, second.email), 'a recipient who viewed the documents gets an e-mail').toHaveLength(2);
  });

  test('sends one reminder for the whole package, even if the first document is already signed', async () => {
    const signer = app.person();
    const { documents } = await sentPackage(app, { signers: [signer], reminders: { everyDays: 1, max: 2 } });
    await app.link(signer.email);
    const reminders = async () => {
      app.clock.advance({ days: 1 });
      app.services.runner.wake('timer');
      for (const { id } of documents) await app.atRest(id);
      return (await mailsTo(app, signer.email)).filter((kind) => kind === 'reminder').length;
    };
    expect(await reminders()).toBe(1);
    await signAll(app, documents.slice(0, 1), signer.email);
    expect(await reminders()).toBe(2);
  });
});

test('returns 409 and names the package document that is in the trash', async () => {
  const { id, documents } = await makePackage(app);
  const gone = documents[1]?.id;
  await app.key.send('DELETE', `/api/documents/${gone}`);
  expectError(await app.key.post(pathOf(id), body), 'DOCUMENT_CHANGED', { documentId: gone, title: 'Second' });
});

test('returns 422 and names the document that has a planned field for a person who is not a recipient', async () => {
  const { id, documents } = await makePackage(app);
  const planned = app.person();
  const field = { kind: 'text', signer: planned.email, page: 1, x: 50, y: 50, width: 100, height: 20 };
  const plan = { signers: [planned], fields: [field] };
  await app.key.send('PATCH', `/api/documents/${documents[1]?.id}`, { body: plan });
  expectInvalid(await app.key.post(pathOf(id), body), 'documents[1].fields[0].signer');
  expect((await packageOf(app, id)).status).toBe('draft');
});
