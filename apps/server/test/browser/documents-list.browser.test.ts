/** The document list: bulk actions and their undo, tags, search and the trash, by mouse, by keyboard and on a phone. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { judge } from './axe.ts';
import { startBrowser } from './browser.ts';
import { bytesOf } from './flows.ts';
import { LEASE, makeTemplate, templateKey } from '../support/templates.ts';

const app = await startTestApp();
const browser = await startBrowser(app);

const row = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title });
const statusOf = async (id: string): Promise<string> =>
  (await app.key.get<'getDocument'>(`/api/documents/${id}`)).body.document.status;

/** Returns the cells in rows whose content is wider than the cell. */
const textBeyondCells = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(
    "[...document.querySelectorAll('tbody td')].filter((cell) => cell.scrollWidth > cell.clientWidth).map(({ textContent }) => textContent)",
  );

test('archives the selected documents, reports the document that cannot be archived, and undoes the action', async () => {
  const [first, second] = [await app.draft({ title: 'Alpha offer' }), await app.draft({ title: 'Alpha order' })];
  const out = await app.draft({ title: 'Alpha lease' });
  await app.key.post(`/api/documents/${out.id}/send-for-signing`, { signers: [app.person()] });
  const page = await browser.visit({ asOwner: true });
  await page.goto('/documents?q=alpha');
  await row(page, 'Alpha lease').waitFor();
  await page.getByLabel('Select all on this page').check();
  await page.getByText('3 documents selected').waitFor();
  await judge(page, 'list, with a selection');
  await page.getByRole('button', { name: 'Archive', exact: true }).click();
  await page.getByRole('status').filter({ hasText: '2 documents archived, 1 failed' }).waitFor();
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Alpha lease The document is waiting for signatures. Void it first.' })
    .waitFor();
  await row(page, 'Alpha order').waitFor({ state: 'detached' });
  await judge(page, 'list, with what was not possible');
  expect(await statusOf(first.id)).toBe('archived');
  expect(await page.evaluate<string>('document.activeElement.textContent')).toBe('Undo');

  await page.keyboard.press('Enter');
  await page.getByRole('status').filter({ hasText: '2 documents restored' }).waitFor();
  await row(page, 'Alpha order').getByText('Draft').waitFor();
  for (const { id } of [first, second]) expect(await statusOf(id)).toBe('draft');
  expect(await statusOf(out.id)).toBe('in-progress');

  // Archived documents appear only under their own tab.
  await app.key.post('/api/documents/paginated', { action: 'archive', documentIds: [first.id] });
  await page.reload();
  await row(page, 'Alpha order').waitFor();
  expect(await row(page, 'Alpha offer').count()).toBe(0);
  await page.getByRole('tab', { name: 'Archived' }).click();
  await row(page, 'Alpha offer').waitFor();
  expect(await row(page, 'Alpha order').count()).toBe(0);
}, 120_000);

test("finds last month's documents with two clicks, and filters documents by date range and owner", async () => {
  const [old, recent] = [await app.draft({ title: 'Beta of last month' }), await app.draft({ title: 'Beta of today' })];
  const midOfLastMonth = `date_trunc('month', $2::timestamptz) - interval '10 days'`;
  await app.sql(`update documents set created_at = ${midOfLastMonth} where id = $1`, [old.id, app.clock.now()]);
  const { userId } = await app.member('member');
  const [colleague] = await app.sql('select name from users where id = $1', [userId]);
  const name = String(colleague?.['name']);
  const page = await browser.visit({ asOwner: true });
  await page.goto('/documents?q=beta');
  await row(page, 'Beta of today').waitFor();
  await page.getByRole('button', { name: 'Filter by creation date' }).click();
  await judge(page, 'list, with the filter by date');
  await page.getByRole('button', { name: 'Last month' }).click();
  await row(page, 'Beta of today').waitFor({ state: 'detached' });
  await row(page, 'Beta of last month').waitFor();
  expect(new URL(page.url()).searchParams.get('created')).toBe('last-month');
  await page.reload();
  await row(page, 'Beta of last month').waitFor();
  expect(await row(page, 'Beta of today').count()).toBe(0);
  await page.getByRole('button', { name: 'Remove the filter “Last month”' }).click();
  await row(page, 'Beta of today').waitFor();

  await page.getByRole('button', { name: 'Filter by creation date' }).click();
  await page.getByLabel('From', { exact: true }).fill('2001-01-01');
  await page.getByLabel('To', { exact: true }).fill('2001-12-31');
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByText('No document matches all filters.').waitFor();
  await page.getByRole('button', { name: 'Show all documents' }).click();

  await app.sql('update documents set owner_id = $2 where id = $1', [recent.id, userId]);
  await page.getByRole('button', { name: 'Filter by owner' }).click();
  await page.getByRole('button', { name, exact: true }).click();
  await row(page, 'Beta of today').waitFor();
  await row(page, 'Beta of last month').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: `Remove the filter “${name}”` }).waitFor();
}, 120_000);

