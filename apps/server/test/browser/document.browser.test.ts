/** The document page updates live as recipients act, and offers every action of the sender. */
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { judge } from './axe.ts';
import { startBrowser, untilTrue } from './browser.ts';
import { toast } from './flows.ts';

const app = await startTestApp();
const browser = await startBrowser(app);

const more = async (page: Page, item: string): Promise<void> => {
  await page.getByRole('button', { name: 'More actions for this document' }).click();
  await page.getByRole('menuitem', { name: item }).click();
};

test("shows the recipients' actions as they happen, and marks the page as live", async () => {
  const people = [app.person(), app.person()] as const;
  const { id } = await app.sent({ signers: [...people] });
  const page = await browser.visit({ asOwner: true });
  const stream = page.waitForResponse((answer) => answer.url().endsWith(`/api/documents/${id}/events`));
  // The page polls until the stream is open. It gets the same response each time, so only the stream reports changes.
  const { text: body } = await app.key.get(`/api/documents/${id}/status`);
  await page.route('**/status', (route) => route.fulfill({ contentType: 'application/json', body }));
  await page.goto(`/documents/${id}`);
  await page.getByText('0 of 2 signed').waitFor();
  expect((await stream).headers()['content-type']).toContain('text/event-stream');
  await app.sign(id, { token: await app.link(people[0].email) });
  await page.getByText('1 of 2 signed').waitFor();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page
    .getByRole('status')
    .filter({ hasText: `${people[0].name} signed.` })
    .waitFor({ state: 'attached' });
  await app.sign(id, { token: await app.link(people[1].email) });
  await page.getByText('Completed', { exact: true }).first().waitFor();
  // The document is sealed after the last signature, and the page shows the seal too.
  await page.getByText('Completed: all signatures collected; sealed').waitFor();
  expect(asked, 'the page does not request the status of the document').not.toContain(`/api/documents/${id}/status`);
  await judge(page, 'document, completed before our eyes');
}, 120_000);

test('polls for changes if no event stream gets through', async () => {
  const { id, token } = await app.sentToOne();
  const page = await browser.visit({ asOwner: true, expected: /net::ERR_FAILED|503 \/api\/documents\/\w+\/events/ });
  await page.route('**/events', (route) => route.fulfill({ status: 503 }));
  await page.goto(`/documents/${id}`);
  await page.getByText('0 of 1 signed').waitFor();
  await app.sign(id, { token });
  await page.getByText('1 of 1 signed').waitFor();
}, 120_000);

test('sends a reminder, extends the document, corrects a recipient and resends the invitation', async () => {
  const [first, next] = [app.person(), app.person()];
  const { id, signers } = await app.sent({ signers: [first] });
  const page = await browser.visit({ asOwner: true });
  await page.goto(`/documents/${id}`);
  await more(page, 'Remind');
  await page.getByRole('textbox', { name: 'Message' }).fill('It is urgent now.');
  await judge(page, 'remind');
  await page.getByRole('button', { name: 'Send reminder' }).click();
  await toast(page, 'One recipient reminded');
  expect((await app.mail(first.email, 'reminder')).text).toContain('It is urgent now.');
  await page.getByRole('button', { name: `Remind ${signers[0]?.name}` }).click();
  await page.getByRole('button', { name: 'Send reminder' }).click();
  await toast(page, 'No reminders sent');
  await page.getByText('was reminded less than an hour ago').waitFor();
  await page.keyboard.press('Escape');

  await more(page, 'Extend deadline');
  const extend = page.getByRole('dialog', { name: 'Extend deadline' });
  await extend.getByLabel('Days').fill('2');
  await extend.getByRole('button', { name: 'Extend deadline' }).click();
  await extend.getByText(/^Recipients can already sign until .+ Enter more days\.$/).waitFor();
  expect(
    await extend.getByText(/^Recipients can sign until/).count(),
    'the error is shown without a new expiration date',
  ).toBe(0);
  await judge(page, 'extend, refused');
  await extend.getByLabel('Days').fill('90');
  await extend.getByRole('button', { name: 'Extend deadline' }).click();
  await toast(page, 'Deadline extended');
  await page.getByText('(in 90 days)').waitFor();

  await page.getByRole('button', { name: `Manage ${signers[0]?.name}` }).click();
  await page.getByRole('menuitem', { name: 'Correct name or address' }).click();
  await page.getByLabel('E-mail').fill(next.email);
  await page.getByRole('button', { name: 'Correct recipient', exact: true }).click();
  await toast(page, 'Recipient corrected');
  await page.getByText(next.email, { exact: true }).waitFor();
  await page.getByRole('button', { name: `Manage ${signers[0]?.name}` }).click();
  await page.getByRole('menuitem', { name: 'Send the link again' }).click();
  await toast(page, 'Sent again');
  await page.getByText('The invitation was sent again').waitFor();
}, 120_000);

