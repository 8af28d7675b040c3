/** Prepares installations with test data, which are kept between runs. Newer migrations are applied before measuring. */
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../apps/server/src/platform/open-database.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/adapters/embedded-postgres/index.ts';
import { startSubject } from '../subject.ts';
import { fill, MEMBER, type Sizes } from '../../apps/server/test/support/million-fill.ts';

export type Prepared = { folder: string; key: string; tenantId: string; memberId: string };
type Kept = { key: string; tenantId: string; isFilled: boolean };

export const millionSizes = (quick: boolean): readonly Sizes[] => [
  { main: 10_000, organizations: 20, each: 100 },
  quick ? { main: 100_000, organizations: 200, each: 100 } : { main: 1_000_000, organizations: 2000, each: 100 },
];

/**
 * Creates and fills the installation unless this has already been done. An interrupted fill continues where it stopped.
 */
export async function prepare(sizes: Sizes): Promise<Prepared> {
  const root = process.env['BENCH_FOLDER'] ?? join(tmpdir(), 'countersign-bench');
  const folder = join(root, `${sizes.main}-${sizes.organizations}x${sizes.each}`);
  const note = join(folder, 'bench.json');
  if (!existsSync(note)) {
    await rm(folder, { recursive: true, force: true });
    await mkdir(root, { recursive: true, mode: 0o755 });
    const { credentials, server } = await startSubject(folder);
    await server.stop();
    await writeFile(note, JSON.stringify({ key: credentials.key, tenantId: credentials.tenantId, isFilled: false }));
  }
  const kept: Kept = JSON.parse(await readFile(note, 'utf8'));
  if (!kept.isFilled) {
    await fillFolder(folder, sizes);
    await writeFile(note, JSON.stringify({ ...kept, isFilled: true }));
  }
  const database = await openDatabase({ dataDir: folder, database: { kind: 'embedded' } });
  await database.stop();
  return { folder, key: kept.key, tenantId: kept.tenantId, memberId: MEMBER };
}

async function fillFolder(folder: string, sizes: Sizes): Promise<void> {
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), durable: false });
  try {
    await fill(postgres.connection, sizes, {
      sessions: availableParallelism() + 1,
      say: (line) => console.log(`  ${sizes.main}: ${line}`),
    });
  } finally {
    await postgres.stop();
  }
}
