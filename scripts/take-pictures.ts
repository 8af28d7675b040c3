/**
 * Takes the screenshots of the README from a running server: documents in each state, and the signing page on a desktop
 * and on a phone. The text of each screenshot is stored beside it, so that a test detects screenshots of an earlier
 * version of the product.
 */
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import type { RequestOf } from '@countersign/client';
import * as api from '@countersign/client/operations';
import { Client, linkToken, type Recipient } from '../apps/server/src/demo/client.ts';
import { samplePdf } from '../apps/server/src/demo/sample-pdf.ts';
import { startServerProcess } from '../apps/server/src/demo/server-process.ts';
import { fontEnvironment } from '../apps/server/test/browser/fonts.ts';
import { outsideTool } from './outside-tools.ts';

export interface Picture {
  name: string;
  png: Buffer;
  /** The visible text line by line, with placeholders for days and times. */
  words: string[];
}

const OWNER = {
  organization: 'Northwind Trading',
  name: 'Grace Hopper',
  email: 'grace@northwind.example',
  password: 'a picture needs no secret',
};
const ADA = { name: 'Ada Lovelace', email: 'ada@northwind.example' };
const KONRAD = { name: 'Konrad Zuse', email: 'konrad@contoso.example' };
const MARY = { name: 'Mary Somerville', email: 'mary@contoso.example' };

const LIST: BrowserContextOptions = { viewport: { width: 1440, height: 650 } };
const DESK: BrowserContextOptions = { viewport: { width: 1440, height: 860 } };
const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
};
const COMMON: BrowserContextOptions = {
  locale: 'en-US',
  timezoneId: 'UTC',
  colorScheme: 'light',
  reducedMotion: 'reduce',
};

export async function takePictures(): Promise<Picture[]> {
  const server = await startServerProcess();
  try {
    const token = await fill(server.url, server.setupToken ?? '');
    const browser = await chromium.launch({
      executablePath: outsideTool('chromium-headless-shell'),
      args: ['--headless', '--no-sandbox', '--disable-gpu', '--font-render-hinting=none'],
      env: { ...process.env, ...fontEnvironment() },
    });
    try {
      return await photograph(browser, server.url, token);
    } finally {
      await browser.close();
    }
  } finally {
    await server.stop();
  }
}

/**
 * Creates documents in every state. Returns the link token of the document in the screenshots of the signing page.
 */
async function fill(url: string, setupToken: string): Promise<string> {
  const owner = new Client(url);
  await owner.setUp({ ...OWNER, token: setupToken });
  const client = new Client(url, { bearer: await owner.createApiKey('pictures') });
  const send = async (
    title: string,
    signers: Recipient[],
    more: Partial<NonNullable<RequestOf<'sendForSigning'>['body']>> = {},
  ): Promise<string> => {
    const filename = `${title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.pdf`;
    const { id } = await client.upload(samplePdf(), filename);
    const params = { id };
    await client.call(api.updateDocument, { params, body: { title } });
    if (signers.length > 0) await client.call(api.sendForSigning, { params, body: { signers, ...more } });
    return id;
  };
  const linkOf = async (address: string): Promise<string> => {
    for (let tries = 0; tries < 100; tries += 1) {
      const mail = await owner.mailTo(address, 'invitation');
      if (mail !== undefined) return linkToken(mail);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error(`no invitation arrived at ${address}`);
  };
  const sign = async ({ name, email }: Recipient): Promise<void> => {
    const { signer, view } = await client.openLink(await linkOf(email));
    await signer.sign(view, name);
  };
  // Each recipient has a different e-mail address in each document, so that the newest invitation sent to an address
  // belongs to the right document.
  const at = (person: Recipient, number: number): Recipient => ({
    ...person,
    email: person.email.replace('@', `.${number}@`),
  });

  await send('Data processing agreement', [at(ADA, 1)]);
  await sign(at(ADA, 1));
  await send('Lease of 12 Mill Lane', [at(KONRAD, 2), at(MARY, 2)]);
  await sign(at(KONRAD, 2));
  await sign(at(MARY, 2));
  const offer = await send('Offer 2026-118', [at(MARY, 3)]);
  await client.call(api.voidDocument, { params: { id: offer }, body: { reason: 'Replaced by offer 2026-121' } });
  await send('Supply agreement 2027', [at(MARY, 4), at(KONRAD, 4)]);
  await sign(at(MARY, 4));
  await send('Board resolution, November', []);
  const place = { page: 1, signer: ADA.email, height: 20 };
  await send('Mutual non-disclosure agreement', [ADA, KONRAD], {
    emailMessage: 'Here is the agreement we spoke about. Please sign it by Friday.',
    fields: [
      { ...place, kind: 'text', label: 'Registered office', x: 72, y: 300, width: 250 },
      { ...place, kind: 'date', label: 'Date', x: 340, y: 300, width: 110 },
      { ...place, kind: 'signature', x: 72, y: 345, width: 210, height: 60 },
      { ...place, kind: 'signature', signer: KONRAD.email, x: 312, y: 345, width: 210, height: 60 },
    ],
  });
  return linkOf(ADA.email);
}

async function photograph(browser: Browser, url: string, token: string): Promise<Picture[]> {
  const pictures: Picture[] = [];
  const open = async (options: BrowserContextOptions): Promise<Page> =>
    (await browser.newContext({ ...COMMON, ...options, baseURL: url })).newPage();
  const take = async (name: string, page: Page): Promise<void> => {
    await page.evaluate('document.fonts.ready');
    const png = await page.screenshot({ animations: 'disabled' });
    pictures.push({ name, png, words: linesOf(await page.locator('body').innerText()) });
  };

  const list = await open(LIST);
  await list.request.post(api.login.path, { data: { email: OWNER.email, password: OWNER.password } });
  await list.goto('/documents');
  await list.getByText('Data processing agreement').first().waitFor();
  await list.getByRole('button', { name: 'Filter by creation date' }).waitFor();
  await list.getByText('Use folders to group documents').first().waitFor();
  await list.getByText('Filter the list, then save the view here').first().waitFor();
  await take('documents', list);

  const desk = await open(DESK);
  await review(desk, token);
  await take('signing', desk);

  const phone = await open(PHONE);
  await phone.goto(`/sign#${token}`);
  await reviewButton(phone).waitFor();
  await take('signing-phone-welcome', phone);
  await openDocument(phone);
  await take('signing-phone', phone);
  return pictures;
}

const reviewButton = (page: Page) => page.getByRole('button', { name: 'Review document' });

async function review(page: Page, token: string): Promise<void> {
  await page.goto(`/sign#${token}`);
  await openDocument(page);
}

/** Opens a document and waits until the page is drawn with its text layer, which is loaded later. */
async function openDocument(page: Page): Promise<void> {
  await reviewButton(page).click();
  await page.locator('.picture').first().waitFor();
  await page.getByText('1. Purpose').first().waitFor({ state: 'attached' });
}

const MONTH = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*';

/** Returns trimmed lines with placeholders for days and times. */
export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) =>
      line
        .replaceAll(new RegExp(`\\b${MONTH} \\d{1,2}(?:, \\d{4})?`, 'g'), 'DAY')
        .replaceAll(/\b\d{4}-\d\d-\d\d\b/g, 'DAY')
        .replaceAll(/just now|\d+ (?:seconds?|minutes?) ago/g, 'TIME')
        .replaceAll(/\d+ days left/g, 'DAYS left')
        .trim(),
    )
    .filter((line) => line !== '');
}
