/** The table of contents of the settings, by subject and role. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { OWNER, startTestApp } from '../support/app.ts';
import { judge } from './axe.ts';
import { startBrowser } from './browser.ts';

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

test('shows members only the pages that they can use', async () => {
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
