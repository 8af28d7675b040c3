/** Tests the public verification page, on which a visitor uploads a file and sees the verdict. */
import { inspectPdf } from '@countersign/pdf-sign';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { pdfWithFiles } from '../../../../packages/cli/test/attached-pdf.ts';
import { DRAFTS, exportOf, proof } from '../../../../vectors/audit-log/log.ts';
import { startTestApp } from '../support/app.ts';
import { makePdf } from '../support/pdf.ts';
import { appendUpdate, storedFile } from '../support/tampering.ts';
import { judge } from './axe.ts';
import { startBrowser } from './browser.ts';
import { dropFile } from './flows.ts';

const app = await startTestApp();
const browser = await startBrowser(app);

const signers = [app.person(), app.person()];
const { id } = await app.completed({ signers, pages: 2 });
const valid = await storedFile(app, id);
const content = 'BT /F1 14 Tf 72 760 Td (I owe you 1,000,000) Tj ET';
await appendUpdate(app, id, 5, `<</Length ${content.length}>>\nstream\n${content}\nendstream`);
const altered = await storedFile(app, id);

const pdf = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/pdf', buffer });

test('states first that a file is valid, and then shows its signers, times and history', async () => {
  const page = await browser.visit();
  await page.goto('/verify');
  await page.getByRole('heading', { name: 'Verify a PDF' }).waitFor();
  await judge(page, 'nothing chosen yet');
  await dropFile(page, 'lease.pdf', valid);
  const verdict = page.getByRole('heading', { level: 1 });
  await verdict.filter({ hasText: 'All 2 signatures are valid. The document has not been changed since.' }).waitFor();
  for (const { email, name } of signers) {
    const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: email }) });
    expect(await card.getByText('Valid', { exact: true }).count()).toBe(1);
    expect(await card.textContent()).toContain(name);
    expect(await card.textContent()).toContain('time proven by a time-stamp');
    expect(await card.textContent(), "the date is shown in the format of the browser's region").toMatch(
      /\d{1,2} [A-Z][a-z]+ 20\d\d at \d\d:\d\d/,
    );
  }
  expect(await page.locator('.timeline').textContent()).toContain(`in the name of "${signers[1]?.name}" was added`);
  const details = page.locator('details').nth(1);
  await details.locator('summary').focus();
  await page.keyboard.press('Enter');
  await details.getByText('PAdES B-LTA').waitFor();
  await judge(page, 'valid, unfolded');
  for (const [button, name, begin] of [
    ['Download report (XML, ETSI TS 119 102-2)', 'lease-validation-report.xml', '<?xml version="1.0"'],
    ['Download report (JSON)', 'lease-validation-report.json', '{\n  "format": "countersign-validation-report"'],
  ] as const) {
    const waiting = page.waitForEvent('download');
    await page.getByRole('button', { name: button }).click();
    const download = await waiting;
    expect(download.suggestedFilename()).toBe(name);
    const text = await readFile(await download.path(), 'utf8');
    expect(text.startsWith(begin)).toBe(true);
    expect(text).toContain(signers[0]?.email);
  }
  // Dispatches the print event without a printer.
  await page.evaluate("dispatchEvent(new Event('beforeprint'))");
  expect(await page.locator('details:not([open])').count()).toBe(0);
  await page.emulateMedia({ media: 'print' });
  expect(await page.getByRole('button').count(), 'the printed page has no buttons').toBe(0);
}, 60_000);

test('prints the report for one signature on at most two pages', async () => {
  const one = await app.completed({ signers: [app.person()], pages: 2 });
  const page = await browser.visit();
  await page.goto('/verify');
  await page.getByLabel('Choose a PDF').setInputFiles(pdf('one.pdf', await storedFile(app, one.id)));
  await page.getByRole('heading', { level: 1, name: /^The signature is valid/ }).waitFor();
  for (const format of ['A4', 'Letter'])
    expect(inspectPdf(await page.pdf({ format })).pages.length, format).toBeLessThanOrEqual(2);
  // The report uses the field's label. The field's internal name in the file would not help readers.
  const text = await page.locator('article').textContent();
  expect(text).toContain('Signature of recipient 1');
  expect(text).not.toMatch(/_[0-9a-z]{8}\b/);
}, 60_000);

