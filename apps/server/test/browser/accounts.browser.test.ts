/**
 * Tests account flows: creating, losing, recovering and sharing an account. The tests use only the pages and the links
 * in e-mails.
 */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { OWNER, startTestApp } from '../support/app.ts';
import { expectError } from '../support/expect-answer.ts';
import { cookieNamed, join, logIn, mailToken, PASSWORD } from '../support/people.ts';
import { startBrowser } from './browser.ts';
import { logInAs, logOut, toast } from './flows.ts';

const app = await startTestApp({ registration: 'open' });
const browser = await startBrowser(app);
app.secret(PASSWORD);

/** The page requests the session even if nobody has signed in. The request is rejected. */
const LOGGED_OUT = /^401 \/api\/auth\/session$/;

async function register(page: Page, person: { email: string; name: string }): Promise<void> {
  await page.goto('/login');
  await page.getByRole('link', { name: 'Create an account' }).click();
  await page.getByLabel('Organization').fill(`${person.name} Ltd`);
  await page.getByLabel('Your name').fill(person.name);
  await page.getByLabel('E-mail').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('heading', { name: 'Check your inbox' }).waitFor();
}

/** Runs before the page's scripts and records every heading that appears, even if it appears only briefly. */
const NOTE_HEADINGS = `
  globalThis.headings = [];
  new MutationObserver(() => {
    for (const { textContent } of document.querySelectorAll('h1')) globalThis.headings.push(textContent);
  }).observe(document, { childList: true, subtree: true, characterData: true });`;

/** Checks that the link worked, and that the page did not report an invalid link even for a moment. */
async function expectCalm(page: Page): Promise<void> {
  const headings = await page.evaluate<string[]>('globalThis.headings');
  expect(headings.length).toBeGreaterThan(0);
  expect(headings.filter((heading) => /no longer works|not whole|Already set up/.test(heading))).toEqual([]);
}

async function confirm(page: Page, email: string): Promise<void> {
  await page.goto(`/verify-email#${await mailToken(app, email, 'confirm-registration')}`);
  await page.getByRole('button', { name: 'Confirm and continue' }).click();
}

test('registers an account, confirms it with the link, and signs the user out and in again', async () => {
  const person = app.person();
  const page = await browser.visit({ expected: LOGGED_OUT });
  await page.addInitScript({ content: NOTE_HEADINGS });
  await register(page, person);
  await confirm(page, person.email);
  await page.getByRole('heading', { name: 'Send your first document' }).waitFor();
  await expectCalm(page);
  // The mailbox contains everyone's signing links, so only the owner of the operator's organization can see it.
  expect(await page.getByRole('link', { name: 'Mailbox' }).count()).toBe(0);
  await logOut(page);
  await logInAs(page, person.email, PASSWORD);
  await page.getByRole('heading', { name: 'Send your first document' }).waitFor();
}, 60_000);

test('requires the password if the confirmation link is opened in another browser', async () => {
  const person = app.person();
  await register(await browser.visit({ expected: LOGGED_OUT }), person);
  const phone = await browser.visit({ phone: true, expected: /^(422|410) \/api\/auth\/verify-email$/ });
  await confirm(phone, person.email);
  await phone.getByText('You registered in a different browser').waitFor();
  await phone.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await phone.getByRole('button', { name: 'Confirm and continue' }).click();
  await phone.getByRole('heading', { name: 'Send your first document' }).waitFor();

  await phone.goto('about:blank');
  await confirm(phone, person.email);
  await phone.getByRole('heading', { name: 'This link no longer works' }).waitFor();
  await phone.getByRole('link', { name: 'Register again' }).waitFor();
}, 60_000);

test('replaces a forgotten password through the link in the e-mail', async () => {
  const person = app.person();
  const page = await browser.visit({ expected: /^(401 \/api\/auth\/session|410 \/api\/auth\/reset-password)$/ });
  await register(page, person);
  await confirm(page, person.email);
  await page.getByRole('heading', { name: 'Send your first document' }).waitFor();
  await logOut(page);

  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor();
  await page.getByLabel('E-mail').fill(person.email);
  await page.getByRole('button', { name: 'Send me a link' }).click();
  await page.getByText('If this address has an account').waitFor();
  const link = `/reset-password#${await mailToken(app, person.email, 'reset-password')}`;
  const fresh = app.secret('walnut meadow trumpet');
  await page.goto(link);
  await page.getByLabel('New password').fill(fresh);
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByRole('link', { name: 'Sign in with the new password' }).click();
  await logInAs(page, person.email, fresh);
  await page.getByRole('heading', { name: 'Send your first document' }).waitFor();

  await page.goto('about:blank');
  await page.goto(link);
  await page.getByLabel('New password').fill(fresh);
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByRole('link', { name: 'Send me another link' }).waitFor();
}, 60_000);

