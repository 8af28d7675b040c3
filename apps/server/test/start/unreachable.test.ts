/** The server starts even if dependencies are unreachable. It reports them and recovers automatically (ADR 90). */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { copyDataFolder } from '../support/data-folder.ts';
import { freePorts } from '../support/drill-machine.ts';
import { KMS_CREDENTIALS, KMS_REGION } from '../support/kms.ts';
import { makeCertificate, writePem } from '../support/operator-pki.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { until } from '../support/until.ts';
import { WireTap } from '../support/wire-tap.ts';
import { runMain } from './run-main.ts';

const LIMIT_MS = 60_000;

function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'countersign-unreachable-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
  return folder;
}

const lines = (logged: string, message: string) => logged.split('\n').filter((line) => line.includes(message));

test(
  'listens while the database is down, names the database in a 503 response, and serves requests when the database is available again',
  { timeout: LIMIT_MS },
  async () => {
    const database = await createTestDatabase();
    const tap = new WireTap();
    onTestFinished(async () => {
      await tap.close();
      await database.drop();
    });
    const { user = '', host = '', port: wire = 0, database: name = '' } = await tap.open(database.connection);
    await tap.cut();
    const [port = 0] = await freePorts(1);
    const server = runMain({
      DATA_DIR: path.join(newFolder(), 'data'),
      LOG_LEVEL: 'info',
      PORT: String(port),
      MASTER_KEY: randomBytes(32).toString('base64'),
      DATABASE_URL: `postgres://${user}@${host}:${wire}/${name}`,
    });
    const url = `http://127.0.0.1:${port}`;
    const ask = (address: string, init?: RequestInit) => fetch(`${url}${address}`, init);
    await until('the server to listen on the port', () => ask('/api/health/live').catch(() => undefined), LIMIT_MS);

    const alive = await ask('/v1/api/health/live');
    expect([alive.status, await alive.json()]).toEqual([200, { status: 'alive', timestamp: expect.any(String) }]);
    for (const [address, init] of [
      ['/api/health', {}],
      ['/', {}],
      ['/sandbox/api/documents/paginated', { headers: { authorization: 'Bearer none' } }],
      ['/api/auth/login', { method: 'POST', body: 'x'.repeat(100_000) }],
    ] as const) {
      const refused = await ask(address, init);
      expect([address, refused.status, refused.headers.get('retry-after')]).toEqual([address, 503, '5']);
      expect(refused.headers.get('x-request-id')).toMatch(/^req_/);
      expect(await refused.json()).toMatchObject({
        error: 'SERVICE_UNAVAILABLE',
        message: 'The server is starting and is waiting for the database. Nothing was changed. Try again shortly.',
        details: { check: 'database', requestId: expect.any(String) },
      });
    }
    expect(server.said()).toBe('');

    await tap.mend();
    await server.listening();
    expect((await ask('/api/health')).status).toBe(200);
    expect((await ask('/api/health/database')).status).toBe(200);
    expect(lines(server.logged(), 'startup is waiting for the database, which is unreachable')).toHaveLength(1);
    expect(lines(server.logged(), 'the database is reachable again')).toHaveLength(1);
    server.child.kill('SIGTERM');
    expect(await server.exited).toBe(0);
  },
);

test(
  'starts without the key service, the mail server and the time-stamping authority, and names each of them in its health check',
  { timeout: LIMIT_MS },
  async () => {
    const folder = newFolder();
    const dataDir = path.join(folder, 'data');
    await copyDataFolder(dataDir);
    const [kms = 0, smtp = 0, tsa = 0] = await freePorts(3);
    const root = await makeCertificate({ commonName: 'Root', ca: true });
    const seal = await makeCertificate({ commonName: 'Seal', kind: 'p384' }, root);
    const trust = path.join(folder, 'root.pem');
    writePem(trust, root);
    const server = runMain({
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      SEAL_KEY: `awskms:alias/seal?region=${KMS_REGION}`,
      SEAL_CERTIFICATES: writePem(path.join(folder, 'seal.pem'), seal, root),
      AWS_ACCESS_KEY_ID: KMS_CREDENTIALS.accessKeyId,
      AWS_SECRET_ACCESS_KEY: KMS_CREDENTIALS.secretAccessKey,
      AWS_ENDPOINT_URL_KMS: `http://127.0.0.1:${kms}/`,
      SMTP_URL: `smtp://127.0.0.1:${smtp}`,
      MAIL_FROM: 'sign@example.com',
      TIMESTAMP_URLS: `http://127.0.0.1:${tsa}/`,
      TIMESTAMP_TRUST: trust,
    });
    const url = await server.listening();
    const health = async (part: string) => {
      const answer = await fetch(`${url}/api/health${part}`);
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
    };
    expect(await health('')).toMatchObject({
      status: 200,
      body: {
        status: 'degraded',
        problems: expect.arrayContaining([
          { code: 'signing-key-unavailable', message: expect.stringContaining('SEAL_KEY'), since: expect.any(String) },
        ]),
      },
    });
    expect(await health('/signing')).toMatchObject({
      status: 503,
      body: { error: 'SERVICE_UNAVAILABLE', details: { check: 'signing', key: 'SEAL_KEY' } },
    });
    await until('the first test of the mail server', async () => (await health('/email')).status === 503);
    expect((await health('/database')).status).toBe(200);
    expect(lines(server.logged(), 'a signing key is unreachable')).toHaveLength(1);
    server.child.kill('SIGTERM');
    expect(await server.exited).toBe(0);
  },
);
