import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { needsCredential } from '../support/refusals.ts';

const app = await startTestApp();
const { caller: admin } = await app.makeKey({ scopes: ['admin'] });
const { body: placed } = await admin.post<'placeLegalHold'>('/api/legal/holds', {
  kind: 'tag',
  target: 't',
  reason: 'r',
});
const path = `/api/legal/holds/${placed.hold.id}`;
const release = (by = admin, body: object = { reason: 'The matter is closed.' }) =>
  by.send<'releaseLegalHold'>('DELETE', path, { body, mayFail: true });

test('releases a legal hold only once, only with a reason, and only for its own organization', async () => {
  expectInvalid(await release(admin, { reason: '' }), 'reason');
  const absent = { holdId: placed.hold.id };
  expectError(await release((await app.otherTenant()).owner), 'LEGAL_HOLD_NOT_FOUND', absent);
  const { body } = await release();
  expect(body.hold).toMatchObject({
    release_reason: 'The matter is closed.',
    released_at: app.clock.now().toISOString(),
    released_by: { kind: 'api-key' },
  });
  expectError(await release(), 'LEGAL_HOLD_NOT_FOUND', absent);
  expect(
    await app.sql(`select from audit_entries where convert_from(bytes, 'UTF8') like '%legal-hold.released%'`),
  ).toHaveLength(1);
});

needsCredential(app, { method: 'DELETE', path, body: { reason: 'x' } });
