/**
 * Tests packages in which each recipient signs only some of the documents: the assignment in a table, the visit, and a
 * visit that continues after one of the documents has ended.
 */
import type { PackageDetails } from '@countersign/contract';
import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { until } from '../support/until.ts';
import { judge } from './axe.ts';
import { SIZES, startBrowser } from './browser.ts';
import { agreeAndSign, finish, review, signTyped, toast } from './flows.ts';

const app = await startTestApp();
const browser = await startBrowser(app);

async function makePackage(titles: string[]): Promise<PackageDetails> {
  const documentIds: string[] = [];
  for (const title of titles) documentIds.push((await app.draft({ by: await app.session(), title })).id);
  const made = await app.key.post<'createPackage'>('/api/packages', { title: 'Office lease', documentIds });
  expect(made.status, made.text).toBe(201);
  return made.body.package;
}
async function sentPackage(titles: string[], signer: object): Promise<PackageDetails> {
  const { id } = await makePackage(titles);
  const sent = await app.key.post<'sendPackage'>(`/api/packages/${id}/send`, { signers: [signer] });
  expect(sent.status, sent.text).toBe(200);
  return sent.body.package;
}
const readPackage = async (id: string) => (await app.key.get<'getPackage'>(`/api/packages/${id}`)).body.package;

test.each(SIZES)(
  'assigns signers to documents in a table, reports documents without a signer, and shows each signer only their own documents %j',
  async ({ phone }) => {
    const { id } = await makePackage(['Lease', 'House rules', 'Salary']);
    const [ada, kim] = [app.person(), app.person()];
    const desk = await browser.visit({ phone, asOwner: true });
    await desk.goto(`/packages/${id}`);
    await desk.getByLabel('Name of recipient 1').fill(ada.name);
    await desk.getByLabel('E-mail address of recipient 1').fill(ada.email);
    expect(await desk.getByRole('table').count(), 'the dialog shows no table if one person signs all documents').toBe(
      0,
    );
    await desk.getByRole('button', { name: 'Add recipient' }).click();
    await desk.getByLabel('Name of recipient 2').fill(kim.name);
    await desk.getByLabel('E-mail address of recipient 2').fill(kim.email);
    const box = (who: string, what: string) =>
      desk.getByRole('checkbox', { name: `${who} signs ${what}`, exact: true });
    expect(await box(ada.name, 'Salary').isChecked(), 'every document is selected at first').toBe(true);
    await judge(desk, `assignment, all${phone ? ', phone' : ''}`);
    // The following steps use only the keyboard.
    await box(ada.name, 'Salary').focus();
    await desk.keyboard.press('Space');
    // A single undo history covers check marks, recipients and texts.
    await desk.keyboard.press('Control+z');
    await desk.getByText('Undone: change which documents recipients get').waitFor();
    expect(await box(ada.name, 'Salary').isChecked()).toBe(true);
    await desk.getByRole('button', { name: 'Redo' }).click();
    await desk.getByText('Redone: change which documents recipients get').waitFor();
    expect(await box(ada.name, 'Salary').isChecked()).toBe(false);
    await desk.getByRole('button', { name: 'Add recipient' }).click();
    await desk.getByLabel('Name of recipient 3').waitFor();
    await desk.keyboard.press('Control+z');
    await desk.getByLabel('Name of recipient 3').waitFor({ state: 'detached' });
    await box(kim.name, 'Lease').uncheck();
    await box(kim.name, 'Salary').uncheck();
    await desk.getByRole('button', { name: 'Send 3 documents' }).click();
    await desk.getByText('This document has no signer').waitFor();
    await judge(desk, `assignment, refused${phone ? ', phone' : ''}`);
    expect((await readPackage(id)).status).toBe('draft');
    await box(kim.name, 'Salary').check();
    await desk.getByRole('button', { name: 'Send 3 documents' }).click();
    await toast(desk, 'Sent for signing');
    await desk.getByRole('list', { name: 'Recipients of Salary' }).getByText(kim.name).waitFor();
    const sent = (await readPackage(id)).documents.map(({ signers }) => signers.map(({ email }) => email));
    expect(sent).toEqual([[ada.email], [ada.email, kim.email], [kim.email]]);

    const page = await browser.visit({ phone });
    await page.goto(`/sign#${await app.link(kim.email)}`);
    await page.getByRole('heading', { name: '2 documents in one visit' }).waitFor();
    const listed = page.getByRole('region', { name: '2 documents in one visit' });
    expect(await listed.getByRole('listitem').allTextContents()).toEqual(['House rulesYou are here', 'SalaryTo do']);
    expect(await page.content()).not.toContain('Lease');
  },
  90_000,
);

test.each(SIZES)(
  'opens the next document after a signer declines one, and lists the signed documents at the end %j',
  async ({ phone }) => {
    const ada = app.person();
    const { id } = await sentPackage(['Lease', 'House rules'], ada);
    const page = await browser.visit({ phone });
    await page.goto(`/sign#${await app.link(ada.email)}`);
    await review(page);
    await page.getByRole('button', { name: 'Not signing?' }).click();
    await page.getByRole('button', { name: 'Decline to sign' }).click();
    await page.getByLabel('Reason').fill('Clause 4 is not what we agreed.');
    await page.getByRole('button', { name: 'Decline', exact: true }).click();
    await page.getByText('You declined “Lease”. This is the next document.').waitFor();
    await page.getByRole('heading', { name: 'House rules', exact: true }).waitFor();
    const focused = await page.evaluate<string>('document.activeElement?.textContent ?? ""');
    expect(focused, 'screen readers announce the decline first').toContain('You declined');
    await judge(page, `led on after declining${phone ? ', phone' : ''}`);
    await signTyped(page);
    await page.getByText('Signed by you: 1 of 2').waitFor();
    expect(await page.locator('section.signers li .chip').allTextContents()).toEqual([
      'Declined by you',
      'Signed by you',
    ]);
    await judge(page, `end of a package, part signed${phone ? ', phone' : ''}`);
    await until('the package to end', async () => (await readPackage(id)).status === 'cancelled');
  },
  90_000,
);

