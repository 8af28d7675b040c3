import { describe, expect, test } from 'vitest';
import { newId } from '../../src/platform/crypto/ids.ts';
import { startTestApp } from '../support/app.ts';
import { expectError, expectInvalid, statusesOf } from '../support/expect-answer.ts';
import { hidesPackages, makePackage, packageEvents, packageOf } from '../support/packages.ts';
import { countsRequests, needsCredential, needsScope, refusesOtherMethods } from '../support/refusals.ts';

const app = await startTestApp();
const pathOf = (id: string) => `/api/packages/${id}/send`;
const send = (id: string, body: object = { signers: [app.person()] }) => app.key.post<'sendPackage'>(pathOf(id), body);
const invitationsTo = (email: string) =>
  app.sql("select 1 from mails where to_address = $1 and kind = 'invitation'", [email]);

describe('200', () => {
  test('sends all documents of a package together, with one e-mail to each recipient', async () => {
    const { id, documents } = await makePackage(app, { documents: 3 });
    const [ada, konrad] = [app.person(), app.person()];
    const signers = [ada, { ...konrad, role: 'approver' }];
    const answer = await send(id, { signers, expirationDays: 7, emailMessage: 'Please sign' });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.package).toMatchObject({
      status: 'in-progress',
      sent_at: app.clock.now().toISOString(),
      document_count: 3,
    });
    expect(answer.body.package.documents.map((one) => [one.id, one.status])).toEqual(
      documents.map((one) => [one.id, 'in-progress']),
    );
    for (const { signers: told, expiration } of answer.body.package.documents) {
      expect(told).toMatchObject([{ email: ada.email }, { email: konrad.email, role: 'approver' }]);
      expect(expiration).toBe(new Date(app.clock.now().getTime() + 7 * 86_400_000).toISOString());
    }
    for (const one of documents) await app.atRest(one.id);
    expect(await invitationsTo(ada.email)).toHaveLength(1);
    expect(await invitationsTo(konrad.email)).toHaveLength(1);
    expect(await packageEvents(app, id)).toEqual(['package.sent']);
    const events = await app.sql("select 1 from outbox where kind = 'document.sent' and document_id = any ($1)", [
      documents.map((one) => one.id),
    ]);
    expect(events).toHaveLength(3);
  });

  test('sends each document of a package with its own planned fields', async () => {
    const { id, documents } = await makePackage(app);
    const signer = app.person();
    const [first] = documents;
    const place = { page: 1, x: 60, y: 200, width: 200, height: 20, signer: signer.email };
    const planned = { signers: [signer], fields: [{ ...place, kind: 'text', label: 'Town', required: false }] };
    expect((await app.key.send('PATCH', `/api/documents/${first?.id ?? ''}`, { body: planned })).status).toBe(200);
    expect((await send(id, { signers: [signer] })).status).toBe(200);
    const kinds = await Promise.all(
      documents.map(async (one) =>
        (await app.key.get<'getDocument'>(`/api/documents/${one.id}`)).body.document.fields
          .map(({ kind }) => kind)
          .toSorted(),
      ),
    );
    expect(kinds).toEqual([['signature', 'text'], ['signature']]);
  });
});

describe('409', () => {
  test('sends no documents of a package if one of them cannot be sent', async () => {
    const { id, documents } = await makePackage(app, { documents: 3 });
    const [, , last] = documents;
    // Changes the document as if another operation had sent or voided it.
    await app.sql("update documents set status = 'voided' where id = $1", [last?.id]);
    expectError(await send(id), 'DOCUMENT_CHANGED', { documentId: last?.id, title: last?.title });
    const after = await packageOf(app, id);
    expect(after.status).toBe('draft');
    expect(after.documents.map(({ status }) => status)).toEqual(['draft', 'draft', 'voided']);
    for (const one of documents) expect(await app.revisions(one.id)).toBe(0);
    expect(await packageEvents(app, id)).toEqual([]);
  });

  test('names the document that changed while the package was being sent, and sends no documents', async () => {
    const { id, documents } = await makePackage(app, { documents: 6 });
    const [first] = documents;
    const sending = send(id);
    // The document changes after the package has been read, but before the commit that creates the document's first
    // revision.
    let changes = 0;
    const ended = sending.then(() => true);
    while (!(await Promise.race([ended, Promise.resolve(false)]))) {
      changes += 1;
      app.clock.advance({ ms: 1 });
      await app.key.send('PATCH', `/api/documents/${first?.id ?? ''}`, { body: { title: `Changed ${changes}` } });
      if ((await packageOf(app, id)).status !== 'draft') break;
    }
    const answer = await sending;
    expectError(answer, 'DOCUMENT_CHANGED', {
      documentId: first?.id,
      title: expect.stringMatching(/^(Document|Changed) \d/),
    });
    expect((await packageOf(app, id)).documents.map(({ status }) => status)).toEqual(documents.map(() => 'draft'));
  });

  test('sends the package only once if two requests arrive at the same time', async () => {
    const { id, documents } = await makePackage(app);
    const answers = await Promise.all([send(id), send(id)]);
    expect(statusesOf(answers)).toEqual([200, 409]);
    for (const one of documents) expect(await app.revisions(one.id)).toBe(1);
    expect(await packageEvents(app, id)).toEqual(['package.sent']);
    expectError(await send(id), 'PACKAGE_STATE', { packageId: id, status: 'in-progress', allowed: ['draft'] });
  });
});

describe('422', () => {
  test.each<[string, object, string]>([
    ['a missing list of signers', {}, 'signers'],
    ['an empty list of signers', { signers: [] }, 'signers'],
    ['an invalid address', { signers: [{ name: 'Ada', email: 'ada' }] }, 'signers[0].email'],
    [
      'the same recipient twice',
      { signers: [app.person(), { email: 'a@b.example', name: 'A' }, { email: 'A@b.example', name: 'A' }] },
      'signers[2].email',
    ],
    ['recipients who do not sign', { signers: [{ ...app.person(), role: 'cc' }] }, 'signers'],
    ['an expiration of zero days', { signers: [app.person()], expirationDays: 0 }, 'expirationDays'],
    ['an order number without sequential signing', { signers: [{ ...app.person(), order: 2 }] }, 'signers[0].order'],
    ['an unknown property', { signers: [app.person()], documentIds: [newId('document')] }, 'documentIds'],
  ])('rejects an invalid request to send a package: %s', async (_, body, field) => {
    const { id } = await makePackage(app, { documents: 1 });
    expectInvalid(await app.key.both('POST', pathOf(id), { body }), field);
    expect((await packageOf(app, id)).status).toBe('draft');
  });
});

const sample = { method: 'POST', path: pathOf((await makePackage(app)).id), body: { signers: [app.person()] } };
needsCredential(app, sample);
needsScope(app, 'documents:write', sample);
hidesPackages(app, (id) => ({ ...sample, path: pathOf(id) }));
refusesOtherMethods(app, sample.path, ['POST']);
countsRequests(app, sample);
