import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { guardedHttp } from './index.ts';

const get = { method: 'GET', headers: {} };
let requests = 0;
async function serve(answer: RequestListener): Promise<string> {
  const server = createServer((request, response) => {
    requests += 1;
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}
const host = await serve((request, response) => {
  response.setHeader('x-method', request.method ?? '');
  if (request.url === '/redirect') return void response.writeHead(302, { location: 'http://127.0.0.1/' }).end();
  if (request.url === '/large') return void response.end('x'.repeat(2 * 1024 * 1024));
  request.pipe(response);
});
const port = host.split(':')[1] ?? '';

describe('an address inside the network', () => {
  test.each([
    'https://127.0.0.1',
    'https://localhost',
    'https://0.0.0.0',
    'https://[::1]',
    'https://[::ffff:127.0.0.1]',
    'https://2130706433',
    'https://0x7f.1',
    'https://169.254.169.254',
    'https://10.1.2.3',
    'https://[fe80::1]',
    'https://[fd00::1]',
    'https://[64:ff9b::7f00:1]',
  ])('%s is not asked', async (address) => {
    const before = requests;
    await expect(guardedHttp([]).request(`${address}:${port}/`, get)).rejects.toThrow('SSO_PRIVATE_HOSTS');
    expect(requests).toBe(before);
  });

  test('is asked where the operator named it, by address, network or name, and then also without TLS', async () => {
    expect((await guardedHttp(['127.0.0.1']).request(`http://${host}/`, get)).status).toBe(200);
    expect((await guardedHttp(['127.0.0.0/8']).request(`http://${host}/`, get)).status).toBe(200);
    expect((await guardedHttp(['localhost']).request(`http://localhost:${port}/`, get)).status).toBe(200);
    await expect(guardedHttp(['localhost']).request(`http://${host}/`, get)).rejects.toThrow('https');
  });

  test('what is no host, address or network is refused at the start', () => {
    expect(() => guardedHttp(['not a host'])).toThrow('must be');
  });
});

describe('an answer', () => {
  const http = guardedHttp(['127.0.0.1']);
  test('comes with status, headers and body', async () => {
    const answer = await http.request(`http://${host}/`, { method: 'POST', headers: {}, body: 'hello' });
    expect([answer.headers.get('x-method'), await answer.text()]).toEqual(['POST', 'hello']);
  });
  test('that leads elsewhere is not followed', async () => {
    expect((await http.request(`http://${host}/redirect`, get)).status).toBe(302);
  });
  test('without an end is cut off', async () => {
    await expect(http.request(`http://${host}/large`, get)).rejects.toThrow('longer than');
  });
  test('that never comes is not waited for longer than the caller wants', async () => {
    const silent = await serve(() => {});
    await expect(http.request(`http://${silent}/`, { ...get, signal: AbortSignal.timeout(50) })).rejects.toThrow();
  });
});
