/** Tests the draft editor in a frame of another site, where the browser sends no session cookie. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Frame, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { until } from '../support/until.ts';
import { startApplication } from './application.ts';
import { startBrowser } from './browser.ts';

const app = await startTestApp();
const browser = await startBrowser(app);
const application = await startApplication();

const settings = { allowed_origins: [application.origin, 'https://other.example.com'] };
expect((await (await app.session()).send('PATCH', '/api/organization', { body: { settings } })).status).toBe(200);
const example = readFileSync(
  fileURLToPath(new URL('../../../../docs/integrate/examples/prepare.html', import.meta.url)),
  'utf8',
);
const served = example.replace('https://sign.example.com', browser.origin);
application.serve('/', 'text/html', served);
application.serve('/keeps', 'text/html', served.replace("addEventListener('sent'", "addEventListener('unused'"));

async function linked(origin?: string, by = app.key, more: { canSend?: boolean } = {}) {
  const { id } = await app.draft({ title: 'Lease' });
  const answer = await by.post<'createPreparingLink'>(`/api/documents/${id}/prepare-link`, { origin, ...more });
  expect(answer.status, answer.text).toBe(201);
  const { pathname, search, hash } = new URL(answer.body.url);
  app.secret(hash.slice(1));
  application.serve(
    '/preparing-link',
    'application/json',
    JSON.stringify({ url: `${browser.origin}${pathname}${search}${hash}` }),
  );
  return { id };
}

async function show(page: Page, path = '/'): Promise<Frame> {
  await page.goto(application.origin + path);
  await until('the frame', () => page.frames().length > 1);
  return page.frames()[1] as Frame;
}

test('prepares and sends a draft in the published HTML example without cookies', async () => {
  const { id } = await linked(application.origin);
  const page = await browser.visit();
  const frame = await show(page);
  await frame.getByRole('heading', { name: 'Prepare for sending' }).waitFor();
  expect(await page.context().cookies()).toEqual([]);
  const edge = "document.querySelector('h1').getBoundingClientRect().left";
  expect(await frame.evaluate(edge), 'distance from the edge of the frame').toBeGreaterThanOrEqual(16);
  const filled =
    "getComputedStyle([...document.querySelectorAll('button')].find((one) => one.type === 'submit')).backgroundColor";
  await until('the accent color', async () => (await frame.evaluate(filled)) === 'rgb(11, 110, 79)');
  // The page image is fetched with the token.
  await until('the picture', () =>
    frame.evaluate<boolean>(
      "[...document.querySelectorAll('[data-page] img')].some((img) => img.src.startsWith('blob:') && img.naturalWidth > 0)",
    ),
  );
  await frame.getByRole('textbox', { name: 'Name' }).first().fill('Ada Lovelace');
  await frame.getByRole('textbox', { name: 'E-mail' }).first().fill(app.person().email);
  await page.getByText('Saved.', { exact: true }).waitFor();
  await frame.getByRole('button', { name: 'Review and send' }).click();
  await frame.getByRole('button', { name: 'Send for signing' }).click();
  await page.getByText('The contract was sent.').waitFor();
  expect(page.frames(), 'the example removes the component').toHaveLength(1);
  const { body } = await app.key.get<'getDocument'>(`/api/documents/${id}`);
  expect(body.document.status).toBe('in-progress');
});

test('closes the embedded editor after saving the last change', async () => {
  const { id } = await linked();
  const page = await browser.visit();
  const frame = await show(page);
  await frame.getByRole('textbox', { name: 'Name' }).first().fill('Ben Ortiz');
  await frame.getByRole('button', { name: 'Close' }).click();
  await page.getByText('You can continue later.').waitFor();
  const { body } = await app.key.get<'getDraft'>(`/api/documents/${id}/draft`);
  expect(body.draft.content?.recipients[0]?.name).toBe('Ben Ortiz');
});

test('offers Save instead of Send in the embedded editor if the application sends the document itself', async () => {
  const { id } = await linked(undefined, app.key, { canSend: false });
  const page = await browser.visit();
  const frame = await show(page);
  await frame.getByText('The application that opened this page sends the document.').waitFor();
  expect(await frame.getByRole('button', { name: 'Review and send' }).count()).toBe(0);
  await frame.getByRole('textbox', { name: 'Name' }).first().fill('Ben Ortiz');
  await frame.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('You can continue later.').waitFor();
  const { body } = await app.key.get<'getDraft'>(`/api/documents/${id}/draft`);
  expect(body.draft.content?.recipients[0]?.name).toBe('Ben Ortiz');
});

test('keeps the embedded editor open while the last change cannot be saved', async () => {
  const { id } = await linked();
  const page = await browser.visit({ expected: /ERR_INTERNET_DISCONNECTED|Failed to load resource/ });
  const frame = await show(page);
  const name = frame.getByRole('textbox', { name: 'Name' }).first();
  await name.waitFor();
  await page.route('**/draft', (route) => route.abort('internetdisconnected'));
  await name.fill('Ben Ortiz');
  await frame.getByRole('button', { name: 'Close', exact: true }).click();
  await frame.getByText('Your last changes are not saved').waitFor();
  expect(page.frames(), 'the application keeps the frame').toHaveLength(2);
  await page.unroute('**/draft');
  await frame.getByRole('button', { name: 'Close', exact: true }).click();
  await page.getByText('You can continue later.').waitFor();
  const { body } = await app.key.get<'getDraft'>(`/api/documents/${id}/draft`);
  expect(body.draft.content?.recipients[0]?.name).toBe('Ben Ortiz');
});

