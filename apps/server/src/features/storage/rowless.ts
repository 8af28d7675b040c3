/** Finds stored files that no row refers to. */
import type { Database } from '../../platform/db/database.ts';
import { selectKnownTenants, selectNamedFiles } from './store.ts';

const JOBS = { role: 'jobs' } as const;

/** `known` is false if the tenant does not exist in this database. */
export async function findRowless(
  database: Database,
  keys: readonly string[],
): Promise<{ key: string; known: boolean }[]> {
  const byTenant = Map.groupBy(keys, (key) => key.split('/')[0] ?? '');
  const known = new Set(
    (await database.query(JOBS, selectKnownTenants([...byTenant.keys()]))).map(({ tenant_id: tenantId }) => tenantId),
  );
  const rowless: { key: string; known: boolean }[] = [];
  for (const [tenantId, own] of byTenant) {
    const nameOf = (key: string): string => key.split('/')[1] ?? '';
    const rows = known.has(tenantId) ? await database.query(JOBS, selectNamedFiles(tenantId, own.map(nameOf))) : [];
    const named = new Set(rows.map(({ name }) => name));
    for (const key of own) if (!named.has(nameOf(key))) rowless.push({ key, known: known.has(tenantId) });
  }
  return rowless;
}
