/**
 * Tests a document that is scheduled from the preparation page, and template variables that are entered when the
 * template is used.
 */
import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { makePdf } from '../support/pdf.ts';
import { makeTemplate, templateKey } from '../support/templates.ts';
import { MULTIPART, pdfUpload } from '../support/multipart.ts';
import { judge } from './axe.ts';
import { startBrowser } from './browser.ts';

const app = await startTestApp();
const browser = await startBrowser(app);
const read = async (id: string) => (await app.key.get<'getDocument'>(`/api/documents/${id}`)).body.document;

test(
  'schedules a document, shows the scheduled time, cancels the schedule, schedules the document again and then sends it immediately',
  { timeout: 120_000 },
  async () => {
    const { id } = await app.draft({ title: 'Lease' });
    const page = await browser.visit({ asOwner: true });
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const schedule = async () => {
      await button('Review and send').click();
      await page.getByRole('switch', { name: 'Send later' }).check({ force: true });
      await page.getByText(/^Sends on /).waitFor();
      await judge(page, 'sending later');
      await button('Schedule').click();
      await page.getByText(/^Sends on /).waitFor();
      await button('Cancel schedule').waitFor();
    };
    await page.goto(`/documents/${id}/send`);
    await page.getByLabel('Name of recipient 1').fill('Ada Lovelace');
    await page.getByLabel('E-mail address of recipient 1').fill('ada@contoso.example');
    await schedule();
    expect(await read(id)).toMatchObject({ status: 'draft', scheduled_for: expect.any(String) });
    await judge(page, 'a scheduled document');

    await page.goto('/documents');
    await page.getByText(/^Sends on /).waitFor();
    await page.goto(`/documents/${id}/send`);
    await page.waitForURL(`**/documents/${id}`);
    await button('Cancel schedule').click();
    await page.getByRole('heading', { name: 'Not sent yet' }).waitFor();
    expect((await read(id)).scheduled_for).toBeNull();
    await page.goto(`/documents/${id}/send`);
    await schedule();
    await button('Send now').click();
    await page.getByText('This page shows who has viewed and signed the document.').waitFor();
    expect((await read(id)).status).toBe('in-progress');
  },
);

test('lists the fields that do not fit before it replaces the file of a draft', { timeout: 120_000 }, async () => {
  const { id } = await app.draft({ title: 'Two pages', pages: 2 });
  const own = app.person();
  const place = { kind: 'signature', signer: own.email, x: 60, y: 600, width: 200, height: 50 };
  const fields = [1, 2].map((number) => ({ ...place, page: number }));
  await app.key.send('PATCH', `/api/documents/${id}`, { body: { signers: [own], fields } });
  const page = await browser.visit({ asOwner: true, expected: /^422 .*\/file$/ });
  await page.goto(`/documents/${id}`);
  await page.getByRole('button', { name: 'More actions for this document' }).click();
  await page.getByRole('menuitem', { name: 'Replace the file' }).click();
  const buffer = makePdf({ text: 'New' });
  await page.locator('input[type=file]').setInputFiles({ name: 'new.pdf', mimeType: 'application/pdf', buffer });
  await page.getByRole('button', { name: 'Replace', exact: true }).click();
  await page.getByText('1 field will be removed').waitFor();
  await judge(page, 'a field that does not fit');
  await page.getByRole('button', { name: 'Replace and remove 1 field' }).click();
  await page.getByText('File replaced').waitFor();
  const document = await read(id);
  expect(document).toMatchObject({ filename: 'new.pdf', page_count: 1, planned: { signers: [own] } });
  expect(document.planned?.fields).toHaveLength(1);
});

test(
  'shows the variables of a template, and asks for their values when the template is used',
  { timeout: 120_000 },
  async () => {
    const by = await templateKey(app);
    const template = await makeTemplate(by, { name: 'Offer', roles: [{ name: 'Client' }] });
    const content = 'BT /F1 14 Tf 72 700 Td ([[company.name]] pays [[price]]) Tj ET';
    const put = { body: pdfUpload(makePdf({ content })), headers: MULTIPART };
    await by.send('PUT', `/api/templates/${template.id}/file`, put);
    const page = await browser.visit({ asOwner: true });
    await page.goto(`/templates/${template.id}`);
    await page.getByText('Variables in the text: company.name, price.').waitFor();
    await page.goto('/templates');
    await page.getByRole('button', { name: 'Use Offer' }).click();
    await page.getByLabel('Name for Client').fill('Ada Lovelace');
    await page.getByLabel('E-mail address for Client').fill('ada@contoso.example');
    await page.getByRole('button', { name: 'Send now' }).click();
    await page.getByText('Enter a value.').first().waitFor();
    await judge(page, 'variables without values');
    await page.getByRole('textbox', { name: 'company.name' }).fill('Example Ltd');
    await page.getByRole('textbox', { name: 'price' }).fill('1,200 EUR');

    await page.getByRole('button', { name: 'Send now' }).click();
    await page.waitForURL('**/documents/doc_*');
    expect(await read(page.url().split('/').at(-1) ?? '')).toMatchObject({
      status: 'in-progress',
      variables: { 'company.name': 'Example Ltd', price: '1,200 EUR' },
    });
  },
);
