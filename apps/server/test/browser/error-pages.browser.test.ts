/** Tests signing links that no longer work. The page states the reason, which data was kept, and whom to contact. */
import { expect, test } from 'vitest';
import { OWNER, startTestApp } from '../support/app.ts';
import { startBrowser } from './browser.ts';
import { adopt, agreeAndSign, askForSignature, bytesOf, finish, review, signTyped } from './flows.ts';

const app = await startTestApp();
const browser = await startBrowser(app);

const emailOf = ({ signers }: { signers: { email: string }[] }): string => signers[0]?.email ?? '';

test('explains that the signing link is incomplete', async () => {
  const token = await app.link(emailOf(await app.sent()));
  const page = await browser.visit({ phone: true, expected: /^401 \/api\/signing\/session$/ });
  await page.goto(`/sign#${token.slice(0, -5)}`);
  await page.getByRole('heading', { name: 'This link does not work' }).waitFor();
  await page.getByText('Nothing was signed.').waitFor();
  await page.getByText('Open the link in the newest e-mail').waitFor();
});

test('explains that the signing link is missing', async () => {
  const page = await browser.visit({ phone: true });
  await page.goto('/sign');
  await page.getByRole('heading', { name: 'Open the link in your e-mail' }).waitFor();
});

test('names the voided document and the contact for questions', async () => {
  const sent = await app.sent();
  const token = await app.link(emailOf(sent));
  await app.key.post(`/api/documents/${sent.id}/void`, { reason: 'The price has changed' });
  const page = await browser.visit({ phone: true, expected: /^410 \/api\/signing\/session$/ });
  await page.goto(`/sign#${token}`);
  await page.getByRole('heading', { name: 'This document was voided' }).waitFor();
  await page.getByText(sent.document.title, { exact: true }).waitFor();
  const letter = page.getByRole('link', { name: `Write to ${OWNER.name}` });
  expect(await letter.getAttribute('href')).toContain(`mailto:${OWNER.email}`);
});

test("refuses to sign a document that was voided while the page was open, and shows the sender's reason", async () => {
  const sent = await app.sent();
  const page = await browser.visit({ phone: true, expected: /^410 \/api\// });
  await page.goto(`/sign#${await app.link(emailOf(sent))}`);
  await review(page);
  await askForSignature(page);
  await page.getByRole('tab', { name: 'Type' }).click();
  await adopt(page);
  await finish(page);
  await app.key.post(`/api/documents/${sent.id}/void`, { reason: 'The price has changed' });
  await page.getByLabel('I agree').check();
  await page.getByRole('button', { name: 'Sign document' }).click();
  await page.getByRole('heading', { name: 'This document was voided' }).waitFor();
});

test('shows the receipt and the completed file for the link of a signer who has signed', async () => {
  const { id, tokens } = await app.completed();
  const page = await browser.visit({ phone: true });
  await page.goto(`/sign#${tokens[0]}`);
  await page.getByText('You have signed').waitFor();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download document' }).click();
  const file = await bytesOf(await download);
  const stored = await app.sql<{ length: string }>(
    'select length from revisions where document_id = $1 order by n desc limit 1',
    [id],
  );
  expect(file.length).toBe(Number(stored[0]?.length));
  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name: `${new URL(browser.origin).host}/verify` }).click();
  await (await opened).getByRole('heading', { name: 'Verify a PDF' }).waitFor();
});

test('rejects a second signature from another tab', async () => {
  const sent = await app.sent();
  const link = `/sign#${await app.link(emailOf(sent))}`;
  const first = await browser.visit();
  const second = await browser.visit({ expected: /^409 \/api\/documents\/[^/]+\/sign$/ });
  await second.goto(link);
  await review(second);
  await askForSignature(second);
  await second.getByRole('tab', { name: 'Type' }).click();
  await adopt(second);
  await finish(second);
  await first.goto(link);
  await signTyped(first);
  await agreeAndSign(second);
  const signatures = await app.sql("select 1 from revisions where document_id = $1 and kind = 'signature'", [sent.id]);
  expect(signatures).toHaveLength(1);
});
