import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import path from 'node:path';

type Tool = {
  names: readonly string[];
  debian: string;
  soakOnly?: true;
  /** Programs that serve as well and take longer. Without the tool itself they are used. */
  substitutes?: readonly string[];
};

const CHROMIUM = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'] as const;

const APT_GET_INSTALL = ['apt-get', 'install', '-y', '--no-install-recommends'];

/** Programs that other people wrote and that our tests take for the judge of what we make. */
const OUTSIDE_TOOLS = {
  chromium: { names: CHROMIUM, debian: 'chromium' },
  // The same engine without windows: browser tests take a quarter less CPU time with it.
  'chromium-headless-shell': {
    names: ['chromium-headless-shell'],
    debian: 'chromium-headless-shell',
    substitutes: CHROMIUM,
  },
  pdffonts: { names: ['pdffonts'], debian: 'poppler-utils' },
  pdfinfo: { names: ['pdfinfo'], debian: 'poppler-utils' },
  pdfsig: { names: ['pdfsig'], debian: 'poppler-utils' },
  pdftoppm: { names: ['pdftoppm'], debian: 'poppler-utils' },
  pdftotext: { names: ['pdftotext'], debian: 'poppler-utils' },
  qpdf: { names: ['qpdf'], debian: 'qpdf' },
  mutool: { names: ['mutool'], debian: 'mupdf-tools' },
  openssl: { names: ['openssl'], debian: 'openssl' },
  certutil: { names: ['certutil'], debian: 'libnss3-tools' },
  pk12util: { names: ['pk12util'], debian: 'libnss3-tools' },
  unzip: { names: ['unzip'], debian: 'unzip' },
  xmlsec1: { names: ['xmlsec1'], debian: 'xmlsec1' },
  // The library has no program of its own but these; with them there is Debian's python3, which finds it.
  pysaml2: { names: ['make_metadata', 'make_metadata.py'], debian: 'python3-pysaml2' },
  // A library that Debian's python3 runs; its folder stands for it.
  swift: { names: ['/usr/lib/python3/dist-packages/swift'], debian: 'python3-swift' },
  curl: { names: ['curl'], debian: 'curl' },
  // The proxies whose settings the handbook shows. Only the soak runs them.
  nginx: { names: ['nginx', '/usr/sbin/nginx'], debian: 'nginx', soakOnly: true },
  caddy: { names: ['caddy'], debian: 'caddy', soakOnly: true },
  'softhsm2-util': { names: ['softhsm2-util'], debian: 'softhsm2' },
} as const satisfies Record<string, Tool>;

export type OutsideTool = keyof typeof OUTSIDE_TOOLS;

/**
 * The path of an outside tool. A test that needs one asks here, so that an
 * absent tool is one clear message and never a skipped test.
 *
 * @throws Error naming the package that brings it.
 */
export function outsideTool(tool: OutsideTool): string {
  const { names, substitutes = [] }: Tool = OUTSIDE_TOOLS[tool];
  const found = find([...names, ...substitutes]);
  if (found === undefined) {
    throw new Error(`${tool} is not installed; Debian and Ubuntu have it in ${OUTSIDE_TOOLS[tool].debian}`);
  }
  return found;
}

/**
 * Installs what is missing where that may be done unasked (apt-get, as root or
 * by a sudo that wants no password).
 *
 * @param forSoak also what only `npm run soak` plays
 * @returns undefined when everything is there, else what the user has to do.
 */
export function provideOutsideTools(forSoak: boolean): string | undefined {
  const { required, quicker } = packagesToInstall(forSoak, (names) => find(names) !== undefined);
  const prefix = required.length + quicker.length > 0 ? mayInstall() : undefined;
  if (prefix !== undefined) {
    console.log(`installing ${[...required, ...quicker].join(' ')}`);
    // A package list that is merely old still serves; what counts is the outcome of the installation.
    run([...prefix, 'apt-get', 'update']);
    // Not every system has the quicker ones, and apt-get installs nothing if it does not know one name.
    for (const packages of [required, quicker])
      if (packages.length > 0) run([...prefix, ...APT_GET_INSTALL, ...packages]);
  }
  const missing = packagesToInstall(forSoak, (names) => find(names) !== undefined).required;
  if (missing.length === 0) return undefined;
  return `The tests need programs that are not installed. Install them and run again:\n  sudo apt-get update && sudo ${[...APT_GET_INSTALL, ...missing].join(' ')}\n(or what your system calls these packages)`;
}

/** The Debian packages of all these programs. */
export function debianPackages(): string[] {
  return [...new Set(Object.values<Tool>(OUTSIDE_TOOLS).map(({ debian }) => debian))];
}

/** Packages of missing programs: those that the tests cannot do without, and those that only save time. */
export function packagesToInstall(
  forSoak: boolean,
  isInstalled: (names: readonly string[]) => boolean,
): { required: string[]; quicker: string[] } {
  const absent = Object.values<Tool>(OUTSIDE_TOOLS)
    .filter(({ soakOnly = false }) => forSoak || !soakOnly)
    .filter(({ names }) => !isInstalled(names));
  const isReplaced = ({ substitutes = [] }: Tool): boolean => substitutes.length > 0 && isInstalled(substitutes);
  const packagesOf = (tools: Tool[]): string[] => [...new Set(tools.map(({ debian }) => debian))];
  return {
    required: packagesOf(absent.filter((tool) => !isReplaced(tool))),
    quicker: packagesOf(absent.filter(isReplaced)),
  };
}

function find(names: readonly string[]): string | undefined {
  const folders = [
    ...(process.env['PATH'] ?? '').split(path.delimiter),
    '/usr/local/bin',
    '/usr/bin',
    '/opt/homebrew/bin',
  ];
  for (const name of names) {
    const file = folders.map((folder) => path.resolve(folder, name)).find(isExecutable);
    if (file !== undefined) return file;
  }
  return undefined;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** What to put before apt-get; undefined where we may not install. */
function mayInstall(): string[] | undefined {
  if (!isExecutable('/usr/bin/apt-get')) return undefined;
  if (process.getuid?.() === 0) return [];
  return spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0 ? ['sudo', '-n'] : undefined;
}

function run([command = '', ...args]: string[]): void {
  spawnSync(command, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    // As before a start of the machine's services: a web server that a test needs is not to run besides.
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
  });
}
