import {
  answerTimestampRequest,
  createTimestampToken,
  der,
  digestOf,
  rejection,
  verifyTimestampToken,
} from '@countersign/pki';
import type { TimestampUnit } from '@countersign/pki';
import { beforeAll, expect, test } from 'vitest';

import { makeAuthority } from '../../pades/test/kit.ts';
import { startAuthority } from '../test/authority-server.ts';
import type { Respond } from '../test/authority-server.ts';
import { requestTimestamp } from './timestamp-client.ts';
import type { Timestamp } from './timestamp-client.ts';

const NOW = new Date('2026-11-20T10:00:00Z');
const DATA = Buffer.from('a signature value');

let unit: TimestampUnit;

beforeAll(async () => {
  const { tsa, ca } = await makeAuthority();
  unit = { key: tsa.key, certificate: tsa.certificate, chain: [ca.certificate], policy: '1.3.6.1.4.1.99999.1.2' };
});

async function ask(respond: Respond, timeoutMs = 10_000): Promise<Timestamp> {
  const authority = await startAuthority(respond);
  try {
    return await requestTimestamp(authority.url, DATA, timeoutMs);
  } finally {
    await authority.close();
  }
}

/** Returns a granted response whose token does not match the request. */
async function otherToken(more: { imprint?: Buffer; nonce?: Buffer }): Promise<Buffer> {
  const imprint = more.imprint ?? digestOf('sha256', DATA);
  const token = await createTimestampToken({ ...unit, digestAlgorithm: 'sha256', now: NOW, ...more, imprint });
  return der.sequence(der.sequence(der.integer(0)), token);
}

test('returns the time-stamp token over the requested data if the response is valid', async () => {
  const { token, time, authority } = await ask(async (request) => {
    return (await answerTimestampRequest(request, { ...unit, now: NOW })).response;
  });
  expect(verifyTimestampToken({ token, data: DATA }).valid).toBe(true);
  expect({ time, authority }).toEqual({ time: NOW, authority: 'Test Time' });
});

test.each<readonly [string, Respond, RegExp]>([
  ['for other data', () => otherToken({ imprint: digestOf('sha256', Buffer.from('other')) }), /imprint_mismatch/],
  ['to another request', () => otherToken({ nonce: Buffer.from([1, 2, 3]) }), /nonce_mismatch/],
  ['without the nonce', () => otherToken({}), /nonce_mismatch/],
  [
    'that reports a refusal',
    () => Promise.resolve(rejection('systemFailure').response),
    /it rejected the request \(status 2\)/,
  ],
  ['that cannot be parsed', () => Promise.resolve(Buffer.from('<html>')), /did not provide a time-stamp/],
  ['that never ends', () => Promise.resolve(Buffer.alloc(1_000_000)), /too long/],
  ['with an HTTP error', () => Promise.resolve(503), /status 503/],
])('rejects a time-stamp response %s', async (_name, respond, message) => {
  await expect(ask(respond)).rejects.toMatchObject({ exitCode: 1, message: expect.stringMatching(message) });
});

test('fails after the timeout if no response arrives, and immediately if the port is closed', async () => {
  const silence = ask(() => Promise.resolve('silence'), 100);
  await expect(silence).rejects.toMatchObject({ message: expect.stringMatching(/did not respond within 0.1 seconds/) });
  const closed = await startAuthority(() => Promise.resolve(200));
  await closed.close();
  await expect(requestTimestamp(closed.url, DATA)).rejects.toMatchObject({
    exitCode: 1,
    message: expect.stringMatching(/cannot be reached/),
  });
});
