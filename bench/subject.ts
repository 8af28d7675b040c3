/** Starts the server under test: a separate process with its own data folder, set up and with an unlimited key. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { Client } from '../apps/server/src/demo/client.ts';
import { type ServerProcess, startServerProcess } from '../apps/server/src/demo/server-process.ts';
import { Vault } from '../apps/server/src/platform/crypto/seal.ts';
import type { Credentials } from './envelope.ts';

export type Subject = {
  server: ServerProcess;
  owner: Client;
  client: Client;
  credentials: Credentials;
  database: pg.ClientConfig;
};

export async function startSubject(dataDir: string, environment: Record<string, string> = {}): Promise<Subject> {
  const server = await startServerProcess({
    dataDir,
    environment: { RATE_LIMIT_ADDRESS: '1000000000', ...environment },
  });
  const owner = new Client(server.url);
  await owner.setUp({
    token: server.setupToken ?? '',
    organization: 'Bench',
    name: 'Bench',
    email: 'bench@bench.example',
    password: 'only for measuring',
  });
  const key = await owner.createApiKey('bench');
  const database = await embeddedDatabase(dataDir);
  const linkKey = await readLinkKey(dataDir, database);
  const tenantId = `ten_${key.split('_')[2] ?? ''}`;
  return {
    server,
    owner,
    client: new Client(server.url, { bearer: key }),
    credentials: { key, linkKey, tenantId },
    database,
  };
}

/** Returns the port of the embedded database from PostgreSQL's own file. */
export async function embeddedDatabase(dataDir: string): Promise<pg.ClientConfig> {
  const lines = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n');
  return { host: lines[4] ?? '', port: Number(lines[3]), user: 'postgres', database: 'postgres' };
}

/**
 * Reads the key from which signing links are derived, so that the bench can open a link without reading e-mails.
 * E-mails are still created and sent.
 */
async function readLinkKey(dataDir: string, database: pg.ClientConfig): Promise<Buffer> {
  const client = new pg.Client(database);
  await client.connect();
  const { rows } = await client.query<{ link_key_sealed: Buffer }>('select link_key_sealed from installation');
  await client.end();
  const masterKey = Buffer.from((await readFile(join(dataDir, 'master.key'), 'utf8')).trim(), 'base64');
  return new Vault(masterKey).open('link key', rows[0]?.link_key_sealed ?? Buffer.alloc(0));
}

export async function mailDelivered(database: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(database);
  await client.connect();
  try {
    for (;;) {
      const { rows } = await client.query<{ left: number }>(
        `select count(*)::int as left from jobs where lane in ('invitation', 'mail')`,
      );
      if (rows[0]?.left === 0) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  } finally {
    await client.end();
  }
}
