/** Tests signing in on the command line through the browser: the code, its confirmation, and the API key. */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { program } from '../../../../packages/cli/test/harness.ts';
import { startTestApp } from '../support/app.ts';
import { join, PASSWORD } from '../support/people.ts';
import { until } from '../support/until.ts';
import { startBrowser } from './browser.ts';
import { logInAs } from './flows.ts';

const BIN = path.resolve(import.meta.dirname, '../../../../packages/cli/bin/countersign.mjs');
const app = await startTestApp();
const browser = await startBrowser(app);
app.secret(PASSWORD);

test("signs in to the command-line client with a code, and lists the client's API key", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'countersign-device-'));
  const env = { PATH: process.env['PATH'], XDG_CONFIG_HOME: folder };
  const child = spawn(process.execPath, [BIN, 'login', app.url, '--sandbox', '--json'], { env });
  let [out, shown] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (shown += text));
  const ended = new Promise((resolve) => child.on('close', resolve));
  try {
    const { email } = await join(app, { role: 'admin' });
    const page = await browser.visit({
      expected: /^(401 \/api\/auth\/session|403 \/api\/auth\/(login|device\/confirm))$/,
    });
    const [, address = '', code = ''] = await until(
      'the code',
      () => /^Open (\S+)\nand confirm the code ([A-Z]{4}-[A-Z]{4})\.$/m.exec(shown) ?? false,
    );
    const { pathname, hash } = new URL(address);
    expect(hash).toBe(`#${code}`);
    await page.goto(`${pathname}${hash}`);
    await logInAs(page, email, PASSWORD);
    expect(await page.getByLabel('Code').inputValue()).toBe(code);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Enter another code' }).click();
    expect(await page.evaluate('document.activeElement.tagName')).toBe('H1');
    expect(await page.getByLabel('Code').inputValue()).toBe('');
    await page.getByLabel('Code').fill(code);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('Continue only if you started this sign-in').waitFor();
    expect(await page.getByRole('radio', { name: 'Sandbox' }).isChecked()).toBe(true);
    await page.getByLabel('Administration').check();
    await page.getByRole('button', { name: 'Allow access' }).click();
    await page.getByRole('heading', { name: 'Device authorized' }).waitFor();

    expect([await ended, JSON.parse(out)]).toEqual([
      0,
      {
        format: 1,
        command: 'login',
        profile: 'default',
        url: app.url,
        environment: 'sandbox',
        email: null,
        name: null,
      },
    ]);
    const { profiles } = JSON.parse(await readFile(path.join(folder, 'countersign/credentials.json'), 'utf8'));
    const key = app.secret(profiles.default.apiKey as string);
    expect(out + shown).not.toContain(key);
    const listed = await app.anyone.with({ bearer: key }).get<'listApiKeys'>('/sandbox/api/settings/api-keys');
    expect(listed.body.apiKeys[0]).toMatchObject({
      name: expect.stringMatching(/^countersign on /),
      scopes: ['documents:read', 'documents:write', 'templates', 'admin'],
    });
    expect(await program(['whoami'], env)).toMatchObject({ code: 0, out: expect.stringContaining('sandbox') });
  } finally {
    child.kill();
    await rm(folder, { recursive: true, force: true });
  }
}, 60_000);

test('tells members immediately that only an administrator can sign in to the command-line client', async () => {
  const { email } = await join(app, { role: 'member' });
  const page = await browser.visit({ expected: /^401 \/api\/auth\/session$/ });
  await page.goto('/device');
  await logInAs(page, email, PASSWORD);
  await page.getByText('Only an administrator of your organization can authorize a device.').waitFor();
  expect(await page.getByLabel('Code').count()).toBe(0);
}, 60_000);
