/** Tests the home page after sign-in: the user's tasks, pending documents, expiring documents, and recent events. */
import { LANGUAGES } from '@countersign/contract/languages';
import { expect, test } from 'vitest';
import { OWNER, startTestApp } from '../support/app.ts';
import { makePdf } from '../support/pdf.ts';
import { judge } from './axe.ts';
import { SIZES, startBrowser } from './browser.ts';

const app = await startTestApp();
const browser = await startBrowser(app);

test("explains on the empty home page how to start, or that the user's address is unconfirmed", async () => {
  const page = await browser.visit({ asOwner: true });
  await page.goto('/');
  await page.getByRole('heading', { name: 'Send your first document' }).waitFor();
  await page.getByText('Confirm your address').waitFor();
  await judge(page, 'home, empty');
}, 120_000);

test('lets a user choose the first PDF on the home page, and then opens the preparation page', async () => {
  const page = await browser.visit({ asOwner: true });
  await page.goto('/');
  const chosen = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a PDF' }).click();
  await (await chosen).setFiles({ name: 'Lease.pdf', mimeType: 'application/pdf', buffer: makePdf() });
  await page.getByRole('heading', { name: 'Prepare for sending' }).waitFor();
  const { documents } = (await app.key.get<'listDocuments'>('/api/documents/paginated')).body;
  expect(documents.map(({ title }) => title)).toEqual(['Lease']);
}, 60_000);

test('counts all documents that expire soon, even if many others expire later', async () => {
  const soon = await app.sent({ expirationDays: 3 });
  const copies = (offset: number, count: number, sentDaysAgo: number, endsInDays: number) =>
    app.sql(
      `insert into documents select (jsonb_populate_record(d, jsonb_build_object('id', 'doc_' || lpad((n + $2)::text, 26, '0'),
         'created_at', d.created_at - $4::int * interval '1 day', 'expires_at', d.created_at + $5::int * interval '1 day'))).*
       from documents d, generate_series(1, $3::int) n where d.id = $1`,
      [soon.id, offset, count, sentDaysAgo, endsInDays],
    );
  await copies(0, 110, 60, 40);
  await copies(1000, 6, 1, 5);
  const page = await browser.visit({ asOwner: true });
  await page.goto('/');
  await page.getByRole('heading', { name: 'Expiring soon 7', exact: true }).waitFor();
  await page.getByRole('heading', { name: 'Waiting for others 117', exact: true }).waitFor();
  await app.sql('delete from documents where id like $1', ['doc_0000000%']);
}, 120_000);

test("offers the available languages in the profile, and uses the profile's time zone on pages and in e-mails", async () => {
  const sent = await app.sentToOne();
  const page = await browser.visit({ asOwner: true });
  await page.goto('/settings/profile');
  await page.getByRole('combobox', { name: 'Language' }).click();
  const offered = await page.getByRole('listbox', { name: 'Language' }).getByRole('option').allTextContents();
  expect(offered).toEqual(Object.values(LANGUAGES));
  await page.keyboard.press('Escape');
  await page.getByRole('combobox', { name: 'Time zone' }).fill('Tokyo');
  await page.getByRole('option', { name: 'Asia/Tokyo' }).first().click();
  await page.getByRole('region', { name: 'About you' }).getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Profile saved').waitFor();
  await page.getByRole('link', { name: 'Documents', exact: true }).first().click();
  await page.getByRole('link', { name: sent.document.title }).first().click();
  await page.getByText(/^Times in Asia\/Tokyo/).waitFor();
  expect(await page.getByText('Recipients can sign until').textContent()).toContain('GMT+9');
  await app.anyone.post(`/api/documents/${sent.id}/decline`, { token: sent.token, reason: 'No.' });
  const mail = await app.mail(OWNER.email, 'declined');
  expect(mail.text).toContain('GMT+9');
}, 120_000);

test.each(SIZES)(
  "lists the user's tasks, pending documents and expiring documents, with a link to each %j",
  async ({ phone }) => {
    await app.sql('update users set email_verified_at = $1', [app.clock.now()]);
    const other = await app.otherTenant();
    const me = { email: OWNER.email, name: OWNER.name };
    await app.draft({ by: other.key, title: 'Never sent to me' });
    const mine = await app.sent({ by: other.key, signers: [me], expirationDays: 20 });
    await app.sent({ by: other.key, signers: [{ ...me, accessCode: 'blue-7' }] });
    const soon = await app.sent({ expirationDays: 3 });
    await app.draft({ title: 'The newest draft' });
    const page = await browser.visit({ phone, asOwner: true });
    await page.goto('/');
    const part = (name: string) => page.getByRole('region', { name });
    await part('Needs my signature').getByText(mine.document.title, { exact: true }).first().waitFor();
    await part('Needs my signature').getByText('A document protected by a code').first().waitFor();
    await part('Needs my signature').getByText('Contoso Research').first().waitFor();
    await part('Waiting for others').getByText(`Waiting for ${soon.signers[0]?.name}`).first().waitFor();
    await part('Expiring soon').getByText('expires in 3 days').first().waitFor();
    await part('Last activity').getByRole('link', { name: 'The newest draft' }).first().waitFor();
    expect(await page.getByText('Never sent to me').count()).toBe(0);
    await judge(page, 'home');
    await part('Last activity').getByRole('link', { name: 'The newest draft' }).first().click();
    await page.getByRole('heading', { name: 'Not sent yet' }).waitFor();
  },
  120_000,
);
