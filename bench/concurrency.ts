/**
 * Measures ten signers who sign one document at the same time. Their revisions build on one another, so the signatures
 * are serialized. The last signer waits for nine signatures, and this wait determines the p99. For comparison, the same
 * ten signers also sign one after another. This shows whether waiting adds work.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { samplePdf } from '../apps/server/src/demo/sample-pdf.ts';
import { sendEnvelope, signEnvelope } from './envelope.ts';
import { Connection } from './http-client.ts';
import { atMost, median, quantile, report } from './report.ts';
import { mailDelivered, startSubject, type Subject } from './subject.ts';

const SIGNERS = 10;
const WARM = 5;

type Sent = Awaited<ReturnType<typeof sendEnvelope>>;

export async function measureConcurrency(quick: boolean): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'countersign-concurrency-'));
  const subject = await startSubject(dataDir);
  const connections = await Promise.all(Array.from({ length: SIGNERS }, () => Connection.open(subject.server.url)));
  try {
    const waiting = await sendAll(subject, connections, WARM + (quick ? 10 : 40) * 2);
    for (const sent of waiting.splice(0, WARM)) await signAtOnce(connections, sent);
    const atOnce: number[][] = [];
    const inTurn: number[][] = [];
    for (const [n, sent] of waiting.entries())
      if (n % 2 === 0) atOnce.push(await signAtOnce(connections, sent));
      else inTurn.push(await signInTurn(connections, sent));
    const times = atOnce.flat();
    report(`one of ${SIGNERS} signers at once, p50`, median(times), 'ms');
    report(`one of ${SIGNERS} signers at once, p99`, quantile(times, 0.99), 'ms', { target: atMost(200) });
    const last = median(atOnce.map((round) => Math.max(...round)));
    const together = median(inTurn.map((round) => round.reduce((sum, time) => sum + time, 0)));
    report('each of them one after the other, p50', median(inTurn.flat()), 'ms');
    report('the last of all at once : all one after the other', last / together, 'x', { target: atMost(1.1) });
  } finally {
    for (const connection of connections) connection.close();
    await subject.server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** All documents are sent and their e-mails delivered before the first signature, because only signing is measured. */
async function sendAll(
  { credentials, database }: Subject,
  connections: readonly Connection[],
  count: number,
): Promise<Sent[]> {
  const [sender] = connections;
  if (!sender) throw new Error('there is no connection');
  const people = connections.map((_, n) => `signer${n}`);
  const waiting: Sent[] = [];
  for (let i = 0; i < count; i += 1) waiting.push(await sendEnvelope(sender, credentials, samplePdf(), { people }));
  await mailDelivered(database);
  return waiting;
}

function signAtOnce(connections: readonly Connection[], { documentId, tokens }: Sent): Promise<number[]> {
  const begun = performance.now();
  return Promise.all(
    connections.map(async (connection, n) => {
      await signEnvelope(connection, documentId, tokens[n] ?? '');
      return performance.now() - begun;
    }),
  );
}

async function signInTurn(connections: readonly Connection[], { documentId, tokens }: Sent): Promise<number[]> {
  const times: number[] = [];
  for (const [n, connection] of connections.entries()) {
    const begun = performance.now();
    await signEnvelope(connection, documentId, tokens[n] ?? '');
    times.push(performance.now() - begun);
  }
  return times;
}
