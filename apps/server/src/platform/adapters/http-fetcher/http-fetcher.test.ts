/**
 * Tests that private addresses are never reached, regardless of how the URL is written. Listeners count the connections
 * that hostile URLs cause, and harmless URLs must be accepted.
 */
import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import net, { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { FetchOutcome } from '../../ports/fetcher.ts';
import { isPublicAddress } from './addresses.ts';
import { AllowList, type FetcherOptions, httpFetcher } from './index.ts';

const REQUEST = { method: 'POST', headers: { 'content-type': 'application/json' }, body: Buffer.from('{}') } as const;
const NAME = 'hooks.example.test';

/** Counts connections on every address of this machine. */
let trap: net.Server;
let port: number;
let caught = 0;
beforeAll(async () => {
  trap = net.createServer((socket) => {
    caught += 1;
    socket.on('error', () => {});
    socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: close\r\n\r\n');
  });
  await new Promise<void>((resolve) => trap.listen({ port: 0, host: '::', ipv6Only: false }, resolve));
  port = (trap.address() as AddressInfo).port;
});
afterAll(() => new Promise((resolve) => trap.close(resolve)));

function open(options: Partial<FetcherOptions> & { names?: string[] | (() => string[]) } = {}) {
  const { names = [], ...rest } = options;
  const fetcher = httpFetcher({
    allow: new AllowList([]),
    resolve: async () => (typeof names === 'function' ? names() : names),
    ...rest,
  });
  onTestFinished(() => fetcher.close());
  return fetcher;
}

/** Each entry is an address that is not public, or a name that leads to one. */
const HOSTILE_HOSTS = [
  // Loopback in every notation of the URL standard.
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '127.255.255.254',
  '2130706433',
  '017700000001',
  '0x7f000001',
  '0x7f.1',
  '0177.0.0.1',
  '0x7F.0x0.0x0.0x1',
  '127.0.0.1.',
  '127.000.000.001',
  '①②⑦.⓪.⓪.①',
  '127。0。0。1',
  '%31%32%37.0.0.1',
  '0',
  '0.0.0.0',
  '0x0',
  '00.0x0.0',
  // Private, shared, link-local, reserved, documentation, multicast, broadcast.
  '10.0.0.1',
  '10.255.255.255',
  '0xa.1',
  '012.0.0.1',
  '167772161',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.0.1',
  '192.168.1',
  '3232235521',
  '100.64.0.1',
  '100.127.255.255',
  '169.254.0.1',
  '192.0.0.1',
  '192.0.2.1',
  '192.88.99.1',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.7',
  '203.0.113.7',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  '0xffffffff',
  '4294967295',
  // Metadata services.
  '169.254.169.254',
  '2852039166',
  '0xa9fea9fe',
  '0251.0376.0251.0376',
  '169.254.170.2',
  '100.100.100.200',
  '192.0.0.192',
  '168.63.129.16',
  '[fd00:ec2::254]',
  '[fd20:ce::254]',
  // IPv6: loopback, unspecified, mapped, compatible, NAT64, 6to4, Teredo, link-local, site-local, unique local,
  // multicast, documentation.
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[0:0:0:0:0:ffff:7f00:0001]',
  '[::ffff:10.0.0.1]',
  '[::ffff:169.254.169.254]',
  '[::ffff:0:127.0.0.1]',
  '[::127.0.0.1]',
  '[::7f00:1]',
  '[::10.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b::a00:1]',
  '[64:ff9b::a9fe:a9fe]',
  '[64:ff9b:1::7f00:1]',
  '[2002:7f00:1::]',
  '[2002:a00:1::1]',
  '[2002:a9fe:a9fe::]',
  '[2001:0:7f00:1::]',
  '[2001::1]',
  '[2001:0:4136:e378:8000:63bf:80ff:fffe]',
  '[fe80::1]',
  '[febf::1]',
  '[fec0::1]',
  '[fc00::1]',
  '[fd12:3456::1]',
  '[ff02::1]',
  '[ff0e::1]',
  '[2001:db8::1]',
  '[3fff::1]',
  '[100::1]',
  '[2001:10::1]',
  '[2001:20::1]',
  '[5f00::1]',
  '[4000::1]',
  '[8000::1]',
  '[e000::1]',
  // Public IPv4 addresses embedded in IPv6 addresses, which a gateway can translate to any address.
  '[::ffff:93.184.215.14]',
  '[64:ff9b::5db8:d70e]',
  '[2002:5db8:d70e::]',
];

describe('requests to a private address', () => {
  test('recognizes more than a hundred notations of private addresses', () => {
    expect(new Set(HOSTILE_HOSTS).size).toBeGreaterThan(95);
    expect(HOSTILE_HOSTS.length + HOSTILE_ANSWERS.length + HOSTILE_URLS.length).toBeGreaterThan(125);
  });

  test.each(HOSTILE_HOSTS)(
    'rejects %s without connecting, both when the URL is saved and when a request is sent',
    async (host) => {
      const fetcher = open();
      for (const scheme of ['https', 'http']) {
        const url = `${scheme}://${host}:${port}/`;
        const before = caught;
        expect(await fetcher.judge(url), url).toMatchObject({
          code: expect.stringMatching(/^(private_address|invalid_url)$/),
        });
        expect((await fetcher.fetch({ ...REQUEST, url })).kind).toBe('failed');
        expect(caught).toBe(before);
      }
    },
  );
});

const HOSTILE_ANSWERS: string[][] = [
  ['127.0.0.1'],
  ['::1'],
  ['::ffff:127.0.0.1'],
  ['0.0.0.0'],
  ['169.254.169.254'],
  ['10.0.0.1'],
  ['fd00::1'],
  ['fe80::1'],
  ['64:ff9b::7f00:1'],
  ['2002:7f00:1::'],
  // A private address among the addresses of a name is refused, regardless of its position in the list.
  ['93.184.215.14', '127.0.0.1'],
  ['127.0.0.1', '93.184.215.14'],
  ['2606:2800:21f:cb07:6820:80da:af6b:8b2c', '::1'],
];

describe('requests to a name that resolves to a private address', () => {
  test.each(HOSTILE_ANSWERS.map((names) => [names.join(', '), names] as const))(
    'rejects a name that resolves to %s',
    async (_, names) => {
      const fetcher = open({ names: [...names] });
      const url = `https://${NAME}:${port}/`;
      const before = caught;
      expect(await fetcher.judge(url)).toMatchObject({ code: 'private_address' });
      expect(await fetcher.fetch({ ...REQUEST, url })).toEqual({
        kind: 'failed',
        reason: 'The address must resolve to a public address.',
        code: 'private_address',
      });
      expect(caught).toBe(before);
    },
  );

  test('checks the resolved addresses of a name again at each request', async () => {
    let lookups = 0;
    const fetcher = open({ names: () => (lookups++ === 0 ? ['93.184.215.14'] : ['127.0.0.1']) });
    const url = `https://${NAME}:${port}/`;
    const before = caught;
    expect(await fetcher.judge(url)).toBeUndefined();
    expect((await fetcher.fetch({ ...REQUEST, url })).kind).toBe('failed');
    expect({ lookups, caught }).toEqual({ lookups: 2, caught: before });
  });

  test('resolves a name once per request, so that the result cannot differ', async () => {
    const { url, seen } = await serve((_, response) => void response.end());
    let lookups = 0;
    const fetcher = open({
      names: () => (lookups++ === 0 ? ['127.0.0.1'] : ['10.0.0.1']),
      allow: new AllowList(['127.0.0.1']),
    });
    expect((await fetcher.fetch({ ...REQUEST, url: url.replace('127.0.0.1', NAME) })).kind).toBe('answer');
    expect({ lookups, seen: seen.length }).toEqual({ lookups: 1, seen: 1 });
  });

  test.each(['localhost', 'localhost.', 'LOCALHOST', 'a.localhost', 'ip6-localhost'])(
    'rejects %s if the operating system resolves the name',
    async (host) => {
      const fetcher = httpFetcher({ allow: new AllowList([]) });
      onTestFinished(() => fetcher.close());
      const before = caught;
      expect((await fetcher.fetch({ ...REQUEST, url: `https://${host}:${port}/` })).kind).toBe('failed');
      expect(caught).toBe(before);
    },
  );
});

const HOSTILE_URLS: [url: string, code: string][] = [
  ['https://user@example.com/', 'url_credentials'],
  ['https://user:password@example.com/', 'url_credentials'],
  ['https://example.com@127.0.0.1/', 'url_credentials'],
  ['https://127.0.0.1:443@example.com/', 'url_credentials'],
  ['https://example.com:22/', 'port_not_allowed'],
  ['https://example.com:25/', 'port_not_allowed'],
  ['https://example.com:0/', 'port_not_allowed'],
  ['https://example.com:6379/', 'port_not_allowed'],
  ['https://example.com:11211/', 'port_not_allowed'],
  ['http://example.com/', 'insecure_url'],
  ['ftp://example.com/', 'invalid_url'],
  ['file:///etc/passwd', 'invalid_url'],
  ['gopher://example.com/', 'invalid_url'],
  ['data:text/plain,x', 'invalid_url'],
  ['//example.com/', 'invalid_url'],
  ['example.com', 'invalid_url'],
  ['https://', 'invalid_url'],
  ['https://[::1%25lo]/', 'invalid_url'],
  ['https://exa mple.com/', 'invalid_url'],
  ['https://256.1.1.1/', 'invalid_url'],
];
describe('requests to an unsupported URL', () => {
  test.each(HOSTILE_URLS)('rejects the URL %s', async (url, code) => {
    expect(await open({ names: ['93.184.215.14'] }).judge(url)).toMatchObject({ code });
  });
  test('rejects a host name that does not exist', async () => {
    const fetcher = open({ resolve: () => Promise.reject(Object.assign(new Error('x'), { code: 'ENOTFOUND' })) });
    expect(await fetcher.judge('https://nowhere.example/')).toMatchObject({ code: 'unknown_host' });
    expect(await open().judge('https://nowhere.example/')).toMatchObject({ code: 'unknown_host' });
  });
});

describe('requests to a public address', () => {
  test.each([
    'https://example.com/hooks?x=1',
    'https://example.com:8443/',
    'https://xn--bcher-kva.example/',
    'https://bücher.example',
  ])('accepts the URL %s', async (url) => {
    expect(
      await open({ names: ['93.184.215.14', '2606:2800:21f:cb07:6820:80da:af6b:8b2c'] }).judge(url),
    ).toBeUndefined();
  });
  test.each([
    '1.1.1.1',
    '8.8.8.8',
    '93.184.215.14',
    '100.63.255.255',
    '100.128.0.1',
    '172.15.0.1',
    '172.32.0.1',
    '192.169.0.1',
    '169.253.1.1',
    '223.255.255.255',
    '2606:4700:4700::1111',
    '2a00:1450:4001:82a::200e',
    '2001:4860:4860::8888',
    '2003::1',
    '2400:cb00::1',
  ])('treats %s as a public address', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });
  test('reports a temporary failure if the name cannot be resolved', async () => {
    const fetcher = open({ resolve: () => Promise.reject(Object.assign(new Error('x'), { code: 'ETIMEOUT' })) });
    expect(await fetcher.judge('https://example.com/')).toBeUndefined();
    expect(await fetcher.judge('http://example.com/')).toMatchObject({ code: 'insecure_url' });
  });
});

