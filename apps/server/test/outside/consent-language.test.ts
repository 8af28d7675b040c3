/**
 * Signers agree to the displayed text in their language. Its hash is in the trail, and its words are in the
 * certificate.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { outsideTool } from '../../../../scripts/outside-tools.ts';
import { startTestApp } from '../support/app.ts';

const app = await startTestApp();

type Shown = { version: string; language: string; text: string };

async function shownTo(email: string): Promise<Shown> {
  const token = await app.link(email);
  return (await app.anyone.post<'openSigningSession'>('/api/signing/session', { token })).body.view.consent;
}

const hashOf = ({ version, text }: Shown): string => createHash('sha256').update(`${version}\n${text}`).digest('hex');
const letters = (text: string): string => text.replaceAll(/\s+|[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '');

test('shows each recipient the consent text in the language that the sender set, and records consent to that text', async () => {
  const [german, polish, unknown, none] = [app.person(), app.person(), app.person(), app.person()];
  const { id } = await app.sent({
    signers: [{ ...german, locale: 'de-AT' }, { ...polish, locale: 'pl' }, { ...unknown, locale: 'sv' }, none],
  });
  const shown = await Promise.all([german, polish, unknown, none].map(({ email }) => shownTo(email)));
  expect(shown.map(({ language }) => language)).toEqual(['de', 'pl', 'en', 'en']);
  expect(shown[0]?.text).toContain('elektronisch zu unterschreiben');
  expect(new Set(shown.map(({ text }) => text)).size).toBe(3);

  for (const { email } of [german, polish, unknown, none])
    expect((await app.sign(id, { token: await app.link(email) })).status).toBe(200);
  await app.sealed(id);
  const { body } = await app.owner.get<'getDocumentAudit'>(`/api/documents/${id}/audit?pageSize=100`);
  const recorded = body.entries
    .filter(({ action }) => action === 'document.signed')
    .map(({ context }) => context['consent']);
  expect(recorded).toEqual(shown.map(hashOf));

  const { body: link } = await app.key.get<'downloadDocument'>(`/api/documents/${id}/download?type=audit`);
  const { bytes } = await app.anyone.get(new URL(link.downloadUrl).pathname);
  const printed = letters(execFileSync(outsideTool('pdftotext'), ['-', '-'], { input: bytes, encoding: 'utf8' }));
  for (const one of new Set(shown.map(({ text }) => text))) expect(printed.split(letters(one))).toHaveLength(2);
  for (const hash of new Set(shown.map(hashOf))) expect(printed).toContain(hash);
});
