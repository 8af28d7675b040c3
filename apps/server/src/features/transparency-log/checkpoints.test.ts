import { openCheckpoint, parseVerifierKey } from '@countersign/audit-log/tlog';
import { expect, test } from 'vitest';
import { startTestApp } from '../../../test/support/app.ts';
import { until } from '../../../test/support/until.ts';
import { verifierKeys } from './log-keys.ts';

const app = await startTestApp();
const { transparencyLog, timers, recorder } = app.services;
const { tenantId } = app.tenant;

const keys = async () => verifierKeys(await transparencyLog.keys.signer(), tenantId).map(parseVerifierKey);
const checkpoints = () =>
  app.sql<{ size: string; note: string; root: Buffer }>(
    'select size, note, root from log_checkpoints where tenant_id = $1 order by size',
    [tenantId],
  );

test('signs the committed entries when a document is completed, and time-stamps the checkpoint', async () => {
  const { id } = await app.completed();
  const [entry] = await app.sql<{ n: number }>(
    `select n from audit_entries where tenant_id = $1 and stream = $2 and strpos(convert_from(bytes, 'UTF8'), '"document.completed"') > 0`,
    [tenantId, id],
  );
  const covered = await until('a checkpoint with the completion', async () => {
    const [row] = await app.sql<{ note: string; size: string }>(
      `select c.note, c.size from log_checkpoints c join log_runs r on r.tenant_id = c.tenant_id
       where r.tenant_id = $1 and r.stream = $2 and r.first_n <= $3 and r.first_n + octet_length(r.hashes) / 32 > $3
         and c.size > r.first_index + $3 - r.first_n order by c.size limit 1`,
      [tenantId, id, entry?.n],
    );
    return row;
  });
  const opened = await openCheckpoint(covered.note, { logs: await keys() });
  expect(opened.size).toBe(Number(covered.size));
  expect(opened.origin).toMatch(new RegExp(`^[0-9a-f]{32}/${tenantId}$`));
  await until('the time-stamp', async () => (await app.sql('select 1 from log_timestamps')).length > 0);
});

test('covers several commits in quick succession with at most two checkpoints', async () => {
  const { id } = await app.sent();
  for (let n = 0; n < 5; n += 1) transparencyLog.wake(tenantId, 'now');
  // The first commit starts a checkpoint immediately. The other commits share the next checkpoint.
  expect((await transparencyLog.settled(tenantId)).length).toBeLessThanOrEqual(2);
  // Waits for the entry about the invitation, which would otherwise make the log grow during the next test.
  await app.atRest(id);
});

test('does not sign a new checkpoint until the log grows', async () => {
  const first = await transparencyLog.cover(tenantId);
  const again = await transparencyLog.cover(tenantId);
  // An entry about an e-mail may still have joined the first batch. The first checkpoint covers that entry too.
  expect({ size: again?.size, note: again?.note }).toEqual({ size: first?.size, note: first?.note });
  await app.sent();
  await transparencyLog.sequencer.sequence(tenantId, { takeOver: true });
  await timers.run('signing checkpoints of the audit log');
  expect(Number((await checkpoints()).at(-1)?.size)).toBeGreaterThan(first?.size ?? 0);
});

test('signs with the new key after a key rotation, and verifies checkpoints with both keys', async () => {
  const before = await transparencyLog.cover(tenantId);
  await transparencyLog.keys.rotate({ recorder, operator: app.tenant });
  const after = await transparencyLog.cover(tenantId);
  const [first, second] = await keys();
  if (!first || !second) throw new Error('The log has fewer than two keys.');
  await expect(openCheckpoint(before?.note ?? '', { logs: [first] })).resolves.toBeDefined();
  await expect(openCheckpoint(after?.note ?? '', { logs: [second] })).resolves.toBeDefined();
  await expect(openCheckpoint(after?.note ?? '', { logs: [first] })).rejects.toMatchObject({ code: 'unknown_signer' });
  const { entries } = (await app.owner.get<'listAuditLog'>('/api/audit?action=audit')).body;
  expect(entries[0]?.summary).toBe('New key for checkpoints of the audit log created: generation 2');
});

test('requests at most one time-stamp per second, and at least one per day', async () => {
  await transparencyLog.stamps.stamp(tenantId);
  await app.sent();
  await transparencyLog.cover(tenantId);
  expect(await transparencyLog.stamps.stamp(tenantId)).toBe(false);
  app.clock.advance({ seconds: 1 });
  expect(await transparencyLog.stamps.stamp(tenantId)).toBe(true);
  expect(await transparencyLog.stamps.stamp(tenantId)).toBe(false);
  app.clock.advance({ hours: 25 });
  await app.sent();
  await transparencyLog.cover(tenantId);
  const before = (await app.sql('select 1 from log_timestamps')).length;
  await timers.run('time-stamping the audit log daily');
  expect((await app.sql('select 1 from log_timestamps')).length).toBeGreaterThan(before);
});
