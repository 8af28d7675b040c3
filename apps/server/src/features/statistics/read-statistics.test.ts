/** No request for figures reads documents. */
import { expect, test } from 'vitest';
import { startTestApp } from '../../../test/support/app.ts';
import { definedStatements } from '../../platform/db/statement.ts';

const app = await startTestApp();

test('no statement of a request reads the documents', async () => {
  // All of it on the one connection that `sql` has.
  await app.sql('set plan_cache_mode = force_generic_plan');
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
    expect(plan, name).not.toMatch(/Seq Scan on (outbox|statistics_periods|statistics_states)\b/);
    await app.sql('deallocate read_it');
  }
});
