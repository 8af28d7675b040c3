import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import { digestOf } from './algorithms.ts';
import { requestTimestamp, type RequestedTimestamp, type TimestampRequestOptions } from './timestamp-client.ts';
import { answerTimestampRequest, type TimestampUnit } from './timestamp.ts';
import { minutesAfter, TSA_POLICY, testPki, type TestPki } from './test-kit.ts';

const NOW = new Date('2026-11-20T10:00:00Z');
const IMPRINT = digestOf('sha256', Buffer.from('a signature value'));
const REPLY = 'application/timestamp-reply';

let pki: TestPki;
let stranger: TestPki;
let unit: TimestampUnit;
beforeAll(async () => {
  [pki, stranger] = await Promise.all([testPki(NOW), testPki(NOW)]);
  unit = { key: pki.tsa.key, certificate: pki.tsa.certificate, chain: [pki.ca.certificate], policy: TSA_POLICY };
});

type Answer = { status?: number; headers?: Record<string, string>; body?: Buffer };
type Respond = (query: Buffer, request: IncomingMessage) => Promise<Answer>;
const grant: Respond = async (query) => ({
  headers: { 'Content-Type': REPLY },
  body: (await answerTimestampRequest(query, { ...unit, now: NOW })).response,
});

/** Sends a request to an authority that returns a configured response. */
async function ask(
  respond: Respond,
  more: Partial<Omit<TimestampRequestOptions, 'url'>> = {},
  credentials = '',
): Promise<RequestedTimestamp> {
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      void respond(Buffer.concat(parts), request).then(({ status = 200, headers = {}, body }) =>
        response.writeHead(status, headers).end(body),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  try {
    const url = new URL(`http://${credentials}127.0.0.1:${port}/tsr#1.2.3`);
    return await requestTimestamp({ url, imprint: IMPRINT, timeoutMs: 5000, ...more });
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

const refused = (message: RegExp) =>
  expect.objectContaining({ code: 'no_timestamp', message: expect.stringMatching(message) });
const trusting = (...anchors: TestPki[]) => ({
  trust: { anchors: anchors.map(({ root }) => root.certificate), certificates: [] },
});
const clockAt = (now: Date) => ({ clock: { now: () => now, toleranceMs: 300_000 } });

describe('time-stamp request', () => {
  it('returns the time-stamp token, its time and the path to a trust anchor', async () => {
    const { token, time, signer, path } = await ask(grant, {
      ...trusting(stranger, pki),
      ...clockAt(NOW),
      policy: TSA_POLICY,
    });
    expect(time).toEqual(NOW);
    expect(token.length).toBeGreaterThan(1000);
    expect(path.map(({ subject }) => subject.commonName)).toEqual([
      signer.subject.commonName,
      'Test Issuing CA',
      'Test Root',
    ]);
  });

  it('sends the user name and password from the URL as credentials, and omits them from the request URL', async () => {
    const seen: (string | undefined)[] = [];
    await ask(
      (query, request) => {
        seen.push(request.headers.authorization, request.url, request.headers['content-type']);
        return grant(query, request);
      },
      {},
      'ann:p%40ss@',
    );
    expect(seen).toEqual([
      `Basic ${Buffer.from('ann:p@ss').toString('base64')}`,
      '/tsr',
      'application/timestamp-query',
    ]);
  });
});

it('repeats the time-stamp request if the connection is interrupted, because the authority can close an idle connection', async () => {
  let tries = 0;
  const cutOff: Respond = (query, request) => {
    tries += 1;
    if (tries > 1) return grant(query, request);
    request.socket.destroy();
    return new Promise(() => undefined);
  };
  await expect(ask(cutOff)).resolves.toMatchObject({ time: NOW });
  expect(tries).toBe(2);
});

it.each([307, 308])('follows a %d redirect and keeps the body', async (status) => {
  const moved: Respond = (query, request) =>
    request.url === '/moved' ? grant(query, request) : Promise.resolve({ status, headers: { Location: '/moved' } });
  await expect(ask(moved)).resolves.toMatchObject({ time: NOW });
});

it('sends a password only to the server for which it is configured', async () => {
  const seen: (string | undefined)[] = [];
  const other = createServer((request, response) => {
    seen.push(request.headers.authorization);
    response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const location = `http://127.0.0.1:${(other.address() as AddressInfo).port}/`;
  await expect(ask(async () => ({ status: 307, headers: { Location: location } }), {}, 'ann:secret@')).rejects.toEqual(
    refused(/status 404/),
  );
  other.close();
  expect(seen).toEqual([undefined]);
});

it('accepts a response with the content type application/octet-stream, which some authorities send', async () => {
  const answer: Respond = async (...args) => ({
    ...(await grant(...args)),
    headers: { 'Content-Type': 'application/octet-stream' },
  });
  await expect(ask(answer)).resolves.toMatchObject({ time: NOW });
});

describe('rejected time-stamp responses', () => {
  it.each([301, 302, 303])('rejects a redirect that may change the method: %d', async (status) => {
    const answer = ask(async () => ({ status, headers: { Location: 'http://127.0.0.1:1/' } }));
    await expect(answer).rejects.toEqual(refused(new RegExp(`status ${status}`)));
  });

  it.each([
    ['to itself in a loop', '/again', /too often/],
    ['to another scheme', 'ftp://127.0.0.1/', /invalid address/],
    ['without a destination', undefined, /invalid address/],
  ])('rejects a redirect %s', async (_name, location, message) => {
    const headers: Record<string, string> = location === undefined ? {} : { Location: location };
    await expect(ask(async () => ({ status: 307, headers }))).rejects.toEqual(refused(message));
  });

  it.each([
    ['the content type text/html', { 'Content-Type': 'text/html' }],
    ['no content type', {}],
  ])('rejects a response with %s', async (_name, headers: Record<string, string>) => {
    await expect(ask(async (...args) => ({ ...(await grant(...args)), headers }))).rejects.toEqual(
      refused(/content type/),
    );
  });

  it('rejects a time-stamp with a policy other than the requested policy', async () => {
    await expect(ask(grant, { policy: '1.2.3.5' })).rejects.toEqual(refused(/rejected the request/));
    // A time-stamping authority that ignores the requested policy and always uses its own.
    const deaf: Respond = async (query) => {
      const heard = Buffer.from(query.toString('hex').replace('06032a0305', '06032a0304'), 'hex');
      const { response } = await answerTimestampRequest(heard, { ...unit, policy: '1.2.3.4', now: NOW });
      return { headers: { 'Content-Type': REPLY }, body: response };
    };
    await expect(ask(deaf, { policy: '1.2.3.5' })).rejects.toEqual(refused(/policy_mismatch/));
    await expect(ask(deaf, { policy: '1.2.3.4' })).resolves.toMatchObject({ time: NOW });
  });

  it('rejects an authority under another root and an authority with an expired certificate', async () => {
    await expect(ask(grant, trusting(stranger))).rejects.toEqual(refused(/does not end at a trust anchor/));
    const late = minutesAfter(NOW, 11 * 365 * 24 * 60);
    const stampLate: Respond = async (query) => ({
      headers: { 'Content-Type': REPLY },
      body: (await answerTimestampRequest(query, { ...unit, now: late })).response,
    });
    await expect(ask(stampLate, { ...trusting(pki), ...clockAt(late) })).rejects.toEqual(refused(/expired/));
  });

  it.each([
    [6, /behind/],
    [-6, /ahead of/],
  ])('rejects a time-stamp if the clocks differ by %d minutes', async (minutes, message) => {
    await expect(ask(grant, clockAt(minutesAfter(NOW, minutes)))).rejects.toEqual(refused(message));
  });

  it('rejects a token that is too large, and states its size', async () => {
    await expect(ask(grant, { maxTokenBytes: 500 })).rejects.toEqual(
      refused(/\d{4} bytes, but there is only space for 500/),
    );
  });
});

it('rejects any digest other than SHA-256', async () => {
  await expect(ask(grant, { imprint: Buffer.alloc(20) })).rejects.toMatchObject({ code: 'invalid_argument' });
});
