/**
 * Tests Idempotency-Key with several processes. The key of a running request is in use as long as its process lives,
 * and free once the process has died.
 */
import { randomUUID } from 'node:crypto';
import http from 'node:http';
import { expect, test } from 'vitest';
import { BOUNDARY, pdfUpload } from '../support/multipart.ts';
import { makePdf } from '../support/pdf.ts';
import { kill, openInstallation, PATIENCE_MS, type Process } from '../support/processes.ts';
import { until } from '../support/until.ts';

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

test('keeps an idempotency key in use while its process exists, even if suspended, and releases the key when the process is killed', async () => {
  const first = await installation.web();
  await installation.setUp(first);
  const second = await installation.web();
  const key = randomUUID();
  // Only the first half of the file is sent, so the request has started but does not end.
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
  // If the key had a lease, the lease would have to expire first. Instead, the lost connection shows immediately that
  // the process is dead.
  expect(performance.now() - killed).toBeLessThan(10_000);
  expect(await upload(second, key)).toBe(201);
  expect(await installation.sql('select from documents')).toHaveLength(1);
}, 180_000);
