/** Creates a version from the changesets: the numbers of all packages, the changelogs and the baseline of the API. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readChangesets } from '@changesets/read';
import { type Change, type Kind, withApiRelease, withRelease } from './changelog.ts';
import { writeRelease } from './released.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
/** All packages share one version, and changesets refer to this package. */
const PRODUCT = 'apps/server';
const KINDS: readonly Kind[] = ['major', 'minor', 'patch'];

type Manifest = { version: string };
type Lock = Manifest & { packages: Record<string, Partial<Manifest> & { link?: boolean }> };

/** Writes all changes to the working tree without committing them, so that `git restore .` undoes them. */
export async function makeVersion(day: string): Promise<string> {
  if (git('status', '--porcelain') !== '') throw new Error('Commit or stash your changes first.');
  const changes = await pendingChanges();
  if (changes.length === 0) throw new Error('There is no changeset. Add one with `npm run changeset`.');
  execFileSync(process.execPath, [path.join(ROOT, 'node_modules/@changesets/cli/bin.js'), 'version'], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const { version } = readJson<Manifest>(`${PRODUCT}/package.json`);
  writeJson('package.json', { ...readJson<Manifest>('package.json'), version });
  writeJson('package-lock.json', lockedAt(readJson<Lock>('package-lock.json'), version));
  const title = `${version} (${day})`;
  change('CHANGELOG.md', (text) => withRelease(text, title, changes));
  change('docs/api/changelog.md', (text) => withApiRelease(text, title));
  writeRelease(version);
  return version;
}

async function pendingChanges(): Promise<Change[]> {
  const changesets = await readChangesets(ROOT);
  return changesets.flatMap(({ summary, releases }) => {
    const kind = KINDS.find((one) => releases.some(({ type }) => type === one));
    return kind === undefined ? [] : [{ kind, text: summary }];
  });
}

/** The lock file repeats the versions of the project and of its workspaces. */
export function lockedAt(lock: Lock, version: string): Lock {
  const packages = Object.entries(lock.packages).map(([where, entry]) => [
    where,
    entry.version !== undefined && !where.includes('node_modules/') ? { ...entry, version } : entry,
  ]);
  return { ...lock, version, packages: Object.fromEntries(packages) };
}

function change(name: string, by: (text: string) => string): void {
  const file = path.join(ROOT, name);
  writeFileSync(file, by(readFileSync(file, 'utf8')));
}

function readJson<T>(name: string): T {
  return JSON.parse(readFileSync(path.join(ROOT, name), 'utf8')) as T;
}

function writeJson(name: string, value: unknown): void {
  writeFileSync(path.join(ROOT, name), `${JSON.stringify(value, null, 2)}\n`);
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' });
}