type Seen = { host: string | undefined; url: string | undefined; body: string };
async function serve(answer: http.RequestListener): Promise<{ url: string; seen: Seen[]; connections: () => number }> {
  const seen: Seen[] = [];
  let connections = 0;
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      seen.push({ host: request.headers.host, url: request.url, body: Buffer.concat(chunks).toString() });
      answer(request, response);
    });
  });
  server.on('connection', () => (connections += 1));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    seen,
    connections: () => connections,
  };
}

describe('allow-list for private addresses', () => {
  test.each([
    ['an address', ['127.0.0.1'], '127.0.0.1'],
    ['an address in a listed block', ['127.0.0.0/8'], '127.0.0.1'],
    ['a listed name', [NAME], NAME],
    ['an address in the block that a name resolves to', ['127.0.0.0/8'], NAME],
    ['the name localhost and the address it resolves to', ['127.0.0.1'], 'localhost'],
    ['a subdomain of localhost', ['127.0.0.0/8'], 'hooks.localhost'],
    ['a local name that the operator listed', ['hooks.internal'], 'hooks.internal'],
  ])('allows %s over plain HTTP', async (_, entries, host) => {
    const { url, seen } = await serve((_request, response) => void response.writeHead(201).end('ok'));
    const target = url.replace('127.0.0.1', host);
    const fetcher = open({ names: ['127.0.0.1'], allow: new AllowList(entries) });
    expect(await fetcher.judge(target)).toBeUndefined();
    const outcome = await fetcher.fetch({ ...REQUEST, url: `${target}?a=b` });
    expect(outcome).toMatchObject({ kind: 'answer', status: 201 });
    expect(seen).toEqual([{ host: new URL(target).host, url: '/hooks?a=b', body: '{}' }]);
  });
  test.each([
    'localhost',
    'a.localhost.',
    'printer.local',
    'metadata.google.internal',
    'db.INTERNAL',
    'nas.lan',
    'router.home.arpa',
    'intranet',
    'vault.corp',
  ])('refuses %s even if a resolver returns a public address', async (host) => {
    const fetcher = open({ names: ['93.184.215.14'], allow: new AllowList(['10.0.0.0/8']) });
    expect(await fetcher.judge(`https://${host}/`)).toMatchObject({ code: 'private_address' });
    expect((await fetcher.fetch({ ...REQUEST, url: `https://${host}/` })).kind).toBe('failed');
  });
  test.each(['internal.example.com', 'localhost.example.com', 'mylocal.example', 'thelocal.se'])(
    'treats the name %s like any other name',
    async (host) => {
      const fetcher = open({ names: ['93.184.215.14'] });
      expect(await fetcher.judge(`https://${host}/`)).toBeUndefined();
    },
  );
  test('allows no private addresses outside the allow-list', async () => {
    const fetcher = open({ names: ['127.0.0.1'], allow: new AllowList(['10.0.0.0/8', 'other.example', '::1']) });
    const before = caught;
    for (const host of [NAME, '127.0.0.1', `sub.other.example`])
      expect((await fetcher.fetch({ ...REQUEST, url: `https://${host}:${port}/` })).kind).toBe('failed');
    expect(caught).toBe(before);
  });
  test.each(['10.0.0.0/33', '::/129', '10.0.0', 'a b', 'http://x', '1.2.3.4/8/8', '-x-'])(
    'rejects the allow-list entry %s',
    (entry) => {
      expect(() => new AllowList([entry])).toThrow(/host names, addresses or CIDR/);
    },
  );
});

