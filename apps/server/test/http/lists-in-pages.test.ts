/** Tests that lists return the same entries page by page as in a single request. */
import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import type { Answer, Caller } from '../support/caller.ts';
import { expectInvalid } from '../support/expect-answer.ts';
import { makeTemplate, templateKey } from '../support/templates.ts';
import { addWebhook, LOOPBACK } from '../support/webhooks.ts';

const app = await startTestApp(LOOPBACK);
const owner = await app.session();
for (let made = 0; made < 2; made += 1) {
  app.clock.advance({ seconds: 1 });
  await app.member('member');
  await app.makeKey();
  await addWebhook(app, { url: 'http://127.0.0.1:4999/hook' });
}
const document = await app.completed({ signers: [app.person(), app.person(), app.person()] });
await app.sealed(document.id);
const templates = await templateKey(app);
const template = await makeTemplate(templates);
for (const name of ['Second', 'Third'])
  await templates.send('PUT', `/api/templates/${template.id}/update`, { body: { name } });

type Page = { pagination: { hasMore: boolean; nextCursor: string | null } } & Record<string, unknown>;

async function read(by: Caller, path: string): Promise<Page> {
  const answer: Answer = await by.get(path);
  expect(answer.status, answer.text).toBe(200);
  return answer.body as Page;
}

test.each([
  ['sessions', '/api/auth/sessions', owner],
  ['apiKeys', '/api/settings/api-keys', owner],
  ['webhooks', '/api/integrations/webhooks', owner],
  ['members', '/api/organization/members', owner],
  ['plans', '/api/subscription/plans', owner],
  ['organizations', '/api/organizations', owner],
  ['entries', '/api/audit', owner],
  ['entries', `/api/documents/${document.id}/audit`, owner],
  ['certificates', `/api/documents/${document.id}/certificates`, owner],
  ['versions', `/api/templates/${template.id}/versions`, templates],
])('pages through %s of %s by cursor', async (member, path, by) => {
  const all = (await read(by, `${path}${path === '/api/audit' ? '?pageSize=200' : ''}`))[member] as unknown[];
  const seen: unknown[] = [];
  let cursor: string | null = null;
  do {
    const page: Page = await read(by, `${path}?pageSize=2${cursor === null ? '' : `&cursor=${cursor}`}`);
    const shown = page[member] as unknown[];
    expect(shown.length).toBeLessThanOrEqual(2);
    expect(page.pagination.hasMore).toBe(page.pagination.nextCursor !== null);
    seen.push(...shown);
    cursor = page.pagination.nextCursor;
  } while (cursor !== null);
  expect(seen).toEqual(all);
  expectInvalid(await by.get(`${path}?cursor=bm9uc2Vuc2U`), 'cursor');
  expectInvalid(await by.get(`${path}?pageSize=0`), 'pageSize');
});
