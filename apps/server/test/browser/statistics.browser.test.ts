/** Tests the statistics pages: selections in the URL, tables beside charts, and CSV downloads. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { newId } from '../../src/platform/crypto/ids.ts';
import { writeSession } from '../support/accounts.ts';
import { startTestApp } from '../support/app.ts';
import { fillStatistics } from '../support/statistics-fill.ts';
import { until } from '../support/until.ts';
import { judge } from './axe.ts';
import { startBrowser } from './browser.ts';

const app = await startTestApp();
const browser = await startBrowser(app);
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).waitFor();

test('explains when statistics will appear if the organization has no documents', async () => {
  const page = await browser.visit({ asOwner: true });
  await page.goto('/statistics');
  await heading(page, 'Statistics');
  // The statistics job waits for every open transaction in the database server, including those of other tests.
  await page.getByRole('heading', { name: 'No statistics yet', exact: true }).waitFor({ timeout: 150_000 });
  await judge(page, 'no figures');
}, 180_000);

test('shows an administrator the statistics of the organization, and keeps the chosen range in the URL', async () => {
  const { tenantId, userId } = app.tenant;
  const filled = {
    tenantId,
    documents: 2000,
    everySeconds: 3600,
    until: app.clock.now(),
    owners: [userId, newId('user')],
    templates: [newId('template')],
  };
  await fillStatistics((text, values) => app.sql(text, values), filled);
  const page = await browser.visit({ asOwner: true });
  await page.goto('/statistics');
  await heading(page, 'Sent and completed');
  await heading(page, 'Members');
  await page
    .getByRole('region', { name: 'Summary' })
    .getByText(/documents sent in this period$/)
    .waitFor();
  await page.getByText(/(more|fewer) than in the previous period|No change from the previous period/).waitFor();
  await page.getByText('Former member').waitFor();
  await page.getByText('Deleted template').waitFor();
  await page.getByText('Show as a table').first().click();
  await page
    .getByRole('region', { name: 'Documents sent and completed' })
    .getByRole('columnheader', { name: 'Sent' })
    .waitFor();
  await judge(page, 'figures of an organization');

  await page.getByRole('combobox', { name: 'By' }).click();
  await page.getByRole('option', { name: 'Months' }).click();
  await page.waitForURL(/by=month/);
  await page.getByLabel('From').fill('2026-01-01');
  await page.waitForURL(/from=2026-01-01/);
  await page.reload();
  await heading(page, 'Sent and completed');
  expect(await page.getByLabel('From').inputValue()).toBe('2026-01-01');

  await page.setViewportSize({ width: 320, height: 640 });
  const filters = page.getByRole('button', { name: 'Filters (2)' });
  const summary = await page.getByRole('region', { name: 'Summary' }).boundingBox();
  expect(summary?.y).toBeLessThan(320);
  expect(await page.getByLabel('From').isVisible()).toBe(false);
  await filters.click();
  await page.getByLabel('From').waitFor();
  await page.setViewportSize({ width: 1280, height: 900 });

  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  await page.getByRole('menuitem', { name: 'By member' }).click();
  const text = await readFile(await (await saved).path(), 'utf8');
  expect(text).toContain(
    'id,name,created,sent,completed,declined,voided,expired,completion_rate,median_seconds_to_complete',
  );
  expect(text).toContain(`${userId},Grace Hopper,`);

  await page.getByText('My statistics', { exact: true }).click();
  await heading(page, 'My statistics');
  await page.getByRole('heading', { name: 'Members' }).waitFor({ state: 'detached' });
}, 60_000);

test('shows members only their own statistics', async () => {
  const { caller, userId } = await app.member('member');
  await app.draft({ by: caller });
  await until('the document to be counted', async () => {
    await app.services.timers.run('statistics');
    return (await caller.get<'getAnalytics'>('/api/analytics')).body.totals.created === 1;
  });
  const page = await browser.visit();
  const [name = '', value = ''] = (await writeSession(app.services, userId, app.tenant.tenantId)).split('=');
  await page.context().addCookies([{ name, value, url: browser.origin }]);
  await page.goto('/statistics');
  await heading(page, 'My statistics');
  await page.getByText('1 created').waitFor();
  await page.getByRole('heading', { name: 'Members' }).waitFor({ state: 'detached' });
  await judge(page, 'figures of a member');
});
