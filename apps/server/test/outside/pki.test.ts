/** Tests openssl as a client of /pki, with the requests that any relying party sends. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { outsideTool } from '../../../../scripts/outside-tools.ts';
import { startTestApp } from '../support/app.ts';

const run = promisify(execFile);
const app = await startTestApp();
let folder = '';
const at = (name: string) => join(folder, name);
const openssl = async (...args: string[]): Promise<string> => {
  const { stdout, stderr } = await run(outsideTool('openssl'), args);
  return stdout + stderr;
};
/** Passes the time of the server's frozen clock, because openssl would otherwise use the machine's clock. */
const time = () => ['-attime', String(Math.floor(app.clock.now().getTime() / 1000))];

async function post(path: string, type: string, body: Uint8Array): Promise<Response> {
  return fetch(app.url + path, { method: 'POST', headers: { 'content-type': type }, body: Buffer.from(body) });
}
/** Returns the output of a failed openssl run. */
function outputOf(error: unknown): string {
  const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
  return stdout + stderr;
}
async function save(name: string, response: Response): Promise<void> {
  expect(response.status).toBe(200);
  await writeFile(at(name), Buffer.from(await response.arrayBuffer()));
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-pki-'));
  for (const name of ['root.pem', 'issuing.pem', 'timestamp.pem', 'ocsp.pem', 'root.crl', 'issuing.crl']) {
    await save(name, await fetch(`${app.url}/pki/live/${name}`));
  }
  await writeFile(
    at('chain.pem'),
    (await readFile(at('root.pem'), 'utf8')) + (await readFile(at('issuing.pem'), 'utf8')),
  );
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('verifies the certificate chain with the strict mode of OpenSSL', async () => {
  const answer = await openssl(
    'verify',
    '-x509_strict',
    ...time(),
    '-CAfile',
    at('root.pem'),
    '-untrusted',
    at('issuing.pem'),
    at('timestamp.pem'),
    at('ocsp.pem'),
  );
  expect(answer.match(/: OK/g)).toHaveLength(2);
});

test('signs each revocation list with the key of its issuer', async () => {
  expect(await openssl('crl', '-inform', 'DER', '-in', at('root.crl'), '-CAfile', at('root.pem'), '-noout')).toContain(
    'verify OK',
  );
  expect(
    await openssl('crl', '-inform', 'DER', '-in', at('issuing.crl'), '-CAfile', at('chain.pem'), '-noout'),
  ).toContain('verify OK');
});

describe('the OCSP responder', () => {
  const ask = async (serial: string): Promise<string> => {
    await openssl('ocsp', '-issuer', at('issuing.pem'), '-serial', serial, '-reqout', at('request.der'));
    await save(
      'response.der',
      await post('/pki/live/ocsp', 'application/ocsp-request', await readFile(at('request.der'))),
    );
    const judge = [
      'ocsp',
      '-respin',
      at('response.der'),
      '-issuer',
      at('issuing.pem'),
      '-CAfile',
      at('chain.pem'),
      ...time(),
      // Despite -attime, openssl compares the times in a response with its own clock.
      '-validity_period',
      '315360000',
    ];
    // openssl checks the nonce against the request that was sent, and prints the status for the serial number.
    const nonce = await openssl(...judge, '-reqin', at('request.der'));
    return nonce + (await openssl(...judge, '-serial', serial, '-no_nonce'));
  };

  test('returns the OCSP status "good" for an issued certificate', async () => {
    const { id } = await app.completed();
    const [row] = await app.sql<{ serial: string }>('select serial from certificates where document_id = $1', [id]);
    const answer = await ask(`0x${row?.serial ?? ''}`);
    expect(answer.match(/Response verify OK/g)).toHaveLength(2);
    expect(answer).toContain(': good');
  });

  test('returns "revoked" with time and reason as soon as a certificate is revoked, and adds the certificate to the revocation list', async () => {
    const { id, signers } = await app.completed();
    const [row] = await app.sql<{ serial: string }>('select serial from certificates where document_id = $1', [id]);
    const serial = row?.serial ?? '';
    expect(await ask(`0x${serial}`)).toContain(': good');
    const answer = await app.service.post(
      `/api/documents/${id}/signers/${signers[0]?.id ?? ''}/revoke-certificate`,
      { reason: 'key_compromise', revokedAt: 'issuance', note: 'The mailbox was taken over' },
      { headers: { 'x-organization-id': app.tenant.organizationId } },
    );
    expect(answer.status, answer.text).toBe(200);
    const told = await ask(`0x${serial}`);
    expect(told.match(/Response verify OK/g)).toHaveLength(2);
    expect(told).toMatch(/: revoked[^]*Reason: keyCompromise[^]*Revocation Time:/);
    await save('revoked.crl', await fetch(`${app.url}/pki/live/issuing.crl`));
    const list = await openssl('crl', '-inform', 'DER', '-in', at('revoked.crl'), '-CAfile', at('chain.pem'), '-text');
    expect(list).toContain('verify OK');
    expect(list).toContain(`Serial Number: ${serial.toUpperCase()}`);
    expect(list).toContain('Key Compromise');
  });

  test('returns the OCSP status "unknown" for an unissued serial number', async () => {
    expect(await ask('0x123456789abcdef')).toContain(': unknown');
  });

  test('accepts the OCSP request in the path and returns malformedRequest for invalid bytes', async () => {
    await openssl('ocsp', '-issuer', at('issuing.pem'), '-serial', '0x1', '-reqout', at('request.der'));
    const request = (await readFile(at('request.der'))).toString('base64');
    await save('response.der', await fetch(`${app.url}/pki/live/ocsp/${encodeURIComponent(request)}`));
    expect(await openssl('ocsp', '-respin', at('response.der'), '-noverify', '-text')).toContain(
      'Response Status: successful',
    );
    await save('response.der', await post('/pki/live/ocsp', 'application/ocsp-request', Buffer.from('rubbish')));
    const refused = await openssl('ocsp', '-respin', at('response.der'), '-noverify', '-text').catch(outputOf);
    expect(refused).toMatch(/malformedrequest/i);
  });
});

describe('the time-stamping authority', () => {
  test('time-stamps the received hash with a token that OpenSSL verifies under the root', async () => {
    await writeFile(at('data.txt'), 'something that existed now');
    await openssl('ts', '-query', '-data', at('data.txt'), '-sha256', '-cert', '-out', at('query.tsq'));
    await save(
      'reply.tsr',
      await post('/pki/live/tsa', 'application/timestamp-query', await readFile(at('query.tsq'))),
    );
    const verify = (...what: string[]) =>
      openssl(
        'ts',
        '-verify',
        ...time(),
        '-in',
        at('reply.tsr'),
        ...what,
        '-CAfile',
        at('root.pem'),
        '-untrusted',
        at('issuing.pem'),
      );
    // The query also contains the nonce and the policy.
    expect(await verify('-queryfile', at('query.tsq'))).toContain('Verification: OK');
    await writeFile(at('other.txt'), 'something else');
    await expect(verify('-data', at('other.txt'))).rejects.toThrow('message imprint mismatch');
  });

  test('rejects a time-stamp request with another Content-Type or for an unknown environment', async () => {
    expect((await post('/pki/live/tsa', 'text/plain', Buffer.from('x'))).status).toBe(415);
    expect((await post('/pki/elsewhere/tsa', 'application/timestamp-query', Buffer.from('x'))).status).toBe(404);
  });
});
