/** Tests preparing a document for sending: undo and redo, and drafts that are saved during typing. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { judge } from './axe.ts';
import { startBrowser, untilTrue } from './browser.ts';

const app = await startTestApp();
const browser = await startBrowser(app);

const ADA = { name: 'Ada Lovelace', email: 'ada@contoso.example' };
const KONRAD = { name: 'Konrad Zuse', email: 'konrad@fabrikam.example' };

/** Enters two recipients as a user would, without placing fields. */
async function prepareTwo(page: Page, id: string): Promise<void> {
  await page.goto(`/documents/${id}/send`);
  await page.getByLabel('Name of recipient 1').pressSequentially(ADA.name);
  await page.getByLabel('E-mail address of recipient 1').pressSequentially(ADA.email);
  await page.getByRole('button', { name: 'Add recipient' }).click();
  // The new row has the focus.
  await untilTrue(page, 'the name of the new row', "document.activeElement.ariaLabel === 'Name of recipient 2'");
  await page.keyboard.type(KONRAD.name);
  await page.getByLabel('E-mail address of recipient 2').pressSequentially(KONRAD.email);
  await page.getByLabel('In fields I place').check();
}

const place = (page: Page, kind: string) => page.getByRole('button', { name: kind, exact: true }).press('Enter');
const field = (page: Page, kind: string) => page.getByRole('button', { name: `${kind} of ${ADA.name}, page 1` });
const addresses = async (page: Page): Promise<string[]> => {
  const boxes = await page.getByLabel(/^E-mail address of recipient/).all();
  return Promise.all(boxes.map((box) => box.inputValue()));
};

test('restores a deleted field with Ctrl+Z and keeps every e-mail address as typed', async () => {
  const draft = await app.draft();
  const page = await browser.visit({ asOwner: true });
  await prepareTwo(page, draft.id);
  await place(page, 'Signature');
  await field(page, 'Signature').waitFor();
  const where = await field(page, 'Signature').getAttribute('aria-label');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Alt+ArrowRight');
  await page.keyboard.press('Delete');
  await field(page, 'Signature').waitFor({ state: 'detached' });

  await page.keyboard.press('Control+z');
  await field(page, 'Signature').waitFor();
  expect(await addresses(page)).toEqual([ADA.email, KONRAD.email]);
  await untilTrue(page, 'the focus on the field', "document.activeElement?.hasAttribute('data-field')");
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  expect(await field(page, 'Signature').getAttribute('aria-label'), 'the field was neither resized nor moved').toBe(
    where,
  );
  await page.keyboard.press('Control+z');
  await field(page, 'Signature').waitFor({ state: 'detached' });
  await page.keyboard.press('Control+Shift+z');
  await field(page, 'Signature').waitFor();
  await page.keyboard.press('Control+y');
  await page.keyboard.press('Control+y');
  expect(await field(page, 'Signature').getAttribute('aria-label')).not.toBe(where);
  expect(await addresses(page)).toEqual([ADA.email, KONRAD.email]);
}, 60_000);

test('undoes typing in a text box and then the previous change with Ctrl+Z, without changing an unrelated text box', async () => {
  const draft = await app.draft();
  const page = await browser.visit({ asOwner: true });
  await prepareTwo(page, draft.id);
  await page.getByLabel('Subject').focus();
  await page.keyboard.type('Lease');
  // After typing, the browser's own undo removes the text letter by letter.
  for (let letter = 0; letter < 5; letter += 1) await page.keyboard.press('Control+z');
  await untilTrue(page, 'the subject empty', "document.activeElement.value === ''");
  expect(await addresses(page)).toEqual([ADA.email, KONRAD.email]);
  for (let letter = 0; letter < 5; letter += 1) await page.keyboard.press('Control+Shift+z');
  await untilTrue(page, 'the subject back', "document.activeElement.value === 'Lease'");
  // Focusing an input without typing is not a step, so undo reverts the whole previous step.
  await page.getByLabel('Name of recipient 1').focus();
  await page.keyboard.press('Control+z');
  await page.getByLabel('Subject').and(page.locator('[value=""]')).waitFor();
  await page.keyboard.press('Control+z');
  await page.getByLabel('On a signature page at the end').and(page.locator(':checked')).waitFor();
  await page.keyboard.press('Control+z');
  expect(await addresses(page)).toEqual([ADA.email, '']);
  expect(await page.getByLabel('Name of recipient 2').inputValue()).toBe(KONRAD.name);
}, 60_000);

