/**
 * Opens every page of both web apps with the firewall in blocking mode. All names look like an attack. The browser
 * fails the test for each rejected request. Requests to URLs that need an unopened link may be rejected.
 */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { appPages } from '../../src/transport/http/pages.ts';
import { OWNER, startTestApp } from '../support/app.ts';
import { handOver } from '../support/in-person.ts';
import { makePackage } from '../support/packages.ts';
import { makePdf } from '../support/pdf.ts';
import { soak } from '../support/soak.ts';
import { bulkSend, finished, makeTemplate, NOTICE } from '../support/templates.ts';
import { addWebhook, LOOPBACK } from '../support/webhooks.ts';
import { startBrowser } from './browser.ts';
import { adopt, askForSignature, draw, dropFile, finish, review, signTyped } from './flows.ts';

const TITLE = `O'Brien & Sons -- "select" terms <draft>; drop by`;
const MESSAGE = `${TITLE}\nPlease run "rm -rf build && npm ci" first; then SELECT what you like; $5/h {{or}} 100 % off.`;
/** Matches the allowed rejections. The test fails on any other, such as a 403 from the firewall. */
const UNOPENED = /^(400|401|404|409|410|422) /;

const app = await startTestApp({ ...LOOPBACK, firewall: { mode: 'block', exceptions: [] } });
const browser = await startBrowser(app);

/** Waits until no request is pending, because pages send more requests while they render. */
async function settled(page: Page): Promise<void> {
  await page.getByRole('main').or(page.locator('h1')).first().waitFor();
  await page.waitForLoadState('networkidle');
}

test('does not let the firewall block any page of the app', { timeout: 120_000 }, async () => {
  const owner = await app.session();
  const person = { ...app.person(), name: `Anna O'Brien "Jr." <sales>; & Co` };
  const draft = await app.draft({ by: owner, title: TITLE, filename: `${TITLE}.pdf` });
  const sent = await app.draft({ by: owner, title: TITLE });
  const answer = await owner.post(`/api/documents/${sent.id}/send-for-signing`, {
    signers: [person, { email: OWNER.email, name: OWNER.name }],
    emailSubject: TITLE,
    emailMessage: MESSAGE,
  });
  expect(answer.status, answer.text).toBe(200);
  const template = await makeTemplate(owner, { ...NOTICE, name: TITLE, description: MESSAGE });
  const { id: bulk } = await bulkSend(owner, template.id, { rows: [person] });
  await finished(owner, bulk);
  const { id: pack } = await makePackage(app, { by: owner, title: TITLE });
  const webhook = await addWebhook(app, { url: "https://127.0.0.1:1/o'brien?next=select%20terms", events: ['*'] });
  await owner.post('/api/settings/api-keys', { name: TITLE });
  await owner.send('PATCH', '/api/organization', { body: { name: TITLE } });
  const incident = await owner.post<'reportIncident'>('/api/security/incidents', {
    title: TITLE,
    description: MESSAGE,
    severity: 'low',
  });
  expect(incident.status, incident.text).toBe(201);
  const ids: Record<string, string> = {
    '/settings/incidents/:id': incident.body.incident.id,
    '/documents/:id': sent.id,
    '/documents/:id/send': draft.id,
    '/sign-with-account/:id': sent.id,
    '/templates/:id': template.id,
    '/templates/:id/bulk-send': template.id,
    '/templates/:id/public-links': template.id,
    '/bulk-sends/:id': bulk,
    '/packages/:id': pack,
    '/settings/webhooks/:id': webhook.id,
  };

  const addresses = appPages().map(({ address }) => address);
  for (const address of addresses)
    expect(ids[address] !== undefined || !address.includes(':'), `no picture is defined for ${address}`).toBe(true);
  // The pages that show the objects created above, and the pages that list these objects. The other pages are covered
  // by their own tests, which fail on any rejected request.
  const shown = Object.keys(ids).flatMap((address) => [address, address.replace(/\/:id.*/, '')]);
  const waiting = soak({ test: addresses.filter((address) => shown.includes(address)), full: [...addresses] });
  const walk = async (): Promise<void> => {
    const page = await browser.visit({ asOwner: true, expected: UNOPENED });
    for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
      await page.goto(address.replace(':id', ids[address] ?? ''));
      await settled(page);
    }
  };
  await Promise.all([walk(), walk(), walk(), walk()]);
  expect(app.lines.filter((line) => line.includes('"ruleId"'))).toEqual([]);
});

