import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { MULTIPART } from '../support/multipart.ts';
import { countsRequests, needsCredential, needsScope, refusesOtherMethods } from '../support/refusals.ts';
import {
  bulkSend,
  bulkTemplates,
  bulkTurns,
  csvUpload,
  finished,
  hidesTemplates,
  makeTemplate,
  NOTICE,
  rowsFor,
  rowsOf,
} from '../support/templates.ts';

const app = await startTestApp();
const { key, notice, lease } = await bulkTemplates(app);
const pathOf = (id: string) => `/api/templates/${id}/bulk-send`;
const upload = (id: string, csv: string | Uint8Array, fields = {}) =>
  key.send<'createBulkSend'>('POST', pathOf(id), { body: csvUpload(csv, fields), headers: MULTIPART });

describe('202', () => {
  test('sends a document with separate values for each CSV row, and reports an invalid row without stopping the others', async () => {
    const [ada, bob] = [app.person(), app.person()];
    const csv = `E-mail;Name;Town\r\n${ada.email};Ada;"Zürich; West"\r\nnobody;Bob;Bern\r\n;Eve;Basel\r\n${bob.email};;\r\n`;
    const answer = await upload(notice.id, csv, { title: 'Notice of May', expirationDays: '10' });
    expect(answer.status, answer.text).toBe(202);
    expect(answer.body.bulkSend).toMatchObject({
      status: 'running',
      total: 4,
      pending: 4,
      template_id: notice.id,
      started_at: null,
    });
    const done = await finished(key, answer.body.bulkSend.id);
    expect(done).toMatchObject({ status: 'completed', total: 4, sent: 2, failed: 2, pending: 0 });
    expect(done.finished_at).toBe(app.clock.now().toISOString());
    const rows = await rowsOf(key, done.id);
    expect(rows.map(({ status, error }) => [status, error?.field, error?.code])).toEqual([
      ['sent', undefined, undefined],
      ['failed', 'E-mail', 'invalid_email'],
      ['failed', 'E-mail', 'email_missing'],
      ['sent', undefined, undefined],
    ]);
    const { document } = (await key.get<'getDocument'>(`/api/documents/${rows[0]?.document_id}`)).body;
    expect(document).toMatchObject({ status: 'in-progress', title: 'Notice of May', template_id: notice.id });
    expect(document.fields.find(({ label }) => label === 'Town')?.default).toBe('Zürich; West');
    expect(document.signers).toMatchObject([{ email: ada.email, name: 'Ada' }]);
    // The document can be signed and verified like any other.
    expect((await app.sign(document.id, { token: await app.link(ada.email) })).status).toBe(200);
    await app.sealed(document.id);
    expect((await key.get<'verifyDocument'>(`/api/documents/${document.id}/verify`)).body.isValid).toBe(true);
  });

  test('rejects only unreadable rows and reports the encoding of the file', async () => {
    const person = app.person();
    const csv = `sep=;\r\nE-mail;Name;Town\r\n"${person.email};A;Bern\r\nx@contoso.example;B;Bern;more\r\n${person.email};J\u00f6rg;Z\u00fcrich\r\n`;
    const answer = await upload(notice.id, Buffer.from(csv, 'latin1'));
    expect(answer.body).toMatchObject({ encoding: 'windows-1252', bulkSend: { total: 3, failed: 2, pending: 1 } });
    const done = await finished(key, answer.body.bulkSend.id);
    expect(done).toMatchObject({ status: 'completed', sent: 1, failed: 2 });
    const rows = await rowsOf(key, done.id);
    expect(rows.map(({ status, error }) => [status, error?.field, error?.code])).toEqual([
      ['failed', 'E-mail', 'invalid_csv'],
      ['failed', 'E-mail', 'invalid_csv'],
      ['sent', undefined, undefined],
    ]);
    const { document } = (await key.get<'getDocument'>(`/api/documents/${rows[2]?.document_id}`)).body;
    expect(document.signers).toMatchObject([{ name: 'J\u00f6rg' }]);
  });

  test('accepts JSON rows with a mapping, several roles and omitted columns', async () => {
    const [tenant, landlord] = [app.person(), app.person()];
    const rows = [{ who: tenant.email, tenant_name: 'T', 'Landlord e-mail': landlord.email, rent: 900, note: 'x' }];
    const mapping = { who: 'Tenant.email', note: null };
    const { id } = await bulkSend(key, lease.id, { rows, mapping });
    expect(await finished(key, id)).toMatchObject({ sent: 1, failed: 0 });
    const [row] = await rowsOf(key, id);
    const { document } = (await key.get<'getDocument'>(`/api/documents/${row?.document_id}`)).body;
    expect(document.signers).toMatchObject([
      { email: tenant.email, name: 'T' },
      { email: landlord.email, name: landlord.email, role: 'approver' },
    ]);
    expect(document.fields.find(({ label }) => label === 'Rent')?.default).toBe('900');
  });

  test('rejects a row with a value that does not fit its field, and accepts one person in two roles', async () => {
    const { email } = app.person();
    const other = app.person().email;
    const rows = [
      { 'Tenant.email': email, 'Landlord.email': other, Rent: '0' },
      { 'Tenant.email': email, 'Landlord.email': email, Rent: '5' },
      { 'Tenant.email': email, 'Landlord.email': other, Rent: 'much' },
    ];
    const { id } = await bulkSend(key, lease.id, { rows });
    expect(await finished(key, id)).toMatchObject({ sent: 1, failed: 2 });
    expect((await rowsOf(key, id)).map(({ error }) => error?.field)).toEqual(['Rent', undefined, 'Rent']);
  });

  test('uses the recipient authentication of the template or of a row, and names the column in which a value is missing', async () => {
    const roles = [{ name: 'Reader', requireTwoFactor: 'email-code' }];
    const template = await makeTemplate(key, { ...NOTICE, roles });
    const people = rowsFor(app, 5).map(({ email }) => email);
    const csv = ['email,Second e-mail,reader.requireTwoFactor', `${people[0]},codes@contoso.example,`];
    csv.push(`${people[1]},,account`, `${people[2]},,`, `${people[3]},${people[3]},`, `${people[4]},,sms`);
    const { id } = (await upload(template.id, csv.join('\r\n'))).body.bulkSend;
    expect(await finished(key, id)).toMatchObject({ sent: 2, failed: 3 });
    const rows = await rowsOf(key, id);
    expect(rows.map(({ error }) => error?.field)).toEqual([
      undefined,
      undefined,
      'Second e-mail',
      'Second e-mail',
      'reader.requireTwoFactor',
    ]);
    const steps = rows.slice(0, 2).map(async ({ document_id }) => {
      const { document } = (await key.get<'getDocument'>(`/api/documents/${document_id}`)).body;
      return document.signers[0]?.two_factor;
    });
    expect(await Promise.all(steps)).toMatchObject([
      { kind: 'email-code', second_email: 'codes@contoso.example' },
      { kind: 'account', second_email: null },
    ]);
    expectInvalid(await upload(template.id, `email\r\n${people[2]}`), 'columns');
  });

  test('sends nothing in all-or-nothing mode if one row is invalid, and gives each row its own title', async () => {
    const [ada, bob] = rowsFor(app, 2);
    const body = { title: 'Contract {{name}}', allOrNothing: true };
    const before = await app.sql('select from bulk_sends');
    const refused = await key.post(pathOf(notice.id), {
      ...body,
      rows: [ada, { email: 'nobody', name: 'No' }, { email: '', name: 'X' }],
    });
    expectInvalid(refused, 'rows[2].email');
    expect(refused.text).toContain('rows[3].email');
    expect((await app.sql('select from bulk_sends')).length).toBe(before.length);
    const { id } = await bulkSend(key, notice.id, { ...body, rows: [ada, bob] });
    expect(await finished(key, id)).toMatchObject({ sent: 2, failed: 0, title: 'Contract {{name}}' });
    const titles = (await rowsOf(key, id)).map(
      async ({ document_id }) => (await key.get<'getDocument'>(`/api/documents/${document_id}`)).body.document.title,
    );
    expect(await Promise.all(titles)).toEqual([`Contract ${ada?.name}`, `Contract ${bob?.name}`]);
  });

  test('uses the template version from the start of the bulk send, even if the template is later changed and deleted', async () => {
    const template = await makeTemplate(key, NOTICE);
    const turn = await bulkTurns(app);
    const { id } = await bulkSend(key, template.id, { rows: rowsFor(app, 2) });
    await key.send('PUT', `/api/templates/${template.id}/update`, { body: { fields: [] } });
    await key.send('DELETE', `/api/templates/${template.id}`);
    expect((await app.sql("select count(*)::int as count from jobs where kind = 'bulk-send'"))[0]).toEqual({
      count: 1,
    });
    await turn();
    expect((await key.get<'getBulkSend'>(`/api/bulk-sends/${id}`)).body.bulkSend).toMatchObject({
      status: 'completed',
      sent: 2,
      failed: 0,
    });
    const documents = await app.sql<{ fields: number }>(
      `select (select count(*)::int from fields f where f.document_id = d.id) as fields from documents d where template_id = $1`,
      [template.id],
    );
    expect(documents.map(({ fields }) => fields)).toEqual([2, 2]);
  });
});

