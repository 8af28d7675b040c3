/** Tests the web components in pages of another site. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Frame, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { until } from '../support/until.ts';
import { startApplication } from './application.ts';
import { startBrowser, untilTrue } from './browser.ts';

const app = await startTestApp();
const browser = await startBrowser(app);
const application = await startApplication();
const BLOCKED = /frame-ancestors|chrome-error|ERR_BLOCKED_BY_RESPONSE/;

const example = (name: string): string =>
  readFileSync(fileURLToPath(new URL(`../../../../docs/integrate/examples/${name}`, import.meta.url)), 'utf8');

async function linkFor(origins: readonly string[]) {
  const set = await (
    await app.session()
  ).send('PATCH', '/api/organization', { body: { settings: { allowed_origins: origins } } });
  expect(set.status, set.text).toBe(200);
  const { id, signers } = await app.sent();
  const issued = await app.key.post<'issueSigningLink'>(`/api/documents/${id}/signers/${signers[0]?.id}/link`, {});
  const link = new URL(issued.body.url);
  app.secret(link.hash.slice(1));
  return { id, url: `${browser.origin}${link.pathname}${link.search}${link.hash}` };
}

/** Returns a page whose component stores the events in `events`. */
const pageWith = (attributes: string): string => `<!doctype html><title>Application</title>
  <meta http-equiv="content-security-policy" content="default-src 'none'; script-src 'nonce-a' ${browser.origin}; frame-src ${browser.origin}">
  <script type="module" src="${browser.origin}/embed.js"></script>
  <countersign-sign ${attributes}></countersign-sign>
  <script nonce="a">
    window.events = [];
    for (const name of ['ready', 'signed', 'declined', 'completed', 'finished', 'error', 'height'])
      document.querySelector('countersign-sign').addEventListener(name, ({ detail }) => events.push({ name, detail }));
  </script>`;

const frameOf = async (page: Page): Promise<Frame> => {
  await until('the frame', () => page.frames().length > 1);
  return page.frames()[1] as Frame;
};

const eventsOf = (page: Page, ...names: string[]) =>
  page.evaluate<{ name: string; detail: Record<string, unknown> }[]>(
    `events.filter(({ name }) => ${JSON.stringify(names)}.includes(name))`,
  );

test("lets a signer sign a document in the published HTML example, in the language and color set by the component's attributes", async () => {
  const { id, url } = await linkFor([application.origin]);
  application.serve('/', 'text/html', example('sign.html').replace('https://sign.example.com', browser.origin));
  application.serve('/signing-link', 'application/json', JSON.stringify({ url }));
  const page = await browser.visit();
  await page.goto(`${application.origin}/`);
  const frame = await frameOf(page);
  const review = frame.getByRole('button', { name: 'Dokument ansehen' });
  await review.waitFor();
  const looks = "getComputedStyle(document.documentElement).getPropertyValue('--cs-accent')";
  await until('the accent color', async () => (await frame.evaluate(looks)) === 'rgb(11 110 79)');
  await review.click();
  await frame.getByRole('button', { name: 'Beginnen', exact: true }).click();
  await frame.getByRole('tab', { name: 'Tippen' }).click();
  await frame.getByRole('button', { name: 'Unterschrift verwenden' }).click();
  await frame.getByRole('button', { name: 'Abschließen' }).click();
  await frame.getByRole('checkbox').check();
  await frame.getByRole('button', { name: 'Dokument unterschreiben' }).click();
  await page.getByText('Thank you. The document was signed.').waitFor();
  expect(page.frames(), 'the example removes the component').toHaveLength(1);
  const { body } = await app.key.get<'getDocument'>(`/api/documents/${id}`);
  expect(body.document.signers[0]?.status).toBe('signed');
});

