/**
 * Runs time-stamping authorities on loopback: a correct one built with our own code, and one built only with OpenSSL.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import {
  answerTimestampRequest,
  buildCertificate,
  createCrl,
  createRoot,
  createTimestampCertificate,
  createTimestampToken,
  der,
  encodeName,
  extensions,
  generateKey,
  type Identity,
  type KeyKind,
  type NewIdentity,
  Oid,
  readDer,
  toPem,
  type TimestampUnit,
} from '@countersign/pki';
import { outsideTool } from '../../../../scripts/outside-tools.ts';
import { afterFile } from './after-file.ts';

const POLICY = '1.3.6.1.4.1.99999.7.1';
const MINUTE = 60_000;

type Answer = { status?: number; type?: string; headers?: Record<string, string>; body?: Buffer } | 'silence';
type Handler = (request: { url: string; body: Buffer; headers: IncomingMessage['headers'] }) => Promise<Answer>;

async function listen(handle: Handler): Promise<{ url: string; close: () => Promise<void> }> {
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const answer = await handle({ url: request.url ?? '', body: Buffer.concat(parts), headers: request.headers });
    if (answer === 'silence') return;
    const { status = 200, type = 'application/timestamp-reply', headers = {}, body = Buffer.alloc(0) } = answer;
    response.writeHead(status, { 'Content-Type': type, ...headers }).end(body);
  };
  const server = createServer((request, response) => {
    respond(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The ways in which an authority can fail. */
export const MISBEHAVIOURS = [
  'silent',
  'status-500',
  'status-404',
  'refusal',
  'other-imprint',
  'other-nonce',
  'no-nonce',
  'other-purpose',
  'expired-certificate',
  'unknown-root',
  'clock-ahead',
  'clock-behind',
  'too-large-token',
  'endless-body',
  'html',
  'redirect',
  'nonsense',
] as const;
export type Misbehaviour = (typeof MISBEHAVIOURS)[number];

export type TestAuthority = {
  url: string;
  root: NewIdentity;
  rootPem: string;
  mode: Misbehaviour | 'good';
  /** The number of certificates that are added to each token to make it larger. */
  padding: number;
  /** The size of the last issued token in bytes. */
  tokenSize: number;
  /** The kind of failure that starts after the next response. */
  afterwards: Misbehaviour | undefined;
  /** Whether the revocation list is served. */
  listsRevocations: boolean;
  /** The number of received time-stamp requests. */
  requests: number;
  authorization: string | undefined;
};

/**
 * Starts an authority with the given name. `now` returns the time of its time-stamps. It stops when the test file ends.
 */
