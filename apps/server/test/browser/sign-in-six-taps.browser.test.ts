/** Tests that three fields can be signed on a phone with six taps, including every confirmation of a signature. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { judge } from './axe.ts';
import { startBrowser, untilTrue } from './browser.ts';
import { draw } from './flows.ts';

const app = await startTestApp();
const browser = await startBrowser(app);

/** Counts taps. Strokes of a drawing do not count. */
async function countTaps(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(
    "globalThis.taps = 0; addEventListener('click', ({ detail, target }) => { if (detail > 0 && target.tagName !== 'CANVAS') globalThis.taps += 1; }, true)",
  );
  return () => page.evaluate<number>('globalThis.taps');
}

const place = { page: 1, x: 72, width: 160, height: 36 };

test('lets a signer add a signature, initials and text on a phone in six taps', async () => {
  const { email } = app.person();
  const { id, signers } = await app.sent({
    signers: [{ email, name: 'Ada Lovelace' }],
    fields: [
      { kind: 'signature', signer: email, ...place, y: 300 },
      { kind: 'initials', signer: email, ...place, width: 60, y: 380 },
      { kind: 'text', signer: email, label: 'Place of birth', ...place, height: 20, y: 460 },
    ],
  });
  const page = await browser.visit({ phone: true });
  await page.goto(`/sign#${await app.link(email)}`);
  const start = page.getByRole('button', { name: 'Review document' });
  await start.waitFor();
  const taps = await countTaps(page);
  await start.tap();
  await page.locator('.picture').first().waitFor();
  await page.getByRole('button', { name: 'Start', exact: true }).tap();
  const dialog = page.getByRole('dialog', { name: 'Your signature' });
  await dialog.waitFor();
  await draw(page);
  // The dialog shows the initials before the signer confirms them.
  await dialog.getByRole('img', { name: 'AL', exact: true }).waitFor();
  await judge(page, 'signature with initials');
  await dialog.getByRole('button', { name: 'Use signature' }).tap();
  await dialog.waitFor({ state: 'detached' });
  const text = page.getByRole('textbox', { name: 'Place of birth' });
  await text.waitFor();
  await page.locator('input:focus').waitFor();
  await page.keyboard.type('London');
  await page.getByRole('button', { name: 'Finish' }).tap();
  const consent = page.getByRole('dialog', { name: 'Sign the document' });
  await consent.getByLabel('I agree').tap();
  await consent.getByRole('button', { name: 'Sign document' }).tap();
  await page.getByText('You have signed').waitFor();
  expect(await taps()).toBe(6);
  const { body } = await app.key.get<'getDocument'>(`/api/documents/${id}`);
  expect(body.document.fields.map(({ kind, value }) => `${kind} ${value ?? ''}`.trim())).toContain('text London');
  expect(body.document.signers.map((signer) => [signer.id, signer.status])).toEqual([[signers[0]?.id, 'signed']]);
}, 60_000);

test('fills every required signature field with one confirmation, and leaves optional signature fields empty', async () => {
  const { email } = app.person();
  await app.sent({
    signers: [{ email, name: 'Ada Lovelace' }],
    fields: [
      { kind: 'signature', signer: email, ...place, y: 300 },
      { kind: 'signature', signer: email, ...place, y: 380 },
      { kind: 'signature', signer: email, ...place, y: 460, required: false },
    ],
  });
  const page = await browser.visit({ phone: true });
  await page.goto(`/sign#${await app.link(email)}`);
  await page.getByRole('button', { name: 'Review document' }).tap();
  await page.locator('.picture').first().waitFor();
  await page.getByRole('button', { name: 'Start', exact: true }).tap();
  await page.getByRole('tab', { name: 'Type' }).tap();
  await page.getByRole('button', { name: 'Use signature' }).tap();
  await page.getByRole('button', { name: 'Finish' }).waitFor();
  await untilTrue(page, 'both pictures', `document.querySelectorAll('.spot.is-done .signature-picture').length === 2`);
  expect(await page.locator('.spot.is-optional .signature-picture').count()).toBe(0);
});
