/**
 * Tests the setup in docs/operate/production.md as documented, with each proxy in front of the server. It covers
 * requests that the proxies must forward, streams that they must not delay, and the IP address recorded as evidence.
 */
import { once } from 'node:events';
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import http2 from 'node:http2';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import http from 'node:http';
import https from 'node:https';
import tls from 'node:tls';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import type { SigningView } from '@countersign/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { largePdf } from '../../../../bench/pdf.ts';
import { outsideTool } from '../../../../scripts/outside-tools.ts';
import { afterFile } from '../support/after-file.ts';
import { DrillMachine, freePorts } from '../support/drill-machine.ts';
import { drillOf } from '../support/drills.ts';
import { MULTIPART, pdfUpload } from '../support/multipart.ts';
import { makePdf } from '../support/pdf.ts';
import { PostOffice } from '../support/post-office.ts';
import { until } from '../support/until.ts';

const PAGE = 'production.md';
const HOST = 'sign.example.com';
/** The IP address of callers, which is an address of this machine other than the proxy's. */
const CALLER = '127.0.0.2';
const LIMIT_MS = 120_000;
const LARGE = 49 * 1024 * 1024;

const [port = 0, nginxHttp = 0, nginxHttps = 0, caddyHttp = 0, caddyHttps = 0] = await freePorts(5);
const proxies = {
  nginx: { server: port, http: nginxHttp, https: nginxHttps },
  caddy: { server: port, http: caddyHttp, https: caddyHttps },
};
type Proxy = keyof typeof proxies;
const office = await new PostOffice().open();
const machine = new DrillMachine(afterFile);
let setUpToken = '';
/** The owner's session cookie. Empty before the setup. */
let cookie = '';
let key = '';

const at = (name: string) => drillOf(PAGE, name);
const upstream = { '127.0.0.1:3000': `127.0.0.1:${port}` };

beforeAll(async () => {
  await machine.prepareProxies(proxies);
  machine.settings({ PORT: String(port), METRICS_PORT: '0', SMTP_URL: office.url, LOAD_SHEDDING: 'off' });
  const said = await machine.perform(at('The service'));
  [, setUpToken = ''] = /https:\/\/sign\.example\.com\/setup#(\S+)/.exec(said) ?? [];
  expect(setUpToken, said).not.toBe('');
  const listens = {
    'listen 80;': `listen 127.0.0.1:${nginxHttp};`,
    'listen 443 ssl': `listen 127.0.0.1:${nginxHttps} ssl`,
  };
  await machine.perform(at('nginx'), { ...upstream, ...listens });
  await machine.perform(at('Caddy'), upstream);
}, LIMIT_MS);

type Asked = {
  method?: string;
  headers?: Record<string, string>;
  body?: Uint8Array | object | Readable;
  from?: string;
};
type Answer = { status: number; headers: IncomingHttpHeaders; text: string; bytes: Buffer };

/**
 * Connects without verifying the certificate, because the root of Caddy's own authority is not known.
 */
async function open(proxy: Proxy, path: string, { method = 'GET', headers = {}, body, from = CALLER }: Asked = {}) {
  const isJson = body !== undefined && !(body instanceof Uint8Array) && !(body instanceof Readable);
  const request = https.request({
    host: '127.0.0.1',
    port: proxies[proxy].https,
    servername: HOST,
    localAddress: from,
    agent: false,
    ...(proxy === 'nginx' ? { ca: readFileSync(machine.at('etc/ssl/sign.pem')) } : { rejectUnauthorized: false }),
    path,
    method,
    headers: { host: HOST, ...(isJson && { 'content-type': 'application/json' }), ...headers },
  });
  // A proxy that has responded may close the connection while the body is still being sent.
  request.on('error', () => {});
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    request.once('response', resolve);
    request.once('close', () => reject(new Error(`The server did not respond to ${method} ${path}.`)));
  });
  if (body instanceof Readable) body.pipe(request);
  else request.end(isJson ? JSON.stringify(body) : body);
  return answered;
}

async function ask(proxy: Proxy, path: string, asked: Asked = {}): Promise<Answer> {
  const response = await open(proxy, path, asked);
  const bytes = Buffer.concat(await response.toArray());
  return { status: response.statusCode ?? 0, headers: response.headers, text: bytes.toString(), bytes };
}

const json = <T>({ text }: Answer): T => JSON.parse(text) as T;
const bearer = () => ({ authorization: `Bearer ${key}` });
const upload = (proxy: Proxy, content: Uint8Array, headers: Record<string, string> = bearer()) =>
  ask(proxy, '/api/documents/upload', {
    method: 'POST',
    headers: { ...MULTIPART, ...headers },
    body: pdfUpload(content),
  });

