/**
 * Tests the webhook pages: adding, testing, inspecting, pausing, rotating the secret, and resending or discarding dead
 * letters.
 */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { openReceiver } from '../support/receiver.ts';
import { until } from '../support/until.ts';
import { addWebhook, deadLetters, deliveriesOf, LOOPBACK } from '../support/webhooks.ts';
import { judge } from './axe.ts';
import { startBrowser } from './browser.ts';
import { toast } from './flows.ts';

const receiver = await openReceiver();
const app = await startTestApp(LOOPBACK);
const browser = await startBrowser(app);

/** Reads the secret, which the page shows only once. */
async function readSecret(page: Page): Promise<string> {
  const secret = app.secret((await page.getByLabel('Webhook secret').textContent()) ?? '');
  expect(secret).toMatch(/^whsec_/);
  return secret;
}

test('adds a webhook, sends a test event and shows the delivery', async () => {
  const page = await browser.visit({ asOwner: true, expected: /^422 \/api\/integrations\/webhooks$/ });
  await page.goto('/settings');
  await page.getByRole('link', { name: 'Webhooks' }).click();
  await page.getByRole('heading', { name: 'No webhooks yet' }).waitFor();
  await judge(page, 'webhooks, none');
  await page.getByRole('button', { name: 'Add your first webhook' }).click();
  const dialog = page.getByRole('dialog', { name: 'New webhook' });
  // The dialog shows the error for a private address next to the address field.
  await dialog.getByLabel('Address').fill('http://10.0.0.7/hooks');
  await dialog.getByRole('button', { name: 'Add webhook' }).click();
  await dialog.getByLabel('Address').and(page.locator('[aria-invalid=true]')).waitFor();
  await dialog.getByLabel('Address').fill(receiver.url);
  await dialog.getByLabel('Selected events').check();
  await dialog.getByRole('button', { name: 'Add webhook' }).click();
  await dialog.getByText('Choose at least one event type.').waitFor();
  await judge(page, 'new webhook, with faults');
  await dialog.getByLabel('A document was completed and sealed').check();
  await dialog.getByLabel('B: snake_case').check();
  await dialog.getByRole('button', { name: 'Add webhook' }).click();
  await page.getByRole('dialog', { name: 'Secret for the new webhook' }).waitFor();
  await page.getByRole('button', { name: 'Copy' }).and(page.locator(':focus')).waitFor();
  await judge(page, 'the secret');
  await readSecret(page);
  // The Escape key does not close the dialog.
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'I have saved it' }).click();

  await page.getByRole('link', { name: receiver.url }).click();
  await page.getByText('No events have been sent yet').waitFor();
  await page.getByRole('button', { name: 'Send a test event' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send test event' }).click();
  await page.getByText('HTTP 200').waitFor();
  const [received] = await receiver.count(1);
  expect(received?.json['event'], 'the payload has the selected format').toBe('document.completed');
  await page.getByRole('button', { name: 'document.completed (test)' }).click();
  const drawer = page.getByRole('dialog', { name: 'document.completed' });
  expect(JSON.parse((await drawer.getByLabel('Payload', { exact: true }).textContent()) ?? '')).toEqual(received?.json);
  expect(await drawer.getByLabel('Response to attempt 1').textContent()).toBe('thanks');
  await judge(page, 'a delivery');
  await drawer.getByRole('button', { name: 'Send again' }).click();
  await receiver.count(2);
  await drawer.getByText('2. HTTP 200').waitFor();
}, 120_000);

test('pauses, resumes, rotates, changes and deletes a webhook', async () => {
  const { id } = await addWebhook(app, { url: `${receiver.url}/second` });
  const page = await browser.visit({ asOwner: true });
  await page.goto(`/settings/webhooks/${id}`);
  const more = async (item: string) => {
    await page.getByRole('button', { name: 'More actions for this webhook' }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await more('Pause');
  await page.getByText('Events are kept and sent when you turn the webhook on.').waitFor();
  await judge(page, 'webhook, paused');
  await page.getByRole('button', { name: 'Turn on' }).click();
  await page.getByText('On', { exact: true }).waitFor();

  await more('New secret');
  await page.getByRole('button', { name: 'Create a new secret' }).click();
  await page.getByRole('dialog', { name: 'Your new secret' }).waitFor();
  await readSecret(page);
  await page.getByRole('button', { name: 'I have saved it' }).click();
  await page.getByRole('button', { name: 'Revoke the old secret now' }).click();
  await page.getByText('Two secrets are active').waitFor({ state: 'detached' });

  await more('Change');
  await page.getByLabel('Description').fill('Archive');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'Archive' }).waitFor();
  await more('Delete');
  await page.getByRole('dialog', { name: 'Delete this webhook?' }).waitFor();
  await judge(page, 'webhook, delete');
  await page.getByRole('button', { name: 'Delete webhook' }).click();
  await page.getByRole('heading', { name: 'Webhooks', exact: true }).waitFor();
  expect(await page.getByRole('link', { name: `${receiver.url}/second` }).count()).toBe(0);
}, 120_000);

test('finds, resends and discards dead letters', async () => {
  receiver.answer(500, {}, 'out of order');
  const { id } = await addWebhook(app, { url: `${receiver.url}/third`, events: ['document.created'] });
  await deadLetters(app, id, 4);
  const deadOnes = async () => (await deliveriesOf(app, id)).filter(({ state }) => state === 'dead').length;
  const page = await browser.visit({ asOwner: true });
  await page.goto('/settings/webhooks');
  await page.getByText('4 dead letters').waitFor();
  await judge(page, 'webhooks, with failures');
  await page.getByRole('link', { name: 'View dead letters' }).click();
  receiver.answer(200);
  await page
    .getByRole('button', { name: `Send again: document.created to ${receiver.url}/third` })
    .first()
    .click();
  await toast(page, 'Sent again');
  await until('three deliveries to remain', async () => (await deadOnes()) === 3);
  await page.getByText('3 deliveries').waitFor();

  await page.getByLabel('document.created').first().check();
  await judge(page, 'given up, one selected');
  await page.getByRole('button', { name: 'Discard 1 selected' }).click();
  const confirm = page.getByRole('dialog', { name: 'Discard 1 delivery?' });
  await judge(page, 'given up, discard');
  await confirm.getByRole('button', { name: 'Discard' }).click();
  await page.getByText('2 deliveries').waitFor();
  await page.getByRole('button', { name: 'Resend all' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click();
  await page.getByRole('heading', { name: 'No dead letters' }).waitFor();
  await judge(page, 'nothing given up');
  await until('all deliveries but one to succeed', async () => {
    const states = (await deliveriesOf(app, id)).map(({ state }) => state).toSorted();
    return states.join(' ') === 'delivered delivered delivered discarded';
  });
  await page.goto('/settings/webhooks/given-up?event=document.sent');
  await page.getByRole('heading', { name: 'Nothing found' }).waitFor();
}, 120_000);

test('shows webhooks to an administrator and hides them from a member', async () => {
  const page = await browser.visit({ asOwner: true, expected: /^404 \/api\/integrations\/webhooks\// });
  await page.goto('/settings/webhooks/whk_00000000000000000000000000');
  await page.getByRole('heading', { name: 'Not found' }).waitFor();
  await page.getByRole('link', { name: 'All webhooks' }).waitFor();
});
