/** Tests the field editor: selecting and arranging fields, copies, tools that stay selected, and long documents. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { judge } from './axe.ts';
import { pdfUpload } from '../support/multipart.ts';
import { makePdf } from '../support/pdf.ts';
import { startBrowser, untilTrue } from './browser.ts';

const app = await startTestApp();
const browser = await startBrowser(app);

async function openEditor(page: Page, pages = 2): Promise<string> {
  const draft = await app.draft({ pages });
  await page.setViewportSize({ width: 1440, height: 1000 });
  await page.goto(`/documents/${draft.id}/send`);
  await page.getByLabel('Name of recipient 1').fill('Ada Lovelace');
  await page.getByLabel('E-mail address of recipient 1').fill('ada@contoso.example');
  await page.getByLabel('In fields I place').check();
  return draft.id;
}

const fieldsOf = (page: Page, kind: string, number = 1) =>
  page.getByRole('button', { name: `${kind} of Ada Lovelace, page ${number}` });
const tool = (page: Page, kind: string) => page.getByRole('button', { name: kind, exact: true });

/** Returns the position in points from the left and the top, and the size, as announced to screen readers. */
async function placeOf(field: ReturnType<typeof fieldsOf>): Promise<number[]> {
  const name = (await field.getAttribute('aria-label')) ?? '';
  return [...name.replace(/^.*?page \d+/, '').matchAll(/\d+/g)].map(Number);
}

/** Returns a point of page 1, given in fractions of the page. */
async function pointOn(page: Page, x: number, y: number): Promise<[number, number]> {
  const sheet = page.locator('[data-page="1"]');
  await page.evaluate('scrollTo(0, 0)');
  const box = await sheet.boundingBox();
  if (box === null) throw new Error('Page 1 is not displayed.');
  return [box.x + x * box.width, box.y + y * box.height];
}

test('keeps a tool selected until Escape is pressed, selects fields with a rectangle, aligns and copies them, and undoes every change', async () => {
  const page = await browser.visit({ asOwner: true });
  await openEditor(page);
  await tool(page, 'Checkbox').click();
  const spots = [0.2, 0.3, 0.4];
  for (const [index, x] of spots.entries()) await page.mouse.click(...(await pointOn(page, x, 0.2 + index * 0.04)));
  const boxes = fieldsOf(page, 'Checkbox');
  await untilTrue(page, 'three fields', "document.querySelectorAll('[data-field]').length === 3");
  await page.keyboard.press('Escape');
  expect(await tool(page, 'Checkbox').getAttribute('aria-pressed')).not.toBe('true');

  // The field is small, but its handles do not cover it.
  await page.mouse.click(...(await pointOn(page, 0.2, 0.2)));
  expect(await boxes.nth(0).getAttribute('aria-pressed')).toBe('true');
  const [left = 0, , width = 0] = await placeOf(boxes.nth(0));
  const handle = await page.locator('[data-handle="left"]').boundingBox();
  if (handle === null) throw new Error('The field has no handle on the left.');
  await page.mouse.move(handle.x + 5, handle.y + 5);
  await page.mouse.down();
  await page.mouse.move(handle.x - 25, handle.y + 5, { steps: 3 });
  await page.mouse.up();
  const wider = await placeOf(boxes.nth(0));
  expect(wider[0]).toBeLessThan(left - 5);
  expect(wider[2]).toBeGreaterThan(width + 5);

  await page.mouse.move(...(await pointOn(page, 0.05, 0.1)));
  await page.mouse.down();
  await page.mouse.move(...(await pointOn(page, 0.6, 0.4)), { steps: 4 });
  await page.mouse.up();
  await page.getByText('3 fields selected').waitFor();
  await judge(page, 'editor, several fields selected');
  await page.getByRole('button', { name: 'Align right' }).click();
  const right = async (index: number) => {
    const [x = 0, , w = 0] = await placeOf(boxes.nth(index));
    return x + w;
  };
  const edges = [await right(0), await right(1), await right(2)];
  expect(Math.max(...edges) - Math.min(...edges)).toBeLessThanOrEqual(1);
  await page.getByRole('button', { name: 'Copy to all pages' }).click();
  await fieldsOf(page, 'Checkbox', 2).nth(2).waitFor();
  for (let step = 0; step < 6; step += 1) await page.keyboard.press('Control+z');
  await untilTrue(page, 'no fields', "document.querySelectorAll('[data-field]').length === 0");
}, 60_000);