test('changes the language on a phone and keeps the verification report', async () => {
  const page = await browser.visit({ phone: true });
  await page.goto('/verify');
  await page.getByLabel('Choose a PDF').setInputFiles(pdf('lease.pdf', valid));
  await page.getByRole('heading', { name: /^All 2 signatures are valid/ }).waitFor();
  await page.getByLabel('Language').selectOption({ label: 'Deutsch' });
  await page.getByRole('heading', { level: 1, name: /gültig/ }).waitFor();
  expect(await page.evaluate('document.documentElement.lang')).toBe('de');
  await judge(page, 'report in German');
  await page.getByLabel('Sprache').selectOption({ label: 'עברית' });
  await page.locator('html[dir="rtl"]').waitFor();
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
}, 60_000);

test('reports an altered file on a phone, and then shows the changes', async () => {
  const page = await browser.visit({ phone: true });
  await page.goto('/verify');
  await page.getByLabel('Choose a PDF').setInputFiles(pdf('lease.pdf', altered));
  await page.getByRole('heading', { name: /^Do not rely on this document/ }).waitFor();
  await page.getByRole('heading', { name: 'Changed' }).waitFor();
  expect(await page.locator('.timeline .is-update').textContent()).toMatch(/page 1 changed/);
  expect(await page.getByText('Not valid', { exact: true }).count()).toBeGreaterThan(0);
  await judge(page, 'altered');
  await page.getByLabel('Language').selectOption({ label: 'Deutsch' });
  await page.locator('.timeline .is-update').filter({ hasText: 'Seite 1 wurde geändert: ' }).waitFor();
  expect(await page.locator('.panel').textContent()).toMatch(/Nach der Unterschrift: Seite 1 wurde geändert/);
  expect(await page.locator('article').textContent()).not.toContain('After signing');
  await page.getByLabel('Sprache').selectOption({ label: 'English' });
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
}, 60_000);

test('shows different messages for an unsigned file, a file that is not a PDF, and a file with another problem', async () => {
  const page = await browser.visit();
  await page.goto('/verify');
  await page.getByLabel('Choose a PDF').setInputFiles(pdf('plain.pdf', makePdf()));
  await page.getByRole('heading', { name: 'This document has no signatures.' }).waitFor();
  await judge(page, 'unsigned');
  await page.getByRole('button', { name: 'Check another file' }).click();
  await page.getByLabel('Choose a PDF').setInputFiles(pdf('scan.pdf', Buffer.from('a picture')));
  await page.getByRole('alert').filter({ hasText: 'This is not a PDF' }).waitFor();
  await judge(page, 'no PDF');
  await page.getByLabel('Choose a PDF').setInputFiles(pdf('lease.pdf', valid));
  await page.getByRole('heading', { name: /^All 2 signatures are valid/ }).waitFor();
}, 60_000);

test('checks the proof from the audit log in the browser, even if the server cannot be reached', async () => {
  const log = await exportOf(DRAFTS);
  // The certificate proves the last entry of the trail, which can be of any type.
  const text = await proof(log.entries, 11, 12);
  const files = { 'audit-keys.txt': log.keys.join('\n'), 'audit-proof.txt': text };
  const page = await browser.visit({ expected: /ERR_FAILED/ });
  await page.goto('/verify');
  await page.getByLabel('Choose a PDF').setInputFiles(pdf('certificate.pdf', pdfWithFiles(files)));
  const section = page.locator('section', { has: page.getByRole('heading', { name: 'Audit log' }) });
  // No seal covers this file, so the key in the file is not confirmed.
  await section.getByText('The proof is consistent, but no valid seal confirms its key.').waitFor();
  expect(await section.textContent()).toMatch(
    /Entry12 of 12.*Your browser checked this without contacting the server\./,
  );
  await judge(page, 'with a proof of the audit log');
  await page.getByRole('button', { name: 'Check another file' }).click();
  await page.route('**/api/verify*', (route) => route.abort());
  const wrong = { ...files, 'audit-proof.txt': text.replace('index 11', 'index 10') };
  await page.getByLabel('Choose a PDF').setInputFiles(pdf('wrong.pdf', pdfWithFiles(wrong)));
  await section.getByText('The proof in this file is not valid.').waitFor();
  expect(await page.getByRole('alert').textContent()).toContain('The server could not be reached.');
}, 60_000);
