/** Tests variables such as [[company.name]] in a template's text, which are filled in when the template is used. */
import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import type { Caller } from '../support/caller.ts';
import { expectInvalid } from '../support/expect-answer.ts';
import { MULTIPART, pdfUpload } from '../support/multipart.ts';
import { makePdf } from '../support/pdf.ts';
import { inDays } from '../support/schedules.ts';
import { storedFile } from '../support/tampering.ts';
import { bulkSend, finished, rowsOf, templateKey } from '../support/templates.ts';

const app = await startTestApp();
const by = await templateKey(app);
const TEXT = [
  'BT /F1 14 Tf 72 700 Td ([[company.name]] and [[ Rent ]] EUR, signed in [[city]]) Tj ET',
  'BT /F1 18 Tf 72 640 Td ([[company.name]]) Tj ET',
  'BT /F1 11 Tf 72 600 Td (See [[annex 1]] and [1].) Tj ET',
].join('\n');
const roles = [{ name: 'Tenant' }];

async function make(content = TEXT, { caller = by, file }: { caller?: Caller; file?: Buffer } = {}) {
  const answer = await caller.send<'createTemplate'>('POST', '/api/templates/create', {
    body: pdfUpload(file ?? makePdf({ content }), { name: 'Lease', roles: JSON.stringify(roles) }),
    headers: MULTIPART,
  });
  expect(answer.status, answer.text).toBe(201);
  return answer.body.template;
}
const template = await make();
const variables = { 'company.name': 'Zażółć & Sons', rent: 1200, City: 'Łódź' };
const use = (body: object, id: string = template.id) =>
  by.post<'useTemplate'>(`/api/templates/${id}/use`, { signers: [{ role: 'Tenant', ...app.person() }], ...body });
const wordsOf = async (id: string): Promise<string> => {
  const [row] = await app.sql<{ text: string }>(
    "select string_agg(value, '|' order by position) as text from fields where document_id = $1 and value is not null",
    [id],
  );
  return row?.text ?? '';
};

test('finds hundreds of variables on a page with tens of thousands of characters', async () => {
  const lines = Array.from({ length: 400 }, (_, at) => {
    const words = `[[name${at % 150}]] ${'the quick brown fox jumps over it '.repeat(4)}`;
    return `BT /F1 1 Tf 20 ${830 - at * 2} Td (${words}) Tj ET`;
  });
  const long = await make(lines.join('\n'));
  // A quadratic search would read every character again for each variable, exceed the CPU limit, and find no variables.
  expect(long.warnings).toEqual([]);
  expect(long.variables).toHaveLength(150);
}, 60_000);

test('lists each variable of a template once and warns about malformed variables', () => {
  expect(template.variables).toEqual(['company.name', 'Rent', 'city']);
  expect(template.warnings).toEqual([expect.stringContaining('"[[annex 1]]" on page 1 is not a variable')]);
});

