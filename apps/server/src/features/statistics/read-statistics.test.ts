/** Checks that no statistics request reads documents. */
import { expect, test } from 'vitest';
import { startTestApp } from '../../../test/support/app.ts';
import { fillStatistics } from '../../../test/support/statistics-fill.ts';
import { newId } from '../../platform/crypto/ids.ts';
import { definedStatements } from '../../platform/db/statement.ts';

const app = await startTestApp();

test('reads statistics from the stored periods of the requested range, without reading documents', async () => {
  // Fills the tables over the same connection as `app.sql`, because the settings below apply only to that connection.
  await fillStatistics((text, values) => app.sql(text, values), {
    tenantId: app.tenant.tenantId,
    documents: 5000,
    everySeconds: 3600,
    until: app.clock.now(),
    owners: [app.tenant.userId],
    templates: [newId('template')],
  });
  await app.sql('analyze statistics_periods');
  await app.sql('set plan_cache_mode = force_generic_plan');
  await app.sql('set enable_seqscan = off');
  // Under row-level security, PostgreSQL does not use an index for a condition whose function might leak its arguments,
  // such as a cast.
  await app.sql('set role countersign_app');
  const READ = ['standing', 'states', 'series', 'members', 'templates', 'api', 'webhooks', 'room', 'time-zone'];
  for (const name of READ) {
    const text = definedStatements().get(`statistics-${name}`);
    if (text === undefined) throw new Error(`there is no statement statistics-${name}`);
    await app.sql(`prepare read_it as ${text}`);
    const parameters = Math.max(...[...text.matchAll(/\$(\d+)/g)].map(([, n]) => Number(n)));
    const rows = await app.sql<{ 'QUERY PLAN': string }>(
      `explain execute read_it (${Array.from({ length: parameters }, () => 'null').join(', ')})`,
    );
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan, name).not.toMatch(/ on (documents|signers|revisions|audit_entries|statistics_documents)\b/);
    expect(plan, name).not.toMatch(/Seq Scan on (outbox|statistics_periods)\b/);
    if (plan.includes('statistics_periods')) expect(plan, name).toMatch(/Index Cond: .*\bgrain = .*\bat >= /);
    await app.sql('deallocate read_it');
  }
  await app.sql('reset role');
});
