import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError } from '../support/expect-answer.ts';
import { administrative } from '../support/guards.ts';

const app = await startTestApp();
const base = '/api/legal/consent-texts';
const { body: made } = await app.owner.post<'addConsentText'>(base, { language: 'en', text: 'I agree.' });
const path = `${base}/${made.text.sha256}`;
const withdraw = (by = app.owner) => by.send<'withdrawConsentText'>('DELETE', path, { mayFail: true });

test("shows the service's consent text after the organization withdraws its own, and keeps the old text in earlier documents", async () => {
  const absent = { sha256: made.text.sha256 };
  expectError(await withdraw((await app.otherTenant()).owner), 'CONSENT_TEXT_NOT_FOUND', absent);
  const [before, after] = [app.person(), app.person()];
  await app.sent({ signers: [before] });
  app.clock.advance({ seconds: 1 });
  expect((await withdraw()).body.text).toMatchObject({ in_force: false, text: 'I agree.' });
  await app.sent({ signers: [after] });
  expect((await app.recipient(before.email)).view.consent.version).toBe('own-1');
  expect((await app.recipient(after.email)).view.consent.version).toBe('2026-11-01');
  expectError(await withdraw(), 'CONSENT_TEXT_NOT_FOUND', absent);
  expect((await app.owner.get('/api/audit?action=consent-text.withdrawn')).text).toContain(made.text.sha256);
});

test("rejects the withdrawal of the service's own consent text with 404", async () => {
  const { texts } = (await app.owner.get<'listConsentTexts'>(`${base}?language=ja`)).body;
  const answer = await app.owner.send('DELETE', `${base}/${texts[0]?.sha256}`, { mayFail: true });
  expect(answer.status).toBe(404);
});

administrative(app, { method: 'DELETE', path });