test('undoes and redoes changes to recipients with buttons, and announces each change to screen readers', async () => {
  const draft = await app.draft();
  const page = await browser.visit({ asOwner: true });
  await prepareTwo(page, draft.id);
  await place(page, 'Signature');
  await field(page, 'Signature').waitFor();
  const [undo, redo] = [page.getByRole('button', { name: 'Undo' }), page.getByRole('button', { name: 'Redo' })];
  expect(await redo.getAttribute('aria-disabled')).toBe('true');
  await page.getByLabel('Set signing order').check();
  await page.getByRole('button', { name: `Move ${KONRAD.name} up` }).click();
  await page.getByRole('button', { name: `Remove ${ADA.name}` }).click();
  expect(await addresses(page)).toEqual([KONRAD.email]);

  await undo.press('Enter');
  await page.getByText('Undone: remove a recipient').waitFor();
  // The field of the removed recipient was also removed, and undo restores both.
  await field(page, 'Signature').waitFor();
  expect(await addresses(page)).toEqual([KONRAD.email, ADA.email]);
  await untilTrue(page, 'the focus still on the button', "document.activeElement.ariaLabel === 'Undo'");
  await undo.press('Enter');
  expect(await addresses(page)).toEqual([ADA.email, KONRAD.email]);
  await redo.click();
  await redo.click();
  expect(await addresses(page)).toEqual([KONRAD.email]);
}, 60_000);

/** Waits until the server has stored the content of the page. */
const saved = (page: Page): Promise<void> => page.getByText('Saved', { exact: true }).waitFor();

test('continues a draft in another browser where the sender left off, and sends the draft as saved', async () => {
  const draft = await app.draft();
  const first = await browser.visit({ asOwner: true });
  await prepareTwo(first, draft.id);
  await place(first, 'Signature');
  await field(first, 'Signature').waitFor();
  await first.getByLabel('Subject').fill('Lease of 4 High Street');
  await saved(first);
  await first.context().close();

  const second = await browser.visit({ asOwner: true });
  await second.goto(`/documents/${draft.id}/send`);
  await field(second, 'Signature').waitFor();
  expect(await addresses(second)).toEqual([ADA.email, KONRAD.email]);
  expect(await second.getByLabel('Subject').inputValue()).toBe('Lease of 4 High Street');
  // No input is lost when the page is left immediately, because the page sends the last input before it closes.
  await second.getByRole('textbox', { name: 'Message' }).fill('See you on Monday.');
  await second.goto('/documents');
  await second.goto(`/documents/${draft.id}/send`);
  await second.getByText('See you on Monday.').waitFor();
  await second.getByRole('button', { name: 'Review and send' }).click();
  await second.getByRole('dialog').getByRole('button', { name: 'Send for signing' }).click();
  await second.getByText('0 of 2 signed').waitFor();
  const { document } = (await app.key.get<'getDocument'>(`/api/documents/${draft.id}`)).body;
  expect(document).toMatchObject({
    signers: [ADA, KONRAD],
    // Konrad signs on the last page, which is the added signature page.
    fields: [
      { kind: 'signature', page: 1 },
      { kind: 'signature', page: 2 },
    ],
    email_subject: 'Lease of 4 High Street',
    email_message: 'See you on Monday.',
  });
}, 60_000);

test('reports a lost connection, keeps the typed text across a reload, and saves the text when possible', async () => {
  const draft = await app.draft();
  const page = await browser.visit({ asOwner: true, expected: /ERR_FAILED/ });
  await page.goto(`/documents/${draft.id}/send`);
  await page.getByLabel('Name of recipient 1').fill('Ada');
  await saved(page);
  await page.route('**/draft', (route) => (route.request().method() === 'PUT' ? route.abort() : route.continue()));
  await page.getByLabel('Name of recipient 1').fill('Ada Lovelace');
  await page.getByRole('alert').filter({ hasText: 'Not saved: the server cannot be reached. Retrying…' }).waitFor();
  await judge(page, 'send, not saved');
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await untilTrue(page, 'the name that was not saved', "document.querySelector('li input')?.value === 'Ada Lovelace'");
  await page.unroute('**/draft');
  await saved(page);
  const { content } = (await app.key.get<'getDraft'>(`/api/documents/${draft.id}/draft`)).body.draft;
  expect(content?.recipients).toMatchObject([{ name: 'Ada Lovelace' }]);
}, 60_000);