test('renames, tags, copies, archives, deletes and restores a document using only the keyboard', async () => {
  const { id } = await app.draft({ title: 'Epsilon' });
  const page = await browser.visit({ asOwner: true });
  const choose = async (item: string): Promise<void> => {
    await page.getByRole('button', { name: 'More actions for this document' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: item }).focus();
    await page.keyboard.press('Enter');
  };
  await page.goto(`/documents/${id}`);
  await choose('Title and tags');
  const dialog = page.getByRole('dialog', { name: 'Details' });
  await dialog.getByLabel('Title').fill('Epsilon, second version');
  await dialog.getByPlaceholder('Add a tag').focus();
  await page.keyboard.type('offer');
  await page.keyboard.press('Enter');
  await judge(page, 'details');
  await dialog.getByRole('button', { name: 'Save' }).focus();
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('heading', { name: 'Epsilon, second version' }).waitFor();
  await page.getByText('offer', { exact: true }).waitFor();

  await choose('Archive');
  await toast(page, 'Archived');
  await page.getByRole('button', { name: 'Undo' }).focus();
  await page.keyboard.press('Enter');
  await toast(page, 'Undone');
  await page.getByText('Draft', { exact: true }).waitFor();

  await choose('Move to the trash');
  await page.getByRole('heading', { name: 'Documents' }).waitFor();
  await page.getByRole('alert').filter({ hasText: 'Moved to the trash' }).getByRole('button', { name: 'Undo' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Epsilon, second version' }).waitFor();

  await choose('Duplicate');
  await toast(page, 'Copied');
  await untilTrue(page, 'the copy', `!location.pathname.endsWith('${id}')`);
}, 120_000);

const nextAction = (page: Page) => page.getByRole('region', { name: 'Next action' });

test('shows the next action for a document in each state, with a button or link for the action', async () => {
  const { id } = await app.draft({ title: 'Zeta' });
  const page = await browser.visit({ asOwner: true });
  await page.goto(`/documents/${id}`);
  await nextAction(page).getByRole('heading', { name: 'Not sent yet' }).waitFor();
  await judge(page, 'document, a draft');
  await nextAction(page).getByRole('link', { name: 'Continue' }).click();
  await page.waitForURL(`**/documents/${id}/send`);

  const people = [app.person(), app.person(), app.person()];
  const out = await app.sent({ signers: people });
  await page.goto(`/documents/${out.id}`);
  await nextAction(page)
    .getByRole('heading', { name: /^Waiting for .+, .+, and 1 more$/ })
    .waitFor();
  const remind = nextAction(page).getByRole('button', { name: 'Remind' });
  await remind.and(page.locator('[data-variant=default]')).click();
  await page.getByRole('button', { name: 'Send reminder' }).click();
  await toast(page, '3 recipients reminded');
  // After a day, sending a reminder is the main action of the page.
  await page.clock.setSystemTime(Date.now() + 25 * 60 * 60 * 1000);
  await page.reload();
  await remind.and(page.locator('[data-variant=filled]')).waitFor();
  await page.clock.setSystemTime(Date.now());

  const done = await app.completed();
  await page.goto(`/documents/${done.id}`);
  await nextAction(page).getByRole('heading', { name: 'The document is complete' }).waitFor();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    nextAction(page).getByRole('button', { name: 'Download signed PDF' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('contract-signed.pdf');
  await judge(page, 'document, completed');

  await app.key.post(`/api/documents/${out.id}/void`, { reason: 'A new price.' });
  await page.goto(`/documents/${out.id}`);
  await nextAction(page).getByText('A new price.').waitFor();
  await nextAction(page).getByRole('button', { name: 'Create a copy' }).click();
  await nextAction(page).getByRole('heading', { name: 'Not sent yet' }).waitFor();
}, 120_000);

test('shows no recipient as pending once a document has ended', async () => {
  const [ada, bo] = [app.person(), app.person()];
  const declined = await app.sent({ signers: [ada, bo] });
  const refusal = await app.link(ada.email);
  await app.anyone.post(`/api/documents/${declined.id}/decline`, { token: refusal, reason: 'Not like this.' });
  const voided = await app.sent({ signers: [ada, bo], signingOrder: 'sequential' });
  await app.key.post(`/api/documents/${voided.id}/void`, { reason: 'A new price.' });
  const page = await browser.visit({ asOwner: true });
  const recipients = page.getByRole('region', { name: 'Recipients' });
  const colorOf = (locator: Locator) => locator.evaluate('(element) => getComputedStyle(element).color');
  await page.goto(`/documents/${declined.id}`);
  await recipients.getByText('Invited (no action needed)').waitFor();
  const neutral = await colorOf(page.getByText('Invited (no action needed)'));
  await page.goto(`/documents/${voided.id}`);
  await recipients.getByText('Invited (no action needed)').waitFor();
  await recipients.getByText('Not invited').waitFor();
  expect(await colorOf(page.getByText('Not invited'))).toBe(neutral);
  expect(await recipients.getByText('Invited', { exact: true }).count()).toBe(0);
  await judge(page, 'document, voided');
  // In the list, a colored circle marks a pending recipient. These recipients are not shown as pending there either.
  await page.goto('/documents?status=voided');
  const circle = page.getByRole('row').filter({ hasText: voided.document.title }).locator('[data-status]');
  await page.getByText('A new price.').first().waitFor();
  expect(await circle.count()).toBe(1);
  expect(await circle.getAttribute('data-status')).toBe('waiting');
}, 120_000);

test('shows how a declined or expired document ended and which actions remain', async () => {
  const refused = await app.sentToOne();
  await app.anyone.post(`/api/documents/${refused.id}/decline`, { token: refused.token, reason: 'Clause 4 is wrong.' });
  const late = await app.sent({ expirationDays: 1 });
  app.clock.advance({ days: 1, minutes: 1 });
  const page = await browser.visit({ asOwner: true });
  await page.goto(`/documents/${refused.id}`);
  await page.getByText('Clause 4 is wrong.').waitFor();
  await judge(page, 'document, declined');
  await page.goto(`/documents/${late.id}`);
  await page.getByText('This document expired').waitFor();
  await judge(page, 'document, expired');
  await page.getByRole('button', { name: 'Extend deadline' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Extend deadline' }).click();
  await page.getByText('Waiting', { exact: true }).waitFor();
}, 120_000);

test('lists many recipients in a searchable table, and shows the timeline by day and as a chain', async () => {
  const signers = Array.from({ length: 12 }, (_, index) => ({
    name: index === 7 ? 'Zoltán Needle' : `Person ${index}`,
    email: `person${index}@many.example`,
  }));
  const { id } = await app.sent({ signers });
  const page = await browser.visit({ asOwner: true });
  await page.goto(`/documents/${id}`);
  await page.getByRole('link', { name: 'Show all recipients' }).click();
  const table = page.getByRole('table', { name: 'Recipients' });
  await table.getByText('Person 11').waitFor();
  await judge(page, 'document, with many recipients');
  await page.getByRole('searchbox', { name: 'Search recipients' }).fill('needle');
  await page.getByRole('status').filter({ hasText: '1 recipient' }).waitFor();
  await table.getByRole('button', { name: 'Remind Zoltán Needle' }).waitFor();
  expect(await table.getByRole('row').count()).toBe(2);
  const timeline = page.getByRole('region', { name: 'Timeline' });
  expect(await timeline.getByRole('heading', { level: 3 }).count()).toBe(1);
  expect(await timeline.getByText('SHA-256').count()).toBe(0);
  await timeline.getByRole('switch', { name: 'Show the audit chain' }).check();
  await timeline.getByText('document.sent').waitFor();
  expect(await timeline.getByText(/^SHA-256 [0-9a-f]{64}$/).count()).toBeGreaterThan(1);
  await judge(page, 'document, with the audit chain');
}, 60_000);

test('shows one row of buttons and a menu for other actions on a phone, and keeps the file hash within its panel', async () => {
  const { id } = await app.sent();
  const page = await browser.visit({ asOwner: true, phone: true });
  await page.addInitScript("localStorage.setItem('countersign.language', 'de')");
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 640 });
    await page.goto(`/documents/${id}`);
    const menu = page.getByRole('button', { name: 'Weitere Aktionen für dieses Dokument' });
    const download = page.getByRole('button', { name: 'Herunterladen' });
    await download.waitFor();
    expect((await menu.boundingBox())?.y).toBe((await download.boundingBox())?.y);
    expect(await page.getByRole('button', { name: 'Prüfen' }).count()).toBe(0);
    const details = await page.getByRole('region', { name: 'Angaben' }).boundingBox();
    const copy = await page.getByRole('button', { name: /SHA-256/ }).boundingBox();
    expect((copy?.x ?? 0) + (copy?.width ?? 0)).toBeLessThan((details?.x ?? 0) + (details?.width ?? 0));
    await menu.click();
    await page.getByRole('menuitem', { name: 'Vor Ort unterschreiben' }).waitFor();
    await page.getByRole('menuitem', { name: 'Prüfen' }).click();
    await page.getByRole('dialog', { name: 'Prüfung' }).waitFor();
  }
}, 60_000);