test('shows the time of a scheduled document, and mentions no e-mails if none are sent', async () => {
  const { id } = await linked();
  const signers = [{ ...app.person(), notify: false }];
  expect((await app.key.send('PATCH', `/api/documents/${id}`, { body: { signers } })).status).toBe(200);
  const silent = await show(await browser.visit(), '/keeps');
  await silent.getByRole('button', { name: 'Review and send' }).click();
  await silent.getByRole('button', { name: 'Send for signing' }).click();
  await silent.getByText('The document is ready to be signed.').waitFor();

  const later = await linked();
  await app.key.send('PATCH', `/api/documents/${later.id}`, { body: { signers: [app.person()] } });
  const frame = await show(await browser.visit(), '/keeps');
  await frame.getByRole('button', { name: 'Review and send' }).click();
  await frame.getByRole('switch', { name: 'Send later' }).check({ force: true });
  await frame.getByRole('button', { name: 'Schedule', exact: true }).click();
  await frame.getByRole('heading', { name: 'Scheduled' }).waitFor();
  await frame.getByText(/^The document will be sent on /).waitFor();
});

test('reopens the draft with the same link after a lost connection', async () => {
  await linked();
  const page = await browser.visit({ expected: /ERR_INTERNET_DISCONNECTED|Failed to load resource/ });
  await page.route(/api\/documents\/doc_\w+$/, (route) => route.abort('internetdisconnected'));
  const frame = await show(page);
  const retry = frame.getByRole('main').getByRole('button', { name: 'Try again' });
  await retry.waitFor();
  await page.unroute(/api\/documents\/doc_\w+$/);
  await retry.click();
  await frame.getByRole('heading', { name: 'Prepare for sending' }).waitFor();
});

test('explains that an editor link was already opened', async () => {
  await linked();
  const page = await browser.visit({ expected: /^422 \/api\/preparing\/session$/ });
  const frame = await show(page);
  await frame.getByRole('heading', { name: 'Prepare for sending' }).waitFor();
  const again = await browser.visit({ expected: /^401 |401 \(Unauthorized\)/ });
  await (await show(again)).getByRole('heading', { name: 'This link no longer works' }).waitFor();
  // Opening the link removed the token from the frame's URL.
  await page
    .frames()
    .find((each) => each.url().includes('/prepare'))
    ?.evaluate('location.reload()');
  await frame.getByRole('heading', { name: 'This link no longer works' }).waitFor();
});

test('closes the page when the API key that created the link is revoked, and keeps the saved changes', async () => {
  const { caller, id: keyId } = await app.makeKey({ scopes: ['documents:write'] });
  const { id } = await linked(undefined, caller);
  const page = await browser.visit({ expected: /401/ });
  const frame = await show(page);
  const name = frame.getByRole('textbox', { name: 'Name' }).first();
  await name.fill('Ben Ortiz');
  await page.getByText('Saved.', { exact: true }).waitFor();
  await (await app.session()).send('DELETE', `/api/settings/api-keys?id=${keyId}`);
  await name.fill('Ada Lovelace');
  await frame.getByRole('heading', { name: 'This session has expired' }).waitFor();
  const { body } = await app.key.get<'getDraft'>(`/api/documents/${id}/draft`);
  expect(body.draft.content?.recipients[0]?.name).toBe('Ben Ortiz');
});

test('lets only the origin of the link embed the editor', async () => {
  await linked('https://other.example.com');
  const page = await browser.visit({ expected: /frame-ancestors|chrome-error|ERR_BLOCKED_BY_RESPONSE/ });
  await show(page);
  await page.getByRole('heading', { name: 'The document could not be shown here' }).waitFor();
});