test('reports a declined document and opens the return address under a strict content security policy', async () => {
  const { id, url } = await linkFor([application.origin]);
  application.serve('/', 'text/html', pageWith(`link="${url}" language="en" return-url="/back?order=7"`));
  application.serve('/back', 'text/html', '<title>Back</title>');
  const page = await browser.visit();
  await page.goto(`${application.origin}/`);
  const frame = await frameOf(page);
  await frame.getByRole('button', { name: 'Review document' }).waitFor();
  await untilTrue(page, 'ready', "events.some(({ name }) => name === 'ready')");
  expect((await eventsOf(page, 'ready'))[0]?.detail).toMatchObject({ documentId: id });
  expect((await eventsOf(page, 'height'))[0]?.detail['height']).toBeGreaterThan(100);
  await frame.getByRole('button', { name: 'Not signing?' }).click();
  await frame.getByRole('button', { name: 'Decline to sign' }).click();
  await frame.getByLabel('Reason').fill('The sum is wrong.');
  await frame.getByRole('button', { name: 'Decline', exact: true }).click();
  await page.waitForURL(`${application.origin}/back?order=7&documentId=${id}&status=declined`);
});

test('explains that the organization does not allow the frame, and offers the signing link in a separate tab', async () => {
  const { url } = await linkFor(['https://app.example.com']);
  application.serve('/', 'text/html', pageWith(`link="${url}"`));
  const page = await browser.visit({ expected: BLOCKED });
  await page.goto(`${application.origin}/`);
  await page.getByRole('alert').getByRole('heading', { name: 'The document could not be shown here' }).waitFor();
  await page.getByRole('button', { name: 'Try again' }).waitFor();
  expect(await page.getByRole('link', { name: 'Open in a new tab' }).getAttribute('href')).toBe(url);
  const [error] = await eventsOf(page, 'error');
  expect(error?.detail['reason']).toBe('not-loaded');
  expect(error?.detail['message']).toContain(`Add ${application.origin} under Settings`);
});

test('ignores messages from other frames, and all messages after the component is removed', async () => {
  const { url } = await linkFor([application.origin]);
  application.serve('/', 'text/html', pageWith(`link="${url}" language="en"`));
  const page = await browser.visit();
  await page.goto(`${application.origin}/`);
  const frame = await frameOf(page);
  await frame.getByRole('button', { name: 'Review document' }).waitFor();
  await untilTrue(page, 'ready', "events.some(({ name }) => name === 'ready')");
  const forged = "{ source: 'countersign', version: 1, event: 'signed', documentId: 'doc_forged' }";
  // The application's page sends this message to itself. The message claims to come from the frame.
  await page.evaluate(`postMessage(${forged}, '*')`);
  // This message comes from the frame, but has a different version.
  await frame.evaluate(`parent.postMessage({ ...${forged}, version: 2 }, '*')`);
  await frame.evaluate("parent.postMessage({ source: 'countersign', version: 1, event: 'height', height: 7 }, '*')");
  await untilTrue(page, 'the last message', 'events.some(({ detail }) => detail.height === 7)');
  expect(await eventsOf(page, 'signed')).toEqual([]);
  await page.evaluate("void (window.element = document.querySelector('countersign-sign')).remove()");
  expect(page.frames()).toHaveLength(1);
  expect(await page.evaluate('element.shadowRoot.childNodes.length')).toBe(0);
});

test('reports an invalid attribute by name in an error event', async () => {
  const { url } = await linkFor([application.origin]);
  application.serve('/', 'text/html', pageWith(`link="${url}" accent-color="green" return-url="javascript:alert(1)"`));
  const page = await browser.visit();
  await page.goto(`${application.origin}/`);
  await untilTrue(page, 'the error', "events.some(({ name }) => name === 'error')");
  expect(await eventsOf(page, 'error')).toEqual([
    {
      name: 'error',
      detail: {
        reason: 'invalid-attribute',
        message: 'The attribute accent-color must be a color such as #27439b. It is "green".',
      },
    },
  ]);
});

test('serves /embed.js to every origin in less than 6 kB, with an ETag for later visits', async () => {
  const answer = await fetch(`${app.url}/embed.js`);
  expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  expect(answer.headers.get('cache-control')).toContain('public');
  expect(gzipSync(await answer.text()).length).toBeLessThan(6 * 1024);
  const headers = { 'if-none-match': answer.headers.get('etag') ?? '' };
  const again = await fetch(`${app.url}/embed.js`, { headers, cache: 'no-cache' });
  expect(again.status).toBe(304);
});
