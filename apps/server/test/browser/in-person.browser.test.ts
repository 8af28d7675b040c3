/**
 * Tests signing on a device that the host hands over: the code, the document, and a last page that leaves no data on
 * the device.
 */
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { OWNER, startTestApp } from '../support/app.ts';
import { sentWithAttachment } from '../support/attachments.ts';
import { handOver, startWith } from '../support/in-person.ts';
import { judge } from './axe.ts';
import { SIZES, startBrowser } from './browser.ts';
import { adopt, askForSignature, draw, finish, review, toast } from './flows.ts';

const app = await startTestApp();
const browser = await startBrowser(app);
const PHOTO = () =>
  sharp({ create: { width: 400, height: 300, channels: 3, background: '#886644' } })
    .jpeg()
    .toBuffer();
const expected = /^(403|410) \/api\/signing\//;

test.each(SIZES)(
  'asks for the access code, lets the signer sign, and asks the signer to return the device %j',
  async ({ phone }) => {
    const { id, sessionId, document, signers } = await handOver(app, { accessCode: 'blue-7' });
    const page = await browser.visit({ phone, expected });
    await page.goto(`/sign#${sessionId}`);
    await page.getByRole('heading', { name: 'Enter the code' }).waitFor();
    await judge(page, 'code');
    // The form needs its own style sheet for spacing. The style sheet of the dialogs loads only when a dialog opens.
    const gap = `document.querySelector('form button').getBoundingClientRect().top - document.querySelector('form input').getBoundingClientRect().bottom`;
    expect(await page.evaluate(gap)).toBeGreaterThanOrEqual(8);
    expect(await page.content()).not.toContain(document.title);
    await page.getByLabel('Code').fill('red-7');
    await page.keyboard.press('Enter');
    await page.getByText('Attempts left: 4').waitFor();
    await judge(page, 'wrong code');
    await page.getByLabel('Code').fill('blue-7');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: document.title }).waitFor();
    expect(await page.evaluate('location.hash')).toBe('');
    await judge(page, 'letter');
    await review(page);
    // If the tablet discards the page to free memory, the visit resumes at the same step.
    await page.reload();
    await review(page);
    await askForSignature(page);
    await draw(page);
    await adopt(page);
    await finish(page);
    await judge(page, 'consent');
    await page.getByLabel('I agree').check();
    await page.getByRole('button', { name: 'Sign document' }).click();
    await page.getByRole('heading', { name: 'Thank you, you have signed' }).waitFor();
    await page.getByText('Please return the device.').waitFor();
    await judge(page, 'hand back');
    const left = await page.evaluate<string>(
      'document.documentElement.outerHTML + JSON.stringify({ ...sessionStorage })',
    );
    for (const word of [document.title, signers[0]?.name ?? '?', signers[0]?.email ?? '?', sessionId])
      expect(left.includes(word), word.slice(0, 12)).toBe(false);
    expect(await page.title()).toBe('Countersign');
    await page.goBack().catch(() => undefined);
    await page.goto('/sign');
    await page.getByRole('heading', { name: 'Open the link in your e-mail' }).waitFor();
    await page.goto(`/sign?again#${sessionId}`);
    await page.getByRole('heading', { name: 'Thank you, you have signed' }).waitFor();
    const { body } = await app.key.get<'getDocument'>(`/api/documents/${id}`);
    expect(body.document.status).toBe('completed');
  },
  60_000,
);

