import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, expect, test } from 'vitest';
import { cli, makeFolder } from '../../test/harness.ts';

const KEY = `sk_live_${'0'.repeat(26)}_${'a'.repeat(38)}`;
const folder = makeFolder();
const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});
afterAll(() => folder.remove());
const env = { XDG_CONFIG_HOME: folder.at('config') };

/** Starts a server on which the user has already confirmed the code. */
async function serve(page: (origin: string) => string, lost: number) {
  let calls = 0;
  const server = http.createServer((request, response) => {
    const origin = `http://${request.headers.host}`;
    const send = (body: object) => response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
    request.resume();
    if (request.url?.endsWith('/device') === true)
      send({
        device_code: 'device',
        user_code: 'BCDF-GHJK',
        verification_uri: `${page(origin)}/device`,
        verification_uri_complete: `${page(origin)}/device#BCDF-GHJK`,
        expires_in: 600,
        interval: 0,
      });
    else if (request.url?.endsWith('/device/token') === true) {
      calls += 1;
      if (calls <= lost) request.socket.destroy();
      else send({ success: true, apiKey: { key: KEY } });
    } else send({ profile: { name: 'Ada Lovelace', email: 'ada@example.com' } });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, calls: () => calls };
}

test('requests the API key again during sign-in if the response was lost', async () => {
  const { origin, calls } = await serve((own) => own, 1);
  expect(await cli(['login', origin], env)).toMatchObject({ code: 0, out: expect.stringContaining('ada@example.com') });
  expect(calls()).toBe(2);
});

test('opens only pages of the specified server during sign-in', async () => {
  const { origin, calls } = await serve(() => 'https://attacker.example', 0);
  const { code, error } = await cli(['login', origin], env);
  expect([code, error]).toEqual([1, expect.stringContaining('another server')]);
  expect([error.includes('confirm the code'), calls()]).toEqual([false, 0]);
});

test.each(['__proto__', 'constructor'])(
  'reports that the profile %s does not exist if it was not saved',
  async (name) => {
    expect(await cli(['whoami', '--profile', name], env)).toMatchObject({
      code: 77,
      error: expect.stringContaining(`The profile "${name}" does not exist.`),
    });
  },
);

test('prints a webhook secret only if the next run would use the same secret', async () => {
  const unsaved = { ...env, COUNTERSIGN_API_KEY: KEY, COUNTERSIGN_URL: 'https://sign.example.com' };
  expect(await cli(['listen', '--print-secret'], unsaved)).toMatchObject({ code: 64, out: '' });
  const set = { ...unsaved, COUNTERSIGN_LISTEN_SECRET: 'whsec_set' };
  expect(await cli(['listen', '--print-secret'], set)).toMatchObject({ code: 0, out: 'whsec_set\n' });
});