export async function startTestAuthority(
  name: string,
  now: () => Date,
  { years, key: keyKind = 'p256' }: { years?: number; key?: KeyKind } = {},
): Promise<TestAuthority> {
  const begin = new Date(now().getTime() - 60 * MINUTE);
  const root = await createRoot({ commonName: `${name} Root`, now: begin });
  const server = await listen((request) => handle(request));
  afterFile(() => server.close());
  const addresses = { crl: `${server.url}/root.crl` };
  const issued = await createTimestampCertificate(root, { commonName: name, now: begin, addresses });
  const good: Identity = years === undefined ? issued : await special(root, { name, years });
  const authority: TestAuthority = {
    url: `${server.url}/tsr`,
    root,
    rootPem: toPem('CERTIFICATE', root.certificate.der),
    mode: 'good',
    padding: 0,
    tokenSize: 0,
    afterwards: undefined,
    listsRevocations: true,
    requests: 0,
    authorization: undefined,
  };

  async function handle({ url, body, headers }: Parameters<Handler>[0]): Promise<Answer> {
    if (url === '/root.crl') {
      if (!authority.listsRevocations) return { status: 503 };
      const nextUpdate = new Date(now().getTime() + 60 * MINUTE);
      const list = { issuer: root.certificate, key: root.key, revoked: [], number: now().getTime(), now: now() };
      return { type: 'application/pkix-crl', body: await createCrl({ ...list, nextUpdate }) };
    }
    authority.requests += 1;
    authority.authorization = headers.authorization;
    const { mode, afterwards } = authority;
    if (afterwards) Object.assign(authority, { mode: afterwards, afterwards: undefined });
    return answerIn(mode, body);
  }

  /** Creates a certificate below the root that is valid for several years, or deliberately invalid. */
  async function special(
    issuer: Identity,
    options: { name: string; years?: number; purposes?: string[]; notAfter?: Date },
  ): Promise<Identity> {
    const { signingKey: key } = generateKey(keyKind);
    const end = new Date(begin);
    end.setUTCFullYear(end.getUTCFullYear() + (options.years ?? 1));
    const certificate = await buildCertificate({
      subject: encodeName({ commonName: options.name }),
      subjectPublicKeySpki: key.publicKeySpki,
      issuer: { certificate: issuer.certificate, key: issuer.key },
      notBefore: new Date(begin.getTime() - 1000 * MINUTE),
      notAfter: options.notAfter ?? end,
      extensions: [
        extensions.keyUsage('digitalSignature'),
        extensions.extendedKeyUsage(options.purposes ?? [Oid.timeStamping], true),
        ...extensions.addressExtensions(addresses),
      ],
    });
    return { certificate, key, chain: [issuer.certificate] };
  }

  async function padded(count: number): Promise<Partial<TimestampUnit>> {
    if (count === 0) return {};
    const more = await Promise.all(
      Array.from({ length: count }, (_, index) => special(root, { name: `${name} ${index}` })),
    );
    return { chain: more.map(({ certificate }) => certificate) };
  }

  async function answerIn(mode: Misbehaviour | 'good', request: Buffer): Promise<Answer> {
    const unit: TimestampUnit & { now: Date } = { ...good, policy: POLICY, now: now() };
    const granted = async (by: Partial<TimestampUnit & { now: Date }> = {}) =>
      (await answerTimestampRequest(request, { ...unit, ...by })).response;
    const fresh = { name: `${name} (${mode})` };
    const token = (other: { imprint?: Buffer; nonce?: Buffer }) =>
      createTimestampToken({ ...unit, digestAlgorithm: 'sha256', imprint: imprintOf(request), ...other }).then((made) =>
        der.sequence(der.sequence(der.integer(0)), made),
      );
    switch (mode) {
      case 'good': {
        const body = await granted(await padded(authority.padding));
        authority.tokenSize = body.length;
        return { body };
      }
      case 'silent':
        return 'silence';
      case 'status-500':
        return { status: 500, body: await granted() };
      case 'status-404':
        return { status: 404 };
      case 'refusal':
        return { body: der.sequence(der.sequence(der.integer(2))) };
      case 'other-imprint':
        return { body: await token({ imprint: createHash('sha256').update('other').digest() }) };
      case 'other-nonce':
        return { body: await token({ nonce: Buffer.from([1, 2, 3, 4, 5, 6, 7, 8]) }) };
      case 'no-nonce':
        return { body: await token({}) };
      case 'other-purpose': {
        const purposes = [Oid.timeStamping, Oid.documentSigning];
        return { body: await granted(await special(root, { ...fresh, purposes })) };
      }
      case 'expired-certificate':
        return { body: await granted(await special(root, { ...fresh, notAfter: new Date(begin.getTime() - MINUTE) })) };
      case 'unknown-root': {
        const stranger = await createRoot({ commonName: `${name} Root`, now: begin });
        return { body: await granted(await special(stranger, fresh)) };
      }
      case 'clock-ahead':
        return { body: await granted({ now: new Date(now().getTime() + 6 * MINUTE) }) };
      case 'clock-behind':
        return { body: await granted({ now: new Date(now().getTime() - 6 * MINUTE) }) };
      case 'too-large-token': {
        return { body: await granted(await padded(40)) };
      }
      case 'endless-body':
        return { body: Buffer.alloc(2 * 2 ** 20) };
      case 'html':
        return { type: 'text/html', body: await granted() };
      case 'redirect':
        return { status: 307, headers: { Location: `${server.url}/elsewhere` } };
      case 'nonsense':
        return { body: Buffer.from('not a time-stamp') };
    }
  }

  return authority;
}

/** TimeStampReq ::= SEQUENCE { version, MessageImprint ::= SEQUENCE { algorithm, digest }, ... } (RFC 3161 §2.4.1). */
function imprintOf(request: Buffer): Buffer {
  const imprint = readDer(request).elements()[1]?.elements()[1];
  if (!imprint) throw new Error('The request has no message imprint.');
  return imprint.content;
}

