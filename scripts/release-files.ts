/**
 * Creates the published files of a release: the source archive, its bill of materials (CycloneDX), their provenance
 * (SLSA provenance as an in-toto statement) and their digests. The same commit always produces the same bytes, so
 * anyone can regenerate the files and compare them.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

const ROOT = path.resolve(import.meta.dirname, '..');
const MAX_BYTES = 1 << 30;

interface Source {
  version: string;
  commit: string;
  /** The time of the commit. The files contain this time instead of the time at which they were written. */
  time: string;
}

type Bom = {
  serialNumber?: string;
  metadata: { timestamp?: string; component: Record<string, unknown> };
  components: unknown[];
};

/** Writes the files of the checked-out commit to `release/` and returns their names. */
export function writeReleaseFiles(folder = path.join(ROOT, 'release')): string[] {
  if (git('status', '--porcelain') !== '') throw new Error('Commit or stash your changes first.');
  const { version } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as { version: string };
  if (!existsSync(path.join(ROOT, 'docs/api/releases', version)))
    throw new Error(`${version} has not been released. Run \`npm run release\` and commit its changes first.`);
  const source: Source = {
    version,
    commit: git('rev-parse', 'HEAD').trim(),
    time: new Date(git('show', '--no-patch', '--format=%cI', 'HEAD').trim()).toISOString(),
  };
  const name = `countersign-${version}`;
  const archive = gzipSync(run('git', 'archive', '--format=tar', `--prefix=${name}/`, 'HEAD'), { level: 9 });
  const bom = run('npm', 'sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--omit', 'dev').toString();
  const files = new Map<string, Buffer>([
    [`${name}.tar.gz`, archive],
    [`${name}.cdx.json`, inJson(reproducible(JSON.parse(bom) as Bom, source))],
  ]);
  const lock = createHash('sha256')
    .update(readFileSync(path.join(ROOT, 'package-lock.json')))
    .digest('hex');
  files.set(`${name}.provenance.json`, inJson(provenance(files, source, lock)));
  files.set('SHA256SUMS', Buffer.from(checksums(files)));

  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  for (const [file, bytes] of files) writeFileSync(path.join(folder, file), bytes);
  return [...files.keys()];
}

/**
 * Makes a bill of materials reproducible. npm names the root after its folder, and adds the time and a random number.
 */
export function reproducible(bom: Bom, { version, commit, time }: Source): Bom {
  const id = commit.slice(0, 32).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-5$3-8$4-$5');
  return {
    ...bom,
    serialNumber: `urn:uuid:${id}`,
    metadata: {
      ...bom.metadata,
      timestamp: time,
      component: { ...bom.metadata.component, type: 'application', name: 'countersign', version },
    },
  };
}

/**
 * Returns an in-toto statement (v1) with SLSA provenance (v1). The statement is not signed. Sign it and SHA256SUMS with
 * the release key.
 */
export function provenance(files: ReadonlyMap<string, Buffer>, source: Source, lockDigest: string): object {
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: [...files].map(([name, bytes]) => ({ name, digest: { sha256: sha256(bytes) } })),
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: 'urn:countersign:release-files:v1',
        externalParameters: { version: source.version },
        internalParameters: {},
        resolvedDependencies: [
          { name: 'source', digest: { gitCommit: source.commit } },
          { name: 'package-lock.json', digest: { sha256: lockDigest } },
        ],
      },
      runDetails: {
        builder: { id: 'urn:countersign:maintainer' },
        metadata: { invocationId: source.commit, startedOn: source.time, finishedOn: source.time },
      },
    },
  };
}

/** Returns checksums in the format that `sha256sum --check` reads. */
export function checksums(files: ReadonlyMap<string, Buffer>): string {
  return [...files].map(([name, bytes]) => `${sha256(bytes)}  ${name}\n`).join('');
}

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const inJson = (value: unknown): Buffer => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
const git = (...args: string[]): string => run('git', ...args).toString();

function run(program: string, ...args: string[]): Buffer {
  return execFileSync(program, args, { cwd: ROOT, maxBuffer: MAX_BYTES, stdio: ['ignore', 'pipe', 'inherit'] });
}