describe('documents created from a template with variables', () => {
  test('writes each variable value into a read-only field over the variable, in a document that can be signed and verified', async () => {
    const own = app.person();
    const answer = await use({ signers: [{ role: 'Tenant', ...own }], variables, send: true });
    expect(answer.status, answer.text).toBe(201);
    const { document } = answer.body;
    expect(document.variables).toEqual({ 'company.name': 'Zażółć & Sons', Rent: '1200', city: 'Łódź' });
    const filled = document.fields.filter(({ read_only: fixed }) => fixed);
    expect(filled.map(({ label, value, page }) => [label, value, page])).toEqual([
      ['company.name', 'Zażółć & Sons', 1],
      ['Rent', '1200', 1],
      ['city', 'Łódź', 1],
      ['company.name', 'Zażółć & Sons', 1],
    ]);
    const [first, rent, , heading] = filled;
    // A value can use the space up to the next word or the margin, and has the height of the surrounding text.
    expect((first?.x ?? 0) + (first?.width ?? 0)).toBeLessThan(rent?.x ?? 0);
    expect((heading?.x ?? 0) + (heading?.width ?? 0)).toBeCloseTo(595 - 36, 0);
    expect(heading?.height).toBeGreaterThan(first?.height ?? 0);
    expect((await app.sign(document.id, { token: await app.link(own.email) })).status).toBe(200);
    await app.sealed(document.id);
    const verified = await app.key.get<'verifyDocument'>(`/api/documents/${document.id}/verify`);
    expect(verified.body.isValid).toBe(true);
    const { entries } = (await app.key.get<'getDocumentAudit'>(`/api/documents/${document.id}/audit`)).body;
    expect(JSON.parse(Buffer.from(entries[0]?.bytes ?? '', 'base64').toString())).toMatchObject({
      data: { variables: 3 },
    });
  });

  test('covers the remaining text of the variable in white', async () => {
    const long = await make('BT /F1 14 Tf 72 700 Td ([[company.name]]) Tj ET');
    const { body } = await use({ variables: { 'company.name': 'X' }, send: true }, long.id);
    const source = { parts: [{ bytes: await storedFile(app, body.document.id) }] };
    const { bytes } = await app.services.pdf.render(source, { page: 1, width: 595, format: 'webp' });
    const { default: sharp } = await import('sharp');
    const darkest = async (left: number, width: number) => {
      const part = await sharp(Buffer.from(bytes)).extract({ left, top: 125, width, height: 25 }).toBuffer();
      return Math.min(...(await sharp(part).stats()).channels.map(({ min }) => min));
    };
    expect(await darkest(70, 15)).toBeLessThan(120);
    expect(await darkest(86, 110)).toBeGreaterThan(250);
  });

  test('keeps the variable values of a draft until the draft is sent, even in a copied draft', async () => {
    const { body } = await use({ variables });
    expect(body.document).toMatchObject({ status: 'draft', variables: { city: 'Łódź' }, planned: { fields: [] } });
    const path = `/api/documents/${body.document.id}`;
    const copy = await by.post<'duplicateDocument'>(`${path}/duplicate`, {});
    await app.key.post(`${path}/send-for-signing`, {});
    await app.key.post(`/api/documents/${copy.body.document.id}/send-for-signing`, { signers: [app.person()] });
    for (const id of [body.document.id, copy.body.document.id])
      expect(await wordsOf(id)).toBe('Zażółć & Sons|1200|Łódź|Zażółć & Sons');
  });

  test('fills variables in documents created by POST /api/documents, in scheduled documents and in packages', async () => {
    const signers = [{ role: 'Tenant', ...app.person() }];
    const body = { templateId: template.id, signers, variables };
    const created = await by.post<'createDocument'>('/api/documents', body);
    expect(await wordsOf(created.body.document.id)).toContain('Łódź');
    const later = await by.post<'createDocument'>('/api/documents', { ...body, sendAt: inDays(app, 1) });
    app.clock.advance({ days: 1 });
    app.services.runner.wake('timer');
    await app.atRest(later.body.document.id);
    expect(await wordsOf(later.body.document.id)).toContain('Łódź');
    const templates = [{ templateId: template.id, variables }];
    const papers = await by.post<'createPackage'>('/api/packages', { title: 'Papers', templates, signers, send: true });
    expect(await wordsOf(papers.body.package.documents[0]?.id ?? '')).toContain('Łódź');
    const without = [{ templateId: template.id, variables: { city: 'x', rent: 1 } }];
    expectInvalid(
      await by.post('/api/packages', { title: 'Papers', templates: without, signers }),
      'templates[0].variables.company.name',
      'variable_missing',
    );
  });

  test('keeps the variables, but not their values, in a template created from a document with variables', async () => {
    const { body } = await use({ variables, send: true });
    const again = await by.post<'createTemplate'>('/api/templates/create', {
      name: 'Again',
      documentId: body.document.id,
    });
    expect(again.body.template.variables).toEqual(template.variables);
    expect(again.body.template.fields.filter((field) => 'default' in field)).toEqual([]);
  });
});