export type OpensslAuthority = {
  url: string;
  rootPem: string;
  /**
   * Weak options that OpenSSL still offers: a signature with a weak digest, and a signing certificate that is
   * identified by its SHA-1 hash (RFC 2634 §5.4).
   */
  mode: 'good' | 'sha1-signature' | 'sha1-binding';
};

const CONFIG = (folder: string, mode: OpensslAuthority['mode']) => `
[tsa]
default_tsa = unit
[unit]
serial = ${folder}/serial
crypto_device = builtin
signer_cert = ${folder}/tsa.pem
certs = ${folder}/ca.pem
signer_key = ${folder}/tsa.key
signer_digest = ${mode === 'sha1-signature' ? 'sha1' : 'sha256'}
default_policy = ${POLICY}
digests = sha256
accuracy = secs:1
ess_cert_id_alg = ${mode === 'sha1-binding' ? 'sha1' : 'sha256'}
[ca]
default_ca = list
[list]
database = ${folder}/index.txt
default_md = sha256
default_crl_days = 30
`;

/** Runs `openssl ts -reply` behind HTTP, with its own CA and without our code. It uses the machine's clock. */
export async function startOpensslAuthority(): Promise<OpensslAuthority> {
  const folder = await mkdtemp(path.join(tmpdir(), 'countersign-tsa-'));
  const file = (name: string) => path.join(folder, name);
  const openssl = (...args: string[]) => promisify(execFile)(outsideTool('openssl'), args, { cwd: folder });
  const authority: OpensslAuthority = { url: '', rootPem: '', mode: 'good' };
  let last: Promise<unknown> = Promise.resolve();
  let count = 0;
  const server = await listen(async ({ url, body }) => {
    if (url === '/ca.crl') return { type: 'application/pkix-crl', body: await readFile(file('ca.crl')) };
    count += 1;
    const [query, reply] = [file(`${count}.tsq`), file(`${count}.tsr`)];
    await writeFile(query, body);
    // Requests run one after another, because they share the file with the serial number.
    const made = last.then(() =>
      openssl('ts', '-reply', '-config', `${authority.mode}.cnf`, '-queryfile', query, '-out', reply),
    );
    last = made.catch(() => undefined);
    await made;
    return { body: await readFile(reply) };
  });
  afterFile(async () => {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  });
  await Promise.all([
    ...(['good', 'sha1-signature', 'sha1-binding'] as const).map((mode) =>
      writeFile(file(`${mode}.cnf`), CONFIG(folder, mode)),
    ),
    writeFile(file('serial'), '01\n'),
    writeFile(file('index.txt'), ''),
    writeFile(
      file('tsa.ext'),
      `keyUsage=critical,digitalSignature\nextendedKeyUsage=critical,timeStamping\ncrlDistributionPoints=URI:${server.url}/ca.crl\n`,
    ),
  ]);
  const ca = ['-addext', 'basicConstraints=critical,CA:TRUE', '-addext', 'keyUsage=critical,keyCertSign,cRLSign'];
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-384', '-nodes'];
  const subject = (name: string) => ['-subj', `/O=Outside Time Ltd/CN=${name}`];
  await openssl(
    'req',
    '-x509',
    ...newKey,
    '-keyout',
    'ca.key',
    '-out',
    'ca.pem',
    '-days',
    '3650',
    ...subject('Outside Root'),
    ...ca,
  );
  await openssl(
    'req',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-keyout',
    'tsa.key',
    '-out',
    'tsa.csr',
    ...subject('Outside Clock'),
  );
  const signing = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-days', '3000', '-extfile', 'tsa.ext'];
  await openssl('x509', '-req', '-in', 'tsa.csr', ...signing, '-out', 'tsa.pem');
  await openssl('ca', '-gencrl', '-config', 'good.cnf', '-keyfile', 'ca.key', '-cert', 'ca.pem', '-out', 'crl.pem');
  await openssl('crl', '-in', 'crl.pem', '-outform', 'DER', '-out', 'ca.crl');
  return Object.assign(authority, { url: `${server.url}/tsr`, rootPem: await readFile(file('ca.pem'), 'utf8') });
}