describe('TLS connections to a receiver', () => {
  let folder: string;
  let key: Buffer;
  let certificate: string;
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'countersign-tls-'));
    const [keyFile, certificateFile] = [path.join(folder, 'key.pem'), path.join(folder, 'certificate.pem')];
    execFileSync(
      'openssl',
      [
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:P-256',
        '-nodes',
        '-days',
        '2',
        '-subj',
        `/CN=${NAME}`,
        '-addext',
        `subjectAltName=DNS:${NAME}`,
        '-keyout',
        keyFile,
        '-out',
        certificateFile,
      ],
      { stdio: 'ignore' },
    );
    key = readFileSync(keyFile);
    certificate = readFileSync(certificateFile, 'utf8');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  async function serveTls() {
    const names: (string | undefined)[] = [];
    const server = https.createServer(
      { key, cert: certificate, SNICallback: (name, done) => (names.push(name), done(null)) },
      (request, response) => response.end(request.headers.host),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => (server.closeAllConnections(), void server.close()));
    return { names, port: (server.address() as AddressInfo).port };
  }
  const allow = new AllowList(['127.0.0.0/8']);

  test('uses the name of the URL for SNI, Host and the certificate check, while the socket connects to the checked address', async () => {
    const server = await serveTls();
    const fetcher = open({ names: ['127.0.0.1'], allow, ca: certificate });
    const outcome = await fetcher.fetch({ ...REQUEST, url: `https://${NAME}:${server.port}/` });
    expect(outcome).toMatchObject({ kind: 'answer', status: 200 });
    expect(bodyOf(outcome)).toBe(`${NAME}:${server.port}`);
    expect(server.names).toEqual([NAME]);
  });
  test.each([
    ['names another host', 'other.example.test', true],
    ['does not include the IP address', '127.0.0.1', true],
    ['was issued by an unknown authority', NAME, false],
  ])('refuses a certificate that %s', async (_, host, isKnown) => {
    const server = await serveTls();
    const fetcher = open({ names: ['127.0.0.1'], allow, ...(isKnown && { ca: certificate }) });
    const outcome = await fetcher.fetch({ ...REQUEST, url: `https://${host}:${server.port}/` });
    expect(outcome).toMatchObject({
      kind: 'failed',
      code: 'tls_failed',
      reason: expect.stringMatching(/^The TLS connection is not trusted/),
    });
  });
});

