/** Filled installations that are kept from one run to the next; what came to the schema since is migrated before they are measured. */
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { openDatabase } from '../../apps/server/src/platform/open-database.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/adapters/embedded-postgres/index.ts';
import { startSubject } from '../subject.ts';
import { fill, MEMBER, type Sizes } from '../../apps/server/test/support/million-fill.ts';

export type Prepared = { folder: string; key: string; tenantId: string; memberId: string };
type Kept = { key: string; tenantId: string };

export async function prepare(sizes: Sizes): Promise<Prepared> {
  const root = process.env['BENCH_FOLDER'] ?? join(tmpdir(), 'countersign-bench');
  const folder = join(root, `${sizes.main}-${sizes.organizations}x${sizes.each}`);
  const note = join(folder, 'bench.json');
  // Written last: a folder without it was left half filled.
  if (!existsSync(note)) {
    await rm(folder, { recursive: true, force: true });
    await mkdir(root, { recursive: true, mode: 0o755 });
    await writeFile(note, JSON.stringify(await make(folder, sizes)));
  }
  const { key, tenantId }: Kept = JSON.parse(await readFile(note, 'utf8'));
  const database = await openDatabase({ dataDir: folder, database: { kind: 'embedded' } });
  await database.stop();
  return { folder, key, tenantId, memberId: MEMBER };
}

async function make(folder: string, sizes: Sizes): Promise<Kept> {
  const { credentials, server } = await startSubject(folder);
  await server.stop();
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), durable: false });
  const client = new pg.Client(postgres.connection);
  await client.connect();
  try {
    await fill(client, sizes, (line) => console.log(`  ${sizes.main}: ${line}`));
  } finally {
    await client.end();
    await postgres.stop();
  }
  return { key: credentials.key, tenantId: credentials.tenantId };
}
