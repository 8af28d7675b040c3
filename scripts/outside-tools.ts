import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import path from 'node:path';

type Tool = {
  names: readonly string[];
  debian: string;
  soakOnly?: true;
  /** Slower programs that can replace the tool if it is missing. */
  substitutes?: readonly string[];
};

const CHROMIUM = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'] as const;

const APT_GET_INSTALL = ['apt-get', 'install', '-y', '--no-install-recommends'];

/** Third-party programs that our tests use to check our output. */
const OUTSIDE_TOOLS = {
  chromium: { names: CHROMIUM, debian: 'chromium' },
  // Chromium without a user interface, which reduces the CPU time of browser tests by a quarter.
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
  // Poppler and MuPDF draw the 14 standard fonts with this package. Without it, they use fonts with other widths. The
  // package is identified by its folder.
  'standard-fonts': {
    names: ['/usr/share/fonts/opentype/urw-base35', '/usr/share/fonts/urw-base35', '/System/Library/Fonts'],
    debian: 'fonts-urw-base35',
  },
  openssl: { names: ['openssl'], debian: 'openssl' },
  certutil: { names: ['certutil'], debian: 'libnss3-tools' },
  pk12util: { names: ['pk12util'], debian: 'libnss3-tools' },
  unzip: { names: ['unzip'], debian: 'unzip' },
  xmlsec1: { names: ['xmlsec1'], debian: 'xmlsec1' },
  // The library installs no other programs, and works only with Debian's python3.
  pysaml2: { names: ['make_metadata', 'make_metadata.py'], debian: 'python3-pysaml2' },
  // A library for Debian's python3, which is detected by its folder.
  swift: { names: ['/usr/lib/python3/dist-packages/swift'], debian: 'python3-swift' },
  curl: { names: ['curl'], debian: 'curl' },
  jq: { names: ['jq'], debian: 'jq' },
  // The connection pooler and the proxies whose settings are in the operator documentation. Only the soak tests run
  // them.
  pgbouncer: { names: ['pgbouncer', '/usr/sbin/pgbouncer'], debian: 'pgbouncer', soakOnly: true },
  nginx: { names: ['nginx', '/usr/sbin/nginx'], debian: 'nginx', soakOnly: true },
  caddy: { names: ['caddy'], debian: 'caddy', soakOnly: true },
  'softhsm2-util': { names: ['softhsm2-util'], debian: 'softhsm2' },
} as const satisfies Record<string, Tool>;

export type OutsideTool = keyof typeof OUTSIDE_TOOLS;

/**
 * Returns the path of an external tool. Tests that need a tool call this function, so that a missing tool results in a
 * clear message and never in a skipped test.
 *
 * @throws Error with the name of the package that contains the tool
 */
export function outsideTool(tool: OutsideTool): string {
  const { names, substitutes = [] }: Tool = OUTSIDE_TOOLS[tool];
  const found = find([...names, ...substitutes]);
  if (found === undefined) {
    throw new Error(`${tool} is not installed; on Debian and Ubuntu, install ${OUTSIDE_TOOLS[tool].debian}`);
  }
  return found;
}

/**
 * Installs missing programs if that is possible without a prompt (with apt-get, as root or with sudo without a
 * password).
 *
 * @param forSoak also installs programs that only `npm run soak` uses
 * @returns undefined if everything is available, otherwise instructions for the user
 */
export function provideOutsideTools(forSoak: boolean): string | undefined {
  const { required, quicker } = packagesToInstall(forSoak, (names) => find(names) !== undefined);
  const prefix = required.length + quicker.length > 0 ? mayInstall() : undefined;
  if (prefix !== undefined) {
    console.log(`installing ${[...required, ...quicker].join(' ')}`);
    // An outdated package list may still work, so only the result of the installation is checked.
    run([...prefix, 'apt-get', 'update']);
    // The faster tools are installed separately, because not every system has them and apt-get does not install any
    // package if one name is unknown.
    for (const packages of [required, quicker])
      if (packages.length > 0) run([...prefix, ...APT_GET_INSTALL, ...packages]);
  }
  const missing = packagesToInstall(forSoak, (names) => find(names) !== undefined).required;
  if (missing.length === 0) return undefined;
  return `The tests require programs that are not installed. Install them and run the tests again:\n  sudo apt-get update && sudo ${[...APT_GET_INSTALL, ...missing].join(' ')}\n(or the corresponding packages of your system)`;
}

/** Returns the Debian packages of all third-party programs. */
export function debianPackages(): string[] {
  return [...new Set(Object.values<Tool>(OUTSIDE_TOOLS).map(({ debian }) => debian))];
}

/** Returns the packages of missing programs, separately for required programs and for those that only save time. */
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

/** Returns the command prefix for apt-get, or undefined if installing is not possible. */
function mayInstall(): string[] | undefined {
  if (!isExecutable('/usr/bin/apt-get')) return undefined;
  if (process.getuid?.() === 0) return [];
  return spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0 ? ['sudo', '-n'] : undefined;
}

function run([command = '', ...args]: string[]): void {
  spawnSync(command, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    // Keeps package scripts from starting services. For example, a web server that a test starts must not already be
    // running as a service.
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
  });
}