test('shows the number of documents in each state on the tabs, and hides the numbers while the list is filtered', async () => {
  const { id } = await app.draft({ title: 'Rho' });
  await app.draft({ title: 'Omicron' });
  const page = await browser.visit({ asOwner: true });
  await page.goto('/documents');
  const tab = (name: string) => page.getByRole('tab', { name: new RegExp(`^${name}( |$)`) });
  const countOf = async (name: string) => Number(/\d+$/.exec((await tab(name).textContent()) ?? '')?.[0] ?? 0);
  await row(page, 'Rho').waitFor();
  const [drafts, archived] = [await countOf('Drafts'), await countOf('Archived')];
  const { body } = await app.key.get<'listDocuments'>('/api/documents/paginated?status=draft');
  expect(drafts).toBe(body.pagination.total);
  await page.getByLabel('Select Rho').check();
  await page.getByRole('button', { name: 'Archive', exact: true }).click();
  await tab('Archived')
    .filter({ hasText: String(archived + 1) })
    .waitFor();
  expect(await countOf('Drafts')).toBe(drafts - 1);
  expect(await statusOf(id)).toBe('archived');
  await page.getByPlaceholder('Search titles and recipients').fill('rho');
  await page.getByRole('heading', { name: 'Nothing found' }).waitFor();
  expect(await tab('Drafts').textContent()).toBe('Drafts');
}, 60_000);

test('finds a document by its recipient or its title', async () => {
  const zoe = { name: 'Zoë Lindqvist', email: 'zoe@lind.example' };
  const sent = await app.sent({ signers: [zoe] });
  await app.draft({ title: 'Nothing of hers' });
  const page = await browser.visit({ asOwner: true });
  await page.goto('/documents');
  await page.getByRole('searchbox', { name: 'Search titles and recipients' }).fill('lindqvist');
  await page.waitForURL(/q=lindqvist/);
  await page.getByText('1 document', { exact: true }).waitFor();
  await page.getByRole('link', { name: sent.document.title }).waitFor();
  await page.getByRole('searchbox', { name: 'Search titles and recipients' }).fill('zoe@lind');
  await page.waitForURL(/q=zoe/);
  await page.getByText('1 document', { exact: true }).waitFor();
}, 60_000);

test('filters documents by recipient and by template, and keeps both filters in the URL', async () => {
  const template = await makeTemplate(await templateKey(app), LEASE);
  const kim = { name: 'Kim Recipient', email: 'kim@filter.example' };
  const signers = template.roles.map(({ name }) => ({ role: name, ...app.person() }));
  signers[0] = { ...kim, role: signers[0]?.role ?? '' };
  const { body } = await app.key.post<'useTemplate'>(`/api/templates/${template.id}/use`, {
    signers,
    title: 'Omicron from a template',
    send: true,
  });
  expect(body.document.status).toBe('in-progress');
  await app.draft({ title: 'Omicron for Kim Recipient' });
  const page = await browser.visit({ asOwner: true });
  await page.goto('/documents?q=omicron');
  await row(page, 'Omicron for Kim Recipient').waitFor();
  await page.getByRole('button', { name: 'Filter by template' }).click();
  await judge(page, 'list, with the filter by template');
  await page.getByRole('button', { name: template.name, exact: true }).click();
  await row(page, 'Omicron for Kim Recipient').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Filter by recipient' }).click();
  await page.getByLabel('Name or address').fill('kim recip');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Remove the filter “kim recip”' }).waitFor();
  await row(page, 'Omicron from a template').waitFor();
  const { searchParams } = new URL(page.url());
  expect([searchParams.get('template'), searchParams.get('recipient')]).toEqual([template.id, 'kim recip']);
  await page.reload();
  await page.getByRole('button', { name: `Remove the filter “${template.name}”` }).click();
  await page.getByRole('button', { name: 'Filter by template' }).waitFor();
  await row(page, 'Omicron from a template').waitFor();
  expect(await row(page, 'Omicron for Kim Recipient').count()).toBe(0);
}, 60_000);

