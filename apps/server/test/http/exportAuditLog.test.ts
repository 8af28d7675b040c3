import { hashEntry, parseEntry, StreamVerifier } from '@countersign/audit-log';
import { describe, expect, test } from 'vitest';
import { parseCsv } from '../../src/platform/csv/index.ts';
import { startTestApp } from '../support/app.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { needsCredential, refusesOtherMethods } from '../support/refusals.ts';

const app = await startTestApp();
const path = '/api/audit/export';
const { id } = await app.completed({ signers: [{ ...app.person(), name: '=1+1' }] });
await app.atRest(id);
const day = app.clock.now().toISOString().slice(0, 10);

describe('200', () => {
  test('returns audit entries as JSON lines with the hashed bytes, so that anyone can verify the chains', async () => {
    const { status, text, headers } = await app.owner.get(path);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/jsonl');
    expect(headers.get('content-disposition')).toContain(`audit-log-${day}.jsonl`);
    const lines = text
      .trimEnd()
      .split('\n')
      .map((one) => JSON.parse(one) as { hash: string; bytes: string });
    const verifiers = new Map<string, StreamVerifier>();
    for (const { hash, bytes } of lines) {
      const stored = Buffer.from(bytes, 'base64');
      expect(hashEntry(stored)).toBe(hash);
      const { stream } = parseEntry(stored);
      const verifier = verifiers.get(stream) ?? new StreamVerifier({ tenant: app.tenant.tenantId, stream });
      verifiers.set(stream, verifier);
      expect(verifier.take(stored)).toBe(true);
    }
    const [{ chains } = { chains: 0 }] = await app.sql<{ chains: number }>(
      'select count(*)::int as chains from audit_streams where tenant_id = $1',
      [app.tenant.tenantId],
    );
    expect(verifiers.size).toBe(chains);
  });

  test('returns audit entries as CSV, one line per entry, without spreadsheet formulas', async () => {
    const { text, headers } = await app.owner.get(`${path}?format=csv&target=${id}&action=document.signed`);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const rows = parseCsv(text, { maxRows: 10 });
    expect(rows).toHaveLength(2);
    expect(rows[0]?.values.slice(0, 6)).toEqual(['id', 'time', 'actor kind', 'actor', 'actor name', 'action']);
    expect(rows[1]?.values.slice(4, 6)).toEqual(['=1+1', 'document.signed']);
    expect(text).toContain(`,'=1+1,`);
  });

  test('returns all audit entries in order, even if they span several chunks', async () => {
    await app.sql(
      `insert into audit_entries select tenant_id, stream, 100000 + i, 'adt_zz' || lpad(i::text, 24, '0'), at, hash, bytes
       from audit_entries, generate_series(1, 1200) i where stream = $1 and n = 0`,
      [id],
    );
    const { text } = await app.owner.get(`${path}?target=${id}&action=document.created`);
    expect(text.trimEnd().split('\n')).toHaveLength(1201);
    await app.sql('delete from audit_entries where n > 100000');
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