test('keeps a selected tool if the user chooses another recipient and selects the tool again', async () => {
  const page = await browser.visit({ asOwner: true });
  await openEditor(page);
  await page.getByRole('button', { name: 'Add recipient', exact: true }).click();
  await page.getByLabel('Name of recipient 2').fill('Konrad Zuse');
  await page.getByLabel('E-mail address of recipient 2').fill('konrad@contoso.example');
  await tool(page, 'Signature').click();
  await page.mouse.click(...(await pointOn(page, 0.3, 0.3)));
  await fieldsOf(page, 'Signature').waitFor();
  const isSelected = () => tool(page, 'Signature').getAttribute('aria-pressed');
  await page.getByRole('toolbar', { name: 'Fields' }).getByRole('button', { name: 'Konrad Zuse' }).click();
  await tool(page, 'Signature').click();
  expect(await isSelected()).toBe('true');
  await page.mouse.click(...(await pointOn(page, 0.6, 0.3)));
  await page.getByRole('button', { name: 'Signature of Konrad Zuse, page 1' }).waitFor();
  await tool(page, 'Signature').click();
  expect(await isSelected()).not.toBe('true');

  // After the user has placed a field for the new recipient, selecting the tool again turns it off, too.
  await tool(page, 'Date').click();
  await page.getByRole('toolbar', { name: 'Fields' }).getByRole('button', { name: 'Ada Lovelace' }).click();
  await page.mouse.click(...(await pointOn(page, 0.3, 0.5)));
  await fieldsOf(page, 'Date').waitFor();
  await tool(page, 'Date').click();
  expect(await tool(page, 'Date').getAttribute('aria-pressed')).not.toBe('true');
}, 60_000);

test('suggests the fields that the document asks for, adds one or all of them, and removes them with one undo', async () => {
  const text = (words: string, y: number) => `BT /F1 11 Tf 72 ${y} Td (${words}) Tj ET 140 ${y - 2} m 340 ${y - 2} l S`;
  const content = [text('Signature:', 700), text('Date:', 660), text('Name:', 620)].join('\n');
  const page = await browser.visit({ asOwner: true });
  const { body } = await app.key.upload(pdfUpload(makePdf({ content })));
  await page.setViewportSize({ width: 1440, height: 1000 });
  await page.goto(`/documents/${body.document.id}/send`);
  await page.getByLabel('Name of recipient 1').fill('Ada Lovelace');
  await page.getByLabel('E-mail address of recipient 1').fill('ada@contoso.example');
  expect(await page.locator('[data-field]').count()).toBe(0);
  await page.getByRole('button', { name: 'Place fields with suggestions' }).click();
  await page.getByRole('button', { name: 'Add date field' }).waitFor();
  await judge(page, 'editor, suggested fields');
  await page.getByRole('button', { name: 'Add date field' }).click();
  await fieldsOf(page, 'Date').waitFor();
  expect(await page.evaluate("document.activeElement?.hasAttribute('data-suggestion')")).toBe(true);
  await page.getByRole('button', { name: 'Add all 2 fields' }).click();
  await fieldsOf(page, 'Signature').waitFor();
  await fieldsOf(page, 'Name').waitFor();
  expect(await page.getByText('Suggested fields').count()).toBe(0);
  await page.keyboard.press('Control+z');
  await untilTrue(page, 'one field', "document.querySelectorAll('[data-field]').length === 1");
  await page.getByRole('button', { name: 'Add signature field' }).waitFor();
});

test('selects, moves, copies, pastes and duplicates fields using only the keyboard', async () => {
  const page = await browser.visit({ asOwner: true });
  await openEditor(page);
  await tool(page, 'Date').press('Enter');
  await tool(page, 'Name').press('Enter');
  const date = fieldsOf(page, 'Date');
  await page.getByRole('button', { name: /^Name of Ada Lovelace, page 1/ }).waitFor();
  const [x = 0, y = 0] = await placeOf(date);
  await page.keyboard.press('Control+a');
  await page.getByText('2 fields selected').waitFor();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Shift+ArrowDown');
  expect((await placeOf(date)).slice(0, 2)).toEqual([x + 1, y + 10]);
  await page.keyboard.press('Control+c');
  await page.keyboard.press('Control+v');
  await untilTrue(page, 'four fields', "document.querySelectorAll('[data-field]').length === 4");
  await page.keyboard.press('Control+d');
  await untilTrue(page, 'six fields', "document.querySelectorAll('[data-field]').length === 6");
  await page.keyboard.press('Control+x');
  await untilTrue(page, 'four fields after cutting', "document.querySelectorAll('[data-field]').length === 4");
  await page.keyboard.press('Control+z');
  await untilTrue(page, 'the cut fields again', "document.querySelectorAll('[data-field]').length === 6");
}, 60_000);