const bodyOf = (outcome: FetchOutcome): string =>
  outcome.kind === 'answer' ? Buffer.from(outcome.body).toString() : '';

test('ignores the proxy settings of the environment', async () => {
  const { url, seen } = await serve((_, response) => void response.end());
  const script = `
    const { AllowList, httpFetcher } = await import(${JSON.stringify(path.join(import.meta.dirname, 'index.ts'))});
    const fetcher = httpFetcher({ allow: new AllowList(['127.0.0.1']) });
    const { kind } = await fetcher.fetch({ url: ${JSON.stringify(url)}, headers: {}, method: 'POST', body: Buffer.from('{}') });
    console.log(kind);
    fetcher.close();`;
  const proxy = `http://127.0.0.1:${port}`;
  const env = {
    ...process.env,
    NODE_USE_ENV_PROXY: '1',
    HTTP_PROXY: proxy,
    HTTPS_PROXY: proxy,
    ALL_PROXY: proxy,
    http_proxy: proxy,
    https_proxy: proxy,
  };
  const before = caught;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], { env });
  expect({ kind: stdout.trim(), seen: seen.length, caught }).toEqual({ kind: 'answer', seen: 1, caught: before });
});

describe('misbehaving webhook receiver', () => {
  const TIMEOUT_MS = 400;
  const allow = new AllowList(['127.0.0.0/8']);
  /** Starts a raw socket server, sends it a request, and returns the result. */
  async function meet(
    behave: (socket: net.Socket) => void,
  ): Promise<{ outcome: FetchOutcome; ms: number; sent: number }> {
    let sent = 0;
    const sockets = new Set<net.Socket>();
    const server = net.createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => (sent += socket.bytesWritten));
      socket.once('data', () => behave(socket));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const fetcher = open({ allow, timeoutMs: TIMEOUT_MS });
    const begun = performance.now();
    const outcome = await fetcher.fetch({
      ...REQUEST,
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    });
    const ms = performance.now() - begun;
    fetcher.close();
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
    return { outcome, ms, sent };
  }
  const every = (ms: number, socket: net.Socket, write: () => void) => {
    const timer = setInterval(write, ms);
    socket.on('close', () => clearInterval(timer));
  };

  test('stops waiting for a receiver that never responds', async () => {
    const { outcome, ms } = await meet(() => {});
    expect(outcome).toEqual({ kind: 'failed', code: 'timeout', reason: 'No response within 0.4 seconds.' });
    expect(ms).toBeLessThan(TIMEOUT_MS + 1500);
  });
  test('stops a receiver that sends headers too slowly', async () => {
    const { outcome } = await meet((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      every(20, socket, () => socket.write('a'));
    });
    expect(outcome).toEqual({ kind: 'failed', code: 'timeout', reason: 'No response within 0.4 seconds.' });
  });
  test('returns the status of a receiver that sends the body too slowly', async () => {
    const { outcome, ms } = await meet((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000000\r\n\r\n');
      every(20, socket, () => socket.write('a'));
    });
    expect(outcome).toMatchObject({ kind: 'answer', status: 200, isWhole: false });
    expect(bodyOf(outcome)).toMatch(/^a{1,25}$/);
    expect(ms).toBeLessThan(TIMEOUT_MS + 1500);
  });
  test('stops a receiver that sends endless headers', async () => {
    const { outcome } = await meet((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      every(1, socket, () => socket.write(`x-${Math.random()}: ${'a'.repeat(1000)}\r\n`));
    });
    expect(outcome).toEqual({
      kind: 'failed',
      code: 'invalid_response',
      reason: 'The response has more than 16 KB of headers.',
    });
  });
  test('stops a receiver that keeps sending 103 Early Hints', async () => {
    const { outcome } = await meet((socket) =>
      every(5, socket, () => socket.write('HTTP/1.1 103 Early Hints\r\n\r\n')),
    );
    expect(outcome).toEqual({ kind: 'failed', code: 'timeout', reason: 'No response within 0.4 seconds.' });
  });
  test('reads only the first 64 KB of a 1 GB response', async () => {
    const { outcome, sent } = await meet((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${2 ** 30}\r\n\r\n`);
      const chunk = Buffer.alloc(65_536, 'a');
      const write = () => {
        while (!socket.destroyed && socket.write(chunk));
      };
      socket.on('drain', write);
      write();
    });
    expect(outcome).toMatchObject({ kind: 'answer', status: 200, isWhole: false });
    expect(bodyOf(outcome)).toHaveLength(65_536);
    expect(sent).toBeLessThan(64 * 2 ** 20);
  });
  test('reports a receiver that resets the connection', async () => {
    const { outcome } = await meet((socket) => socket.resetAndDestroy());
    expect(outcome).toEqual({
      kind: 'failed',
      code: 'connection_closed',
      reason: 'The connection was closed before a response.',
    });
  });
  test('reports a receiver that does not use HTTP', async () => {
    const { outcome } = await meet((socket) => socket.end('220 mail.example ESMTP\r\n'));
    expect(outcome).toMatchObject({
      kind: 'failed',
      code: 'invalid_response',
      reason: expect.stringMatching(/^The response is not HTTP/),
    });
  });
  test('rejects a receiver that requests a protocol switch', async () => {
    const { outcome } = await meet((socket) =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
    );
    expect(outcome.kind).toBe('failed');
  });
});

describe('response of a receiver', () => {
  const allow = new AllowList(['127.0.0.1']);
  test('returns status, headers and body for a GET without a body', async () => {
    const { url, seen } = await serve((request, response) =>
      response.setHeader('x-method', request.method ?? '').end(String(request.headers['content-length'])),
    );
    const outcome = await open({ allow }).fetch({ method: 'GET', url, headers: {} });
    expect(outcome).toMatchObject({ status: 200, headers: { 'x-method': 'GET' }, isWhole: true });
    expect([bodyOf(outcome), seen[0]?.body]).toEqual(['undefined', '']);
  });
  test('does not follow redirects from a webhook receiver', async () => {
    const { url, seen } = await serve((_, response) =>
      response.writeHead(302, { location: `http://127.0.0.1:${port}/` }).end(),
    );
    const before = caught;
    expect(await open({ allow }).fetch({ ...REQUEST, url })).toMatchObject({ kind: 'answer', status: 302 });
    expect({ seen: seen.length, caught }).toEqual({ seen: 1, caught: before });
  });
  test.each([
    [1000, true],
    [1001, false],
  ])(
    'reads at most 1000 bytes of a %i-byte response, and reports whether the response is complete: %s',
    async (size, isWhole) => {
      const { url } = await serve((_, response) => response.end('x'.repeat(size)));
      const outcome = await open({ allow }).fetch({ ...REQUEST, url, maxBytes: 1000 });
      expect([bodyOf(outcome).length, outcome]).toEqual([1000, expect.objectContaining({ isWhole })]);
    },
  );
});

