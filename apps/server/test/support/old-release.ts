/** Extracts an earlier version of this repository from git, ready to run. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../../../..');
const OWN_PACKAGES = '@countersign';
const PAGES = ['apps/web/dist', 'apps/sign/dist'];
/** A lock file can be of any size, but the output of a child process is limited to one megabyte by default. */
const MAX_BYTES = 2 ** 28;

/** Extracts a commit of this repository to a folder, which is removed when the test ends. */
export function checkOut(commit: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'countersign-release-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
  const archive = execFileSync('git', ['archive', commit], { cwd: ROOT, maxBuffer: MAX_BYTES });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  const text = readFileSync(path.join(folder, 'package-lock.json'), 'utf8');
  if (fits(text)) linkPackages(folder);
  else execFileSync('npm', ['ci', '--ignore-scripts'], { cwd: folder });
  // The pages only need to exist, because the test requests no pages of the earlier version.
  for (const pages of PAGES)
    if (existsSync(path.join(ROOT, pages)))
      cpSync(path.join(ROOT, pages), path.join(folder, pages), { recursive: true });
  return folder;
}

type Lock = { packages: Record<string, { version?: string; link?: boolean }> };

/** Whether all package versions in another lock file are installed. */
function fits(lockFile: string): boolean {
  const { packages } = JSON.parse(lockFile) as Lock;
  const installed = (JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8')) as Lock).packages;
  return Object.entries(packages).every(
    ([name, { version, link }]) =>
      !name.includes('node_modules/') || link === true || installed[name]?.version === version,
  );
}

/** Links the packages. The workspace's own packages are those of the earlier version. */
function linkPackages(folder: string): void {
  const target = path.join(folder, 'node_modules');
  mkdirSync(path.join(target, OWN_PACKAGES), { recursive: true });
  for (const name of readdirSync(path.join(ROOT, 'node_modules')))
    if (name !== OWN_PACKAGES && !name.startsWith('.'))
      symlinkSync(path.join(ROOT, 'node_modules', name), path.join(target, name));
  const { packages } = JSON.parse(readFileSync(path.join(folder, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { resolved?: string; link?: boolean }>;
  };
  for (const [name, { resolved, link }] of Object.entries(packages))
    if (link === true && resolved !== undefined && name.startsWith(`node_modules/${OWN_PACKAGES}/`))
      symlinkSync(path.join(folder, resolved), path.join(folder, name));
  // If a package is installed in several versions, npm places some of them beside the code that uses them.
  const beside = Object.keys(packages).flatMap(
    (name) => /^(?!node_modules\/).*?\/node_modules(?=\/)/.exec(name)?.[0] ?? [],
  );
  for (const name of new Set(beside))
    if (existsSync(path.join(ROOT, name))) symlinkSync(path.join(ROOT, name), path.join(folder, name));
}
