import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { administrative } from '../support/guards.ts';
import { join } from '../support/people.ts';

const app = await startTestApp();
const path = '/api/organization/invitations';

test("returns the organization's open invitations newest first, and omits accepted and expired invitations", async () => {
  const owner = await app.session();
  await join(app);
  const other = await app.otherTenant();
  await other.owner.post(path, { email: 'theirs@contoso.example' });
  await owner.post(path, { email: 'first@contoso.example' });
  app.clock.advance({ minutes: 1 });
  await owner.post(path, { email: 'second@contoso.example' });
  const { invitations } = (await owner.get<'listInvitations'>(path)).body;
  expect(invitations.map(({ email }) => email)).toEqual(['second@contoso.example', 'first@contoso.example']);
  app.clock.advance({ days: 13, hours: 23, minutes: 59, seconds: 30 });
  const later = await app.session();
  expect((await later.get<'listInvitations'>(path)).body.invitations.map(({ email }) => email)).toEqual([
    'second@contoso.example',
  ]);
});

test('returns invitations page by page', async () => {
  const { owner } = await app.otherTenant();
  for (const email of ['a@contoso.example', 'b@contoso.example', 'c@contoso.example']) {
    await owner.post(path, { email });
    app.clock.advance({ ms: 1 });
  }
  const first = (await owner.get<'listInvitations'>(`${path}?pageSize=2`)).body;
  expect(first.invitations.map(({ email }) => email)).toEqual(['c@contoso.example', 'b@contoso.example']);
  const rest = (await owner.get<'listInvitations'>(`${path}?pageSize=2&cursor=${String(first.pagination.nextCursor)}`))
    .body;
  expect(rest.invitations.map(({ email }) => email)).toEqual(['a@contoso.example']);
  expect(rest.pagination).toEqual({ hasMore: false, nextCursor: null });
});

describe('rejections', () => {
  administrative(app, { method: 'GET', path });
});