test.each([
  ['http://127.0.0.1/', true],
  ['http://sub.provider.example/', false],
  ['https://provider.example/', true],
  ['http://localhost/', true],
  ['http://10.0.0.1/', false],
  ['ftp://provider.example/', false],
])('reports whether the allow-list contains %s: %s', (url, isListed) => {
  expect(open({ allow: new AllowList(['127.0.0.1', 'provider.example']) }).isListed(new URL(url))).toBe(isListed);
});

describe('connections to a receiver', () => {
  test('reuses connections, even if the receiver has closed one', async () => {
    const { url, seen, connections } = await serve((_, response) => void response.end());
    const fetcher = open({ allow: new AllowList(['127.0.0.1']) });
    for (let i = 0; i < 3; i += 1) expect((await fetcher.fetch({ ...REQUEST, url })).kind).toBe('answer');
    expect({ seen: seen.length, connections: connections() }).toEqual({ seen: 3, connections: 1 });
  });
  test('connects to the next address if the first does not respond', async () => {
    const { url, seen } = await serve((_, response) => void response.end());
    const fetcher = open({ names: ['127.0.0.2', '127.0.0.1'], allow: new AllowList(['127.0.0.0/8']) });
    expect((await fetcher.fetch({ ...REQUEST, url: url.replace('127.0.0.1', NAME) })).kind).toBe('answer');
    expect(seen).toHaveLength(1);
  });
  test('closes connections when the fetcher closes, and does not report the receiver as failed', async () => {
    const { url, connections } = await serve(() => {});
    const fetcher = open({ allow: new AllowList(['127.0.0.1']) });
    const outcome = fetcher.fetch({ ...REQUEST, url });
    await expect.poll(connections).toBe(1);
    fetcher.close();
    expect(await outcome).toEqual({ kind: 'aborted' });
  });
});