test.each(SIZES)(
  'lets the host choose a signer, hand over the device, see the signature, and end another session %j',
  async ({ phone }) => {
    const sent = await app.sent({ signers: [app.person(), app.person()] });
    const other = await handOver(app);
    const [first, second] = sent.signers;
    const page = await browser.visit({ phone, asOwner: true });
    await page.goto(`/documents/${sent.id}`);
    if (phone) {
      await page.getByRole('button', { name: 'More actions for this document' }).click();
      await page.getByRole('menuitem', { name: 'Sign in person' }).click();
    } else await page.getByRole('link', { name: 'Sign in person' }).click();
    await page.getByRole('heading', { name: 'Sign in person' }).waitFor();
    await page.getByText(`handed over by ${OWNER.name}`).waitFor();
    await judge(page, 'form');
    await page.getByRole('button', { name: 'Hand over' }).click();
    await page.getByText('Choose who signs.').waitFor();
    await page.getByRole('combobox', { name: 'Signer', exact: true }).click();
    await page.getByRole('option', { name: new RegExp(first?.email ?? '') }).click();
    await page.getByLabel('Access code (optional)').fill('blue-7');
    await page.getByRole('button', { name: 'Hand over' }).click();
    await page.getByRole('img', { name: 'QR code with the signing link' }).waitFor();
    await page.getByText('Not opened yet').first().waitFor();
    await judge(page, 'handed over');
    const { body } = await app.key.get<'listInPersonSessions'>(`/api/signing/in-person?documentId=${sent.id}`);
    expect(body.sessions).toMatchObject([
      { signer: { email: first?.email }, access_code_required: true, status: 'open' },
    ]);
    await page.getByRole('button', { name: `End the session with ${other.signers[0]?.name}` }).click();
    await toast(page, 'Session ended');
    await page.getByRole('button', { name: 'End session', exact: true }).click();
    await page.getByRole('button', { name: 'Next signer' }).click();
    await page.getByRole('combobox', { name: 'Signer', exact: true }).click();
    await page.getByRole('option', { name: new RegExp(second?.email ?? '') }).click();
    await page.getByRole('button', { name: 'Hand over' }).click();
    const picture = page.getByRole('img', { name: 'QR code with the signing link' });
    await picture.waitFor();
    await app.sign(sent.id, { token: await app.link(second?.email ?? '') });
    await page.getByText('Ended', { exact: true }).waitFor();
    expect(await picture.count()).toBe(0);
  },
  60_000,
);

test.each(SIZES)(
  "attaches a chosen or photographed file on the host's device, and lists it with the signed document %j",
  async ({ phone }) => {
    const sent = await sentWithAttachment(app);
    const { sessionId } = await startWith(app, sent.id, sent.signers[0]?.email ?? '');
    const page = await browser.visit({ phone, expected });
    await page.goto(`/sign#${sessionId}`);
    await review(page);
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    const file = page.locator('#attach-file');
    await file.waitFor({ state: 'attached' });
    // The camera is offered only on handheld devices.
    const camera = page.locator('#attach-photo');
    expect(await camera.count()).toBe(phone ? 1 : 0);
    await judge(page, `a file in person${phone ? ', phone' : ''}`);
    const photo = { name: 'image.jpg', mimeType: 'image/jpeg', buffer: await PHOTO() };
    await (phone ? camera : file).setInputFiles(photo);
    await page.getByRole('button', { name: 'Remove' }).waitFor();
    await judge(page, `a file in person, attached${phone ? ', phone' : ''}`);
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    await draw(page);
    await adopt(page);
    await finish(page);
    await page.getByLabel('I agree').check();
    await page.getByRole('button', { name: 'Sign document' }).click();
    await page.getByText('Please return the device.').waitFor();
    expect(await page.content()).not.toContain('image.jpg');
    const { body } = await app.key.get<'listAttachments'>(`/api/documents/${sent.id}/attachments`);
    expect(body.attachments).toMatchObject([{ filename: 'image.jpg', content_type: 'image/jpeg' }]);
  },
  60_000,
);

test("tells the signer at the next step, in the signer's language, that the host ended the in-person session", async () => {
  const { session, sessionId } = await handOver(app);
  const page = await browser.visit({ phone: true, expected });
  await page.addInitScript({ content: "Object.defineProperty(navigator, 'languages', { get: () => ['he-IL'] })" });
  await page.goto(`/sign#${sessionId}`);
  await page.getByRole('button', { name: 'קריאת המסמך' }).waitFor();
  await app.key.send('DELETE', `/api/signing/in-person/${session.id}`);
  await page.getByRole('button', { name: 'קריאת המסמך' }).click();
  await page.getByRole('heading', { name: 'ההפעלה הסתיימה' }).waitFor();
  expect(await page.locator('html').getAttribute('dir')).toBe('rtl');
  await judge(page, 'ended');
}, 60_000);
