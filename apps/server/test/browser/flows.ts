/** User actions on the pages, step by step. Each function returns when the next step is visible. */
import { readFile } from 'node:fs/promises';
import type { Download, Page } from 'playwright-core';
import { untilTrue } from './browser.ts';

export type Person = { name: string; email: string };

/** Opens the link in the e-mail and continues to the document's pages. */
export async function review(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Review document' }).click();
  await page.locator('.picture').first().waitFor();
}

/** Continues from the document's pages to the signature dialog. The document has only one signature field. */
export async function askForSignature(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.getByRole('dialog', { name: 'Your signature' }).waitFor();
}

/** Draws two mouse strokes across the full width of the surface. */
export async function draw(page: Page): Promise<void> {
  const surface = page.locator('.pad canvas');
  // The drawing surface is ready once it has been resized to the screen.
  await untilTrue(
    page,
    'the pen',
    "(({ width, clientWidth }) => width === Math.trunc(clientWidth * devicePixelRatio))(document.querySelector('.pad canvas'))",
  );
  const box = await surface.boundingBox();
  if (box === null) throw new Error('The page has no drawing area.');
  const at = (x: number, y: number): [number, number] => [box.x + box.width * x, box.y + box.height * y];
  for (const [from, ...path] of [
    Array.from({ length: 25 }, (_, step) => at(0.15 + 0.028 * step, 0.5 + 0.25 * Math.sin(step))),
    [at(0.3, 0.8), at(0.5, 0.78), at(0.8, 0.72)],
  ]) {
    if (from === undefined) continue;
    await page.mouse.move(...from);
    await page.mouse.down();
    for (const point of path) await page.mouse.move(...point);
    await page.mouse.up();
  }
}

export async function adopt(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Use signature' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

/** Continues from the filled-in pages to the consent. */
export async function finish(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Finish' }).click();
  await page.getByRole('dialog', { name: 'Sign the document' }).waitFor();
}

/** Consents, signs, and waits for the receipt. */
export async function agreeAndSign(page: Page): Promise<void> {
  await page.getByLabel('I agree').check();
  await page.getByRole('button', { name: 'Sign document' }).click();
  await page.getByText('You have signed').waitFor();
}

/** Completes the whole signing flow with a typed name. */
export async function signTyped(page: Page): Promise<void> {
  await review(page);
  await askForSignature(page);
  await page.getByRole('tab', { name: 'Type' }).click();
  await adopt(page);
  await finish(page);
  await agreeAndSign(page);
}

/** Drops a file on the window, as if it were dragged from a folder. */
export async function dropFile(page: Page, name: string, content: Buffer): Promise<void> {
  await page.evaluate(`{
    const bytes = Uint8Array.from(atob('${content.toString('base64')}'), (letter) => letter.charCodeAt(0));
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([bytes], ${JSON.stringify(name)}, { type: 'application/pdf' }));
    for (const type of ['dragenter', 'dragover', 'drop']) {
      document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
    }
  }`);
}

export async function bytesOf(download: Download): Promise<Buffer> {
  return readFile(await download.path());
}

/** Enters the password on the sign-in page, or on a page that redirects to it, and waits for the response. */
export async function logInAs(page: Page, email: string, password: string): Promise<void> {
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

export async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
}

/** Returns the message that the app shows after an action. */
export async function toast(page: Page, title: string): Promise<void> {
  await page.getByRole('alert').filter({ hasText: title }).first().waitFor();
}