test('sorts documents by expiration date, soonest first', async () => {
  for (const [title, expirationDays] of [
    ['Epsilon later', 20],
    ['Epsilon next', 2],
  ] as const) {
    const { id } = await app.draft({ title });
    await app.key.post(`/api/documents/${id}/send-for-signing`, { signers: [app.person()], expirationDays });
  }
  await app.draft({ title: 'Epsilon never' });
  const page = await browser.visit({ asOwner: true });
  await page.goto('/documents?q=epsilon');
  const titles = () => page.locator('a[data-row]').allTextContents();
  await page.getByRole('columnheader', { name: 'Expires' }).getByRole('button').click();
  await page.waitForURL(/sort=expiration/);
  await page.waitForSelector('[aria-busy=false] a[data-row]');
  await expect.poll(titles).toEqual(['Epsilon next', 'Epsilon later', 'Epsilon never']);
  await judge(page, 'list, by expiry');
  await page.getByRole('columnheader', { name: 'Expires' }).getByRole('button').click();
  await expect.poll(titles).toEqual(['Epsilon never', 'Epsilon later', 'Epsilon next']);
}, 120_000);

test('moves a document to the trash, finds it in the trash and restores it using only the keyboard', async () => {
  const { id } = await app.draft({ title: 'Übernahme der Räume' });
  await app.draft({ title: 'Übernahme des Lagers' });
  const page = await browser.visit({ asOwner: true });
  await page.goto('/documents');
  await page.getByRole('link', { name: 'Übernahme der Räume' }).waitFor();
  await page.keyboard.press('/');
  // The search ignores case and accents.
  await page.keyboard.type('ubernahme der');
  await row(page, 'Übernahme des Lagers').waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Übernahme der Räume' }).focus();
  await page.keyboard.press('x');
  await page.getByText('1 document selected').waitFor();
  await page.getByRole('button', { name: 'Delete' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Nothing found' }).waitFor();
  await page.getByRole('status').filter({ hasText: '1 document moved to the trash' }).waitFor();

  await page.goto('/documents?status=trash');
  await row(page, 'Übernahme der Räume').getByText('In the trash since').waitFor();
  await judge(page, 'trash');
  await page.getByLabel('Select Übernahme der Räume').focus();
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Restore' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'The trash is empty' }).waitFor();
  expect(await statusOf(id)).toBe('draft');
}, 120_000);

test('adds tags to several documents, filters the list by them, and removes them', async () => {
  const documents = [await app.draft({ title: 'Beta one' }), await app.draft({ title: 'Beta two' })];
  await app.key.send('PATCH', `/api/documents/${documents[0]?.id}`, { body: { tags: ['own'] } });
  const tagsOf = async () => {
    const answers = documents.map(({ id }) => app.key.get<'getDocument'>(`/api/documents/${id}`));
    return (await Promise.all(answers)).map(({ body }) => body.document.tags);
  };
  const page = await browser.visit({ asOwner: true });
  await page.goto('/documents?q=beta');
  await page.getByLabel('Select Beta one').check();
  await page.getByLabel('Select Beta two').check();
  await page.getByRole('button', { name: 'Tags' }).click();
  const dialog = page.getByRole('dialog', { name: 'Tags on 2 documents' });
  await dialog.getByPlaceholder('Add a tag').fill('契約');
  await page.keyboard.press('Enter');
  // The last tag is saved even though the user does not press Enter after typing it.
  await page.keyboard.type('lease');
  await dialog.getByText('Tags on only some of the documents').waitFor();
  await judge(page, 'tags');
  await dialog.getByRole('button', { name: 'Save tags' }).click();
  await page.getByRole('status').filter({ hasText: 'Tags changed on 2 documents' }).waitFor();
  expect(await tagsOf()).toEqual([
    ['own', '契約', 'lease'],
    ['契約', 'lease'],
  ]);
  await row(page, 'Beta one').getByRole('button', { name: 'Only documents tagged “own”' }).click();
  await row(page, 'Beta two').waitFor({ state: 'detached' });
  expect(new URL(page.url()).searchParams.get('tag')).toBe('own');
  await page.goBack();
  await row(page, 'Beta two').waitFor();
  await page.getByRole('button', { name: 'Filter by tag' }).click();
  await page.getByRole('dialog', { name: 'Filter by tag' }).waitFor();
  await judge(page, 'filter by tag');
}, 120_000);

test('selects and deletes rows on a phone and undoes the deletion', async () => {
  const { id } = await app.draft({ title: 'Gamma' });
  const page = await browser.visit({ phone: true, asOwner: true });
  await page.goto('/documents?q=gamma');
  await page.getByLabel('Select Gamma').tap();
  await judge(page, 'list on a phone, with a selection');
  await page.getByRole('button', { name: 'Delete' }).tap();
  await page.getByRole('button', { name: 'Undo' }).tap();
  await page.getByRole('status').filter({ hasText: '1 document restored' }).waitFor();
  expect(await statusOf(id)).toBe('draft');
}, 120_000);

test('shows no overlapping elements in a row of the document list on the narrowest phone', async () => {
  await app.completed({ signers: [app.person(), app.person()] });
  const page = await browser.visit({ phone: true, asOwner: true });
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/documents');
  await row(page, '2 of 2').first().waitFor();
  expect(await textBeyondCells(page)).toEqual([]);
}, 120_000);

test('fits the document list into the window at every width between phone and desktop', async () => {
  const page = await browser.visit({ asOwner: true });
  await page.goto('/documents');
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  for (const width of [760, 770, 1020, 1030, 1180, 1310, 1320]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await page.evaluate('document.documentElement.scrollWidth'), `${width} px`).toBe(width);
  }
}, 120_000);

test('reports documents that were deleted elsewhere, and does not offer to undo their deletion', async () => {
  const { id } = await app.draft({ title: 'Delta' });
  const page = await browser.visit({ asOwner: true });
  await page.goto('/documents?q=delta');
  await page.getByLabel('Select Delta').check();
  await app.key.send('DELETE', `/api/documents/${id}`);
  await page.getByRole('button', { name: 'Archive', exact: true }).click();
  await page.getByText('The action failed for the document').waitFor();
  await page.getByText('The document no longer exists').waitFor();
  expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0);
}, 120_000);

