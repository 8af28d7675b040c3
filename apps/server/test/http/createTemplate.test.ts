import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { MULTIPART, multipart, pdfUpload } from '../support/multipart.ts';
import { makePdf } from '../support/pdf.ts';
import { countsRequests, needsCredential, needsScope, refusesOtherMethods } from '../support/refusals.ts';
import { LEASE, makeTemplate, templateKey } from '../support/templates.ts';

const app = await startTestApp();
const key = await templateKey(app);
const path = '/api/templates/create';
const form = (body: Buffer) => key.send<'createTemplate'>('POST', path, { body, headers: MULTIPART });
const PDF = makePdf({ pages: 2 });

describe('201', () => {
  test('checks the file and creates a template from it with the given roles and fields', async () => {
    const template = await makeTemplate(
      key,
      { ...LEASE, description: 'For flats', signingOrder: 'sequential' },
      { pages: 2 },
    );
    expect(template).toMatchObject({
      name: 'Lease',
      description: 'For flats',
      version: 1,
      shared: false,
      signing_order: 'sequential',
      roles: LEASE.roles,
      fields: LEASE.fields,
      page_count: 2,
      can_edit: true,
      owner: { id: app.tenant.userId },
    });
    expect(template.pages).toHaveLength(2);
    expect((await key.get<'getTemplate'>(`/v1/api/templates/${template.id}`)).body.template).toEqual(template);
  });

  test("creates a template with the file's name and one signer if the request contains only a file", async () => {
    const answer = await form(pdfUpload(PDF, {}, 'Order form.pdf'));
    expect(answer.body.template).toMatchObject({
      name: 'Order form',
      roles: [{ name: 'Signer', role: 'signer' }],
      fields: [],
    });
  });

  test('removes active content from files uploaded for a template', async () => {
    const answer = await form(
      pdfUpload(makePdf({ catalog: '/OpenAction<</S/JavaScript/JS(app.alert(1))>>' }), { name: 'A' }),
    );
    expect(answer.status, answer.text).toBe(201);
    expect(answer.body.template.warnings[0]).toMatch(/Active content was removed/);
  });

  test("converts a sent document's recipients and fields to template roles and fields, without the added signature page", async () => {
    const [ada, bob] = [app.person(), app.person()];
    const { id } = await app.sent({
      signers: [
        { ...ada, order: 2 },
        { ...bob, order: 1 },
      ],
      signingOrder: 'sequential',
      fields: [
        { kind: 'signature', signer: ada.email, page: 1, x: 60, y: 600, width: 200, height: 50 },
        {
          kind: 'number',
          signer: ada.email,
          label: 'Rent',
          key: 'rent',
          default: 12.5,
          page: 1,
          x: 60,
          y: 200,
          width: 90,
          height: 20,
        },
        {
          kind: 'text',
          signer: ada.email,
          label: 'Why',
          required: false,
          condition: { field: 'rent', filled: true },
          page: 1,
          x: 60,
          y: 240,
          width: 90,
          height: 20,
        },
      ],
    });
    const answer = await key.post<'createTemplate'>(path, { name: 'From it', documentId: id });
    expect(answer.status, answer.text).toBe(201);
    const { template } = answer.body;
    expect(template).toMatchObject({
      page_count: 1,
      signing_order: 'sequential',
      roles: [
        { name: 'Signer 1', role: 'signer', order: 2 },
        { name: 'Signer 2', role: 'signer', order: 1 },
      ],
    });
    expect(template.fields).toEqual([
      expect.objectContaining({ kind: 'signature', role: 'Signer 1', page: 1, x: 60 }),
      expect.objectContaining({ kind: 'number', role: 'Signer 1', default: 12.5, key: 'rent' }),
      expect.objectContaining({
        kind: 'text',
        role: 'Signer 1',
        condition: expect.objectContaining({ field: 'rent', filled: true }),
      }),
    ]);
  });

  test('uses the planned recipients and fields of a draft unless the request overrides them', async () => {
    const { id } = await app.draft();
    const person = app.person();
    await app.key.send('PATCH', `/api/documents/${id}`, {
      body: {
        signers: [person],
        fields: [{ kind: 'text', signer: person.email, page: 1, x: 1, y: 1, width: 90, height: 20 }],
      },
    });
    const made = async (body: object) =>
      (await key.post<'createTemplate'>(path, { name: 'A', documentId: id, ...body })).body.template;
    expect(await made({})).toMatchObject({
      roles: [{ name: 'Signer' }],
      fields: [{ kind: 'text', role: 'Signer' }],
    });
    expect(await made({ roles: [{ name: 'Buyer' }] })).toMatchObject({ roles: [{ name: 'Buyer' }], fields: [] });
  });
});

