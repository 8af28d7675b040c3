/**
 * Tests that the two most important flows work with only the keyboard, and that the focus moves when the page changes.
 */
import type { FileChooser, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { samplePdf } from '../../src/demo/sample-pdf.ts';
import { startTestApp } from '../support/app.ts';
import { until } from '../support/until.ts';
import { startBrowser } from './browser.ts';
import { bytesOf } from './flows.ts';

const app = await startTestApp();
const browser = await startBrowser(app);

const MAX_STOPS = 60;

/** Presses Tab until the focused element has this name or contains it. Fails if no element does. */
async function tabTo(page: Page, name: string, key = 'Tab'): Promise<void> {
  const passed: string[] = [];
  for (let stop = 0; stop < MAX_STOPS; stop += 1) {
    const here = await focused(page);
    if (here.includes(name)) return;
    passed.push(here);
    await page.keyboard.press(key);
  }
  throw new Error(`Pressing ${key} never moves the focus to "${name}". The focus stops at:\n${passed.join('\n')}`);
}

/** Presses Shift+Tab until the focused element has this name or contains it. */
async function backTo(page: Page, name: string): Promise<void> {
  await tabTo(page, name, 'Shift+Tab');
}

/** Returns roughly what a screen reader would announce for the focused element: its label or its text. */
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

test('sends a document using only the keyboard, from the list to the invitations', async () => {
  const page = await browser.visit({ asOwner: true });
  // The listener is registered early, because the browser would otherwise open the system dialog.
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
  await tabTo(page, 'E-mail address of recipient 1');
  await page.keyboard.type('ada@contoso.example');
  await tabTo(page, 'Add recipient');
  await page.keyboard.press('Enter');
  await tabTo(page, 'Set signing order');
  await page.keyboard.press('Space');
  await tabTo(page, 'On a signature page at the end');
  await page.keyboard.press('ArrowDown');
  await tabTo(page, 'Review and send');
  await page.keyboard.press('Enter');
  // The second recipient is missing, so the focus moves to that input.
  await waitForFocus(page, 'Name of recipient 2');
  await page.keyboard.type('Konrad Zuse');
  await tabTo(page, 'E-mail address of recipient 2');
  await page.keyboard.type('konrad@fabrikam.example');

  await tabTo(page, 'Signature');
  await page.keyboard.press('Enter');
  await waitForFocus(page, 'Signature of Ada Lovelace, page 1');
  const before = await focused(page);
  for (let press = 0; press < 5; press += 1) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Alt+ArrowRight');
  const after = await focused(page);
  expect(placeIn(after).y, 'the arrow keys move the field').toBe(placeIn(before).y + 5);
  expect(placeIn(after).width, 'the arrow keys resize the field while Alt is pressed').toBe(placeIn(before).width + 1);

  await backTo(page, 'Review and send');
  await page.keyboard.press('Enter');
  // When the dialog opens, its button has the focus.
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

/**
 * Presses Tab until the focused element has this name, and checks that the focus is visible: it is marked, inside the
 * window, and not covered (WCAG 2.2, 2.4.7 and 2.4.11).
 */
async function seeTabTo(page: Page, name: string): Promise<void> {
  await tabTo(page, name);
  await expectFocusSeen(page, name);
}

async function expectFocusSeen(page: Page, name: string): Promise<void> {
  await until(`the focus on "${name}" to become visible`, () =>
    page.evaluate<boolean>(`(() => {
      const element = document.activeElement;
      // A control that its container draws shows its focus on the container.
      const shown = [element, element.labels?.[0], element.closest('label')].filter(Boolean);
      return shown.some((part) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(part);
        const { left, top, width, height } = part.getBoundingClientRect();
        const over = document.elementFromPoint(left + width / 2, top + height / 2);
        return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2 && (part.contains(over) || over?.contains(part) === true);
      });
    })()`),
  );
}

test('signs a document using only the keyboard, from the e-mail to the downloaded file, with visible focus at every step', async () => {
  const signer = { name: 'Ada Lovelace', email: 'ada@keys.example' };
  const place = { signer: signer.email, page: 1, x: 72, width: 200, height: 20 };
  const fields = [
    { ...place, kind: 'text', label: 'Company', y: 200 },
    { ...place, kind: 'checkbox', label: 'I have read the annex', y: 240, width: 20 },
    { ...place, kind: 'signature', y: 300, height: 60 },
  ];
  const { document } = await app.sent({ signers: [signer], fields });
  const page = await browser.visit();
  await page.goto(`/sign#${await app.link(signer.email)}`);
  await page.getByRole('heading', { name: document.title }).waitFor();
  await seeTabTo(page, 'Review document');
  await page.keyboard.press('Enter');
  await page.locator('.picture').first().waitFor();
  await seeTabTo(page, 'Start');
  await page.keyboard.press('Enter');

  await waitForFocus(page, 'Company');
  await expectFocusSeen(page, 'Company');
  await page.keyboard.type('Contoso');
  await page.keyboard.press('Enter');
  await waitForFocus(page, 'I have read the annex');
  await expectFocusSeen(page, 'I have read the annex');
  await page.keyboard.press('Space');
  await seeTabTo(page, 'Next');
  await page.keyboard.press('Enter');

  // The dialog opens automatically if a signature field is next.
  const dialog = page.getByRole('dialog', { name: 'Your signature' });
  await dialog.waitFor();
  await seeTabTo(page, 'Draw');
  await page.keyboard.press('ArrowRight');
  await waitForFocus(page, 'Type');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await waitForFocus(page, 'Sign here');
  await page.keyboard.press('Enter');
  await dialog.waitFor();
  await seeTabTo(page, 'Draw');
  await page.keyboard.press('ArrowRight');
  await seeTabTo(page, 'Your name');
  await page.keyboard.press('Control+A');
  await page.keyboard.type('A. Lovelace');
  await seeTabTo(page, 'Style 1');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await waitForFocus(page, 'Style 3');
  await expectFocusSeen(page, 'Style 3');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await seeTabTo(page, 'Finish');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Sign the document' }).waitFor();
  await seeTabTo(page, 'Sign document');
  await page.keyboard.press('Enter');
  // Without consent, pressing the button only shows a message that asks the signer to check the box.
  await page.getByRole('alert').filter({ hasText: 'Check the box' }).waitFor();
  await expectFocusSeen(page, 'I agree');
  await page.keyboard.press('Space');
  await seeTabTo(page, 'Sign document');
  await page.keyboard.press('Enter');
  await page.getByText('You have signed').waitFor();
  expect(await focused(page), 'screen readers announce the title of the document').toBe(document.title);
  await page.getByRole('button', { name: 'Download document' }).waitFor();
  const download = page.waitForEvent('download');
  await seeTabTo(page, 'Download document');
  await page.keyboard.press('Enter');
  expect((await bytesOf(await download)).subarray(0, 5).toString()).toBe('%PDF-');
}, 60_000);

test('moves the focus to the heading after each navigation, but not on the first page of a visit', async () => {
  const page = await browser.visit({ asOwner: true });
  await page.goto('/documents');
  await page.getByRole('heading', { name: 'Documents', exact: true }).waitFor();
  expect(await focused(page)).toBe('(page)');
  const tag = (): Promise<unknown> => page.evaluate('document.activeElement?.tagName');
  await page.getByRole('link', { name: 'Templates' }).first().click();
  await until('the focus on the heading of templates', async () => (await tag()) === 'H1');
  expect(await focused(page)).toBe('Templates');
  await page.keyboard.press('Tab');
  expect(await focused(page), 'the focus is not on the first control of the page').not.toBe('Countersign, home');
});