const sample = () => ({ method: 'POST', path: pathOf(notice.id), body: { rows: rowsFor(app, 1) } });
needsCredential(app, sample());
needsScope(app, 'templates', sample());
hidesTemplates(app, key, (id) => ({ ...sample(), path: pathOf(id) }));

describe('409', () => {
  test('rejects a bulk send while ten others are unfinished', async () => {
    const other = await app.otherTenant();
    const template = await makeTemplate(other.owner, NOTICE);
    for (let at = 0; at < 10; at += 1) await bulkSend(other.owner, template.id, { rows: rowsFor(app, 1) });
    expectError(await other.owner.post(pathOf(template.id), { rows: rowsFor(app, 1) }), 'TOO_MANY_BULK_SENDS', {
      limit: 10,
    });
  });
});

describe('413 and 415', () => {
  test('rejects a body that is far too large and a body that is neither a multipart form nor JSON', async () => {
    const huge = { rows: [{ email: 'a'.repeat(3_000_000) }] };
    expect((await key.post(pathOf(notice.id), huge)).status).toBe(413);
    const text = { body: 'a,b', headers: { 'content-type': 'text/csv' } };
    expectError(await key.send('POST', pathOf(notice.id), text), 'UNSUPPORTED_MEDIA_TYPE');
    expectError(await upload(notice.id, Buffer.alloc(51 * 1024 * 1024)), 'FILE_TOO_LARGE', {
      maxBytes: 50 * 1024 * 1024,
    });
  });
});

