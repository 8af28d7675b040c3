/**
 * Shows every e-mail as a mail program does, in a narrow and a wide window, light and dark. Nothing may overflow,
 * buttons must be large enough for a finger, and axe must find no fault in the e-mails that cover all components.
 * MAIL_PICTURES=FOLDER stores the pictures and the text parts for review.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { speech } from '../../src/features/mail/language.ts';
import { ALL_LANGUAGES } from '@countersign/contract/languages';
import { ALL_MAILS, DOCUMENT_MAILS } from '../../src/features/mail/templates/samples.fixture.ts';
import type { MailContent } from '../../src/features/mail/templates/types.ts';
import { judge } from '../browser/axe.ts';
import { launchBrowser } from '../browser/browser.ts';

const WIDTHS = [360, 700] as const;
/** The minimum touch target (WCAG 2.2, 2.5.5). */
const FINGER = 44;
const folder = process.env['MAIL_PICTURES'];

const browser = await launchBrowser();
const page = await browser.newPage();
afterAll(() => page.close());

async function takePicture(name: string, { html, text, subject }: MailContent): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    await page.setContent(html);
    const inside = await page.evaluate<number>('document.documentElement.scrollWidth');
    expect(inside, `${name} at ${width} px`).toBeLessThanOrEqual(width);
    const buttons = await page.evaluate<number[]>(
      "[...document.querySelectorAll('.button a')].map((link) => link.getBoundingClientRect().height)",
    );
    for (const height of buttons) expect(height, `${name}: the height of the button`).toBeGreaterThanOrEqual(FINGER);
    if (folder === undefined) continue;
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: path.join(folder, `${name}-${width}-${colorScheme}.png`), fullPage: true });
    }
    await page.emulateMedia({ colorScheme: 'light' });
  }
  if (folder !== undefined) await writeFile(path.join(folder, `${name}.txt`), `${subject}\n\n${text}`);
}

/** Together, these e-mails contain every tone and component. */
const JUDGED = ['invitation', 'completed-sender', 'declined-sender', 'voided', 'signing-code', 'account-new-device'];

test.each(Object.entries(ALL_MAILS))('%s', async (name, render) => {
  if (folder !== undefined) await mkdir(folder, { recursive: true });
  await takePicture(name, render());
  if (JUDGED.includes(name)) await judge(page, name);
});

test.each(ALL_LANGUAGES)(
  'fits the invitation in %s into narrow and wide windows, with buttons that are large enough to touch',
  async (language) => {
    if (folder !== undefined) await mkdir(folder, { recursive: true });
    const mail = DOCUMENT_MAILS['invitation']?.({ speech: speech(language) });
    if (mail === undefined) throw new Error('The invitation does not exist.');
    await takePicture(`invitation-${language}`, mail);
  },
);
