import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError } from '../support/expect-answer.ts';
import { hidesFromMembers } from '../support/guards.ts';
import { needsCredential, needsScope } from '../support/refusals.ts';

const app = await startTestApp();
const pathOf = (id: string) => `/api/legal/holds/${id}`;
const { body: placed } = await app.owner.post<'placeLegalHold'>('/api/legal/holds', {
  kind: 'tag',
  target: 'litigation',
  reason: 'Smith v. Jones',
});
const { id } = placed.hold;

test('returns a legal hold, and returns 404 to the owner of another organization', async () => {
  const { body } = await app.owner.get<'getLegalHold'>(pathOf(id));
  expect(body).toEqual({ hold: placed.hold });
  const { owner } = await app.otherTenant();
  expectError(await owner.get(pathOf(id)), 'LEGAL_HOLD_NOT_FOUND', { holdId: id });
});

needsCredential(app, { method: 'GET', path: pathOf(id) });
needsScope(app, 'admin', { method: 'GET', path: pathOf(id) });
hidesFromMembers(app, pathOf, id);
