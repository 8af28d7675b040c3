import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { readyExport } from '../support/exports.ts';
import { sessionOnly } from '../support/guards.ts';
import { refusesOtherMethods } from '../support/refusals.ts';

const app = await startTestApp();
const path = '/api/legal/exports';

test("returns the caller's exports newest first, and offers only the newest export of each kind for download", async () => {
  const first = await readyExport(app.owner, 'own');
  app.clock.advance({ seconds: 1 });
  const whole = await readyExport(app.owner, 'organization');
  app.clock.advance({ seconds: 1 });
  const second = await readyExport(app.owner, 'own');
  const { body } = await app.owner.get<'listExports'>(path);
  expect(body.exports.map(({ id, status }) => [id, status])).toEqual([
    [second.id, 'ready'],
    [whole.id, 'ready'],
    [first.id, 'expired'],
  ]);
  expect(second.expires_at).toBe(new Date(app.clock.now().getTime() + 7 * 86_400_000).toISOString());
});

test("hides an owner's exports from another owner of the organization", async () => {
  const { caller } = await app.member('owner');
  expect((await caller.get<'listExports'>(path)).body).toMatchObject({ exports: [] });
});

sessionOnly(app, { method: 'GET', path });
refusesOtherMethods(app, path, ['GET']);
