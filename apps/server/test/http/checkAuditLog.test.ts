import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError } from '../support/expect-answer.ts';
import { needsCredential, refusesOtherMethods } from '../support/refusals.ts';

const app = await startTestApp();
const path = '/api/audit/check';
const { id } = await app.sent();
await app.atRest(id);
const check = async (cursor?: string) => {
  const { status, body, text } = await app.owner.get<'checkAuditLog'>(
    cursor === undefined ? path : `${path}?cursor=${encodeURIComponent(cursor)}`,
  );
  expect(status, text).toBe(200);
  return body;
};

describe('200', () => {
  test('verifies every chain of the audit log', async () => {
    const [{ chains, entries } = { chains: 0, entries: 0 }] = await app.sql<{ chains: number; entries: number }>(
      'select count(distinct stream)::int as chains, count(*)::int as entries from audit_entries where tenant_id = $1',
      [app.tenant.tenantId],
    );
    expect(await check()).toEqual({
      chains,
      entries,
      total: chains,
      broken: [],
      contradictions: [],
      unverified: [],
      nextCursor: null,
    });
  });

  test('verifies hundreds of chains in several batches, each chain once', async () => {
    await app.sql(
      `insert into audit_streams select tenant_id, 'doc_empty' || lpad(i::text, 4, '0'), -1, repeat('0', 64), now()
       from tenants, generate_series(1, 450) i where tenant_id = $1`,
      [app.tenant.tenantId],
    );
    let [seen, looks] = [0, 0];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const { chains, nextCursor, total, broken } = await check(cursor);
      expect(broken).toEqual([]);
      [seen, looks, cursor] = [seen + chains, looks + 1, nextCursor];
      if (cursor === null) expect(seen).toBe(total);
    }
    expect(looks).toBe(3);
    await app.sql(`delete from audit_streams where stream like 'doc_empty%'`);
  });

  test.each([
    [
      'changed',
      `update audit_entries set bytes = convert_to(replace(convert_from(bytes, 'UTF8'), 'document.sent', 'document.void'), 'UTF8') where stream = $1 and n = 1`,
    ],
    ['cut off', 'delete from audit_entries where stream = $1 and n >= 2'],
    ['unreadable', `update audit_entries set bytes = 'nonsense' where stream = $1 and n = 0`],
  ])('reports a chain that was %s, and names the fault', async (_name, statement) => {
    const { id: victim } = await app.sent();
    await app.atRest(victim);
    await app.sql(statement, [victim]);
    const { broken } = await check();
    expect(broken).toContainEqual({ stream: victim, message: expect.stringMatching(/\.$/) });
    await app.sql('delete from audit_entries where stream = $1', [victim]);
    await app.sql('delete from audit_streams where stream = $1', [victim]);
  });
});

test('returns 403 to members without the admin role', async () => {
  expectError(await (await app.member('member')).caller.get(path), 'FORBIDDEN');
});

needsCredential(app, { method: 'GET', path });
refusesOtherMethods(app, path, ['GET']);
