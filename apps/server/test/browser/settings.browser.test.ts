/** Tests the settings: how they are grouped, which of them each role sees, and how changes are saved. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { OWNER, startTestApp } from '../support/app.ts';
import { LOGO_PNG } from '../support/logo.ts';
import { judge } from './axe.ts';
import { startBrowser } from './browser.ts';
import { toast } from './flows.ts';

const app = await startTestApp();
const browser = await startBrowser(app);

const contents = async (page: Page): Promise<Record<string, string[]>> => {
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Profile' }).waitFor();
  return page.evaluate<Record<string, string[]>>(`Object.fromEntries(
    [...document.querySelectorAll('nav[aria-label="Settings"] ul')].map((list) => [
      document.getElementById(list.getAttribute('aria-labelledby')).textContent,
      [...list.querySelectorAll('a')].map((link) => link.textContent),
    ]),
  )`);
};

test('groups the settings by people, security, developers, compliance and installation', async () => {
  const page = await browser.visit({ asOwner: true });
  await page.goto('/settings/organization');
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await contents(page)).toEqual({
    You: ['Profile', 'Access and security', 'Data export'],
    [OWNER.organization]: ['General', 'Plan and billing'],
    People: ['Members'],
    Security: ['Single sign-on', 'Security events'],
    Developers: ['API keys', 'Webhooks'],
    Compliance: ['Audit log', 'Retention and holds', 'Data protection', 'Incidents'],
    Installation: ['System', 'Backups'],
  });
  await judge(page, 'settings');
}, 60_000);

test('shows members only the settings pages that they can use', async () => {
  const page = await browser.visit({ asOwner: true });
  await page.route('**/api/auth/session', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { session: object };
    await route.fulfill({ json: { ...body, session: { ...body.session, role: 'member' } } });
  });
  await page.goto('/settings/profile');
  expect(await contents(page)).toEqual({
    You: ['Profile', 'Access and security', 'Data export'],
    [OWNER.organization]: ['General'],
    Compliance: ['Incidents'],
  });
}, 60_000);

const undo = async (page: Page, title: string): Promise<void> => {
  await toast(page, title);
  await page.getByRole('button', { name: 'Undo' }).click();
  await toast(page, 'Undone');
};

test('saves a settings section and discards unsaved changes using only the keyboard', async () => {
  const page = await browser.visit({ asOwner: true });
  await page.goto('/settings/organization');
  const sending = page.getByRole('region', { name: 'Sending' });
  const save = sending.getByRole('button', { name: 'Save' });
  const days = sending.getByLabel('Days to sign');
  await days.waitFor();
  expect(await save.isDisabled()).toBe(true);
  await days.fill('45');
  await sending.getByText('Unsaved changes').waitFor();
  await judge(page, 'settings with unsaved changes');
  await sending.getByRole('button', { name: 'Discard changes' }).press('Enter');
  expect(await days.inputValue()).toContain('30');
  await sending.getByText('Unsaved changes').waitFor({ state: 'detached' });

  await days.fill('45');
  await save.focus();
  await page.keyboard.press('Enter');
  await toast(page, 'Settings saved');
  await sending.getByText('Unsaved changes').waitFor({ state: 'detached' });
  expect(await save.evaluate((button) => button === button.ownerDocument.activeElement), 'focus').toBe(true);
  // Discarding a change restores the saved value and not the initial value.
  await days.fill('60');
  await sending.getByRole('button', { name: 'Discard changes' }).click();
  expect(await days.inputValue()).toContain('45');
  const { organization } = (await (await app.session()).get<'getOrganization'>('/api/organization')).body;
  expect(organization.settings.default_expiration_days).toBe(45);
}, 60_000);

test('keeps unsaved retention rules when other rules are saved elsewhere, and shows the saved rules after the changes are discarded', async () => {
  const by = await app.session();
  const put = async (target: string) => {
    const rules = [{ kind: 'tag', target, days: 100 }];
    const answer = await by.send('PUT', '/api/legal/retention', { body: { rules } });
    expect(answer.status, answer.text).toBe(200);
  };
  await put('first');
  const page = await browser.visit({ asOwner: true });
  await page.clock.install();
  await page.goto('/settings/retention');
  const rule = page.getByRole('group', { name: 'Rule 1' });
  const tag = rule.getByRole('textbox', { name: 'Tag' });
  const days = rule.getByLabel('Days');
  await days.fill('500');
  await put('second');
  const refetched = page.waitForResponse((response) => response.url().endsWith('/api/legal/retention'));
  // Simulates a user who returns to the tab after a while.
  await page.clock.fastForward(60_000);
  await page.evaluate(`dispatchEvent(new Event('visibilitychange'))`);
  await (await refetched).finished();
  await page.getByText('Unsaved changes').waitFor();
  expect([await tag.inputValue(), await days.inputValue()]).toEqual(['first', '500']);
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await page.waitForFunction(`document.querySelector('[role="group"] input[maxlength="50"]').value === 'second'`);
}, 60_000);

test('asks for confirmation before unsaved changes in any section are lost, and names the sections', async () => {
  const page = await browser.visit({ asOwner: true });
  await page.goto('/settings/profile');
  await page.getByLabel('Name').fill('Grace Brewster');
  await page.getByLabel('Single-key shortcuts').uncheck({ force: true });
  const leave = page.getByRole('link', { name: 'Members' });
  await leave.click();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await question.getByText('Not saved: About you and Keyboard.').waitFor();
  await judge(page, 'leaving unsaved settings');
  await page.keyboard.press('Enter');
  await question.waitFor({ state: 'detached' });
  expect(await page.getByLabel('Name').inputValue()).toBe('Grace Brewster');

  await leave.click();
  await question.getByRole('button', { name: 'Discard changes' }).click();
  await page.getByRole('heading', { level: 1, name: 'Members' }).waitFor();
  await page.goto('/settings/profile');
  await page.getByLabel('Name').waitFor();
  expect(await page.getByLabel('Name').inputValue()).toBe(OWNER.name);
}, 60_000);

test('offers to undo each setting that takes effect immediately', async () => {
  const session = await app.session();
  const page = await browser.visit({ asOwner: true });
  await page.goto('/settings/organization');
  const logo = page.getByRole('region', { name: 'Logo' });
  await logo.locator('input[type=file]').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: LOGO_PNG });
  await toast(page, 'Logo saved');
  await page.getByRole('button', { name: 'Remove logo' }).click();
  await logo.getByText('No logo yet').waitFor();
  await page.getByRole('alert').filter({ hasText: 'Logo removed' }).getByRole('button', { name: 'Undo' }).click();
  await toast(page, 'Undone');
  await logo.getByRole('img', { name: `Logo of ${OWNER.organization}` }).waitFor();
  const { organization } = (await session.get<'getOrganization'>('/api/organization')).body;
  expect(organization.logo).toMatchObject({ width: 300 });

  const typed = { type: 'typed', data: OWNER.name, hand: 'casual' } as const;
  await session.send('PUT', '/api/user/profile', { body: { signature: typed } });
  await page.goto('/settings/profile');
  await page.getByRole('button', { name: 'Remove' }).click();
  await undo(page, 'Signature removed');
  expect((await session.get<'getProfile'>('/api/user/profile')).body.profile.signature).toEqual(typed);
}, 60_000);
