/**
 * Tests a signed-in user who opens and signs documents from the task list on the home page, with a signature saved in
 * the account.
 */
import { expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { OWNER, startTestApp } from '../support/app.ts';
import { sendPackage } from '../support/packages.ts';
import { judge } from './axe.ts';
import { SIZES, startBrowser } from './browser.ts';
import { adopt, agreeAndSign, askForSignature, draw, finish, review } from './flows.ts';

const app = await startTestApp();
const browser = await startBrowser(app);
await app.sql('update users set email_verified_at = $1', [app.clock.now()]);
const other = await app.otherTenant();
const me = { email: OWNER.email, name: OWNER.name };

/** Sends a document from another organization. The recipient's home page then lists the document. */
async function asked(page: Page, title: string, more: object = {}) {
  const { id } = await app.sent({ by: other.key, signers: [{ ...me, ...more }] });
  await app.sql('update documents set title = $2 where id = $1', [id, title]);
  await page.goto('/');
  return { id, title, sign: page.getByRole('button', { name: `Sign ${title}` }) };
}
const savedOf = async () => {
  const { body } = await (await app.session()).get<'getProfile'>('/api/user/profile');
  return body.profile.signature;
};
const toDialog = async (page: Page): Promise<void> => {
  await review(page);
  await askForSignature(page);
};

test.each(SIZES)(
  "opens the user's signing session from the home page, saves the drawn signature, and offers it first next time %j",
  async ({ phone }) => {
    const name = (state: string) => `own visit, ${state}${phone ? ', phone' : ''}`;
    await (await app.session()).send('PUT', '/api/user/profile', { body: { signature: null } });
    const page = await browser.visit({ phone, asOwner: true });
    const first = await asked(page, name('a lease'));
    await first.sign.waitFor();
    await judge(page, name('home'));
    await first.sign.press('Enter');
    await page.getByRole('heading', { name: first.title }).waitFor();
    expect(await page.evaluate('location.hash')).toBe('');
    await toDialog(page);
    expect(await page.getByRole('tab').allInnerTexts()).toEqual(['Draw', 'Type', 'Upload']);
    await draw(page);
    await page.getByLabel('Save this signature in my account').check();
    await judge(page, name('nothing saved'));
    await adopt(page);
    await finish(page);
    await agreeAndSign(page);
    const drawn = await savedOf();
    expect(drawn?.type).toBe('drawn');

    const second = await asked(page, name('an annex'));
    await second.sign.click();
    await toDialog(page);
    const tab = page.getByRole('tab', { name: 'Saved' });
    await page.getByRole('img', { name: 'Your saved signature' }).waitFor();
    expect(await tab.getAttribute('aria-selected')).toBe('true');
    await judge(page, name('saved'));
    // Pressing an arrow key selects another method, and a new signature can replace the saved one.
    await tab.focus();
    await page.keyboard.press('ArrowRight');
    await draw(page);
    await page.getByRole('tab', { name: 'Draw' }).press('ArrowRight');
    await page.getByLabel('Your name').fill('Grace H.');
    await page.getByText('This replaces the signature that is saved in your account.').waitFor();
    await judge(page, name('another one'));
    await page.getByRole('tab', { name: 'Type' }).press('Home');
    await page.getByRole('img', { name: 'Your saved signature' }).waitFor();
    await page.getByRole('button', { name: 'Use signature' }).press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await finish(page);
    await agreeAndSign(page);
    expect(await savedOf(), 'viewing the document changes nothing').toEqual(drawn);
    const { entries } = (await other.key.get<'getDocumentAudit'>(`/api/documents/${second.id}/audit`)).body;
    expect(entries.find(({ action }) => action === 'document.signed')?.context).toMatchObject({
      credential: 'account',
      signature: 'drawn',
    });
  },
  120_000,
);

test('hides the saved signature from signed-out visitors, whether their signing link is from the e-mail or from the home page', async () => {
  const owner = await app.session();
  await owner.send('PUT', '/api/user/profile', { body: { signature: { type: 'typed', data: 'Canary Hopper' } } });
  const seen = async (page: Page): Promise<string> => {
    await toDialog(page);
    expect(await page.getByRole('tab').allInnerTexts()).toEqual(['Draw', 'Type', 'Upload']);
    expect(await page.getByLabel('Save this signature in my account').count()).toBe(0);
    return page.content();
  };
  const { signers } = await app.sent({ by: other.key, signers: [me] });
  const mailed = await browser.visit();
  // The link is created here, in the same way as the one in the e-mail. The test clock is frozen, so all e-mails to
  // this address have the same time, and the test cannot tell which of them is the newest.
  const place = { tenantId: other.tenantId, signerId: signers[0]?.id ?? '', generation: 1 };
  await mailed.goto(new URL(app.secret(app.services.links.url(browser.origin, place))).href);
  expect(await seen(mailed)).not.toContain('Canary');

  const answer = await owner.post<'openInboxEntry'>(`/api/inbox/${signers[0]?.id}/link`, {});
  const stranger = await browser.visit({ expected: /^401 \/api\/user\/profile/ });
  await stranger.goto(`/sign#${app.secret(answer.body.url.split('#')[1] ?? '')}`);
  expect(await seen(stranger)).not.toContain('Canary');
}, 120_000);

test('asks for a code during the visit, and accepts a signature that cannot be saved to the profile', async () => {
  const owner = await app.session();
  await owner.send('PUT', '/api/user/profile', { body: { signature: null } });
  const page = await browser.visit({
    phone: true,
    asOwner: true,
    expected: /^403 \/api\/signing\/session|^503 \/api\/user/,
  });
  const { title } = await asked(page, 'An offer', { accessCode: 'blue-7' });
  await page.getByRole('button', { name: 'Sign A document protected by a code' }).first().click();
  await page.getByRole('heading', { name: 'Enter your access code' }).waitFor();
  await page.getByLabel('Access code').fill('blue-7');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: title }).waitFor();
  await toDialog(page);
  await page.getByRole('tab', { name: 'Type' }).click();
  await page.getByLabel('Save this signature in my account').check();
  await page.route('**/api/user/profile', (route) => route.fulfill({ status: 503, json: {} }));
  await page.getByRole('button', { name: 'Use signature' }).click();
  await page.getByRole('alert').filter({ hasText: 'could not be saved' }).waitFor();
  await judge(page, 'own visit, not saved');
  await adopt(page);
  await finish(page);
  await agreeAndSign(page);
}, 120_000);

test('explains on the home page that others must sign first or that the document can no longer be signed', async () => {
  const first = app.person();
  const { documents, links } = await sendPackage(app, {
    by: other.key,
    signers: [first, me],
    signingOrder: 'sequential',
  });
  const [open = '', waiting = ''] = documents;
  expect((await app.sign(open, { token: links.get(open) ?? '' })).status).toBe(200);
  const page = await browser.visit({ asOwner: true, expected: /^410 \/api\/inbox\// });
  const { id, sign } = await asked(page, 'A mistake');
  await sign.waitFor();
  const mine = page.getByRole('region', { name: 'Needs my signature' });
  const item = mine.getByRole('listitem').filter({ hasText: 'Others sign first' });
  const { body } = await other.key.get<'getDocument'>(`/api/documents/${waiting}`);
  await item.filter({ hasText: body.document.title }).waitFor();
  expect(await item.getByRole('button').count()).toBe(0);
  await judge(page, 'own visit, not my turn');
  await other.key.post(`/api/documents/${id}/void`, { reason: 'A mistake.' });
  await sign.click();
  await page.getByRole('alert').filter({ hasText: 'This document cannot be signed right now' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/');
}, 120_000);
