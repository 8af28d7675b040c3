import { expect, test } from 'vitest';
import type { BatchResult } from './batch.ts';
import { type Replica, Replicas } from './replicas.ts';
import type { Statement } from './statement.ts';

const AUTH = { role: 'auth' } as const;
const anything: Statement<unknown> = { name: 'test-replicas-anything', text: 'select 1', values: [] };

/** A fake server. It responds to reads with its name, and to the query for its position with `state`. */
function server(name: string, state: { lsn: string; timeline?: number; isReplica?: boolean }) {
  const reads: string[] = [];
  const run: Replica['run'] = async (_, [query]) => {
    if (query?.name === 'replica-wanted-position')
      return [
        rows({ lsn: state.lsn, segment: `${(state.timeline ?? 1).toString(16).padStart(8, '0')}0000000000000001` }),
      ];
    if (query?.name === 'replica-replayed-position')
      return [rows({ lsn: state.lsn, timeline: state.timeline ?? 1, isReplica: state.isReplica ?? true })];
    reads.push(name);
    return [rows({ name })];
  };
  return { name, run, reads, state };
}

const rows = (row: object): BatchResult => ({ rows: [row] }) as unknown as BatchResult;

test('compares WAL positions as numbers, not as text', async () => {
  const replica = server('replica', { lsn: '10/0' });
  const primary = server('primary', { lsn: '9/FFFFFFFF' });
  await new Replicas(primary, [replica]).run(AUTH, [anything]);
  expect(replica.reads).toEqual(['replica']);
});

test('does not use a replica whose timeline differs from that of the primary', async () => {
  const paused: unknown[] = [];
  const replica = server('replica', { lsn: 'FF/0', timeline: 1 });
  const primary = server('primary', { lsn: '1/0', timeline: 2 });
  await new Replicas(primary, [replica], { onPause: (_, reason) => void paused.push(reason) }).run(AUTH, [anything]);
  expect([primary.reads, replica.reads]).toEqual([['primary'], []]);
  expect(paused).toEqual(['its last checkpoint is on timeline 1, not 2']);
});

test('alternates between replicas, and skips a replica that lags until its pause is over', async () => {
  let now = 0;
  const primary = server('primary', { lsn: '1/0' });
  const [one, two] = [server('one', { lsn: '1/0' }), server('two', { lsn: '0/1' })];
  const replicas = new Replicas(primary, [one, two], { now: () => now });
  for (let n = 0; n < 4; n += 1) await replicas.run(AUTH, [anything]);
  expect([one.reads.length, two.reads.length, primary.reads.length]).toEqual([4, 0, 0]);
  two.state.lsn = '1/0';
  now += 5_000;
  for (let n = 0; n < 4; n += 1) await replicas.run(AUTH, [anything]);
  expect([one.reads.length, two.reads.length, primary.reads.length]).toEqual([6, 2, 0]);
});

test('reports a paused replica once for concurrent reads', async () => {
  const paused: unknown[] = [];
  const replica = server('replica', { lsn: '1/0', isReplica: false });
  const primary = server('primary', { lsn: '1/0' });
  const replicas = new Replicas(primary, [replica], { onPause: (_, reason) => void paused.push(reason) });
  await Promise.all(Array.from({ length: 5 }, () => replicas.run(AUTH, [anything])));
  expect(primary.reads).toHaveLength(5);
  expect(paused).toEqual(['it is not a replica']);
});