describe('422', () => {
  const { 'company.name': name, City } = variables;
  test.each([
    ['is missing', { 'company.name': name, City }, 'variables.Rent', 'variable_missing'],
    ['belongs to an unknown variable', { ...variables, country: 'PL' }, 'variables.country', 'variable_unknown'],
    ['is too long for its line', { ...variables, city: 'M'.repeat(200) }, 'variables.city', 'too_long'],
    ['has two lines', { ...variables, city: 'Łódź\nPoland' }, 'variables.city', undefined],
    ['is empty', { ...variables, city: ' ' }, 'variables.city', undefined],
    ['has 501 characters', { ...variables, city: 'a'.repeat(501) }, 'variables.city', undefined],
  ])('rejects template variables if a value %s', async (_, given, field, reason) => {
    const before = await app.sql('select 1 from documents');
    for (const send of [true, false]) {
      // The space for a value is known only when the value is drawn.
      if (reason === 'too_long' && !send) continue;
      const answer = await use({ variables: given, send });
      expect(answer.status).toBe(422);
      expect(answer.body).toMatchObject({ error: { field, ...(reason && { reason }) } });
    }
    expect(await app.sql('select 1 from documents')).toEqual(before);
  });

  test('reports all variables whose values are missing', async () => {
    const { body } = await use({});
    expect(body).toMatchObject({
      error: {
        errors: [{ field: 'variables.company.name' }, { field: 'variables.Rent' }, { field: 'variables.city' }],
      },
    });
  });

  test('rejects a replacement file for a draft that has variable values', async () => {
    const { body } = await use({ variables });
    const put = { body: pdfUpload(makePdf()), headers: MULTIPART };
    expectInvalid(await app.key.send('PUT', `/api/documents/${body.document.id}/file`, put), 'file');
  });
});

describe('bulk send', () => {
  const people = () => app.person();
  test('accepts a CSV column for each variable', async () => {
    const rows = ['Kraków', 'Gdańsk'].map((city) => ({
      email: people().email,
      'company.name': 'Acme',
      'variables.rent': 900,
      City: city,
    }));
    const send = await bulkSend(by, template.id, { rows });
    expect(await finished(by, send.id)).toMatchObject({ sent: 2, failed: 0 });
    const texts = await Promise.all((await rowsOf(by, send.id)).map(({ document_id: id }) => wordsOf(id ?? '')));
    expect(texts).toEqual(['Acme|900|Kraków|Acme', 'Acme|900|Gdańsk|Acme']);
  });

  test('rejects a CSV without a column for a variable, and lists the rows without a value', async () => {
    const path = `/api/templates/${template.id}/bulk-send`;
    const row = { email: people().email, 'company.name': 'Acme', rent: 900 };
    expectInvalid(await by.post(path, { rows: [row] }), 'columns', 'variable_missing');
    const check = await by.post<'checkBulkSend'>(`${path}/check`, {
      rows: [
        { ...row, city: 'Łódź' },
        { ...row, city: '' },
        { ...row, city: 'M'.repeat(300) },
      ],
    });
    expect(check.body.check).toMatchObject({
      wrong: 2,
      faults: [
        { row: 2, field: 'city', code: 'variable_missing' },
        { row: 3, field: 'city', code: 'too_long' },
      ],
    });
  });
});

test('uses the variables in the new template file after a replacement', async () => {
  const { id } = await make();
  const put = (content: string) =>
    by.send<'replaceTemplateFile'>('PUT', `/api/templates/${id}/file`, {
      body: pdfUpload(makePdf({ content })),
      headers: MULTIPART,
    });
  const answer = await put('BT /F1 14 Tf 72 700 Td ([[country]]) Tj ET');
  expect(answer.body.template.variables).toEqual(['country']);
  expectInvalid(await use({ variables }, id), 'variables.country', 'variable_missing');
  await put('BT /F1 14 Tf 72 700 Td (None) Tj ET');
  expect((await use({}, id)).status).toBe(201);
});
