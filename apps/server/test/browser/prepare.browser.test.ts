/** Preparing a document for sending: undo and redo. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { startBrowser, untilTrue } from './browser.ts';

const app = await startTestApp();
const browser = await startBrowser(app);

const ADA = { name: 'Ada Lovelace', email: 'ada@contoso.example' };
const KONRAD = { name: 'Konrad Zuse', email: 'konrad@fabrikam.example' };

/** Two recipients, typed as people type, and nothing placed yet. */
async function prepareTwo(page: Page, id: string): Promise<void> {
  await page.goto(`/documents/${id}/send`);
  await page.getByLabel('Name of recipient 1').pressSequentially(ADA.name);
  await page.getByLabel('E-mail of recipient 1').pressSequentially(ADA.email);
  await page.getByRole('button', { name: 'Add a person' }).click();
  // The new row has the focus.
  await untilTrue(page, 'the name of the new row', "document.activeElement.ariaLabel === 'Name of recipient 2'");
  await page.keyboard.type(KONRAD.name);
  await page.getByLabel('E-mail of recipient 2').pressSequentially(KONRAD.email);
  await page.getByLabel('Where I place the fields').check();
}

const place = (page: Page, kind: string) => page.getByRole('button', { name: kind, exact: true }).press('Enter');
const field = (page: Page, kind: string) => page.getByRole('button', { name: `${kind} of ${ADA.name}, page 1` });
const addresses = async (page: Page): Promise<string[]> => {
  const boxes = await page.getByLabel(/^E-mail of recipient/).all();
  return Promise.all(boxes.map((box) => box.inputValue()));
};

test('Ctrl+Z brings a deleted field back and leaves every address as it was typed', async () => {
  const draft = await app.draft();
  const page = await browser.visit({ asOwner: true });
  await prepareTwo(page, draft.id);
  await place(page, 'Signature');
  await field(page, 'Signature').waitFor();
  const where = await field(page, 'Signature').getAttribute('aria-label');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Delete');
  await field(page, 'Signature').waitFor({ state: 'detached' });

  await page.keyboard.press('Control+z');
  await field(page, 'Signature').waitFor();
  expect(await addresses(page)).toEqual([ADA.email, KONRAD.email]);
  await untilTrue(page, 'the focus on the field', "document.activeElement?.hasAttribute('data-field')");
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  expect(await field(page, 'Signature').getAttribute('aria-label'), 'not resized, not moved').toBe(where);
  await page.keyboard.press('Control+z');
  await field(page, 'Signature').waitFor({ state: 'detached' });
  await page.keyboard.press('Control+Shift+z');
  await field(page, 'Signature').waitFor();
  await page.keyboard.press('Control+y');
  await page.keyboard.press('Control+y');
  expect(await field(page, 'Signature').getAttribute('aria-label')).not.toBe(where);
  expect(await addresses(page)).toEqual([ADA.email, KONRAD.email]);
}, 60_000);

test('in a text box Ctrl+Z takes back what was typed there, then what was done before, never another box alone', async () => {
  const draft = await app.draft();
  const page = await browser.visit({ asOwner: true });
  await prepareTwo(page, draft.id);
  await page.getByLabel('Subject').focus();
  await page.keyboard.type('Lease');
  // The browser takes back letter by letter here.
  for (let letter = 0; letter < 5; letter += 1) await page.keyboard.press('Control+z');
  await untilTrue(page, 'the subject empty', "document.activeElement.value === ''");
  expect(await addresses(page)).toEqual([ADA.email, KONRAD.email]);
  for (let letter = 0; letter < 5; letter += 1) await page.keyboard.press('Control+Shift+z');
  await untilTrue(page, 'the subject back', "document.activeElement.value === 'Lease'");
  // A box that was only visited has nothing of its own: the step before is undone, whole.
  await page.getByLabel('Name of recipient 1').focus();
  await page.keyboard.press('Control+z');
  await page.getByLabel('Subject').and(page.locator('[value=""]')).waitFor();
  await page.keyboard.press('Control+z');
  await page.getByLabel('On a signature page at the end').and(page.locator(':checked')).waitFor();
  await page.keyboard.press('Control+z');
  expect(await addresses(page)).toEqual([ADA.email, '']);
  expect(await page.getByLabel('Name of recipient 2').inputValue()).toBe(KONRAD.name);
}, 60_000);

test('buttons undo and redo what was done to recipients, and say so', async () => {
  const draft = await app.draft();
  const page = await browser.visit({ asOwner: true });
  await prepareTwo(page, draft.id);
  await place(page, 'Signature');
  await field(page, 'Signature').waitFor();
  const [undo, redo] = [page.getByRole('button', { name: 'Undo' }), page.getByRole('button', { name: 'Redo' })];
  expect(await redo.getAttribute('aria-disabled')).toBe('true');
  await page.getByLabel('One after the other').check();
  await page.getByRole('button', { name: `Move ${KONRAD.name} up` }).click();
  await page.getByRole('button', { name: `Remove ${ADA.name}` }).click();
  expect(await addresses(page)).toEqual([KONRAD.email]);

  await undo.press('Enter');
  await page.getByText('Undone: remove a recipient').waitFor();
  // Who was removed took their field along: it is back too.
  await field(page, 'Signature').waitFor();
  expect(await addresses(page)).toEqual([KONRAD.email, ADA.email]);
  await untilTrue(page, 'the focus still on the button', "document.activeElement.ariaLabel === 'Undo'");
  await undo.press('Enter');
  expect(await addresses(page)).toEqual([ADA.email, KONRAD.email]);
  await redo.click();
  await redo.click();
  expect(await addresses(page)).toEqual([KONRAD.email]);
}, 60_000);