test("shows a draft conflict to the second user, loads the first user's version, and restores the second version with undo", async () => {
  const draft = await app.draft();
  const expected = /^409 .*\/draft$/;
  const [one, other] = [
    await browser.visit({ asOwner: true, expected }),
    await browser.visit({ asOwner: true, expected }),
  ];
  for (const page of [one, other]) {
    await page.goto(`/documents/${draft.id}/send`);
    await page.getByLabel('Name of recipient 1').waitFor();
  }
  await one.getByLabel('Name of recipient 1').fill('From one');
  await saved(one);
  await other.getByLabel('Name of recipient 1').fill('From the other');
  const dialog = other.getByRole('dialog', { name: 'Someone else changed this draft' });
  await dialog.getByText('Grace Hopper saved another version').waitFor();
  await judge(other, 'send, changed by somebody else');
  await dialog.getByRole('button', { name: 'Load their version' }).click();
  await dialog.waitFor({ state: 'detached' });
  const name = other.getByLabel('Name of recipient 1');
  expect(await name.inputValue()).toBe('From one');
  await other.getByRole('button', { name: 'Undo' }).click();
  expect(await name.inputValue()).toBe('From the other');
  await saved(other);

  await one.getByLabel('Name of recipient 1').fill('One again');
  await one.getByRole('button', { name: 'Save my version as a copy' }).click();
  await one.getByText('This is your copy').waitFor();
  expect(await one.getByLabel('Name of recipient 1').inputValue()).toBe('One again');
  const { content } = (await app.key.get<'getDraft'>(`/api/documents/${draft.id}/draft`)).body.draft;
  expect(content?.recipients).toMatchObject([{ name: 'From the other' }]);
}, 60_000);

test('sends the document with the chosen roles, language, access code and reminders', async () => {
  const draft = await app.draft();
  const page = await browser.visit({ asOwner: true });
  await prepareTwo(page, draft.id);
  const choose = async (name: string, option: string): Promise<void> => {
    await page.getByRole('combobox', { name }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  await page.getByRole('button', { name: `Options for ${ADA.name}` }).press('Enter');
  await choose(`Language for ${ADA.name}`, 'Deutsch');
  await page.getByRole('textbox', { name: `Access code for ${ADA.name}` }).fill('731');
  await page.getByRole('button', { name: `Options for ${KONRAD.name}` }).click();
  await choose(`Role of ${KONRAD.name}`, 'Approves');
  await choose('Reminders', 'Every 3 days');
  await page.getByRole('button', { name: 'Review and send' }).click();
  await page.getByText('Use 4 to 64 letters, digits and symbols. Accented letters are not allowed.').waitFor();
  await judge(page, 'send, with the options of a recipient');
  // "Saved" may still be visible from the previous save.
  const stored = page.waitForResponse(
    (answer) =>
      answer.request().method() === 'PUT' && answer.ok() && answer.request().postData()?.includes('7319') === true,
  );
  await page.getByRole('textbox', { name: `Access code for ${ADA.name}` }).fill('7319');
  await stored;

  // The page no longer shows the code. It only shows that a code is set.
  await page.reload();
  await page.getByRole('button', { name: `Options for ${ADA.name}: Access code · Deutsch` }).click();
  const code = page.getByRole('textbox', { name: `Access code for ${ADA.name}` });
  expect([await code.inputValue(), await code.getAttribute('placeholder')]).toEqual([
    '',
    'An access code is set. Type to change it.',
  ]);
  await page.getByRole('button', { name: 'Review and send' }).click();
  const review = page.getByRole('dialog', { name: 'Send for signing' });
  await review.getByText(`${KONRAD.email} · Approves`).waitFor();
  await review.getByText('get a reminder every 3 days, at most 3 times').waitFor();
  await review.getByRole('button', { name: 'Send for signing' }).click();
  await page.getByText('0 of 2 signed').waitFor();
  const { document } = (await app.key.get<'getDocument'>(`/api/documents/${draft.id}`)).body;
  expect(document.signers).toMatchObject([
    { ...ADA, role: 'signer', access_code: 'required' },
    { ...KONRAD, role: 'approver', access_code: 'none' },
  ]);
  const [row] = await app.sql<{ reminder_days: number; locale: string }>(
    `select d.reminder_days, s.locale from documents d join signers s on s.document_id = d.id
     where d.id = $1 and s.email = $2`,
    [draft.id, ADA.email],
  );
  expect(row).toEqual({ reminder_days: 3, locale: 'de' });
}, 60_000);

test('warns a sender who types a name with a character that no font can draw', async () => {
  const draft = await app.draft();
  const page = await browser.visit({ asOwner: true });
  await page.goto(`/documents/${draft.id}/send`);
  await page.getByLabel('Name of recipient 1').fill('Nefer \u{13000}');
  await page.getByText('The name "Nefer \u{13000}" has characters that cannot be printed').waitFor();
  await page.getByLabel('Name of recipient 1').fill('გიორგი მელაძე');
  await page.getByText('Check your input').waitFor({ state: 'detached' });
}, 60_000);
