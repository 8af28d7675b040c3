/** The first page after the login: what waits for oneself, for others, what runs out, and what happened last. */
import { expect, test } from 'vitest';
import { OWNER, startTestApp } from '../support/app.ts';
import { judge } from './axe.ts';
import { startBrowser } from './browser.ts';

const app = await startTestApp();
const browser = await startBrowser(app);

test('with nothing there it says how to begin, and why nothing is listed for an address that is not proved', async () => {
  const page = await browser.visit({ asOwner: true });
  await page.goto('/');
  await page.getByRole('heading', { name: 'Send your first document' }).waitFor();
  await page.getByText('Confirm your address').waitFor();
  await judge(page, 'home, empty');
}, 120_000);

test.each([{ phone: false }, { phone: true }])(
  'what waits for me, for others, what runs out, and the way to each %j',
  async ({ phone }) => {
    await app.sql('update users set email_verified_at = $1', [app.clock.now()]);
    const other = await app.otherTenant();
    const me = { email: OWNER.email, name: OWNER.name };
    await app.draft({ by: other.key, title: 'Never sent to me' });
    const mine = await app.sent({ by: other.key, signers: [me], expirationDays: 20 });
    await app.sent({ by: other.key, signers: [{ ...me, accessCode: 'blue-7' }] });
    const soon = await app.sent({ expirationDays: 3 });
    await app.draft({ title: 'The newest draft' });
    const page = await browser.visit({ phone, asOwner: true });
    await page.goto('/');
    const part = (name: string) => page.getByRole('region', { name });
    await part('Needs my signature').getByText(mine.document.title, { exact: true }).first().waitFor();
    await part('Needs my signature').getByText('A document that is opened with a code').first().waitFor();
    await part('Needs my signature').getByText('Contoso Research').first().waitFor();
    await part('Waiting for others').getByText(`Waiting for ${soon.signers[0]?.name}`).first().waitFor();
    await part('Expiring soon').getByText('ends in 3 days').first().waitFor();
    await part('Last activity').getByRole('link', { name: 'The newest draft' }).first().waitFor();
    expect(await page.getByText('Never sent to me').count()).toBe(0);
    await judge(page, 'home');
    await part('Last activity').getByRole('link', { name: 'The newest draft' }).first().click();
    await page.getByText('This is a draft').waitFor();
  },
  120_000,
);