describe('422', () => {
  test.each<[string, string | Uint8Array, string, string?]>([
    ['no rows', 'email\r\n', 'file'],
    ['an empty file', '', 'file'],
    ['an unclosed quote in the header', 'email,"name\r\na@b.example,A', 'file', 'invalid_csv'],
    ['two columns with the same name', 'email,email\r\na,b', 'file'],
    ['a file of more than 5 MB', `email\r\n${'a'.repeat(5 * 1024 * 1024)}`, 'file', 'too_large'],
    ['too many rows', `email\r\n${'a\r\n'.repeat(10_001)}`, 'rows'],
    ['a value that is too long', `email\r\n${'a'.repeat(2001)}`, 'rows[0]'],
    ['a column that matches no property', 'email,Colour\r\na,b', 'columns'],
    ['two columns for the same property', 'email,Reader.email\r\na,b', 'columns'],
    ['no column for e-mail addresses', 'name,Town\r\na,b', 'columns'],
  ])('rejects an invalid CSV file: %s', async (_, csv, at, reason) => {
    expectInvalid(await upload(notice.id, csv), at, reason);
  });
  test.each<[string, object, string]>([
    ['no rows', { rows: [] }, 'rows'],
    [
      'a mapping of a column that does not exist',
      { rows: [{ email: 'a' }], mapping: { who: 'Reader.email' } },
      'mapping.who',
    ],
    [
      'a mapping to a role that does not exist',
      { rows: [{ email: 'a', x: 'b' }], mapping: { x: 'Nobody.email' } },
      'mapping.x',
    ],
    ['a NUL character', { rows: [{ email: 'a\u0000' }] }, 'rows[0]'],
    ['an expiration of more than a year', { rows: [{ email: 'a' }], expirationDays: 366 }, 'expirationDays'],
  ])('rejects an invalid bulk send in JSON: %s', async (_, body, at) => {
    expectInvalid(await key.post(pathOf(notice.id), body), at);
  });
  test('rejects a form whose mapping is not JSON', async () => {
    expectInvalid(await upload(notice.id, 'email\r\na@b.example', { mapping: '{' }), 'mapping');
    expectInvalid(await key.post(pathOf(notice.id)), 'body');
  });
});

refusesOtherMethods(app, pathOf(notice.id), ['POST']);
countsRequests(app, sample(), ['templates']);
