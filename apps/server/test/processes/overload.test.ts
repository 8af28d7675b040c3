/**
 * Tests work that is accepted by one process and done by another, with two web processes and a worker over one
 * database. The web processes see the same queue, so both reject work that the worker could not do in time. Both still
 * accept work for which no caller is waiting.
 */
import { expect, test } from 'vitest';
import { samplePdf } from '../../src/demo/sample-pdf.ts';
import { openInstallation, PATIENCE_MS, type Process, stop } from '../support/processes.ts';
import { until } from '../support/until.ts';

const PDF = samplePdf();
const installation = await openInstallation({ LOAD_SHEDDING: 'on' });

async function ask({ url }: Process, method: string, path: string, body?: FormData | object): Promise<Response> {
  const isForm = body instanceof FormData;
  const answer = await fetch(url + path, {
    method,
    headers: {
      authorization: `Bearer ${installation.bearer}`,
      ...(body && !isForm && { 'content-type': 'application/json' }),
    },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  });
  expect([200, 201, 503], `${method} ${path}`).toContain(answer.status);
  return answer;
}

function upload(at: Process): Promise<Response> {
  const form = new FormData();
  form.append('file', new Blob([PDF], { type: 'application/pdf' }), 'agreement.pdf');
  return ask(at, 'POST', '/v1/api/documents/upload', form);
}
/** The machine may be busy at first, so the upload is retried. */
const uploaded = async (at: Process): Promise<string> =>
  until(
    'an upload',
    async () => {
      const answer = await upload(at);
      const { document } = (await answer.json()) as { document?: { id: string } };
      return document?.id;
    },
    PATIENCE_MS,
  );
const send = (at: Process, id: string): Promise<Response> =>
  ask(at, 'POST', `/v1/api/documents/${id}/send-for-signing`, {
    signers: [{ name: 'Ada Lovelace', email: `ada-${id}@contoso.example` }],
  });

test(
  'rejects work in both web processes while the only worker is overloaded, and accepts work once it has caught up',
  { timeout: 240_000 },
  async () => {
    const first = await installation.web();
    await installation.setUp(first);
    const second = await installation.web();
    const worker = await installation.worker();
    const [waiting, asked] = [await uploaded(first), await uploaded(first)];
    await stop(worker);
    await until('a send', async () => (await send(first, waiting)).status === 200, PATIENCE_MS);
    // No worker is running, and the invitation is twenty seconds old.
    await installation.sql(`update jobs set run_at = run_at - interval '20 seconds' where state = 'ready'`);

    for (const server of [first, second]) {
      await until('an upload to be rejected', async () => (await upload(server)).status === 503, PATIENCE_MS);
      const refused = await send(server, asked);
      expect(refused.status).toBe(503);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
      expect(await refused.json()).toMatchObject({ error: 'SERVICE_UNAVAILABLE', details: { check: 'load' } });
      expect((await ask(server, 'GET', `/v1/api/documents/${waiting}/status`)).status).toBe(200);
    }

    await installation.worker();
    for (const server of [first, second]) {
      await until('an upload to be accepted again', async () => (await upload(server)).status === 201, PATIENCE_MS);
      await until(
        'a send request to be accepted again',
        async () => (await send(server, await uploaded(server))).status === 200,
        PATIENCE_MS,
      );
    }
    const late = async () =>
      (await installation.sql(`select from jobs where lane = 'invitation' and state = 'ready' and run_at <= now()`))
        .length === 0;
    await until('every invitation to be sent', late, PATIENCE_MS);
  },
);
