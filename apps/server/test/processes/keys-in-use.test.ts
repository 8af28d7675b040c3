/**
 * Two processes of one installation: an Idempotency-Key is in use for as long as the process of its request lives, and free when that
 * has died; an API key that one of them revokes is refused by the other (ADR 53).
 */
import { randomUUID } from 'node:crypto';
import http from 'node:http';
import type { AnswerOf, operations } from '@countersign/contract';
import { expect, test } from 'vitest';
import type { Client } from '../../src/demo/client.ts';
import { BOUNDARY, pdfUpload } from '../support/multipart.ts';
import { makePdf } from '../support/pdf.ts';
import { kill, openInstallation, PATIENCE_MS, type Process } from '../support/processes.ts';
import { until } from '../support/until.ts';

type Output<K extends keyof typeof operations> = AnswerOf<(typeof operations)[K]>;

const installation = await openInstallation();
const body = pdfUpload(makePdf({ pages: 1 }));

function send(to: Process, key: string): http.ClientRequest {
  return http.request(`${to.url}/api/documents/upload`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${installation.bearer}`,
      'idempotency-key': key,
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      'content-length': body.length,
    },
  });
}

function upload(to: Process, key: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = send(to, key);
    request.on('response', (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
    });
    request.on('error', reject);
    request.end(body);
  });
}

async function refusesWhatIsRevoked(owner: Client, first: Process, second: Process): Promise<void> {
  const made = await owner.json<Output<'createApiKey'>>('POST', '/api/settings/api-keys', { name: 'short-lived' });
  const headers = { authorization: `Bearer ${made.apiKey.key}` };
  // A machine with much to do may put it off (503), which says nothing about the key.
  const ask = ({ url }: Process) =>
    until(
      'an answer',
      async () => {
        const response = await fetch(`${url}/api/documents/paginated`, { headers });
        await response.arrayBuffer();
        return response.status !== 503 && response.status;
      },
      PATIENCE_MS,
    );
  expect([await ask(first), await ask(second)]).toEqual([200, 200]);
  await owner.json('DELETE', `/api/settings/api-keys?id=${made.apiKey.id}`);
  const revoked = performance.now();
  expect(await ask(first)).toBe(401);
  await until(
    'the second process to refuse the key',
    async () => {
      const asked = performance.now() - revoked;
      const status = await ask(second);
      // Whatever it remembered is from before the revocation, and so has ended a second after it.
      if (asked > 1000) expect(status).toBe(401);
      return status === 401;
    },
    PATIENCE_MS,
  );
}

async function freesKeysOfTheDead(first: Process, second: Process): Promise<void> {
  const key = randomUUID();
  // The first half of a file, and no more: the request has begun and does not end.
  const stalled = send(first, key);
  stalled.on('error', () => {});
  stalled.write(body.subarray(0, body.length / 2));
  await until(
    'the key to be in use',
    async () => (await installation.sql(`select from kept_answers where state = 'running'`)).length === 1,
    PATIENCE_MS,
  );
  expect(await upload(second, key)).toBe(409);
  first.child.kill('SIGSTOP');
  expect(await upload(second, key)).toBe(409);
  const killed = performance.now();
  await kill(first);
  await until('the key to be free', async () => (await upload(second, key)) === 201, PATIENCE_MS);
  // A lease would have to run out; a process that died is told by its connection.
  expect(performance.now() - killed).toBeLessThan(10_000);
  expect(await upload(second, key)).toBe(201);
  expect(await installation.sql('select from documents')).toHaveLength(1);
}

// One test for both, because whole servers are started for it.
test(
  'an API key revoked in one is refused by the other within a second; an Idempotency-Key is free as soon as its process is dead',
  {
    timeout: 180_000,
  },
  async () => {
    const first = await installation.web();
    const owner = await installation.setUp(first);
    const second = await installation.web();
    await refusesWhatIsRevoked(owner, first, second);
    await freesKeysOfTheDead(first, second);
  },
);