test('sends reminders for several documents, voids several documents, and lists the documents that were skipped', async () => {
  const out = [await app.draft({ title: 'Zeta lease' }), await app.draft({ title: 'Zeta offer' })];
  for (const { id } of out) await app.key.post(`/api/documents/${id}/send-for-signing`, { signers: [app.person()] });
  await app.draft({ title: 'Zeta draft' });
  app.clock.advance({ hours: 2 });
  const page = await browser.visit({ asOwner: true });
  await page.goto('/documents?q=zeta');
  await row(page, 'Zeta draft').waitFor();
  await page.getByLabel('Select all on this page').check();
  await page.getByRole('button', { name: 'Remind …' }).click();
  const reminding = page.getByRole('dialog', { name: 'Remind the recipients of 2 documents?' });
  await reminding.getByRole('textbox', { name: 'Message' }).fill('Please sign this week.');
  await judge(page, 'list, reminding several');
  await reminding.getByRole('button', { name: 'Send reminders' }).click();
  await page.getByRole('status').filter({ hasText: 'Reminders sent for 2 documents, 1 failed' }).waitFor();
  await page.getByRole('listitem').filter({ hasText: 'Zeta draft The document is not in progress.' }).waitFor();

  await page.getByLabel('Select Zeta lease').check();
  await page.getByLabel('Select Zeta offer').check();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Void …' }).click();
  const voiding = page.getByRole('dialog', { name: 'Void 2 documents?' });
  await voiding.getByRole('button', { name: 'Void 2 documents' }).click();
  await voiding.getByText('Enter a reason.').waitFor();
  await voiding.getByRole('textbox', { name: 'Reason' }).fill('New terms');
  await voiding.getByRole('button', { name: 'Void 2 documents' }).click();
  await page.getByRole('status').filter({ hasText: '2 documents voided' }).waitFor();
  for (const { id } of out) expect(await statusOf(id)).toBe('voided');
}, 60_000);

