/**
 * The load for `npm run bench -- overload`, in a separate process so that its own cost is not measured. It reads its
 * task as JSON from the first argument and prints the result as a line of JSON. Everything is limited: time,
 * connections, and the wait for a response.
 */
import * as api from '@countersign/client/operations';
import { samplePdf } from '../apps/server/src/demo/sample-pdf.ts';
import { SigningLinks } from '../apps/server/src/platform/signing-links.ts';
import { apiPath } from './api-path.ts';
import { type Answer, Connection, multipart, Refused } from './http-client.ts';

export type Load = {
  url: string;
  what: 'status' | 'envelope';
  /**
   * The number of requests or envelopes started per second, regardless of whether earlier ones have ended. If absent, a
   * new one is started whenever a connection is free.
   */
  rate?: number;
  connections: number;
  seconds: number;
  key: string;
  linkKey: string;
  tenantId: string;
  documentId: string;
  /** The prefix of the recipients' addresses, which is different for each run. */
  label: string;
};
export type LoadResult = {
  /** The number of requests or envelopes completed per second. */
  done: number;
  /**
   * The numbers of requests that were refused with 503 (first or later requests of an envelope), that failed, that
   * timed out, and that were never sent because no connection was free.
   */
  refusedFirst: number;
  refusedLater: number;
  failed: number;
  timedOut: number;
  unsent: number;
  /** The times of accepted requests in milliseconds, by kind. */
  times: Record<string, number[]>;
  /** The start times, in milliseconds, of the requests that were completed. */
  doneAt: number[];
  shortestRetryAfter: number | null;
  /** The CPU time that this process uses per second. */
  cpu: number;
};

const ANSWER_MS = 5_000;
const PDF = samplePdf();

class TimedOut extends Error {}

async function main(load: Load): Promise<LoadResult> {
  const links = new SigningLinks(Buffer.from(load.linkKey, 'base64'));
  const authorization = { authorization: `Bearer ${load.key}` };
  const result: LoadResult = {
    done: 0,
    refusedFirst: 0,
    refusedLater: 0,
    failed: 0,
    timedOut: 0,
    unsent: 0,
    times: {},
    doneAt: [],
    shortestRetryAfter: null,
    cpu: 0,
  };
  const idle = await Promise.all(Array.from({ length: load.connections }, () => Connection.open(load.url)));
  let number = 0;

  async function request(
    connection: Connection,
    name: string,
    method: string,
    path: string,
    headers: Record<string, string>,
    body?: Buffer,
  ): Promise<Answer> {
    const before = performance.now();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new TimedOut()), ANSWER_MS);
    });
    const answer = await Promise.race([connection.request(method, path, headers, body), late]).finally(() =>
      clearTimeout(timer),
    );
    if (answer.status === 503) throw new Refused();
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.body.toString()}`);
    (result.times[name] ??= []).push(performance.now() - before);
    return answer;
  }
  const json = async <T>(
    connection: Connection,
    name: string,
    path: string,
    headers: Record<string, string>,
    body: object,
  ): Promise<T> => {
    const sent = { 'content-type': 'application/json', ...headers };
    const answer = await request(connection, name, 'POST', path, sent, Buffer.from(JSON.stringify(body)));
    return JSON.parse(answer.body.toString()) as T;
  };

  async function envelope(connection: Connection, passed: () => void): Promise<void> {
    number += 1;
    const name = `${load.label}${number}`;
    const { contentType, body } = multipart(PDF, `${name}.pdf`);
    const uploaded = await request(
      connection,
      'upload',
      'POST',
      apiPath(api.uploadDocument, {}),
      { ...authorization, 'content-type': contentType },
      body,
    );
    passed();
    const { document } = JSON.parse(uploaded.body.toString()) as { document: { id: string } };
    const params = { id: document.id };
    const signers = [{ email: `${name}@bench.example`, name: 'Ada Lovelace' }];
    const sent = await json<{ signers: { id: string }[] }>(
      connection,
      'send',
      apiPath(api.sendForSigning, { params }),
      authorization,
      {
        signers,
      },
    );
    const signer = { tenantId: load.tenantId, signerId: sent.signers[0]?.id ?? '', generation: 1 };
    const token = links.url('', signer).slice('/sign#'.length);
    await json(
      connection,
      'sign',
      apiPath(api.signDocument, { params }),
      {},
      { token, consent: true, signature: { type: 'typed', data: 'Ada' } },
    );
    const answer = await request(
      connection,
      'download',
      'GET',
      apiPath(api.downloadDocument, { params }),
      authorization,
    );
    const { downloadUrl } = JSON.parse(answer.body.toString()) as { downloadUrl: string };
    await request(connection, 'file', 'GET', new URL(downloadUrl).pathname, {});
  }
  const status = async (connection: Connection): Promise<void> =>
    void (await request(
      connection,
      'status',
      'GET',
      apiPath(api.getDocumentStatus, { params: { id: load.documentId } }),
      authorization,
    ));

  const begun = performance.now();
  const isOver = () => performance.now() - begun >= load.seconds * 1000;
  async function one(connection: Connection): Promise<Connection> {
    const at = performance.now() - begun;
    let isBeyondFirst = false;
    try {
      if (load.what === 'status') await status(connection);
      else await envelope(connection, () => (isBeyondFirst = true));
      result.doneAt.push(at);
    } catch (error) {
      if (error instanceof Refused) result[isBeyondFirst ? 'refusedLater' : 'refusedFirst'] += 1;
      else {
        if (error instanceof TimedOut) result.timedOut += 1;
        else result.failed += 1;
        if (result.failed === 1) console.error(error);
        // The connection is closed, so that a late response is not mistaken for the response to the next request.
        connection.close();
        return Connection.open(load.url);
      }
    }
    return connection;
  }

  const cpuBefore = process.cpuUsage();
  if (load.rate === undefined)
    await Promise.all(
      idle.map(async (first) => {
        let connection = first;
        while (!isOver()) connection = await one(connection);
      }),
    );
  else await open(load.rate);
  const elapsed = (performance.now() - begun) / 1000;
  const { user, system } = process.cpuUsage(cpuBefore);
  return {
    ...result,
    // Work that started before the end of the run is counted even if it finished later.
    done: result.doneAt.length / load.seconds,
    cpu: (user + system) / 1e6 / elapsed,
  };

  async function useOnce(connection: Connection): Promise<void> {
    idle.push(await one(connection));
  }
  async function open(rate: number): Promise<void> {
    const underWay = new Set<Promise<void>>();
    let started = 0;
    while (!isOver()) {
      const due = Math.floor(((performance.now() - begun) / 1000) * rate);
      for (; started < due; started += 1) {
        const connection = idle.pop();
        if (connection === undefined) {
          result.unsent += 1;
          continue;
        }
        const work = useOnce(connection);
        underWay.add(work);
        void work.finally(() => underWay.delete(work));
      }
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    await Promise.all(underWay);
  }
}

const result = await main(JSON.parse(process.argv[2] ?? '{}') as Load);
process.stdout.write(`${JSON.stringify(result)}\n`, () => process.exit(0));
