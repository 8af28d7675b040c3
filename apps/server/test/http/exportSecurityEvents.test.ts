import { describe, expect, test } from 'vitest';
import { parseCsv } from '../../src/platform/csv/index.ts';
import { startTestApp } from '../support/app.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { needsCredential, refusesOtherMethods } from '../support/refusals.ts';

const app = await startTestApp();
const path = '/api/admin/security/events/export';
const day = app.clock.now().toISOString().slice(0, 10);

describe('200', () => {
  test('returns security events as JSON lines with the same properties as the list', async () => {
    await app.makeKey();
    const { status, text, headers } = await app.owner.get(`${path}?kind=api-key`);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/jsonl');
    expect(headers.get('content-disposition')).toContain(`security-events-${day}.jsonl`);
    const events = text
      .trimEnd()
      .split('\n')
      .map((one) => JSON.parse(one) as unknown);
    const { body } = await app.owner.get<'listSecurityEvents'>('/api/admin/security/events?kind=api-key');
    expect(events).toEqual(body.events);
  });

  test('returns security events as CSV, one line per event, without spreadsheet formulas', async () => {
    await app.sql(`update users set name = '=1+1'`);
    const { text, headers } = await app.owner.get(`${path}?kind=api-key&format=csv`);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const rows = parseCsv(text, { maxRows: 100 });
    expect(rows[0]?.values.slice(0, 4)).toEqual(['id', 'first', 'last', 'count']);
    expect(rows.length).toBeGreaterThan(1);
    expect(text).toContain(`,'=1+1,`);
  });

  test('returns all security events in order, even if they span several chunks', async () => {
    await app.sql(
      `insert into security_events (tenant_id, id, kind, severity, at, last_at, count)
       select $1, 'sec_zz' || lpad(i::text, 24, '0'), 'test.many', 'low', now() - i * interval '1 second', now(), i from generate_series(1, 1200) i`,
      [app.tenant.tenantId],
    );
    const { text } = await app.owner.get(`${path}?kind=test`);
    const counts = text
      .trimEnd()
      .split('\n')
      .map((one) => (JSON.parse(one) as { count: number }).count);
    expect(counts).toEqual(Array.from({ length: 1200 }, (_, index) => index + 1));
  });

  test('excludes security events of other organizations', async () => {
    const { owner } = await app.otherTenant();
    expect((await owner.get(`${path}?kind=test`)).text).toBe('');
  });
});

test('rejects an unknown export format with 422', async () => {
  expectInvalid(await app.owner.get(`${path}?format=xml`), 'format');
});

test('returns 403 to members without the admin role', async () => {
  expectError(await (await app.member('member')).caller.get(path), 'FORBIDDEN');
});

needsCredential(app, { method: 'GET', path });
refusesOtherMethods(app, path, ['GET']);