test('selects the documents on a page, then all documents in the list, and exports them as ZIP and as CSV', async () => {
  for (let n = 1; n <= 22; n += 1) await app.draft({ title: `Sigma ${n}` });
  const page = await browser.visit({ asOwner: true });
  await page.goto('/documents?q=sigma&sort=title');
  await row(page, 'Sigma 1').first().waitFor();
  await page.getByLabel('Select all on this page').check();
  await page.getByText('20 documents selected').waitFor();
  await page.getByRole('button', { name: 'Select all 22 documents in this list' }).click();
  await page.getByText('22 documents selected').waitFor();
  const [csv] = await Promise.all([
    page.waitForEvent('download'),
    page
      .getByRole('button', { name: 'More actions' })
      .click()
      .then(() => page.getByRole('menuitem', { name: 'Save the selection as CSV' }).click()),
  ]);
  const lines = (await bytesOf(csv)).toString().trimEnd().split('\r\n');
  expect(lines).toHaveLength(23);
  expect(lines[1]).toMatch(/^Sigma 1,Draft,Grace Hopper,/);

  await page.getByLabel('Select Sigma 1', { exact: true }).check();
  await page.getByLabel('Select Sigma 12').click({ modifiers: ['Shift'] });
  await page.getByText('4 documents selected').waitFor();
  const { body } = await app.key.get<'listDocuments'>('/api/documents/paginated?search=sigma%2010');
  await app.key.send('DELETE', `/api/documents/${body.documents[0]?.id}`);
  const [zip] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).click(),
  ]);
  expect((await bytesOf(zip)).subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004');
  await page.getByRole('status').filter({ hasText: 'Files saved for 3 documents, 1 failed' }).waitFor();
  await page.getByRole('listitem').filter({ hasText: 'Sigma 10 Not included in the archive' }).waitFor();
}, 60_000);

test('shows the progress of an action above a new selection and keeps the focus in the search box', async () => {
  const documents = [await app.draft({ title: 'Tau one' }), await app.draft({ title: 'Tau two' })];
  const page = await browser.visit({ asOwner: true });
  await page.goto('/documents?q=tau');
  await row(page, 'Tau one').waitFor();
  const held = Promise.withResolvers<undefined>();
  await page.route(`**/api/documents/${documents[1]?.id}`, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.getByLabel('Select all on this page').check();
  await page.getByRole('button', { name: 'Tags' }).click();
  await page.getByRole('dialog').getByPlaceholder('Add a tag').fill('tau');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Save tags' }).click();
  await page.getByRole('button', { name: 'Stop' }).waitFor();
  await page.getByLabel('Select Tau one').check();
  await page.getByText('1 document selected').waitFor();
  await page.getByRole('button', { name: 'Stop' }).waitFor();
  for (const name of ['Delete', 'More actions'])
    expect(await page.getByRole('button', { name, exact: true }).isDisabled(), name).toBe(true);
  held.resolve(undefined);
  await page.getByRole('status').filter({ hasText: 'Tags changed on 2 documents' }).waitFor();
  await page.getByText('1 document selected').waitFor();

  const search = page.getByRole('searchbox', { name: 'Search titles and recipients' });
  await search.fill('tau one');
  await row(page, 'Tau two').waitFor({ state: 'detached' });
  await page.getByRole('status').filter({ hasText: 'Tags changed on 2 documents' }).waitFor();
  expect(await page.evaluate('document.activeElement.type')).toBe('search');
}, 60_000);
