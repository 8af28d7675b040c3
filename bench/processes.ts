/**
 * Compares several processes on two cores with one process and its database on one core. It measures envelopes per
 * second with the same load generator, which may use both cores in either case. The two cases alternate, so that noise
 * affects both equally.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { samplePdf } from '../apps/server/src/demo/sample-pdf.ts';
import { runEnvelope } from './envelope.ts';
import { Connection } from './http-client.ts';
import { treeOf } from './memory.ts';
import { atLeast, median, report } from './report.ts';
import { startSubject, type Subject } from './subject.ts';

const AT_ONCE = 8;
/**
 * The number of warm-up envelopes. Each process compiles its code during its first envelopes, which must not affect the
 * comparison.
 */
const WARM = 200;
const PDF = samplePdf();

export async function measureProcesses(quick: boolean): Promise<void> {
  const seconds = quick ? 5 : 15;
  if (availableParallelism() < 2) {
    console.log('processes: this machine has one core, so there is nothing to compare');
    return;
  }
  const one = await startOn('0', '1');
  const several = await startOn('0,1', '2');
  try {
    for (const { subject } of [one, several]) await envelopes(subject, { count: WARM });
    const rates: Record<'one' | 'several', number[]> = { one: [], several: [] };
    for (let round = 0; round < (quick ? 2 : 4); round += 1) {
      rates.one.push(await envelopes(one.subject, { seconds }));
      rates.several.push(await envelopes(several.subject, { seconds }));
    }
    const [alone, together] = [median(rates.one), median(rates.several)];
    report('envelopes a second, one process and its database on one core', alone, '/s');
    report('envelopes a second, two web processes and a worker on two cores', together, '/s');
    report('two web processes and a worker : one process on one core', together / alone, 'x', { target: atLeast(1.6) });
  } finally {
    for (const { stop } of [one, several]) await stop();
  }
}

/** Pins the server, its threads and its database to cores. Later threads and processes are pinned to the same cores. */
async function startOn(cores: string, processes: string): Promise<{ subject: Subject; stop: () => Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'countersign-processes-'));
  const subject = await startSubject(dataDir, { PROCESSES: processes, LOAD_SHEDDING: 'off' });
  for (const pid of await treeOf(subject.server.child.pid ?? 0))
    await promisify(execFile)('taskset', ['--all-tasks', '--cpu-list', '--pid', cores, String(pid)]);
  return {
    subject,
    stop: async () => {
      await subject.server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Runs concurrent callers for a given time or number of envelopes. Returns the number of envelopes per second. */
async function envelopes(
  { server, credentials }: Subject,
  { seconds = Number.POSITIVE_INFINITY, count = Number.POSITIVE_INFINITY }: { seconds?: number; count?: number },
): Promise<number> {
  const connections = await Promise.all(Array.from({ length: AT_ONCE }, () => Connection.open(server.url)));
  const begun = performance.now();
  let done = 0;
  await Promise.all(
    connections.map(async (connection, caller) => {
      while (performance.now() - begun < seconds * 1000 && done < count) {
        await runEnvelope(connection, credentials, PDF, `p${caller}-${done}-${Math.random().toString(36).slice(2)}`);
        done += 1;
      }
    }),
  );
  for (const connection of connections) connection.close();
  return done / ((performance.now() - begun) / 1000);
}