test('does not block normal text in a search, a file name or a signature name', { timeout: 60_000 }, async () => {
  const signer = { ...app.person(), name: `Anna O'Brien "Jr." <sales>; & Co` };
  const page = await browser.visit({ asOwner: true });
  await page.goto('/documents');
  await page.getByLabel('Search titles and recipients').fill(TITLE);
  await page.waitForLoadState('networkidle');
  await dropFile(page, `${TITLE}.pdf`, Buffer.from(makePdf()));
  await page.getByRole('heading', { name: 'Prepare for sending' }).waitFor();
  await page.waitForLoadState('networkidle');

  const { token } = await app.sentToOne({ signers: [signer] });
  const signing = await browser.visit({ phone: true });
  await signing.goto(`/sign#${token}`);
  await signTyped(signing);
  const verify = await browser.visit();
  await verify.goto('/verify');
  await settled(verify);
  expect(app.lines.filter((line) => line.includes('"ruleId"'))).toEqual([]);
});

test(
  'accepts a tag with special characters in the document list, in a filter and in a URL',
  { timeout: 60_000 },
  async () => {
    const { id } = await app.draft({ by: await app.session(), title: `Tagged ${TITLE}` });
    const tag = `O'Brien & Sons -- "select"; <x>`;
    const page = await browser.visit({ asOwner: true });
    await page.goto('/documents');
    await page.getByRole('checkbox', { name: `Select Tagged ${TITLE}` }).check();
    await page.getByRole('button', { name: 'Tags' }).click();
    const dialog = page.getByRole('dialog', { name: /^Tags on/ });
    await dialog.getByPlaceholder('Add a tag').fill(tag);
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Save tags' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page
      .getByRole('button', { name: `Only documents tagged “${tag}”` })
      .first()
      .click();
    await page.waitForLoadState('networkidle');
    expect(new URL(page.url()).searchParams.get('tag')).toBe(tag);
    await page.reload();
    await settled(page);
    const { body } = await app.key.get<'getDocument'>(`/api/documents/${id}`);
    expect(body.document.tags).toEqual([tag]);
  },
);

test(
  'does not block realistic reasons and names when a signer declines or forwards a document',
  { timeout: 60_000 },
  async () => {
    const name = `Anna O'Brien "Jr." <sales>; & Co`;
    const refused = await app.sentToOne();
    const page = await browser.visit({ expected: /^(401|410) / });
    await page.goto(`/sign#${refused.token}`);
    await page.getByRole('button', { name: 'Not signing?' }).click();
    await page.getByRole('button', { name: 'Decline to sign' }).click();
    await page.getByLabel('Reason').fill(MESSAGE);
    await page.getByRole('button', { name: 'Decline', exact: true }).click();
    await page.getByRole('heading', { name: 'You declined' }).waitFor();

    const { token } = await app.sentToOne();
    const next = app.person();
    const passing = await browser.visit({ phone: true, expected: /^(401|410) / });
    await passing.goto(`/sign#${token}`);
    await passing.getByRole('button', { name: 'Not signing?' }).click();
    await passing.getByRole('button', { name: 'Someone else should sign' }).click();
    await passing.getByLabel('Their name').fill(name);
    await passing.getByLabel('Their e-mail address').fill(next.email);
    await passing.keyboard.press('Enter');
    await passing.getByRole('heading', { name: 'You forwarded this document' }).waitFor();
    const forwarded = await browser.visit();
    await forwarded.goto(`/sign#${await app.link(next.email)}`);
    await signTyped(forwarded);
    expect(app.lines.filter((line) => line.includes('"ruleId"'))).toEqual([]);
  },
);

test('does not block in-person signing with a code that has special characters', { timeout: 60_000 }, async () => {
  const signer = { ...app.person(), name: `Anna O'Brien "Jr." <sales>; & Co` };
  const code = `' or 1=1 --`;
  const sent = await app.sent({ signers: [signer] });
  const host = await browser.visit({ asOwner: true });
  await host.goto(`/documents/${sent.id}`);
  await host.getByRole('link', { name: 'Sign in person' }).click();
  await host.getByRole('combobox', { name: 'Signer', exact: true }).click();
  await host.getByRole('option', { name: new RegExp(signer.email) }).click();
  await host.getByLabel('Access code (optional)').fill(code);
  await host.getByRole('button', { name: 'Hand over' }).click();
  await host.getByRole('img', { name: 'QR code with the signing link' }).waitFor();

  const { sessionId } = await handOver(app, { signers: [{ ...app.person(), name: signer.name }], accessCode: code });
  // The page first sends a request without a code to find out whether a code is required. If the firewall blocked the
  // code, the document would not open.
  const device = await browser.visit({ phone: true, expected: /^403 \/api\/signing\/in-person\/verify/ });
  await device.goto(`/sign#${sessionId}`);
  await device.getByLabel('Code').fill(code);
  await device.keyboard.press('Enter');
  await review(device);
  await askForSignature(device);
  await draw(device);
  await adopt(device);
  await finish(device);
  await device.getByLabel('I agree').check();
  await device.getByRole('button', { name: 'Sign document' }).click();
  await device.getByRole('heading', { name: 'Thank you, you have signed' }).waitFor();
  expect(app.lines.filter((line) => line.includes('"ruleId"'))).toEqual([]);
});
