/** Nobody needs a mouse: the two flows that matter most, by keys alone. */
import type { FileChooser, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { samplePdf } from '../../src/demo/sample-pdf.ts';
import { startTestApp } from '../support/app.ts';
import { until } from '../support/until.ts';
import { startBrowser } from './browser.ts';

const app = await startTestApp();
const browser = await startBrowser(app);

const MOST_STOPS = 60;

/** Presses Tab until the focus is on what has this name (part of it is enough); fails where it never comes. */
async function tabTo(page: Page, name: string, key = 'Tab'): Promise<void> {
  const passed: string[] = [];
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    const here = await focused(page);
    if (here.includes(name)) return;
    passed.push(here);
    await page.keyboard.press(key);
  }
  throw new Error(`${key} never reaches "${name}"; it stops at:\n${passed.join('\n')}`);
}

/** The same with Shift. */
async function backTo(page: Page, name: string): Promise<void> {
  await tabTo(page, name, 'Shift+Tab');
}

/** What a screen reader would say of the focused element, near enough: its label, or its text. */
function focused(page: Page): Promise<string> {
  return page.evaluate(`(() => {
    const element = document.activeElement;
    const label = element?.getAttribute('aria-label') ?? element?.labels?.[0]?.textContent ?? element?.textContent ?? '';
    return element === document.body ? '(page)' : label.trim().replace(/\\s+/g, ' ').slice(0, 120);
  })()`);
}

async function waitForFocus(page: Page, name: string): Promise<void> {
  await until(`the focus on "${name}"`, async () => (await focused(page)).includes(name));
}

test('sending, from the list to the invitations', async () => {
  const page = await browser.visit({ asOwner: true });
  // Told to the browser in good time: one that does not know of it yet would open the system's own dialog.
  const chooser = new Promise<FileChooser>((resolve) => page.once('filechooser', resolve));
  await page.goto('/documents');
  await page.getByRole('heading', { name: 'Documents', exact: true }).waitFor();
  await page.keyboard.press('n');
  await waitForFocus(page, 'Choose a PDF');
  await page.keyboard.press('Enter');
  await (await chooser).setFiles({ name: 'agreement.pdf', mimeType: 'application/pdf', buffer: samplePdf() });
  await page.getByRole('heading', { name: 'Prepare for sending' }).waitFor();

  await tabTo(page, 'Name of recipient 1');
  await page.keyboard.type('Ada Lovelace');
  await tabTo(page, 'E-mail of recipient 1');
  await page.keyboard.type('ada@contoso.example');
  await tabTo(page, 'Add a person');
  await page.keyboard.press('Enter');
  await tabTo(page, 'One after the other');
  await page.keyboard.press('Space');
  await tabTo(page, 'On a signature page at the end');
  await page.keyboard.press('ArrowDown');
  await tabTo(page, 'Review and send');
  await page.keyboard.press('Enter');
  // The second recipient was forgotten: the focus goes to what is missing.
  await waitForFocus(page, 'Name of recipient 2');
  await page.keyboard.type('Konrad Zuse');
  await tabTo(page, 'E-mail of recipient 2');
  await page.keyboard.type('konrad@fabrikam.example');

  await tabTo(page, 'Signature');
  await page.keyboard.press('Enter');
  await waitForFocus(page, 'Signature of Ada Lovelace, page 1');
  const before = await focused(page);
  for (let press = 0; press < 5; press += 1) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Shift+ArrowRight');
  const after = await focused(page);
  expect(placeIn(after).y, 'arrows move it').toBe(placeIn(before).y + 20);
  expect(placeIn(after).width, 'with Shift they resize it').toBe(placeIn(before).width + 4);

  await backTo(page, 'Review and send');
  await page.keyboard.press('Enter');
  // The dialog comes with the focus on its button.
  await page.getByRole('dialog', { name: 'Send for signing' }).waitFor();
  await waitForFocus(page, 'Send for signing');
  await page.keyboard.press('Enter');
  await page.getByText('0 of 2 signed').waitFor();
  await app.link('ada@contoso.example');
}, 40_000);

function placeIn(label: string): { y: number; width: number } {
  const [, y, width] = /(\d+) from the top, (\d+) by/.exec(label) ?? [];
  return { y: Number(y), width: Number(width) };
}

test('signing, from the letter to the receipt', async () => {
  const { signers, document } = await app.sent({ signers: [{ name: 'Ada Lovelace', email: 'ada@keys.example' }] });
  const page = await browser.visit();
  await page.goto(`/sign#${await app.link(signers[0]?.email ?? '')}`);
  await page.getByRole('heading', { name: document.title }).waitFor();
  await tabTo(page, 'Review document');
  await page.keyboard.press('Enter');
  await page.locator('.picture').first().waitFor();
  await tabTo(page, 'Start');
  await page.keyboard.press('Enter');
  // One press: there is nothing to do but sign, so the dialog comes.
  const dialog = page.getByRole('dialog', { name: 'Your signature' });
  await dialog.waitFor();
  await tabTo(page, 'Draw');
  await page.keyboard.press('ArrowRight');
  await waitForFocus(page, 'Type');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await waitForFocus(page, 'Sign here');
  await page.keyboard.press('Enter');
  await dialog.waitFor();
  await tabTo(page, 'Draw');
  await page.keyboard.press('ArrowRight');
  await tabTo(page, 'Your name');
  await page.keyboard.press('Control+A');
  await page.keyboard.type('A. Lovelace');
  await tabTo(page, 'Style 1');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await waitForFocus(page, 'Style 3');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await tabTo(page, 'Finish');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Sign the document' }).waitFor();
  await tabTo(page, 'Sign document');
  await page.keyboard.press('Enter');
  // Without consent nothing happens but that the box asks for it.
  await page.getByRole('alert').filter({ hasText: 'Please tick the box' }).waitFor();
  await page.keyboard.press('Space');
  await tabTo(page, 'Sign document');
  await page.keyboard.press('Enter');
  await page.getByText('You have signed').waitFor();
  expect(await focused(page), 'a screen reader is told where it is').toBe(document.title);
}, 40_000);
