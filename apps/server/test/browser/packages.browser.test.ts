/**
 * Tests packages: created from drafts in the list, sent together, signed in one visit with one signature, and canceled.
 */
import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { sendPackage } from '../support/packages.ts';
import { until } from '../support/until.ts';
import { judge } from './axe.ts';
import { startBrowser } from './browser.ts';
import { agreeAndSign, finish, review, signTyped, toast } from './flows.ts';

const app = await startTestApp();
const browser = await startBrowser(app);
const ADA = { name: 'Ada Lovelace', email: 'ada@contoso.example' };

async function statusOf(id: string): Promise<string> {
  return (await app.key.get<'getDocument'>(`/api/documents/${id}`)).body.document.status;
}

test('combines two drafts into a package, and lets a signer sign both in one visit with the same signature', async () => {
  const drafts = [await app.draft({ title: 'Gamma lease' }), await app.draft({ title: 'Gamma annex' })];
  const owner = await browser.visit({ asOwner: true });
  await owner.goto('/packages');
  await owner.getByRole('heading', { name: 'No packages yet' }).waitFor();
  await judge(owner, 'packages, none');
  await owner.goto('/documents?q=gamma');
  for (const title of ['Gamma lease', 'Gamma annex']) await owner.getByLabel(`Select ${title}`).check();
  await owner.getByRole('button', { name: 'Create a package' }).click();
  await owner.getByLabel('Package title').fill('Gamma office');
  await owner.getByRole('button', { name: 'Create package' }).click();
  await owner.getByRole('heading', { name: 'Gamma office' }).waitFor();
  await owner
    .getByRole('button', { name: 'Move Gamma lease up' })
    .or(owner.getByRole('button', { name: 'Move Gamma annex up' }))
    .first()
    .waitFor();
  await judge(owner, 'package, a draft');
  await owner.getByLabel('Name of recipient 1').fill(ADA.name);
  await owner.getByLabel('E-mail address of recipient 1').fill(ADA.email);
  await owner.getByRole('button', { name: 'Send 2 documents' }).click();
  await toast(owner, 'Sent for signing');
  await judge(owner, 'package, out');

  const mails = await app.sql<{ text: string }>("select body_text as text from mails where to_address like '%ada@%'");
  const token = await app.link(ADA.email);
  const ada = await browser.visit({ phone: true });
  await ada.goto(`/sign#${token}`);
  await ada.getByRole('heading', { name: '2 documents in one visit' }).waitFor();
  await judge(ada, 'the letter of a package');
  await signTyped(ada);
  await ada.getByRole('button', { name: /^Next: Gamma/ }).waitFor();
  await judge(ada, 'the receipt of the first');
  await ada.getByRole('button', { name: /^Next: Gamma/ }).click();
  await ada.getByText('Document 2 of 2').waitFor();
  await review(ada);
  await ada.getByRole('button', { name: 'Start', exact: true }).click();
  await ada.getByRole('button', { name: 'Add signature here' }).click();
  await finish(ada);
  await agreeAndSign(ada);
  await ada.getByText('That was the last document').waitFor();
  await judge(ada, 'the receipt of the last');

  for (const { id } of drafts) {
    await until('both documents to be completed', async () => (await statusOf(id)) === 'completed');
    await app.sealed(id);
  }
  await owner.getByText('2 of 2 documents completed').waitFor();
  await owner.goto('/packages');
  await owner.getByRole('row').filter({ hasText: 'Gamma office' }).getByText('Completed').waitFor();
  await judge(owner, 'packages');
  expect(mails.length).toBeLessThanOrEqual(1);
}, 90_000);