/** Downloads the file from the URL in the response, as an API client would. */
async function download(proxy: Proxy, id: string, type: string): Promise<{ bytes: Buffer; address: string }> {
  const found = await ask(proxy, `/api/documents/${id}/download?type=${type}`, { headers: bearer() });
  expect(found.status, found.text).toBe(200);
  const { pathname, search, host } = new URL(json<{ downloadUrl: string }>(found).downloadUrl);
  expect(host).toBe(HOST);
  const address = pathname + search;
  return { bytes: (await ask(proxy, address)).bytes, address };
}

test(
  'sets up a server as documented and passes the first check without unexpected findings',
  async () => {
    const owner = { name: 'Grace Hopper', email: 'grace@northwind.example', password: 'correct horse battery staple' };
    const body = { token: setUpToken, organization: 'Northwind Trading', ...owner };
    const made = await ask('nginx', '/api/setup', { method: 'POST', headers: { origin: `https://${HOST}` }, body });
    expect(made.status, made.text).toBe(201);
    cookie = (made.headers['set-cookie'] ?? []).map((one) => one.split(';')[0]).join('; ');
    const asked = { method: 'POST', headers: { cookie }, body: { name: 'set-up', rateLimit: 'unlimited' } };
    key = json<{ apiKey: { key: string } }>(await ask('nginx', '/api/settings/api-keys', asked)).apiKey.key;

    const said = await machine.perform(at('First check'));
    const [, health = '{}'] =
      said
        .split('\n')
        .find((line) => line.startsWith('{'))
        ?.match(/^(\{.*?\})(?=\{|$)/) ?? [];
    expect(JSON.parse(health)).toMatchObject({ status: 'healthy' });
    expect(said).toContain('is intact: every row and every file can be read');
    const { checks } = json<{ checks: { name: string; status: string }[] }>(
      await ask('nginx', '/api/health/production', { headers: { authorization: `Bearer ${key}` } }),
    );
    // Two checks are ignored: the simulated mail server has no encryption, and no backup has been verified on the first
    // day.
    const faults = checks.filter(({ status, name }) => status !== 'healthy' && !/^(mail|backup)/.test(name));
    expect(faults).toEqual([]);
  },
  LIMIT_MS,
);

describe.each(['nginx', 'caddy'] as const)('an installation behind %s', (proxy) => {
  test('redirects plain HTTP to HTTPS, restricts cookies to HTTPS, and sends HSTS', async () => {
    const target = { host: '127.0.0.1', port: proxies[proxy].http, path: '/documents?a=b', headers: { host: HOST } };
    const [plain] = (await once(http.get(target), 'response')) as [IncomingMessage];
    plain.resume();
    expect([301, 308]).toContain(plain.statusCode);
    expect(plain.headers.location).toBe(`https://${HOST}/documents?a=b`);

    const login = { email: 'grace@northwind.example', password: 'correct horse battery staple' };
    const headers = { origin: `https://${HOST}` };
    const answer = await ask(proxy, '/api/auth/login', { method: 'POST', headers, body: login });
    expect(answer.status, answer.text).toBe(200);
    const cookies = answer.headers['set-cookie'] ?? [];
    expect(cookies.filter((one) => one.includes('_session='))).toHaveLength(1);
    for (const one of cookies) expect(one).toMatch(/^__Host-.*Secure/);
    expect(answer.headers['strict-transport-security']).toContain('max-age=31536000');
    const foreign = { origin: 'https://evil.example' };
    expect((await ask(proxy, '/api/auth/login', { method: 'POST', headers: foreign, body: login })).status).toBe(403);
  });

  test('rejects API requests over plain HTTP and TLS versions before 1.2', async () => {
    const target = { host: '127.0.0.1', port: proxies[proxy].http, headers: { host: HOST } };
    for (const path of ['/api/health', '/v1/api/documents/paginated', '/sandbox/api/health']) {
      const [plain] = (await once(http.get({ ...target, path }), 'response')) as [IncomingMessage];
      const text = Buffer.concat(await plain.toArray()).toString();
      expect([path, plain.statusCode, plain.headers.location]).toEqual([path, 403, undefined]);
      expect(JSON.parse(text)).toMatchObject({ error: 'FORBIDDEN', message: 'Use https for this address.' });
    }
    const old = tls.connect({
      host: '127.0.0.1',
      port: proxies[proxy].https,
      servername: HOST,
      rejectUnauthorized: false,
      minVersion: 'TLSv1',
      maxVersion: 'TLSv1.1',
      ciphers: 'DEFAULT@SECLEVEL=0',
    });
    await expect(once(old, 'secureConnect')).rejects.toThrow(/alert|protocol|version/i);
  });

  test('does not expose metrics', async () => {
    expect((await ask(proxy, '/metrics')).status).toBe(404);
  });

  test("records the caller's actual address as evidence, regardless of the address that the caller claims", async () => {
    const signer = { name: 'Ada', email: `ada@${proxy}.example` };
    const { document } = json<{ document: { id: string } }>(await upload(proxy, makePdf()));
    const send = { method: 'POST', headers: bearer(), body: { signers: [signer] } };
    const sent = await ask(proxy, `/api/documents/${document.id}/send-for-signing`, send);
    expect(sent.status, sent.text).toBe(200);
    const link = () =>
      /https:\/\/sign\.example\.com\/sign#([\w-]+)/.exec(office.to(signer.email)[0]?.email.text ?? '')?.[1];
    const token = await until('the invitation', link, LIMIT_MS);
    const forged = { 'x-forwarded-for': '198.51.100.9', 'x-real-ip': '198.51.100.9', forwarded: 'for=198.51.100.9' };
    const session = await ask(proxy, '/api/signing/session', { method: 'POST', headers: forged, body: { token } });
    const { bearer: signing, view } = json<{ bearer: string; view: SigningView }>(session);
    const post = (path: string, body: object) =>
      ask(proxy, path, { method: 'POST', headers: { ...forged, authorization: `Bearer ${signing}` }, body });
    for (const step of ['view', 'start']) await post(`/api/signing/${view.signer.id}/${step}`, {});
    const signature = { type: 'typed', data: signer.name };
    const sign = { consent: true, signature, revision: view.revision };
    const signed = await post(`/api/documents/${document.id}/sign`, sign);
    expect(signed.status, signed.text).toBe(200);
    const { bytes } = await download(proxy, document.id, 'audit');
    const certificate = machine.at(`certificate-${proxy}.pdf`);
    writeFileSync(certificate, bytes);
    const { stdout } = await promisify(execFile)(outsideTool('pdftotext'), [certificate, '-']);
    expect(stdout).toContain(CALLER);
    expect(stdout).not.toContain('198.51.100.9');
  });

  test(
    'transfers a large file in both directions over HTTP/1.1 and HTTP/2',
    async () => {
      const file = largePdf(LARGE);
      const made = await upload(proxy, file);
      expect(made.status, made.text).toBe(201);
      const { document } = json<{ document: { id: string } }>(made);
      const { bytes, address } = await download(proxy, document.id, 'original');
      expect(bytes.equals(file)).toBe(true);
      expect(await overHttp2(proxy, address)).toBe(file.length);
    },
    LIMIT_MS,
  );

  test(
    'rejects an incomplete body with the server’s error message',
    async () => {
      const file = largePdf(LARGE);
      const refused = await upload(proxy, file, { authorization: 'Bearer cs_live_nobody' });
      expect([refused.status, json<{ error: string }>(refused).error]).toEqual([401, 'UNAUTHORIZED']);
      // The Content-Length is larger than any of the proxies accepts.
      const length = { 'content-length': String(80 * 1024 * 1024) };
      const body = Readable.from([Buffer.from('--')]);
      const tooLarge = await ask(proxy, '/api/documents/upload', {
        method: 'POST',
        headers: { ...MULTIPART, ...bearer(), ...length },
        body,
      });
      expect(tooLarge.status).toBe(413);
    },
    LIMIT_MS,
  );

  test('delivers live updates without delay', async () => {
    const stream = await open(proxy, '/api/events', { headers: bearer() });
    expect(stream.headers['content-type']).toContain('text/event-stream');
    let heard = '';
    stream.setEncoding('utf8').on('data', (text: string) => (heard += text));
    await until('the stream to open', () => heard.includes('\n\n'));
    await upload(proxy, makePdf());
    // The stream is still open, so the proxy did not buffer it until its end.
    await until('the event', () => heard.includes('document.uploaded') || heard.includes('document.created'));
    stream.destroy();
  });
});

test(
  'tells callers to retry while the server is down, and forwards requests when the server is up again',
  async () => {
    const names = ['nginx', 'caddy'] as const;
    await machine.run('systemctl stop countersign');
    for (const proxy of names) {
      const away = await ask(proxy, '/api/health');
      expect([away.status, away.headers['retry-after']], proxy).toEqual([503, '5']);
      expect(json<{ error: string }>(away).error).toBe('SERVICE_UNAVAILABLE');
    }
    for (const proxy of names) {
      await machine.run('systemctl restart countersign');
      await until(
        'the server to be available again',
        async () => (await ask(proxy, '/api/health')).status === 200,
        LIMIT_MS,
      );
      expect((await ask(proxy, '/api/auth/session', { headers: { cookie } })).status).toBe(200);
    }
  },
  LIMIT_MS,
);

/** @returns the number of received bytes */
async function overHttp2(proxy: Proxy, path: string): Promise<number> {
  const session = http2.connect(`https://127.0.0.1:${proxies[proxy].https}`, {
    servername: HOST,
    rejectUnauthorized: false,
  });
  const stream = session.request({ ':path': path, ':authority': HOST });
  const [headers] = (await once(stream, 'response')) as [http2.IncomingHttpHeaders];
  expect(headers[':status']).toBe(200);
  let length = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) length += chunk.length;
  session.close();
  return length;
}
