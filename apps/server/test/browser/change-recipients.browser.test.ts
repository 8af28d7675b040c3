/** Tests a sender who changes the recipients of a sent document and removes a recipient after the first signature. */
import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { judge } from './axe.ts';
import { startBrowser } from './browser.ts';
import { toast } from './flows.ts';

const app = await startTestApp();
const browser = await startBrowser(app);

test('adds a recipient before the first signature, and removes another recipient afterward', async () => {
  const [ada, ben, cleo] = [app.person(), app.person(), app.person()];
  const { id } = await app.sent({ signers: [ada, ben] });
  const page = await browser.visit({ asOwner: true });
  await page.goto(`/documents/${id}`);
  await page.getByRole('button', { name: 'More actions for this document' }).click();
  await page.getByRole('menuitem', { name: 'Change recipients' }).click();
  await page.getByRole('button', { name: 'Add recipient' }).click();
  await page.getByRole('button', { name: 'Change recipients', exact: true }).click();
  await page.getByText('Enter a name.').waitFor();
  await judge(page, 'changing recipients');
  await page.getByLabel('Name of recipient 3').fill(cleo.name);
  await page.getByLabel('E-mail address of recipient 3').fill(cleo.email);
  await page.getByRole('button', { name: 'Remove recipient 2' }).click();
  await page.getByRole('button', { name: 'Change recipients', exact: true }).click();
  await toast(page, 'Recipients changed');
  const read = async () => (await app.key.get<'getDocument'>(`/api/documents/${id}`)).body.document;
  expect((await read()).signers.map(({ email }) => email)).toEqual([ada.email, cleo.email]);

  await app.sign(id, { token: await app.link(cleo.email) });
  await page.getByRole('button', { name: `Manage ${ada.name}` }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await page.getByText('Everyone else has signed').waitFor();
  await judge(page, 'removing a recipient');
  await page.getByRole('button', { name: 'Remove recipient' }).click();
  await toast(page, 'Recipient removed');
  expect(await read()).toMatchObject({ status: 'completed', signers: [{ email: cleo.email, status: 'signed' }] });
}, 60_000);
