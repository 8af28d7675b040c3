import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError } from '../support/expect-answer.ts';
import { administrative } from '../support/guards.ts';

const app = await startTestApp();
const base = '/api/legal/consent-texts';
const { body: made } = await app.owner.post<'addConsentText'>(base, { language: 'fr', text: 'J’accepte.' });
const path = `${base}/${made.text.sha256}`;

test('returns an outdated consent text and a built-in consent text', async () => {
  app.clock.advance({ seconds: 1 });
  await app.owner.post(base, { language: 'fr', text: 'J’accepte tout.' });
  const { body } = await app.owner.get<'getConsentText'>(path);
  expect(body.text).toMatchObject({ text: 'J’accepte.', in_force: false, version: 'own-1' });
  expect(body.text.valid_until).not.toBeNull();
  const { texts } = (await app.owner.get<'listConsentTexts'>(`${base}?language=en`)).body;
  expect((await app.owner.get<'getConsentText'>(`${base}/${texts[0]?.sha256}`)).body.text).toEqual(texts[0]);
});

test("rejects an unknown hash, an invalid hash and another organization's text with 404", async () => {
  const sha256 = '0'.repeat(64);
  expectError(await app.owner.get(`${base}/${sha256}`), 'CONSENT_TEXT_NOT_FOUND', { sha256 });
  expect((await app.owner.get(`${base}/x`)).status).toBe(404);
  expect((await (await app.otherTenant()).owner.get(path)).status).toBe(404);
});

administrative(app, { method: 'GET', path });