needsCredential(app, { method: 'POST', path, body: { name: 'A', documentId: 'doc_1' } });
const draft = await app.draft();
needsScope(app, 'templates', { method: 'POST', path, body: { name: 'A', documentId: draft.id } });

describe('404', () => {
  test("rejects another organization's document, and the owner's document if a member requests it", async () => {
    const foreign = await app.draft({ by: (await app.otherTenant()).key });
    expectError(await key.post(path, { name: 'A', documentId: foreign.id }), 'DOCUMENT_NOT_FOUND', {
      documentId: foreign.id,
    });
    const member = (await app.member('member')).caller;
    expectError(await member.post(path, { name: 'A', documentId: draft.id }), 'DOCUMENT_NOT_FOUND', {
      documentId: draft.id,
    });
  });
});

describe('413 and 415', () => {
  test('rejects a file of more than 50 MB', async () => {
    const body = pdfUpload(Buffer.concat([PDF, Buffer.alloc(50 * 1024 * 1024)]));
    expectError(await form(body), 'FILE_TOO_LARGE', { maxBytes: 50 * 1024 * 1024 });
  });
  test('rejects a body that is neither a multipart form nor JSON', async () => {
    expectError(
      await key.send('POST', path, { body: 'a=b', headers: { 'content-type': 'text/plain' } }),
      'UNSUPPORTED_MEDIA_TYPE',
    );
  });
});

test('returns 409 for an external ID that another template already uses', async () => {
  const externalId = 'lease';
  const first = await makeTemplate(key, { ...LEASE, externalId });
  expectError(await form(pdfUpload(PDF, { externalId })), 'EXTERNAL_ID_TAKEN', { externalId, id: first.id });
});

describe('422', () => {
  test('rejects a file that is not a PDF, in the same way as uploads', async () => {
    expectInvalid(await form(pdfUpload(Buffer.from('hello'))), 'file', 'not_a_pdf');
  });
  const field = LEASE.fields[1];
  test.each<[string, object, string]>([
    ['two roles with the same name', { roles: [{ name: 'A' }, { name: 'a' }] }, 'roles[1].name'],
    ['no role that signs', { roles: [{ name: 'A', role: 'cc' }] }, 'roles'],
    ['a field for an unknown role', { roles: [{ name: 'A' }], fields: [{ ...field, role: 'B' }] }, 'fields[0].role'],
    [
      'a field for a role that only reads',
      { roles: [{ name: 'A' }, { name: 'B', role: 'viewer' }], fields: [{ ...field, role: 'B' }] },
      'fields[0].role',
    ],
    [
      'a field beyond the last page',
      { roles: [{ name: 'A' }], fields: [{ ...field, role: 'A', page: 2 }] },
      'fields[0].page',
    ],
    [
      'a default value that the field does not accept',
      { roles: [{ name: 'A' }], fields: [{ ...LEASE.fields[2], role: 'A', default: 0 }] },
      'fields[0].default',
    ],
    ['no roles', { roles: [] }, 'roles'],
    ['an empty name', { name: '' }, 'name'],
  ])('rejects an invalid template: %s', async (_, body, at) => {
    expectInvalid(await key.post(path, { name: 'A', documentId: draft.id, ...body }), at);
  });
  test('rejects a form with roles that are not JSON, an unknown property or no file', async () => {
    expectInvalid(await form(pdfUpload(PDF, { roles: '{' })), 'roles');
    expectInvalid(await form(pdfUpload(PDF, { colour: 'red' })), 'colour');
    expectInvalid(await form(multipart([{ name: 'name', content: 'A' }])), 'file');
    expectInvalid(await key.post(path), 'body');
  });
});

refusesOtherMethods(app, path, ['POST']);
countsRequests(app, { method: 'POST', path, body: { name: 'A', documentId: draft.id } }, ['templates']);