test('shows the first page of a package together with its list of documents, so that the button does not move', async () => {
  const ada = app.person();
  await sentPackage(['Lease', 'House rules'], ada);
  const page = await browser.visit();
  const held = Promise.withResolvers<void>();
  const part = '**/assets/package-*.js';
  await page.route(part, async (route) => {
    await held.promise;
    await route.continue();
  });
  const asked = page.waitForRequest(part);
  await page.goto(`/sign#${await app.link(ada.email)}`);
  await asked;
  expect(await page.getByRole('button', { name: 'Review document' }).count()).toBe(0);
  held.resolve();
  await page.getByRole('heading', { name: '2 documents in one visit' }).waitFor();
  await review(page);
});

test('lists the signed documents after a signer declines the last document of a package', async () => {
  const ada = app.person();
  await sentPackage(['Lease', 'House rules'], ada);
  const page = await browser.visit();
  await page.goto(`/sign#${await app.link(ada.email)}`);
  await signTyped(page);
  await page.getByRole('button', { name: 'Next: House rules' }).click();
  await page.getByRole('heading', { name: 'House rules', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Not signing?' }).click();
  await page.getByRole('button', { name: 'Decline to sign' }).click();
  await page.getByLabel('Reason').fill('No.');
  await page.getByRole('button', { name: 'Decline', exact: true }).click();
  await page.getByRole('heading', { name: 'You declined' }).waitFor();
  await page.getByText('Signed by you: 1 of 2').waitFor();
  expect(
    await page.getByText('You did not sign anything.').count(),
    'the page does not state that nothing was signed',
  ).toBe(0);
  await judge(page, 'end of a package, the last declined');
}, 60_000);

test('opens the next pending document of a package through the link to a voided document, even after a reload', async () => {
  const ada = app.person();
  const { documents } = await sentPackage(['Lease', 'House rules', 'Inventory'], ada);
  const token = await app.link(ada.email);
  for (const document of documents.slice(0, 2))
    await app.key.post(`/api/documents/${document.id}/void`, { reason: 'Replaced' });
  const page = await browser.visit({ expected: /^410 / });
  await page.goto(`/sign#${token}`);
  await page.getByText('The sender voided “Lease”. This is the next document.').waitFor();
  await page.getByRole('heading', { name: 'Inventory', exact: true }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'Inventory', exact: true }).waitFor();
  await app.key.post(`/api/documents/${documents[2]?.id ?? ''}/void`, { reason: 'Replaced' });
  await page.reload();
  await page.getByRole('heading', { name: 'This document was voided' }).waitFor();
  await page.getByText('Signed by you: 0 of 3').waitFor();
  await judge(page, 'end of a package, all voided');
}, 60_000);

test('opens the next document of a package if the current one is voided during signing', async () => {
  const ada = app.person();
  const { documents } = await sentPackage(['Lease', 'House rules'], ada);
  const page = await browser.visit({ expected: /^410 / });
  await page.goto(`/sign#${await app.link(ada.email)}`);
  await page.getByRole('button', { name: 'Review document' }).waitFor();
  await app.key.post(`/api/documents/${documents[0]?.id ?? ''}/void`, { reason: 'Replaced' });
  await page.getByRole('button', { name: 'Review document' }).click();
  await page.getByText('The sender voided “Lease”').waitFor();
  await signTyped(page);
  await page.getByText('Signed by you: 1 of 2').waitFor();
}, 60_000);

test('asks for the access code once per package, and for the code sent to the second address in each document', async () => {
  const codes = app.person().email;
  const ada = { ...app.person(), accessCode: 'correct horse', requireTwoFactor: 'email-code', secondEmail: codes };
  await sentPackage(['Lease', 'House rules'], ada);
  const page = await browser.visit({ expected: /^403 / });
  const tried = new Set<string>();
  const proveStep = async (count: number): Promise<void> => {
    await page.getByRole('heading', { name: 'Verify your identity' }).waitFor();
    await page.getByRole('button', { name: 'Send the code' }).click();
    await page.getByText('We sent a code to').waitFor();
    const select = "select body_text as text from mails where to_address = $1 and kind = 'signing-code' order by id";
    const mails = await until(`${count} codes`, async () => {
      const rows = await app.sql<{ text: string }>(select, [codes]);
      return rows.length === count && rows;
    });
    const code = mails.map(({ text }) => /\b\d{6}\b/.exec(text)?.[0] ?? '').find((one) => !tried.has(one)) ?? '';
    tried.add(code);
    await page.getByLabel('Six-digit code').fill(code);
    await page.keyboard.press('Enter');
  };
  await page.goto(`/sign#${await app.link(ada.email)}`);
  await page.getByLabel('Access code').fill('correct horse');
  await page.keyboard.press('Enter');
  await proveStep(1);
  await page.getByRole('heading', { name: 'Lease', exact: true }).waitFor();
  await signTyped(page);
  await page.getByRole('button', { name: 'Next: House rules' }).click();
  await proveStep(2);
  await page.getByRole('heading', { name: 'House rules', exact: true }).waitFor();
  await review(page);
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.getByRole('button', { name: 'Add signature here' }).click();
  await finish(page);
  await agreeAndSign(page);
  await page.getByText('That was the last document').waitFor();
}, 90_000);