test('previews the documents of a package, sends each recipient one reminder, and shows one timeline', async () => {
  const drafts = [await app.draft({ title: 'Kappa one' }), await app.draft({ title: 'Kappa two' })];
  const documentIds = drafts.map(({ id }) => id);
  const made = await app.key.post<'createPackage'>('/api/packages', { title: 'Kappa office', documentIds });
  const { id } = made.body.package;
  const person = app.person();
  await app.key.post(`/api/packages/${id}/send`, { signers: [person] });
  const owner = await browser.visit({ asOwner: true });
  await owner.goto(`/packages/${id}`);
  await owner.getByText(`Waiting for ${person.name}`).waitFor();
  const timeline = owner.getByRole('region', { name: 'Timeline' });
  await timeline.getByText('· Kappa one').first().waitFor();
  await timeline.getByText('· Kappa two').first().waitFor();
  await judge(owner, 'package, with its timeline');
  await owner.getByRole('button', { name: 'Show the pages of Kappa two' }).click();
  await owner.getByRole('img', { name: 'Page 1 of Kappa two' }).waitFor();
  await judge(owner, 'package, a preview');
  await owner.keyboard.press('Escape');
  await owner.getByRole('button', { name: 'Remind' }).click();
  await owner.getByRole('textbox', { name: 'Message' }).fill('Both are urgent.');
  await judge(owner, 'package, a reminder');
  await owner.getByRole('button', { name: 'Send reminders' }).click();
  await toast(owner, 'One recipient reminded');
  expect((await app.mail(person.email, 'reminder')).text).toContain('Both are urgent.');
  const reminders = await app.sql(`select from signers where document_id = any ($1) and reminded_at is not null`, [
    documentIds,
  ]);
  expect(reminders).toHaveLength(1);
  await owner.getByRole('button', { name: 'Remind' }).click();
  await owner.getByRole('button', { name: 'Send reminders' }).click();
  await toast(owner, 'No reminders sent');
  await owner.getByText(`${person.email} was reminded less than an hour ago.`).waitFor();
}, 90_000);

test('voids the unfinished documents of a package when it is canceled with a reason', async () => {
  const drafts = [await app.draft({ title: 'Delta one' }), await app.draft({ title: 'Delta two' })];
  const made = await app.key.post<'createPackage'>('/api/packages', {
    title: 'Delta office',
    documentIds: drafts.map(({ id }) => id),
  });
  const { id } = made.body.package;
  expect((await app.key.post(`/api/packages/${id}/send`, { signers: [app.person()] })).status).toBe(200);
  const owner = await browser.visit({ asOwner: true });
  await owner.goto(`/packages/${id}`);
  await owner.getByRole('button', { name: 'Cancel package' }).click();
  const dialog = owner.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Cancel package' }).click();
  await dialog.getByText('Enter a reason').waitFor();
  await judge(owner, 'cancelling a package');
  await dialog.getByLabel('Reason').fill('The price has changed');
  await dialog.getByRole('button', { name: 'Cancel package' }).click();
  await toast(owner, 'Package canceled');
  await owner.getByText('The price has changed').waitFor();
  for (const draft of drafts) expect(await statusOf(draft.id)).toBe('voided');
}, 60_000);

test('shows the timeline beside the documents on a wide screen, and below the documents on a phone', async () => {
  const { id } = await sendPackage(app);
  const page = await browser.visit({ asOwner: true });
  const boxOf = async (name: string) =>
    (await page.getByRole('region', { name, exact: true }).boundingBox()) ?? { x: 0, y: 0 };
  for (const width of [1440, 320]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`/packages/${id}`);
    const first = page.getByRole('listitem').filter({ hasText: 'Document 1' }).first();
    const thumbnail = await first.getByRole('button', { name: 'Show the pages of Document 1' }).boundingBox();
    const title = await first.getByRole('link', { name: 'Document 1' }).boundingBox();
    expect(title?.x).toBeGreaterThan((thumbnail?.x ?? 0) + (thumbnail?.width ?? 0));
    const [documents, timeline] = [await boxOf('Documents'), await boxOf('Timeline')];
    if (width === 1440) {
      expect(timeline.y).toBe(documents.y);
      expect(timeline.x).toBeGreaterThan(documents.x);
    } else expect(timeline.y).toBeGreaterThan(documents.y);
  }
}, 60_000);
