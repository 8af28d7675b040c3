/** Tests the signing page in a frame of another site, where the browser blocks storage. */
import type { Frame, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { until } from '../support/until.ts';
import { startApplication } from './application.ts';
import { startBrowser, untilTrue } from './browser.ts';

const app = await startTestApp();
const browser = await startBrowser(app);

const PAGE = `<!doctype html><meta charset="utf-8"><title>Application</title><iframe width="900" height="800"></iframe><script>
  window.messages = [];
  addEventListener('message', ({ origin, data }) => data.event === 'height' || messages.push({ origin, ...data }));
  document.querySelector('iframe').src = decodeURIComponent(location.hash.slice(1));
</script>`;
const application = await startApplication();
application.serve('/', 'text/html', PAGE);
application.serve('/back', 'text/html', '<title>Back</title>');
const { host, origin } = application;

const DENY_STORAGE = `for (const name of ['sessionStorage', 'localStorage'])
  Object.defineProperty(window, name, { get() { throw new DOMException('denied', 'SecurityError'); } });
  Object.defineProperty(document, 'cookie', { get() { return ''; }, set() {} });`;

async function linkFor(origins: readonly string[], more: object = {}) {
  const body = { settings: { allowed_origins: origins, redirect_hosts: [host] } };
  const set = await (await app.session()).send('PATCH', '/api/organization', { body });
  expect(set.status, set.text).toBe(200);
  const { id, signers } = await app.sent();
  const signerId = signers[0]?.id ?? '';
  const issued = await app.key.post<'issueSigningLink'>(`/api/documents/${id}/signers/${signerId}/link`, more);
  const link = new URL(issued.body.url);
  app.secret(link.hash.slice(1));
  return { id, signerId, url: `${browser.origin}${link.pathname}${link.search}${link.hash}` };
}
const show = async (page: Page, url: string): Promise<Frame> => {
  await page.goto(`${origin}/#${encodeURIComponent(url)}`);
  const [, frame] = page.frames();
  if (!frame) throw new Error('The page has no frame.');
  return frame;
};

test('lets a signer sign inside a frame on another site where browser storage is blocked, and sends messages to the host page', async () => {
  const { id, signerId, url } = await linkFor([origin]);
  const page = await browser.visit();
  await page.addInitScript({ content: DENY_STORAGE });
  const frame = await show(page, url);
  await frame.getByRole('button', { name: 'Review document' }).click();
  await frame.getByRole('button', { name: 'Start', exact: true }).click();
  await frame.getByRole('tab', { name: 'Type' }).click();
  await frame.getByRole('button', { name: 'Use signature' }).click();
  await frame.getByRole('button', { name: 'Finish' }).click();
  await frame.getByLabel('I agree').check();
  await frame.getByRole('button', { name: 'Sign document' }).click();
  await frame.getByText('You have signed').waitFor();
  const ids = { documentId: id, signerId, origin: browser.origin, source: 'countersign', version: 1 };
  await untilTrue(page, 'the last message', "messages.at(-1)?.event === 'finished'");
  expect(await page.evaluate('messages')).toEqual([
    { origin: browser.origin, source: 'countersign', version: 1, event: 'loaded' },
    { ...ids, event: 'opened' },
    { ...ids, event: 'signed' },
    { ...ids, event: 'completed' },
    { ...ids, event: 'finished', status: 'signed' },
  ]);
});

test('sends a signer who declined back to the application', async () => {
  const { id, url } = await linkFor([origin], { declineRedirectUrl: `${origin}/back` });
  const page = await browser.visit();
  const frame = await show(page, url);
  await frame.getByRole('button', { name: 'Review document' }).waitFor();
  await frame.getByRole('button', { name: 'Not signing?' }).click();
  await frame.getByRole('button', { name: 'Decline to sign' }).click();
  await frame.getByLabel('Reason').fill('The sum is wrong.');
  await frame.getByRole('button', { name: 'Decline', exact: true }).click();
  await until(
    'the return to the application',
    () => page.frames()[1]?.url() === `${origin}/back?documentId=${id}&status=declined`,
  );
});

test('reports the state "stopped" for a signing link that was already used', async () => {
  const { url } = await linkFor([origin]);
  const page = await browser.visit({ expected: /^401 / });
  await (await show(page, url)).getByRole('button', { name: 'Review document' }).waitFor();
  await page.goto('about:blank');
  await page.context().clearCookies();
  const again = await browser.visit({ expected: /^401 / });
  await show(again, url);
  await untilTrue(again, 'two messages', 'messages.length > 1');
  expect(await again.evaluate('messages')).toMatchObject([
    { event: 'loaded' },
    { event: 'stopped', reason: 'wrong-link' },
  ]);
});

test('shows no content and sends no requests in a frame on a disallowed origin', async () => {
  const { url } = await linkFor(['https://app.example.com']);
  const page = await browser.visit({ expected: /frame-ancestors|chrome-error|ERR_BLOCKED_BY_RESPONSE/ });
  await show(page, url);
  await untilTrue(page, 'the refusal', "document.readyState === 'complete'");
  expect(page.frames()[1]?.url()).toMatch(/^chrome-error:/);
  expect(await page.evaluate('messages')).toEqual([]);
});
