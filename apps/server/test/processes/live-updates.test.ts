/**
 * Tests live updates with two web processes of one installation. A listener at one process gets the events of the
 * other, in one order for both, without gaps or repetitions. It can resume at the other process, and misses nothing
 * when its process is killed.
 */
import { expect, onTestFinished, test } from 'vitest';
import type { Client } from '../../src/demo/client.ts';
import { samplePdf } from '../../src/demo/sample-pdf.ts';
import { Listener } from '../support/event-listener.ts';
import { kill, openInstallation, PATIENCE_MS, type Process, stop } from '../support/processes.ts';
import { until } from '../support/until.ts';

/** The test starts complete servers, each of which takes several seconds when every core is busy. */
const LIMIT_MS = 600_000;
const PDF = samplePdf();
const SIGNER = { name: 'Ada Lovelace', email: 'ada@contoso.example' };

const installation = await openInstallation();

/** Connects a client of live updates to this process, like EventSource. */
async function listen({ url }: Process, after?: string): Promise<Listener> {
  const abort = new AbortController();
  onTestFinished(() => abort.abort());
  const response = await fetch(`${url}/v1/api/events`, {
    headers: {
      authorization: `Bearer ${installation.bearer}`,
      accept: 'text/event-stream',
      ...(after !== undefined && { 'last-event-id': after }),
    },
    signal: abort.signal,
  });
  expect(response.status).toBe(200);
  const listener = new Listener(response, abort);
  expect((await listener.first()).event).toBe('open');
  return listener;
}

/** Creates events by creating, sending and voiding one document. */
async function makeEvents(api: Client): Promise<void> {
  const { id } = await api.upload(PDF, 'agreement.pdf');
  await api.sendForSigning(id, [SIGNER]);
  await api.json('POST', `/v1/api/documents/${id}/void`, { reason: 'A rehearsal.' });
}

/** Returns all events in the order of their transactions. */
const all = async (): Promise<string[]> =>
  (
    await installation.sql<{ id: string }>(
      'select id from outbox where document_id is not null order by xid, coalesce(sequence, 0), id',
    )
  ).map(({ id }) => id);
/** Checks that these streams together have received all events in order, without gaps or repetitions. */
async function expectAll(...listeners: Listener[]): Promise<void> {
  const told = () => listeners.flatMap(({ events }) => events.map(({ id }) => id));
  const made = await until(
    'the last event',
    async () => {
      const events = await all();
      return told().length >= events.length && events;
    },
    PATIENCE_MS,
  );
  expect(told()).toEqual(made);
}

test(
  'sends updates in the same order in both processes, resumes in the other process, and loses no updates after kill -9',
  async () => {
    const first = await installation.web();
    await installation.setUp(first);
    const second = await installation.web();
    const [atFirst, atSecond] = [await listen(first), await listen(second)];

    // Both processes handle several documents at once, and the listeners of both get the same events.
    await Promise.all([first, second, first, second].map(({ api }) => makeEvents(api)));
    await expectAll(atFirst);
    await expectAll(atSecond);

    // The listener leaves the first process, misses its events, and resumes at the second one.
    atFirst.close();
    await makeEvents(first.api);
    const resumed = await listen(second, atFirst.lastId);
    await makeEvents(first.api);
    await expectAll(atFirst, resumed);
    resumed.close();

    // The listener's process is killed while events are created through both processes.
    const doomed = await listen(first, resumed.lastId);
    const through = [makeEvents(second.api), makeEvents(first.api).catch(() => 'unanswered'), makeEvents(second.api)];
    await doomed.count(1);
    await kill(first);
    await Promise.all(through);
    await doomed.over();
    const back = await listen(second, doomed.lastId);
    await makeEvents(second.api);
    await expectAll(atFirst, resumed, doomed, back);
    // A listener whose connection was never interrupted also got all events.
    await expectAll(atSecond);
    for (const listener of [back, atSecond]) listener.close();
    await stop(second);
  },
  LIMIT_MS,
);
