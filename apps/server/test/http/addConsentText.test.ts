import { createHash } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { outsideTool } from '../../../../scripts/outside-tools.ts';
import { startTestApp } from '../support/app.ts';
import { expectInvalid } from '../support/expect-answer.ts';
import { administrative } from '../support/guards.ts';

const app = await startTestApp();
const path = '/api/legal/consent-texts';
const add = (language: string, text: string) => app.owner.post<'addConsentText'>(path, { language, text });
const letters = (text: string): string => text.replaceAll(/\s+/g, '');

async function sentToGerman() {
  const person = app.person();
  const { id } = await app.sent({ signers: [{ ...person, locale: 'de-AT' }] });
  return { id, email: person.email, shown: async () => (await app.recipient(person.email)).view.consent };
}

test('shows a new consent text in documents sent afterward, and keeps the previous text in documents sent earlier', async () => {
  const before = await sentToGerman();
  app.clock.advance({ seconds: 1 });
  const { body } = await add('de', 'Ich stimme zu.');
  expect(body.text).toMatchObject({ version: 'own-1', origin: 'organization', in_force: true, language: 'de' });
  expect(body.text.sha256).toBe(createHash('sha256').update('own-1\nIch stimme zu.').digest('hex'));
  const between = await sentToGerman();
  app.clock.advance({ seconds: 1 });
  await add('de', 'Ich stimme noch einmal zu.');
  expect((await before.shown()).version).toBe('2026-11-01');
  expect(await between.shown()).toEqual({ version: 'own-1', language: 'de', text: 'Ich stimme zu.' });
  expect((await (await sentToGerman()).shown()).version).toBe('own-2');
  expect((await app.owner.get('/api/audit?action=consent-text.added')).text).toContain(body.text.sha256);
});

test('records the version, hash and wording of the displayed consent text as evidence', async () => {
  const text = 'Ich bin mit allem einverstanden, Grüße.';
  const { body } = await add('de', text);
  const { id, email } = await sentToGerman();
  app.clock.advance({ seconds: 1 });
  await add('de', 'Etwas anderes.');
  expect((await app.sign(id, { token: await app.link(email) })).status).toBe(200);
  await app.sealed(id);
  const { body: trail } = await app.owner.get<'getDocumentAudit'>(`/api/documents/${id}/audit?pageSize=100`);
  const signed = trail.entries.find(({ action }) => action === 'document.signed');
  expect(signed?.context).toMatchObject({ consent: body.text.sha256, consent_version: body.text.version });
  const { body: link } = await app.key.get<'downloadDocument'>(`/api/documents/${id}/download?type=audit`);
  const { bytes } = await app.anyone.get(new URL(link.downloadUrl).pathname);
  const printed = letters(execFileSync(outsideTool('pdftotext'), ['-', '-'], { input: bytes, encoding: 'utf8' }));
  expect(printed).toContain(letters(text));
  expect(printed).toContain(body.text.sha256);
});

test('does not show the consent text to readers of other languages, or to signers of other organizations', async () => {
  await add('de', 'Nur hier.');
  const english = app.person();
  await app.sent({ signers: [english] });
  expect((await app.recipient(english.email)).view.consent).toMatchObject({ language: 'en', version: '2026-11-01' });
  const other = await app.otherTenant();
  const german = app.person();
  await app.sent({ by: other.key, signers: [{ ...german, locale: 'de' }] });
  expect((await app.recipient(german.email)).view.consent.version).toBe('2026-11-01');
});

test('stores two versions if two consent texts for a language are added simultaneously, and applies only one of them', async () => {
  const answers = await Promise.all(['a', 'b', 'c'].map((text) => add('pl', text)));
  expect(new Set(answers.map(({ body }) => body.text.version)).size).toBe(3);
  const { body } = await app.owner.get<'listConsentTexts'>(`${path}?language=pl&state=in-force`);
  expect(body.texts).toHaveLength(1);
});

test('returns 422 for a missing consent text and for a language without signing pages', async () => {
  expectInvalid(await app.owner.send('POST', path, { body: { language: 'de', text: ' ' }, mayFail: true }), 'text');
  expectInvalid(await app.owner.send('POST', path, { body: { language: 'sv', text: 'x' }, mayFail: true }), 'language');
});

administrative(app, { method: 'POST', path, body: { language: 'it', text: 'x' } });
