/** At every step, kills a process that sequences a log. The next process continues, and no entry occurs twice. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { rootOf } from '@countersign/audit-log/tlog';
import { expect, test } from 'vitest';
import { LogState } from '../../src/features/transparency-log/log-state.ts';
import { FAILPOINTS } from '../../src/platform/failpoints.ts';
import { startTestApp } from '../support/app.ts';
import { pdfUpload } from '../support/multipart.ts';
import { makePdf } from '../support/pdf.ts';
import { isOfLog } from './crash-steps.ts';

const app = await startTestApp();
await app.services.transparencyLog.sequencer.stop();

/** Returns the signal that killed the process, or null. */
async function sequence(point?: string): Promise<string | null> {
  const script = path.join(import.meta.dirname, '../../src/features/transparency-log/sequence.fixture.ts');
  if (app.config.database.kind !== 'external') throw new Error('The test needs an external database.');
  const args = [script, app.config.database.url.reveal(), app.tenant.tenantId, ...(point === undefined ? [] : [point])];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const [, signal] = (await once(child, 'exit')) as [number | null, string | null];
  return signal;
}

test('continues the same transparency log after a crash at any step', async () => {
  for (const point of FAILPOINTS.filter(isOfLog)) {
    await app.key.upload(pdfUpload(makePdf()));
    expect(await sequence(point), point).toBe('SIGKILL');
  }
  expect(await sequence()).toBeNull();
  const entries = await app.sql<{ hash: string }>(
    `select e.hash from log_runs r cross join lateral generate_series(0, octet_length(r.hashes) / 32 - 1) offset_in_run
       join audit_entries e on e.tenant_id = $1 and e.hash = encode(substring(r.hashes from offset_in_run * 32 + 1 for 32), 'hex')
     where r.tenant_id = $1 order by r.first_index, offset_in_run`,
    [app.tenant.tenantId],
  );
  const [{ count } = { count: -1 }] = await app.sql<{ count: number }>(
    'select count(*)::int from audit_entries where tenant_id = $1',
    [app.tenant.tenantId],
  );
  expect(new Set(entries.map(({ hash }) => hash)).size).toBe(count);
  expect(entries).toHaveLength(count);
  const [log] = await app.sql<{ frontier: Buffer }>('select frontier from transparency_logs where tenant_id = $1', [
    app.tenant.tenantId,
  ]);
  const root = rootOf(entries.map(({ hash }) => Buffer.from(hash, 'hex')));
  expect(Buffer.from(new LogState(log?.frontier).root())).toEqual(Buffer.from(root));
});
