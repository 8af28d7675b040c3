import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { MULTIPART, pdfUpload } from '../support/multipart.ts';
import { makePdf } from '../support/pdf.ts';
import { LEASE, makeTemplate, templateKey } from '../support/templates.ts';

const app = await startTestApp();
const path = '/api/documents';
const PDF = makePdf({ pages: 1 });
/** In a form, values other than text are encoded as JSON. */
const create = (members: Record<string, unknown>, { by = app.key, file = PDF } = {}) =>
  by.send<'createDocument'>('POST', path, {
    body: pdfUpload(
      file,
      Object.fromEntries(
        Object.entries(members).map(([name, value]) => [
          name,
          typeof value === 'string' ? value : JSON.stringify(value),
        ]),
      ),
    ),
    headers: MULTIPART,
  });
const left = async () => ({
  documents: (await app.sql('select 1 from documents')).length,
  blobs: (await app.sql('select 1 from blobs')).length,
  events: (await app.sql('select 1 from outbox')).length,
});

test('uploads and sends a file in one request', async () => {
  const signers = [app.person(), app.person()];
  const answer = await create({
    title: 'Lease',
    tags: ['rent'],
    metadata: { order: '7' },
    signers,
    fields: [{ kind: 'signature', signer: signers[0]?.email, page: 1, x: 60, y: 600, width: 200, height: 50 }],
    expirationDays: 5,
    emailMessage: 'Please sign.',
  });
  expect(answer.status, answer.text).toBe(201);
  const { document } = answer.body;
  expect(document).toMatchObject({
    title: 'Lease',
    status: 'in-progress',
    tags: ['rent'],
    metadata: { order: '7' },
    email_message: 'Please sign.',
  });
  expect(answer.body.signers.map(({ email }) => email)).toEqual(signers.map(({ email }) => email));
  for (const { email } of signers)
    expect((await app.sign(document.id, { token: await app.link(email) })).status).toBe(200);
  await app.sealed(document.id);
  const verified = await app.key.get<'verifyDocument'>(`/api/documents/${document.id}/verify`);
  expect(verified.body.isValid).toBe(true);
});

test('creates a draft with planned recipients if send is false, and later sends the draft as planned', async () => {
  const own = app.person();
  const { body, status, text } = await create({ signers: [own], notify: false, send: false });
  expect(status, text).toBe(201);
  expect(body.document).toMatchObject({ status: 'draft', planned: { signers: [{ ...own, notify: false }] } });
  const sent = await app.key.post<'sendForSigning'>(`/api/documents/${body.document.id}/send-for-signing`, {});
  expect(sent.body.document.status).toBe('in-progress');
});

test('creates a document from a template ID and sends it', async () => {
  const by = await templateKey(app);
  const template = await makeTemplate(by, LEASE);
  const people = template.roles.map(({ name }) => ({ role: name, ...app.person() }));
  const answer = await by.post<'createDocument'>(path, { templateId: template.id, signers: people });
  expect(answer.status, answer.text).toBe(201);
  expect(answer.body.document).toMatchObject({ status: 'in-progress', template_id: template.id });
  const key = (await app.makeKey({ scopes: ['documents:write'] })).caller;
  expectError(await key.post(path, { templateId: template.id, signers: people }), 'FORBIDDEN', { scope: 'templates' });
});

test('stores no document, file or event after a rejected request', async () => {
  const before = await left();
  const own = app.person();
  expectInvalid(await create({}), 'signers');
  expectInvalid(await create({ signers: [own, own] }), 'signers[1].email');
  expectInvalid(await create({ signers: '[{' }), 'signers');
  expectInvalid(
    await create({
      signers: [own],
      fields: [{ kind: 'signature', signer: own.email, page: 9, x: 1, y: 1, width: 9, height: 9 }],
    }),
    'fields[0].page',
  );
  expectInvalid(await create({ signers: [own] }, { file: Buffer.from('no PDF') }), 'file');
  expectInvalid(await create({ signers: [own], redirectUrl: 'https://elsewhere.example/' }), 'redirectUrl');
  expectInvalid(await app.key.post(path, { signers: [{ role: 'Tenant', ...own }] }), 'templateId');
  expect(await left()).toEqual(before);
});

test('returns 409 for an external ID that another document already uses, and creates no document', async () => {
  const externalId = 'contract-17';
  const first = await create({ signers: [app.person()], externalId });
  expect(first.body.document.external_id).toBe(externalId);
  const before = await left();
  expectError(await create({ signers: [app.person()], externalId }), 'EXTERNAL_ID_TAKEN', {
    externalId,
    id: first.body.document.id,
  });
  expect(await left()).toEqual(before);
});

test('returns 413 for a file over 50 MB, and 415 for a body that is neither a multipart form nor JSON', async () => {
  const own = app.person();
  expectError(await create({ signers: [own] }, { file: Buffer.alloc(51 * 1024 * 1024) }), 'FILE_TOO_LARGE', {
    maxBytes: 50 * 1024 * 1024,
  });
  const text = { body: 'Please sign.', headers: { 'content-type': 'text/plain' } };
  expectError(await app.key.send('POST', path, text), 'UNSUPPORTED_MEDIA_TYPE');
});

const tagged = makePdf({ content: 'BT /F1 14 Tf 72 700 Td ({{signature:1}}) Tj 0 -200 Td ({{signature:2}}) Tj ET' });

test('turns text tags into fields by default if each tag has a signer', async () => {
  const signers = [app.person(), app.person()];
  const { body } = await create({ signers }, { file: tagged });
  expect(body.document.fields.map(({ kind, signer_id: id }) => [kind, id])).toEqual(
    body.signers.map(({ id }) => ['signature', id]),
  );
  expect(body.document.warnings).toEqual([]);
});

test.each([
  ['an unknown recipient', [app.person()], 'recipient 2 is not a signer of this document'],
  [
    'a recipient who only receives a copy',
    [app.person(), { ...app.person(), role: 'cc' }],
    'recipient 2 is not a signer of this document',
  ],
])('does not turn the text tag of %s into a field, and adds a warning', async (_name, signers, reason) => {
  const { body, status, text } = await create({ signers }, { file: tagged });
  expect(status, text).toBe(201);
  expect(body.document.warnings).toEqual([expect.stringContaining(reason)]);
  expect((await create({ signers, placeTags: true }, { file: tagged })).status).toBe(422);
});

test('keeps text tags as text without a warning if placeTags is false', async () => {
  const { body } = await create({ signers: [app.person()], placeTags: false }, { file: tagged });
  expect(body.document.warnings).toEqual([]);
});
