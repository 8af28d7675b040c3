/** Checks the account and organization pages with axe in all reachable states, in light and dark mode. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { OWNER, startTestApp } from '../support/app.ts';
import { LOGO_PNG } from '../support/logo.ts';
import { judge } from './axe.ts';
import { startBrowser, untilTrue } from './browser.ts';
import { toast } from './flows.ts';

const app = await startTestApp({ registration: 'open' });
const browser = await startBrowser(app);

const heading = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('heading', { name, exact: true }).waitFor();

/** Opens a dialog by its button, checks it, and closes it. */
async function judgeDialog(page: Page, open: string | RegExp, title: string, state: string): Promise<void> {
  await page.getByRole('button', { name: open }).first().click();
  await page.getByRole('dialog', { name: title }).waitFor();
  // The top bar covers content that has scrolled under it, so the page scrolls to the top first.
  await page.evaluate('scrollTo(0, 0)');
  await judge(page, state);
  await page.getByRole('dialog', { name: title }).getByRole('button', { name: 'Close' }).click();
  await page.getByRole('dialog', { name: title }).waitFor({ state: 'detached' });
}

test('has no accessibility problems on the pages for signed-out visitors', async () => {
  const page = await browser.visit({ expected: /^(401 \/api\/auth\/session|410 \/api\/auth\/)/ });
  for (const [path, title] of [
    ['register', 'Create an account'],
    ['forgot', 'Forgot your password?'],
    ['verify-email#x', 'Confirm your e-mail address'],
    ['reset-password#x', 'Choose a new password'],
    ['change-email#x', 'Confirm your new address'],
    ['undo-email-change#x', 'This link no longer works'],
    ['recover#x', 'This link no longer works'],
    ['invitation#x', 'This invitation no longer works'],
  ] as const) {
    await page.goto('about:blank');
    await page.goto(`/${path}`);
    await heading(page, title);
    await judge(page, path);
  }
  await page.goto('/forgot');
  await page.getByLabel('E-mail').fill('nobody@contoso.example');
  await page.getByRole('button', { name: 'Send me a link' }).click();
  await heading(page, 'Check your inbox');
  await judge(page, 'mail sent');
}, 120_000);

test('has no accessibility problems on the personal settings pages', async () => {
  const page = await browser.visit({ asOwner: true });
  const hands: string[] = [];
  page.on('request', (request) => {
    if (/hand-.*\.woff2$/.test(request.url())) hands.push(request.url());
  });
  await page.goto('/settings');
  await heading(page, 'Profile');
  await page.getByRole('button', { name: 'Add a signature' }).click();
  await page.getByRole('img', { name: 'Drawing area' }).waitFor();
  await judge(page, 'profile, drawing');
  expect(hands, 'the page loads no handwriting fonts before a name is typed').toEqual([]);
  const pad = await page.getByRole('img', { name: 'Drawing area' }).boundingBox();
  const [x, y] = [(pad?.x ?? 0) + 60, (pad?.y ?? 0) + 60];
  for (const across of [0, 90]) {
    await page.mouse.move(x + across, y);
    await page.mouse.down();
    for (const step of [10, 25, 40]) await page.mouse.move(x + across + step, y + (step % 20));
    await page.mouse.up();
  }
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Save signature' }).click();
  await page.getByRole('button', { name: 'Remove' }).waitFor();
  const { signature } = (await (await app.session()).get<'getProfile'>('/api/user/profile')).body.profile;
  const [, width] = /viewBox="0 0 (\S+) /.exec(atob(signature?.data ?? '')) ?? [];
  expect(Number(width), 'the picture shows one cropped stroke of 40 points').toBeLessThan(60);
  await page.getByRole('button', { name: 'Change' }).click();
  await page.getByText('Type', { exact: true }).click();
  await page.locator('[data-hand=elegant] text').waitFor();
  expect(await page.getByRole('radio', { name: /^Style/ }).count()).toBe(4);
  await page.getByRole('radio', { name: 'Style 3' }).check();
  await judge(page, 'profile, four hands');
  await page.getByRole('button', { name: 'Save signature' }).click();
  await page.getByRole('button', { name: 'Remove' }).waitFor();
  const shown = page.getByRole('img', { name: /^Your saved signature/ });
  await shown.locator('[data-hand=elegant] text').waitFor();
  await judge(page, 'profile, with a signature');
  expect((await (await app.session()).get<'getProfile'>('/api/user/profile')).body.profile.signature).toEqual({
    type: 'typed',
    data: OWNER.name,
    hand: 'elegant',
  });
  await page.getByRole('button', { name: 'Change' }).click();
  await page.getByText('Type', { exact: true }).click();
  expect(
    await page.getByRole('radio', { name: 'Style 3' }).isChecked(),
    'the saved handwriting style is preselected',
  ).toBe(true);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('link', { name: 'Access and security', exact: true }).click();
  await heading(page, 'Your sessions');
  await page.getByText('This browser').waitFor();
  await judge(page, 'security');
  await page.getByRole('button', { name: 'Change' }).nth(1).click();
  await page.getByLabel('Current password').waitFor();
  await judge(page, 'security, new password');
  await judgeDialog(page, 'Set up', 'Set up an authenticator app', 'security, authenticator app');
}, 120_000);

