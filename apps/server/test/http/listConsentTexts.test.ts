import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { administrative } from '../support/guards.ts';

const app = await startTestApp();
const path = '/api/legal/consent-texts';
const list = async (query = '', by = app.owner) => (await by.get<'listConsentTexts'>(`${path}?${query}`)).body;

test("returns the organization's consent texts newest first, then the service's texts, with one text in force per language", async () => {
  expect((await list()).texts.map(({ origin }) => origin)).toEqual(Array.from({ length: 12 }, () => 'service'));
  for (const text of ['one', 'two', 'three']) await app.owner.post(path, { language: 'nl', text });
  const first = await list('pageSize=2');
  expect(first.texts.map(({ text, in_force: inForce }) => [text, inForce])).toEqual([
    ['three', true],
    ['two', false],
  ]);
  const rest = await list(`pageSize=2&cursor=${String(first.pagination.nextCursor)}`);
  expect(rest.texts).toHaveLength(13);
  expect(rest.pagination).toEqual({ hasMore: false, nextCursor: null });
  const inForce = (await list('state=in-force')).texts;
  expect(new Set(inForce.map(({ language }) => language)).size).toBe(12);
  expect(inForce).toHaveLength(12);
  expect((await list('language=nl&state=past')).texts.map(({ version }) => version)).toEqual([
    'own-2',
    'own-1',
    '2026-11-01',
  ]);
  expect((await list('', (await app.otherTenant()).owner)).texts).toHaveLength(12);
});

administrative(app, { method: 'GET', path });
