/** Tests the main user flow using only the pages, from the setup link to the verified file. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { samplePdf } from '../../src/demo/sample-pdf.ts';
import { judgeByPdfsig } from '../outside/pdfsig.ts';
import { OWNER, startTestApp } from '../support/app.ts';
import { judge } from './axe.ts';
import { startBrowser } from './browser.ts';
import { adopt, agreeAndSign, askForSignature, bytesOf, draw, dropFile, finish, type Person, review } from './flows.ts';

const app = await startTestApp({ fresh: true });
const browser = await startBrowser(app);

const ADA: Person = { name: 'Ada Lovelace', email: 'ada@contoso.example' };
const KONRAD: Person = { name: 'Konrad Zuse', email: 'konrad@fabrikam.example' };
/** The sender entered no subject, so the preview before sending shows the subject of the invitation. */
const SUBJECT = `${OWNER.name} asked you to sign “mutual-nda”`;

test('lets the owner set up the server, and produces a signed file that other validators accept', async () => {
  const owner = await browser.visit();
  await setUp(owner);
  await prepare(owner);
  await send(owner);
  const links = { ada: await linkInMailbox(owner, ADA), konrad: await linkInMailbox(owner, KONRAD) };

  const ada = await browser.visit({ phone: true });
  await open(ada, links.ada);
  await askForSignature(ada);
  await draw(ada);
  await adopt(ada);
  await finish(ada);
  await agreeAndSign(ada);
  await ada.getByText('Not everyone has signed yet').waitFor();

  const konrad = await browser.visit({ phone: true });
  await open(konrad, links.konrad);
  await askForSignature(konrad);
  await konrad.getByRole('tab', { name: 'Type' }).click();
  expect(await konrad.getByLabel('Your name').inputValue()).toBe(KONRAD.name);
  await adopt(konrad);
  await finish(konrad);
  await agreeAndSign(konrad);

  const download = konrad.waitForEvent('download');
  await konrad.getByRole('button', { name: 'Download document' }).click();
  const fromReceipt = await bytesOf(await download);

  await checkInApp(owner, fromReceipt);
  await checkOutside(fromReceipt);
}, 120_000);

async function setUp(page: Page): Promise<void> {
  await page.goto(`/setup#${app.setupToken}`);
  await page.getByRole('heading', { name: 'Set up Countersign' }).waitFor();
  await judge(page, 'setup');
  await page.getByLabel('Organization').fill(OWNER.organization);
  await page.getByLabel('Your name').fill(OWNER.name);
  await page.getByLabel('E-mail').fill(OWNER.email);
  await page.getByLabel('Password', { exact: true }).fill(app.secret(OWNER.password));
  await page.evaluate(`{
    globalThis.shown = new Set();
    const note = () => document.querySelectorAll('h1, h2').forEach(({ textContent }) => shown.add(textContent));
    new MutationObserver(note).observe(document.body, { subtree: true, childList: true, characterData: true });
  }`);
  await page.getByRole('button', { name: 'Set up Countersign' }).click();
  await page.getByRole('heading', { name: 'Send your first document' }).waitFor();
  const shown = await page.evaluate<string[]>('[...shown]');
  expect(shown).toContain('Send your first document');
  expect(shown, 'no signer sees the page of an ended session or a broken link').not.toEqual(
    expect.arrayContaining([expect.stringMatching(/^(Already set up|The link is incomplete)$/)]),
  );
}

/**
 * Drops the PDF on the empty list, adds both signers and places the first signer's signature. The other signer gets a
 * signature page.
 */