test('jumps to page 400 of 500 by its number, and loads only the images of nearby pages', async () => {
  const page = await browser.visit({ asOwner: true });
  await openEditor(page, 500);
  const number = page.getByRole('textbox', { name: 'Go to page' });
  await number.fill('400');
  await number.press('Enter');
  await page.getByRole('img', { name: /^Page 400 of/ }).waitFor();
  await page.getByRole('button', { name: 'Page 400', exact: true }).and(page.locator('[aria-current]')).waitFor();
  expect(await page.locator('[data-page] img').count()).toBeLessThan(20);
  expect(await page.locator('[data-thumb] img').count()).toBeLessThan(60);
  await tool(page, 'Signature').press('Enter');
  await fieldsOf(page, 'Signature', 400).waitFor();
  // The rail is one tab stop. Arrow keys move within it.
  await page.getByRole('button', { name: 'Page 400, 1 field' }).press('ArrowDown');
  await page.getByRole('button', { name: 'Page 401', exact: true }).and(page.locator(':focus')).waitFor();
  const width = async () => (await page.locator('[data-page="401"]').boundingBox())?.width ?? 0;
  await page.keyboard.press('0');
  const before = await width();
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await page.getByRole('button', { name: 'Zoom in' }).click();
  expect(await width()).toBeGreaterThan(before);
}, 90_000);

test('uses most of the window for the page at a width of 320 pixels and at 200% zoom', async () => {
  const page = await browser.visit({ asOwner: true });
  await openEditor(page);
  await tool(page, 'Signature').press('Enter');
  await fieldsOf(page, 'Signature').waitFor();
  for (const [width, height] of [
    [320, 640],
    [640, 450],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.locator('[data-page="1"]').evaluate((sheet) => sheet.scrollIntoView({ block: 'start' }));
    const { height: covered = 0 } = (await page.getByRole('toolbar', { name: 'Fields' }).boundingBox()) ?? {};
    expect(covered, `${width} by ${height}`).toBeLessThan(height * 0.15);
    expect(
      await page.evaluate<number>('document.documentElement.scrollWidth'),
      'the page does not scroll sideways',
    ).toBeLessThanOrEqual(width);
  }
}, 60_000);

test('keeps the label of a selected field within the page at both edges, even in right-to-left languages', async () => {
  const page = await browser.visit({ asOwner: true });
  const id = await openEditor(page);
  await page.getByLabel('Name of recipient 1').fill('Anneliese Brandt-Hohenfels von Reichenstein');
  await tool(page, 'Checkbox').click();
  for (const x of [0.05, 0.95]) await page.mouse.click(...(await pointOn(page, x, 0.3)));
  await page.getByText('Saved', { exact: true }).waitFor();
  for (const [language, width] of [
    ['en', 1440],
    ['ar', 1440],
    ['ar', 390],
  ] as const) {
    await page.addInitScript({ content: `localStorage.setItem('countersign.language', '${language}')` });
    await page.setViewportSize({ width, height: 844 });
    await page.goto(`/documents/${id}/send`);
    const boxes = page.locator('[data-page="1"] [data-field]');
    for (const index of [0, 1]) {
      await boxes.nth(index).focus();
      await boxes.nth(index).and(page.locator('[aria-pressed=true]')).waitFor();
      const label = await page.locator('[data-field][aria-pressed=true] + span').boundingBox();
      const sheet = await page.locator('[data-page="1"]').boundingBox();
      if (label === null || sheet === null) throw new Error('The field has no label.');
      expect(label.width, 'the label shows the kind and the recipient').toBeGreaterThan(60);
      expect(label.x).toBeGreaterThanOrEqual(sheet.x);
      expect(label.x + label.width).toBeLessThanOrEqual(sheet.x + sheet.width);
    }
  }
}, 60_000);