test('lets an invited person join the organization on a phone and become an administrator', async () => {
  const { email, name } = app.person();
  const owner = await browser.visit({ asOwner: true });
  await owner.goto('/settings/members');
  await owner.getByText('You are the only member').waitFor();
  await owner.getByRole('button', { name: 'Add', exact: true }).click();
  const dialog = owner.getByRole('dialog', { name: 'Add a member' });
  await dialog.getByLabel('E-mail').fill(email);
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await owner.getByRole('region', { name: 'Pending invitations' }).getByText(email).waitFor();

  const guest = await browser.visit({ phone: true, expected: LOGGED_OUT });
  await guest.addInitScript({ content: NOTE_HEADINGS });
  await guest.goto(`/invitation#${await mailToken(app, email, 'invitation')}`);
  await guest.getByText(`${OWNER.name} invited you to join as a member`).waitFor();
  await guest.getByLabel('Your name').fill(name);
  await guest.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await guest.getByRole('button', { name: `Join ${OWNER.organization}` }).click();
  await guest.getByRole('heading', { name: 'Home', exact: true }).waitFor();
  await expectCalm(guest);
  await guest.goto('/settings/organization');
  await guest.getByText('ask an administrator of').waitFor();
  expect(await guest.getByRole('link', { name: 'Members' }).count(), 'a member does not see the members page').toBe(0);

  await owner.reload();
  await owner.getByRole('button', { name: `Manage ${name}` }).click();
  await owner.getByRole('menuitem', { name: 'Change role' }).click();
  await owner.getByLabel('Administrator').check();
  await owner.getByRole('dialog').getByRole('button', { name: 'Change role' }).click();
  await toast(owner, `${name} is now an administrator`);
  await guest.goto('/settings/members');
  await guest.getByRole('button', { name: 'Add', exact: true }).waitFor();

  await owner.getByRole('button', { name: `Manage ${name}` }).click();
  await owner.getByRole('menuitem', { name: 'Sessions' }).click();
  await owner.getByRole('dialog').getByRole('listitem').waitFor();
  await owner.getByRole('dialog').getByRole('button', { name: 'End all sessions' }).click();
  await owner.getByText(`${name} is not signed in to this organization.`).waitFor();
  await owner.keyboard.press('Escape');
  await guest.reload();
  await guest.getByRole('button', { name: 'Sign in', exact: true }).waitFor();

  await owner.getByRole('button', { name: `Manage ${name}` }).click();
  await owner.getByRole('menuitem', { name: 'Remove' }).click();
  await owner.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await owner.getByText('You are the only member').waitFor();
}, 60_000);

