import { expect, test } from 'vitest';
import { OWNER, startTestApp } from '../support/app.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { mailCount } from '../support/people.ts';
import { sessionOnly } from '../support/guards.ts';
import { until } from '../support/until.ts';

const app = await startTestApp();
const path = '/api/legal/sub-processors';
const subProcessors = [{ name: 'Fabrikam Hosting', service: 'Servers', data: 'All data', location: 'Germany' }];
const publish = (body: object) => app.owner.send<'publishSubProcessors'>('POST', path, { body, mayFail: true });

test('applies the first list of sub-processors immediately and the next one after 30 days, and notifies administrators of every organization once for each list', async () => {
  const { userId } = await app.otherTenant();
  const clerk = await app.member('member');
  const addressOf = async (id: string) =>
    String((await app.sql<{ email: string }>('select email from users where id = $1', [id]))[0]?.email);
  const first = await publish({ subProcessors, version: 0 });
  expect(first.status).toBe(201);
  expect(first.body.list.effective_at).toBe(first.body.list.published_at);
  const next = (await publish({ subProcessors: [], version: 1 })).body.list;
  expect(Date.parse(next.effective_at) - Date.parse(next.published_at)).toBe(30 * 86_400_000);
  await until('every customer to be notified', async () => {
    const waiting = await app.sql(`select from jobs where kind = 'announce-sub-processors'`);
    return waiting.length === 0;
  });
  const told = (email: string) => mailCount(app, email, 'sub-processors-changed');
  expect([await told(OWNER.email), await told(await addressOf(userId))]).toEqual([2, 2]);
  expect(await told(await addressOf(clerk.userId))).toBe(0);
  expect((await app.owner.get('/api/audit?action=sub-processors.published')).text).toContain(next.effective_at);
});

test('rejects a list of sub-processors with 409 if another administrator has since published one', async () => {
  expectError(await publish({ subProcessors, version: 1 }), 'REGISTER_CHANGED', { version: 2 });
});

test('returns 422 for a date in the past and for an entry without a name', async () => {
  expectInvalid(await publish({ subProcessors, version: 2, effectiveAt: '2020-01-01T00:00:00.000Z' }), 'effectiveAt');
  const [entry] = subProcessors;
  expectInvalid(await publish({ subProcessors: [{ ...entry, name: '' }], version: 2 }), 'subProcessors[0].name');
});

test("returns 403 to an owner of an organization other than the operator's", async () => {
  const { owner } = await app.otherTenant();
  expectError(await owner.send('POST', path, { body: { subProcessors, version: 2 }, mayFail: true }), 'FORBIDDEN');
});

sessionOnly(app, { method: 'POST', path, body: { subProcessors, version: 0 } });
