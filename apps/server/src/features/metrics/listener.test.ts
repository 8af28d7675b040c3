import { expect, onTestFinished, test } from 'vitest';
import { hashToken } from '../../platform/crypto/tokens.ts';
import { listenForScrapes } from './listener.ts';

const TOKEN = 'a-token-of-the-tests-0123456789';

async function listening(token?: string): Promise<(path: string, init?: RequestInit) => Promise<Response>> {
  const listener = await listenForScrapes({
    host: '127.0.0.1',
    port: 0,
    token: token === undefined ? undefined : hashToken(token),
    metrics: { contentType: 'application/openmetrics-text', text: () => Promise.resolve('# EOF\n') },
    log: { error: () => {} },
  });
  onTestFinished(() => listener.close());
  return (path, init) => fetch(`http://127.0.0.1:${listener.port}${path}`, init);
}

test('serves metrics only at /metrics', async () => {
  const ask = await listening();
  const answer = await ask('/metrics');
  expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
    200,
    'application/openmetrics-text',
    '# EOF\n',
  ]);
  for (const [path, method] of [
    ['/', 'GET'],
    ['/metrics/', 'GET'],
    ['/metrics', 'POST'],
    ['/api/documents', 'GET'],
  ] as const)
    expect((await ask(path, { method })).status, path).toBe(404);
});

test('returns 404 if the metrics token is wrong or missing', async () => {
  const ask = await listening(TOKEN);
  const statuses = [undefined, 'Bearer', `Bearer ${TOKEN}x`, `Basic ${TOKEN}`, `Bearer ${TOKEN}`].map(
    async (authorization) => (await ask('/metrics', authorization ? { headers: { authorization } } : {})).status,
  );
  expect(await Promise.all(statuses)).toEqual([404, 404, 404, 404, 200]);
});