test('creates, uses, rotates and revokes an API key, and lists its requests', async () => {
  const page = await browser.visit({ asOwner: true });
  await page.goto('/settings/api-keys');
  await page.getByRole('button', { name: 'New key' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Accounting export');
  await page.getByRole('button', { name: 'Create key' }).click();
  const first = await valueShown(page);
  expect((await reading(first)).status).toBe(200);

  await page.getByRole('button', { name: 'Manage Accounting export' }).click();
  await page.getByRole('menuitem', { name: 'Rotate' }).click();
  await page.getByRole('button', { name: 'Rotate key' }).click();
  const second = await valueShown(page);
  expect(second).not.toBe(first);
  expect((await reading(second)).status).toBe(200);
  expect((await reading(first)).status, 'the old key works for another day').toBe(200);
  await page.getByText('old value valid until').waitFor();

  await app.anyone.with({ bearer: second }).get('/api/documents/doc_0123456789abcdefghjkmnpqrs');
  await page.getByRole('button', { name: 'Manage Accounting export' }).click();
  await page.getByRole('menuitem', { name: 'Requests' }).click();
  const log = page.getByRole('dialog', { name: 'Requests made with Accounting export' });
  await log.getByText('/api/documents/:id').waitFor();
  expect(await log.getByRole('row').count(), 'the table has a header and four requests').toBe(5);
  await log.getByText('Errors', { exact: true }).click();
  await log.getByText('/api/documents/paginated').waitFor({ state: 'detached' });
  await log.getByRole('row').nth(1).waitFor();
  expect(await log.getByRole('row').count()).toBe(2);
  await page.keyboard.press('Escape');
  await log.waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'Revoke Accounting export' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click();
  await toast(page, 'API key revoked');
  await page.getByText('Accounting export', { exact: true }).waitFor({ state: 'detached' });
  app.clock.advance({ seconds: 2 });
  for (const value of [first, second]) expect((await reading(value)).status).toBe(401);
}, 60_000);

const reading = (key: string) => app.anyone.with({ bearer: key }).get('/api/documents/paginated');

async function valueShown(page: Page): Promise<string> {
  const value = app.secret((await page.getByLabel('API key', { exact: true }).textContent()) ?? '');
  await page.getByRole('button', { name: 'I have saved it' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  return value;
}

test('marks the sandbox on every page, keeps its data separate, and advances its clock', async () => {
  await app.draft({ title: 'The real thing' });
  const page = await browser.visit({ asOwner: true });
  await page.goto('/documents');
  await page.getByRole('link', { name: 'The real thing' }).waitFor();
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('menuitem', { name: 'Go to the sandbox' }).click();
  const bar = page.getByRole('complementary', { name: 'Sandbox' });
  await bar.waitFor();
  await page.getByRole('heading', { name: 'Send your first document' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/sandbox/documents');
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('link', { name: 'API keys' }).click();
  await page.getByRole('button', { name: 'Create your first key' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Trial');
  await page.getByRole('button', { name: 'Create key' }).click();
  expect(await valueShown(page)).toMatch(/^sk_test_/);
  await bar.getByRole('button', { name: 'Advance clock' }).click();
  await page.getByRole('menuitem', { name: 'A week' }).click();
  await toast(page, 'Clock advanced');
  await bar.getByRole('link', { name: 'Leave' }).click();
  await page.getByRole('link', { name: 'The real thing' }).waitFor();
  expect(await bar.count()).toBe(0);
}, 60_000);

test('creates another organization and switches back', async () => {
  await app.sql('update users set email_verified_at = now() where email = $1', [OWNER.email]);
  const page = await browser.visit({ asOwner: true });
  await page.goto('/documents');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('menuitem', { name: 'New organization' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Fabrikam');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('heading', { name: 'Send your first document' }).waitFor();
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('menuitemradio', { name: OWNER.organization }).click();
  await page.getByRole('link', { name: 'The real thing' }).waitFor();
}, 60_000);

test("opens the security review from a security notice, and restores the owner's access", async () => {
  const person = await join(app, { role: 'admin' });
  const page = await browser.visit({ expected: LOGGED_OUT });
  await page.goto('/login');
  await logInAs(page, person.email, PASSWORD);
  await page.getByRole('button', { name: 'Menu' }).waitFor();
  const thief = await logIn(app, person.email, PASSWORD);
  expect(thief.status).toBe(200);
  const key = await app.makeKey({ by: app.anyone.with({ cookie: cookieNamed(thief, 'countersign_session') }) });
  await page.goto('about:blank');
  await page.goto(`/recover#${await mailToken(app, person.email, 'new-device')}`);
  await page.getByRole('heading', { name: 'Review your account' }).waitFor();
  expect(
    (await app.anyone.with({ cookie: cookieNamed(thief, 'countersign_session') }).get('/api/auth/session')).status,
  ).toBe(200);
  await page.getByLabel('None of these').check();
  await page.getByLabel('New password', { exact: true }).fill(app.secret('harbour violet moss 7'));
  await page.getByRole('button', { name: 'Recover my account' }).click();
  await page.getByRole('heading', { name: 'Your account has been recovered' }).waitFor();
  expect(
    (await app.anyone.with({ cookie: cookieNamed(thief, 'countersign_session') }).get('/api/auth/session')).status,
  ).toBe(401);
  expectError(await key.caller.get('/api/documents/paginated'), 'UNAUTHORIZED');
  await page.getByRole('link', { name: 'Sign in' }).click();
  await logInAs(page, person.email, 'harbour violet moss 7');
  await page.getByRole('button', { name: 'Menu' }).waitFor();
  await page.goto('/settings/security');
  await page.getByRole('heading', { name: 'Suspended by account recovery' }).waitFor();
  await page.getByRole('button', { name: 'Restore test' }).click();
  await toast(page, 'test restored');
  expect((await key.caller.get('/api/documents/paginated')).status).toBe(200);
});
