/** Measures the database rows of a one-page envelope with one signer: stored values, without indexes. */
import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';

const app = await startTestApp({ publicUrl: 'https://sign.example.org' });

/** The maximum number of bytes per table, for all rows together. */
const BUDGET = { revisions: 18_500, mails: 16_900, audit_entries: 6500, outbox: 3800, completion_certificates: 0 };
const ALL = 51_500;
const CERTIFICATE = 36_000;

async function kept(): Promise<Map<string, number>> {
  const tables = await app.sql<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'public' and c.relkind = 'r'`,
  );
  const sizes = new Map<string, number>();
  for (const { name } of tables) {
    const [row] = await app.sql<{ bytes: number }>(
      `select coalesce(sum(pg_column_size(t.*)), 0)::int as bytes from "${name}" t`,
    );
    sizes.set(name, row?.bytes ?? 0);
  }
  return sizes;
}

test('keeps an envelope and its certificate of completion within the storage limit', async () => {
  // The first envelope creates the organization's keys, seal and counters.
  const first = await app.completed();
  await app.atRest(first.id);
  const before = await kept();
  const { id } = await app.completed();
  await app.atRest(id);
  const after = await kept();
  const grown = new Map([...after].map(([name, bytes]) => [name, bytes - (before.get(name) ?? 0)]));
  for (const [name, most] of Object.entries(BUDGET)) expect(grown.get(name), name).toBeLessThanOrEqual(most);
  const all = [...grown.values()].reduce((total, bytes) => total + bytes, 0);
  expect(all, JSON.stringify([...grown].filter(([, bytes]) => bytes !== 0))).toBeLessThanOrEqual(ALL);

  await app.key.get(`/api/documents/${id}/download?type=audit`);
  const certified = (await kept()).get('completion_certificates');
  expect(certified).toBeGreaterThan(10_000);
  expect(certified).toBeLessThanOrEqual(CERTIFICATE);
});