test('has no accessibility problems on the members page', async () => {
  await app.member('admin');
  await app.member('member');
  const session = await app.session();
  await session.post('/api/organization/invitations', { email: 'invited@contoso.example', role: 'member' });
  const page = await browser.visit({ asOwner: true });
  await page.goto('/settings/members');
  await page.getByRole('region', { name: 'Pending invitations' }).waitFor();
  const permissions = page.getByRole('region', { name: 'Permissions by role' });
  await permissions.getByText('Can change the plan and see invoices.').waitFor();
  await judge(page, 'members');
  await judgeDialog(page, 'Add', 'Add a member', 'members, inviting');
  await page.getByRole('button', { name: 'Manage Ada Person 1' }).click();
  await page.getByRole('menuitem', { name: 'Change role' }).click();
  await page.getByRole('dialog', { name: 'Change role' }).waitFor();
  await judge(page, 'members, role');
}, 120_000);

test('has no accessibility problems on the organization settings pages', async () => {
  const page = await browser.visit({ asOwner: true });
  await page.goto('/settings/organization');
  await heading(page, OWNER.organization);
  await heading(page, 'Ownership');
  await judge(page, 'organization');
  await judgeDialog(page, 'Transfer', 'Transfer ownership', 'organization, ownership');
  await judgeDialog(page, 'Delete', `Delete ${OWNER.organization}?`, 'organization, deletion');
  await page.getByRole('link', { name: 'Single sign-on' }).click();
  await heading(page, 'Domains');
  await judge(page, 'single sign-on');
  await page.getByText('OpenID Connect', { exact: true }).click();
  await page.getByRole('button', { name: 'People and roles' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Enter the client ID').waitFor();
  // The top bar covers content that has scrolled under it, so the page scrolls to the top first.
  await page.evaluate('scrollTo(0, 0)');
  await judge(page, 'single sign-on, with faults');
}, 120_000);

test('has no accessibility problems on the installation status page for operators', async () => {
  const page = await browser.visit({ asOwner: true });
  await page.goto('/settings/organization');
  await page.getByRole('link', { name: 'System' }).click();
  const ready = page.getByRole('region', { name: 'Production readiness' });
  const first = ready.getByRole('listitem').first();
  await first.getByText('Action needed').waitFor();
  await ready.getByText(/^\d+ checks passed$/).click();
  await ready.getByText('Client addresses come from a trusted source.').waitFor();
  await ready.getByText('Set PUBLIC_URL to the https address at which people reach this server.').waitFor();
  await page
    .getByRole('region', { name: 'Security' })
    .getByText(/have no second factor/)
    .waitFor();
  await page
    .getByRole('region', { name: 'This server' })
    .getByText(/PostgreSQL \d+/)
    .waitFor();
  await judge(page, 'system');
}, 60_000);

test('has no accessibility problems on the backups page, without or with a backup, or in its delete dialog', async () => {
  const page = await browser.visit({ asOwner: true });
  await page.goto('/settings/backups');
  await page.getByText('No backups yet').waitFor();
  await judge(page, 'no backups');
  await page.getByRole('button', { name: 'Back up now' }).click();
  await page.getByText('Not verified').waitFor();
  await judge(page, 'backups');
  await page.getByRole('button', { name: 'Actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete …' }).click();
  await page.getByRole('dialog', { name: 'Delete this backup?' }).waitFor();
  await judge(page, 'delete a backup');
  await page.getByRole('button', { name: 'Keep it' }).click();
}, 60_000);

test('shows the audit log with readable entries, verified chains, filters and an export', async () => {
  const { id, document } = await app.completed({ signers: [app.person()] });
  await app.atRest(id);
  const page = await browser.visit({ asOwner: true });
  await page.goto('/settings/organization');
  await page.getByRole('link', { name: 'Audit log' }).click();
  await page.getByText(/entries in \d+ chains verified\. No entry was changed/).waitFor();
  const entries = page.getByRole('region', { name: 'Entries' });
  await entries.getByRole('link', { name: document.title }).first().waitFor();
  await judge(page, 'audit log');
  await page.getByRole('combobox', { name: 'Actions' }).click();
  await page.getByRole('option', { name: 'API keys' }).click();
  await entries.getByRole('link', { name: document.title }).first().waitFor({ state: 'detached' });
  await entries.getByText('API key created').first().waitFor();
  await page.getByLabel('Until').fill('2020-01-01');
  await entries.getByText('No entry matches your filters.').waitFor();
  await entries.getByRole('button', { name: 'Show all' }).click();
  await page.getByRole('button', { name: 'Download' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: /CSV/ }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^audit-log-.*\.csv$/);
  await app.sql(`update audit_entries set bytes = 'nonsense' where stream = $1 and n = 1`, [id]);
  await page.reload();
  await page.getByText(/One chain is invalid/).waitFor();
  await judge(page, 'audit log, broken');
}, 90_000);

test('opens the filters of a list on a phone and counts the active filters', async () => {
  const page = await browser.visit({ asOwner: true, phone: true });
  for (const [path, label] of [
    ['/settings/security-events', 'Severity'],
    ['/settings/audit-log', 'Actions'],
    ['/settings/webhooks/given-up', 'Failed at'],
  ] as const) {
    await page.goto(path);
    const button = page.getByRole('button', { name: /^Filters/ });
    await button.waitFor();
    const choice = page.getByRole('combobox', { name: label });
    expect(await choice.isVisible()).toBe(false);
    await button.click();
    await choice.click();
    await page.getByRole('option').first().click();
    await page.getByRole('button', { name: 'Filters (1)', expanded: true }).waitFor();
    await judge(page, `filters of ${path} on a phone`);
  }
});

test('shows checkpoints and witnesses, and lets the user accept a contradiction in the log by keyboard, on a desktop or a phone', async () => {
  const { tenantId } = app.tenant;
  await app.services.transparencyLog.cover(tenantId);
  for (const phone of [false, true]) {
    const page = await browser.visit({ asOwner: true, phone });
    await page.goto('/settings/audit-log');
    await page.getByRole('link', { name: 'Checkpoints and witnesses' }).click();
    const log = page.getByRole('region', { name: 'Audit log' });
    await log.getByText(/^The first \d+ entries/).waitFor();
    await page.getByText('Set by the operator of this server: WITNESSES.').waitFor();
    await judge(page, 'state of the audit log');
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      log.getByRole('button', { name: 'Download checkpoint' }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^checkpoint-\d+\.txt$/);

    await app.sql(
      `insert into log_pin_faults (tenant_id, source, kind, pinned, size, note, since) values ($1, 'presented', 'behind', 99, 5, 'x', $2)
       on conflict (tenant_id, source) do update set accepted_at = null`,
      [tenantId, app.clock.now()],
    );
    await page.reload();
    const alert = page.getByRole('alert');
    await alert.getByText(/The log had 5 entries, but the checkpoint covers 99 entries\./).waitFor();
    await judge(page, 'contradicted audit log');
    await alert.getByRole('button', { name: 'Accept the log …' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Accept this audit log?' });
    await dialog.getByRole('button', { name: 'Accept the log' }).press('Enter');
    await dialog.getByText('Enter a reason.').waitFor();
    await judge(page, 'accept the audit log');
    await dialog.getByLabel('Reason').fill('Restored the backup of 28 November.');
    await dialog.getByRole('button', { name: 'Accept the log' }).press('Enter');
    await alert.filter({ hasText: 'contradicts' }).waitFor({ state: 'detached' });
  }
}, 120_000);

test('filters the audit log by a document or a person, and downloads the proof of an entry', async () => {
  const { id, document } = await app.completed({ signers: [app.person()] });
  await app.atRest(id);
  const page = await browser.visit({ asOwner: true });
  await page.goto('/settings/audit-log');
  const entries = page.getByRole('region', { name: 'Entries' });
  const entry = entries
    .getByRole('row')
    .filter({ has: page.locator(`a[href="/documents/${id}"]`) })
    .first();
  await entry.getByRole('button', { name: 'Actions' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Download proof' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^adt_\w+\.tlog-proof\.txt$/);
  await entry.getByRole('button', { name: 'Actions' }).click();
  await page.getByRole('menuitem', { name: 'Show all entries for this document' }).click();
  const filter = page.getByRole('combobox', { name: 'Document' });
  const gone = () => entries.getByText('API key created').waitFor({ state: 'detached' });
  await gone();
  await untilTrue(page, 'the title in the search', `document.querySelector('input[placeholder="Title"]').value !== ''`);
  expect(await filter.inputValue()).toBe(document.title);
  await judge(page, 'audit log of one document');
  // Choosing the selected document again shows the entries of all documents. The option is found by its selection,
  // because other documents have the same title.
  await filter.click();
  await page.getByRole('option', { name: document.title, selected: true }).click();
  await entries.getByText('API key created').first().waitFor();

  await filter.fill(document.title.slice(0, 4));
  await page.getByRole('option', { name: document.title }).first().click();
  await gone();
  const person = page.getByRole('combobox', { name: 'Person' });
  await person.fill(OWNER.name.slice(0, 5));
  await page.getByRole('option', { name: OWNER.email }).click();
  // An API key sent this document, so the audit trail has no entry of the owner for it.
  await entries.getByText('No entry matches your filters.').waitFor();
  await entries.getByRole('button', { name: 'Show all' }).click();
  await entries.getByRole('link', { name: document.title }).first().waitFor();
  await person.fill(OWNER.name.slice(0, 5));
  await page.getByRole('option', { name: OWNER.email }).click();
  await entries.getByRole('link', { name: document.title }).first().waitFor({ state: 'detached' });
  await entries.getByText('API key created').first().waitFor();
}, 90_000);

test('rejects an unsupported logo with a clear message, shows a valid logo, and removes it', async () => {
  const page = await browser.visit({ asOwner: true, expected: /^422 \/api\/organization\/logo$/ });
  await page.goto('/settings/organization');
  const section = page.getByRole('region', { name: 'Logo' });
  await section.getByText('No logo yet').waitFor();
  const choose = (name: string, mimeType: string, buffer: Buffer): Promise<void> =>
    section.locator('input[type=file]').setInputFiles({ name, mimeType, buffer });
  const refused = (words: string): Promise<void> => section.getByRole('alert').filter({ hasText: words }).waitFor();
  await choose('logo.jpg', 'image/jpeg', LOGO_PNG);
  await refused('Choose a PNG file.');
  await choose('logo.png', 'image/png', Buffer.alloc(200 * 1024 + 1));
  await refused('This file is larger than 200 kB. Choose a smaller one.');
  await choose('logo.png', 'image/png', Buffer.from('called a picture'));
  await refused('This is not a PNG image, or it is damaged. Choose another one.');
  await judge(page, 'organization, a logo refused');
  expect(await app.sql('select from organization_logos')).toEqual([]);

  await choose('logo.png', 'image/png', LOGO_PNG);
  await toast(page, 'Logo saved');
  const picture = section.getByRole('img', { name: `Logo of ${OWNER.organization}` });
  await picture.waitFor();
  await untilTrue(page, 'the logo to be drawn', 'document.querySelector(\'img[alt^="Logo of"]\').naturalWidth === 300');
  expect(await section.getByRole('alert').count(), 'the error message is gone').toBe(0);
  // The file input was reset, so the same file can be selected again.
  expect(await section.locator('input[type=file]').inputValue()).toBe('');
  await judge(page, 'organization, with a logo');
  await page.reload();
  await picture.waitFor();
  await choose('logo.gif', 'image/gif', LOGO_PNG);
  await refused('Choose a PNG file.');
  expect(await picture.count(), 'the logo is still there after the error').toBe(1);
  await section.getByRole('button', { name: 'Remove logo' }).click();
  await toast(page, 'Logo removed');
  await section.getByText('No logo yet').waitFor();
  expect(await section.getByRole('alert').count()).toBe(0);
  expect(await app.sql('select from organization_logos')).toEqual([]);
}, 120_000);

test('has no accessibility problems in the sandbox or on a document with a revoked certificate', async () => {
  const { id, signers } = await app.completed();
  const page = await browser.visit({ asOwner: true });
  await page.goto('/sandbox/documents');
  await page.getByRole('complementary', { name: 'Sandbox' }).waitFor();
  await judge(page, 'sandbox');
  await page.goto(`/documents/${id}`);
  const name = signers[0]?.name ?? '';
  await page.getByRole('button', { name: `Manage ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Revoke the certificate' }).click();
  const dialog = page.getByRole('dialog', { name: 'Revoke this certificate?' });
  await dialog.getByLabel('cannot be undone').check();
  await judge(page, 'revoking a certificate');
  await dialog.getByRole('button', { name: 'Revoke certificate' }).click();
  await page.getByText('Certificate revoked', { exact: true }).first().waitFor();
  await page.getByRole('button', { name: 'Verify' }).click();
  // The signature was made before the revocation, so it remains valid.
  await page
    .getByRole('dialog', { name: 'Verification' })
    .getByRole('button', { name: new RegExp(`^${signers[0]?.email}.*Valid`) })
    .waitFor();
  await judge(page, 'a document whose signature was revoked');
}, 120_000);

test('shows new security events live, filters them by address, and exports them', async () => {
  const page = await browser.visit({ asOwner: true });
  await page.goto('/settings');
  await page.getByRole('link', { name: 'Security events' }).click();
  await heading(page, 'Security events');
  await page
    .getByRole('row', { name: /Signed in/ })
    .first()
    .waitFor();
  await judge(page, 'security events');
  for (const password of ['wrong one', 'wrong two']) {
    await app.anyone.post('/api/auth/login', { email: OWNER.email, password }, { mayFail: true });
    // The clock advances, because the server would combine these events into one if they occurred within a minute.
    app.clock.advance({ ms: 90_000 });
  }
  const group = page.getByRole('row', { name: /\(\d+ times on this day\)/ }).first();
  await group.getByText('Show each occurrence').click();
  expect(await group.locator('li').count()).toBeGreaterThan(1);
  await judge(page, 'security events, a group');
  await app.makeKey();
  await page
    .getByRole('row', { name: /API key created/ })
    .first()
    .waitFor();
  await page.getByRole('button', { name: '127.0.0.1' }).first().click();
  await untilTrue(page, 'the filter to stand in the address', `location.search.includes('address=127.0.0.1')`);
  await page.getByRole('button', { name: 'Show all addresses' }).click();
  await page.getByRole('combobox', { name: 'Events' }).click();
  await page.getByRole('option', { name: 'Single sign-on' }).click();
  await heading(page, 'No matches');
  await judge(page, 'security events, none');
  await page.getByRole('button', { name: 'Show all' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  await page.getByRole('menuitem', { name: 'Spreadsheet (CSV)' }).click();
  expect((await download).suggestedFilename()).toMatch(/^security-events-.*\.csv$/);
}, 60_000);
