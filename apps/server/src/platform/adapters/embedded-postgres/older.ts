/**
 * Serves a data folder of an earlier major version with that version's own programs while its rows are copied (ADR 92).
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import path from 'node:path';
import { provideBinaries } from './binaries.ts';
import { SUPERUSER } from './data-folder.ts';
import { EmbeddedPostgresError } from './errors.ts';
import { accessRules } from './access.ts';
import { accepting, launchWhenFree, untilLeft } from './launch.ts';
import { takeOver } from './ownership.ts';
import { chooseUser, type RunAs } from './run-as.ts';
import { makeRuntimeFolder, SOCKET_PORT } from './runtime-folder.ts';
import { olderArguments } from './settings.ts';
import { dataFolderName, spawnWatched } from './watched-process.ts';

export type OlderPostgres = {
  connection: { host: string; port: number; user: string; database: string };
  stop: () => Promise<void>;
};

/** The folders in which Debian and Red Hat install the programs of each major version. */
const USUAL = [(major: string) => `/usr/lib/postgresql/${major}/bin`, (major: string) => `/usr/pgsql-${major}/bin`];
const WAIT_MS = 10_000;

export function embeddedMajor(dataDir: string): string {
  return provideBinaries(chooseUser(dataDir), dataDir).majorVersion;
}

export function majorOfFolder(dataDir: string): string | undefined {
  const file = path.join(dataDir, 'PG_VERSION');
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
}

/**
 * Finds the programs of a major version.
 *
 * @param given the folder that the operator configured; default: the usual locations
 * @throws EmbeddedPostgresError `binaries_missing` | `binaries_unusable`
 */
export function olderPrograms(major: string, dataDir: string, given: string | undefined): string {
  const runAs = chooseUser(dataDir);
  const places = given === undefined ? USUAL.map((at) => at(major)) : [given];
  const bin = places.find((place) => existsSync(path.join(place, 'postgres')));
  if (bin === undefined)
    throw new EmbeddedPostgresError(
      'binaries_missing',
      `The program postgres was not found in ${places.join(' or ')}. Install PostgreSQL ${major}, or specify its folder with --old-bin.`,
    );
  const found = versionOf(path.join(bin, 'postgres'), runAs);
  if (found !== major)
    throw new EmbeddedPostgresError(
      'binaries_unusable',
      `The programs in ${bin} are from PostgreSQL ${found ?? 'an unknown version'}, but ${dataDir} needs PostgreSQL ${major}.`,
    );
  return bin;
}

function versionOf(program: string, runAs: RunAs): string | undefined {
  const { stdout } = spawnSync(program, ['--version'], { ...runAs, cwd: '/', env: {}, encoding: 'utf8' });
  return /\(PostgreSQL\) (\d+)/.exec(stdout)?.[1];
}

/**
 * Starts PostgreSQL in the older version. All committed data is available, even after a crash. @throws
 * EmbeddedPostgresError `in_use` | `start_failed`
 */
export async function startOlderPostgres(dataDir: string, bin: string): Promise<OlderPostgres> {
  const runAs = chooseUser(dataDir);
  if (runAs !== undefined) await untilLeft(dataDir, WAIT_MS);
  takeOver(realpathSync(dataDir), runAs);
  const socketFolder = makeRuntimeFolder(runAs);
  const command = [path.join(bin, 'postgres'), '-D', dataFolderName(dataDir), ...olderArguments(socketFolder)];
  const silent = (): void => undefined;
  const launch = () =>
    accepting(spawnWatched(command, dataDir, runAs, { socketFolder, ...accessRules(SUPERUSER) }), dataDir, silent);
  try {
    const { child, exited } = await launchWhenFree(launch, dataDir, silent, WAIT_MS);
    return {
      connection: { host: socketFolder, port: SOCKET_PORT, user: SUPERUSER, database: 'postgres' },
      stop: async () => {
        child.stdin?.end();
        await exited;
        rmSync(socketFolder, { recursive: true, force: true });
      },
    };
  } catch (error) {
    rmSync(socketFolder, { recursive: true, force: true });
    throw error;
  }
}