async function prepare(page: Page): Promise<void> {
  await dropFile(page, 'mutual-nda.pdf', samplePdf());
  await page.getByRole('heading', { name: 'Prepare for sending' }).waitFor();
  await page.getByLabel('Name of recipient 1').fill(ADA.name);
  await page.getByLabel('E-mail address of recipient 1').fill(ADA.email);
  await page.getByRole('button', { name: 'Add recipient' }).click();
  await page.getByLabel('Name of recipient 2').fill(KONRAD.name);
  await page.getByLabel('E-mail address of recipient 2').fill(KONRAD.email);
  await page.getByLabel('In fields I place').check();
  await page.getByRole('button', { name: 'Signature', exact: true }).click();
  const sheet = page.locator('[data-page="1"]');
  const size = await sheet.boundingBox();
  if (size === null) throw new Error('The first page is not displayed.');
  await sheet.click({ position: { x: size.width / 2, y: size.height * 0.6 } });
  await page.getByRole('button', { name: `Signature of ${ADA.name}, page 1` }).waitFor();
}

async function send(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Review and send' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send for signing' });
  await dialog.getByText(KONRAD.email).waitFor();
  await dialog.getByText(SUBJECT).waitFor();
  await dialog.getByRole('button', { name: 'Send for signing' }).click();
  await page.getByText('0 of 2 signed').waitFor();
}

async function linkInMailbox(page: Page, { email }: Person): Promise<string> {
  await page.getByRole('link', { name: 'Mailbox' }).click();
  await page.getByRole('link', { name: email }).click();
  const frame = page.frameLocator('iframe');
  await frame.getByText(OWNER.name).first().waitFor();
  await page.getByRole('heading', { name: SUBJECT }).waitFor();
  const link = await page.getByRole('link', { name: /\/sign#/ }).getAttribute('href');
  return `/sign#${app.secret(link?.split('#')[1] ?? '')}`;
}

async function open(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByText(`${OWNER.name} asked you to sign`).waitFor();
  await review(page);
}

/** Checks that the sender sees the completed document, and gets the same file and its verification result. */
async function checkInApp(page: Page, file: Buffer): Promise<void> {
  await page.getByRole('link', { name: 'Documents', exact: true }).click();
  await page.getByRole('table').getByRole('link', { name: 'mutual-nda' }).click();
  await page.getByText('2 of 2 signed').waitFor();
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Signed PDF' }).click();
  const fromApp = await download;
  expect(fromApp.suggestedFilename()).toBe('mutual-nda-signed.pdf');
  expect((await bytesOf(fromApp)).equals(file), 'the receipt and the app return the same file').toBe(true);
  await page.getByRole('button', { name: 'Verify' }).click();
  const panel = page.getByRole('dialog', { name: 'Verification' });
  await panel.getByText('The document has not been changed since.').waitFor();
  const parts = await panel.getByRole('button', { name: /Valid ·/ }).allInnerTexts();
  expect(
    parts.map((part) => part.split('\n')[0] ?? '').toSorted(),
    "the certificate of completion lists both signers and the service's own parts",
  ).toEqual([ADA.email, 'Archive time-stamp', 'Seal of the sender’s organization', KONRAD.email].toSorted());
  expect(await panel.getByText('Not valid').count()).toBe(0);
  const opened = page.waitForEvent('popup');
  await panel.getByRole('link', { name: `${new URL(browser.origin).host}/verify` }).click();
  await (await opened).getByRole('heading', { name: 'Verify a PDF' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('menuitem', { name: 'Verify a PDF' }).click();
  await page.getByRole('heading', { name: 'Verify a PDF' }).waitFor();
}

async function checkOutside(file: Buffer): Promise<void> {
  const signatures = await judgeByPdfsig(file, (await app.anyone.get('/pki/live/root.pem')).text);
  const judged = signatures.filter(({ type }) => type === 'ETSI.CAdES.detached');
  expect(judged.map(({ commonName }) => commonName).toSorted()).toEqual(
    [OWNER.organization, ADA.email, KONRAD.email].toSorted(),
  );
  for (const { commonName, signature, certificate } of judged) {
    expect({ signature, certificate }, commonName).toEqual({
      signature: 'Signature is Valid.',
      certificate: 'Certificate is Trusted.',
    });
  }
}
