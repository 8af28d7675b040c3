/** Provides a data folder as it is after the first start of a server: with a key and a database, but no owner. */
import { execFileSync } from 'node:child_process';
import { existsSync, renameSync } from 'node:fs';
import path from 'node:path';
import { inject } from 'vitest';
import { startServerProcess } from '../../src/demo/server-process.ts';
import { untilFree } from '../../src/platform/adapters/embedded-postgres/processes.ts';
import { asAdmin } from './postgres.ts';

/**
 * Creates the folder at `target`, which must not exist. It is a copy of the folder that the first test of a run
 * creates, because initdb and the migrations take three seconds of CPU time. Use it for tests of later starts. Tests of
 * the first start create their own.
 */
export async function copyDataFolder(target: string): Promise<void> {
  const { admin, folder } = inject('postgres');
  const prepared = path.join(folder, 'data');
  await asAdmin(admin, async (client) => {
    await client.query('SELECT pg_advisory_lock(hashtext($1))', [prepared]);
    if (existsSync(prepared)) return;
    const unfinished = `${prepared}-unfinished`;
    const server = await startServerProcess({ dataDir: unfinished });
    await server.stop();
    // On a busy machine, a stopping server does not always wait for its database to end.
    if (!(await untilFree(path.join(unfinished, 'postgres'), 60_000))) throw new Error('The database did not end.');
    renameSync(unfinished, prepared);
  });
  // The copy keeps owners and modes, because the database's files belong to a separate user.
  execFileSync('cp', ['-a', prepared, target]);
}
