/**
 * Tests second factors in the pages: an authenticator app, recovery codes, and passkeys (with Chromium's virtual
 * authenticator).
 */
import { TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { join, PASSWORD } from '../support/people.ts';
import { requireTwoFactor } from '../support/second-factor.ts';
import { startBrowser } from './browser.ts';
import { logInAs, logOut, toast } from './flows.ts';

const app = await startTestApp();
const browser = await startBrowser(app);
app.secret(PASSWORD);

/**
 * The expected rejections: the session request before sign-in, the missing second factor, the missing step-up, and the
 * wrong code.
 */
const EXPECTED =
  /^(401 \/api\/auth\/session|403 \/api\/auth\/(login|2fa\/setup|2fa\/verify|passkeys\/options|2fa\/recovery-codes)|403 \/api\/(organizations|settings\/api-keys))$/;

/** Returns the current code of the authenticator app, using the server's clock. */
const codeOf = (secret: string): string =>
  new TOTP({ secret, digits: 6, period: 30 }).generate({ timestamp: app.clock.now().getTime() });

async function begin(role: 'admin' | 'member' = 'member'): Promise<{ page: Page; email: string }> {
  const { email } = await join(app, { role });
  const page = await browser.visit({ expected: EXPECTED });
  await page.goto('/login');
  await logInAs(page, email, PASSWORD);
  await page.getByRole('heading', { name: 'Home', exact: true }).waitFor();
  return { page, email };
}

/** Proves the person's identity again. The dialog opens only if the last confirmation is too old. */
async function proveAgain(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Confirm your identity' });
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.waitFor({ state: 'detached' });
}

async function keepCodes(page: Page): Promise<string[]> {
  const dialog = page.getByRole('dialog', { name: 'Your recovery codes' });
  await dialog.waitFor();
  const codes = await dialog.getByRole('listitem').allInnerTexts();
  for (const code of codes) app.secret(code);
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toBe('countersign-recovery-codes.txt');
  expect(
    await dialog.getByRole('button', { name: 'Done' }).isDisabled(),
    'the dialog cannot be closed by accident',
  ).toBe(true);
  await dialog.getByLabel('I have saved these codes').check();
  await dialog.getByRole('button', { name: 'Done' }).click();
  return codes;
}

/** @returns the secret and the recovery codes */
async function setUpApp(page: Page): Promise<{ secret: string; codes: string[] }> {
  await page.getByRole('button', { name: 'Set up', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' });
  await dialog.getByRole('img', { name: 'QR code' }).waitFor();
  const secret = app.secret(((await dialog.locator('code').textContent()) ?? '').replace(/\s/g, ''));
  await dialog.getByLabel('Code').fill(codeOf(secret));
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  return { secret, codes: await keepCodes(page) };
}

test('sets up an authenticator app, and then asks for its code or a recovery code at each sign-in', async () => {
  const { page, email } = await begin();
  app.clock.advance({ minutes: 11 });
  await page.goto('/settings/security');
  await page.getByRole('button', { name: 'Set up', exact: true }).click();
  await proveAgain(page);
  await page
    .getByRole('dialog', { name: 'Set up an authenticator app' })
    .getByRole('button', { name: 'Cancel' })
    .click();
  const { secret, codes } = await setUpApp(page);
  expect(codes).toHaveLength(10);
  await page.getByText('10 of 10 left').waitFor();

  await logOut(page);
  await logInAs(page, email, PASSWORD);
  await page.getByText('Confirm with your second factor').waitFor();
  await page.getByLabel('Code from your app').fill('000000');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByText('The code is incorrect').waitFor();
  app.clock.advance({ seconds: 60 });
  await page.getByLabel('Code from your app').fill(codeOf(secret));
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { name: 'Home', exact: true }).waitFor();

  await logOut(page);
  await logInAs(page, email, PASSWORD);
  await page.getByRole('button', { name: 'Lost your device?' }).click();
  await page.getByLabel('Recovery code').fill(codes[0] ?? '');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { name: 'Home', exact: true }).waitFor();
  await page.goto('/settings/security');
  await page.getByText('9 of 10 left').waitFor();
}, 60_000);

async function authenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

test('adds a passkey, and accepts it for sign-in without a password and as the second factor', async () => {
  const { page, email } = await begin();
  await authenticator(page);
  await page.goto('/settings/security');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await keepCodes(page);
  await page.getByRole('button', { name: /^Rename / }).click();
  const dialog = page.getByRole('dialog', { name: 'Passkey name' });
  await dialog.getByLabel('Name').fill('My laptop');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('My laptop').waitFor();

  await logOut(page);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.getByRole('heading', { name: 'Home', exact: true }).waitFor();

  await logOut(page);
  await logInAs(page, email, PASSWORD);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.getByRole('heading', { name: 'Home', exact: true }).waitFor();
}, 60_000);

test('asks for confirmation if an API key is created long after the sign-in, and then creates the key', async () => {
  const { page } = await begin('admin');
  await page.goto('/settings/api-keys');
  app.clock.advance({ minutes: 11 });
  await page.getByRole('button', { name: 'New key' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New API key' });
  await dialog.getByLabel('Name').fill('Archive');
  await dialog.getByRole('button', { name: 'Create key' }).click();
  const proof = page.getByRole('dialog', { name: 'Confirm your identity' });
  await proof.getByRole('button', { name: 'Cancel' }).click();
  await proof.waitFor({ state: 'detached' });
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await proveAgain(page);
  await page.getByRole('dialog', { name: 'Your new key' }).waitFor();
}, 60_000);

test('redirects every page to the two-factor setup if the organization requires a second factor', async () => {
  const { page } = await begin();
  // Waits for the requests of the first page, because the server refuses them once a second factor is required.
  await page.waitForLoadState('networkidle');
  await requireTwoFactor(app);
  await page.goto('/documents');
  await page.getByText('requires a second factor').first().waitFor();
  expect(new URL(page.url()).pathname).toBe('/settings/security');
  await setUpApp(page);
  await toast(page, 'Authenticator app turned on');
  await page.getByRole('link', { name: 'Documents', exact: true }).click();
  await page.getByRole('heading', { name: 'Send your first document' }).waitFor();
}, 60_000);
