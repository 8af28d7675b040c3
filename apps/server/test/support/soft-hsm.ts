/** Creates SoftHSM tokens in a temporary folder with softhsm2-util. Keys are imported from PKCS#8. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type KeyObject } from 'node:crypto';
import koffi from 'koffi';
import { isAlive } from '../../src/platform/adapters/embedded-postgres/processes.ts';
import { outsideTool } from '../../../../scripts/outside-tools.ts';

export const HSM_PIN = '648219';
const LIBRARIES = [
  '/usr/lib/softhsm/libsofthsm2.so',
  `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/softhsm/libsofthsm2.so`,
  '/opt/homebrew/lib/softhsm/libsofthsm2.so',
];

// All tests of a process share one folder, because the library reads its settings once when it is loaded, and does not
// find tokens that are created later. Several tokens are therefore created before the library is loaded, and then
// assigned to tests.
type Home = { folder: string; util: (...args: string[]) => void; free: string[] };
let shared: Home | undefined;
const TOKENS = 6;
const PREFIX = 'countersign-hsm-';

function home(): Home {
  if (shared) return shared;
  removeAbandoned();
  const folder = mkdtempSync(path.join(tmpdir(), `${PREFIX}${process.pid}-`));
  mkdirSync(path.join(folder, 'tokens'));
  const settings = path.join(folder, 'softhsm2.conf');
  writeFileSync(
    settings,
    `directories.tokendir = ${path.join(folder, 'tokens')}\nobjectstore.backend = file\nlog.level = ERROR\n`,
  );
  // The variable is set in the C environment, which the library reads. Node's process.env is only a copy in worker
  // threads.
  koffi
    .load(process.platform === 'darwin' ? 'libSystem.dylib' : 'libc.so.6')
    .func('int setenv(const char *, const char *, int)')('SOFTHSM2_CONF', settings, 1);
  const environment = { ...process.env, SOFTHSM2_CONF: settings };
  const util = (...args: string[]) =>
    void execFileSync(outsideTool('softhsm2-util'), args, { env: environment, stdio: 'pipe' });
  const free = Array.from({ length: TOKENS }, (_, index) => `token ${index + 1}`);
  for (const label of free) util('--init-token', '--free', '--label', label, '--so-pin', '12345678', '--pin', HSM_PIN);
  shared = { folder, util, free };
  return shared;
}

/**
 * Removes folders of earlier processes. The library needs its folder for the lifetime of the process, and does not
 * report when it stops using it.
 */
function removeAbandoned(): void {
  for (const name of readdirSync(tmpdir()).filter((one) => one.startsWith(PREFIX)))
    if (!isAlive(Number.parseInt(name.slice(PREFIX.length), 10)))
      rmSync(path.join(tmpdir(), name), { recursive: true, force: true });
}

export type SoftToken = {
  readonly label: string;
  readonly module: string;
  /** Returns the URI of an object (RFC 7512). */
  uri(object: string): string;
  put(object: string, id: string, privateKey: KeyObject): void;
};

export function softToken(): SoftToken {
  const { folder, util, free } = home();
  const module = LIBRARIES.find((file) => existsSync(file));
  if (module === undefined)
    throw new Error('The library libsofthsm2 is not installed. Install the package softhsm2 on Debian or Ubuntu.');
  const label = free.shift();
  if (label === undefined)
    throw new Error(`The tests of one process use more than ${TOKENS} tokens. Create more tokens.`);
  return {
    label,
    module,
    uri: (object) =>
      `pkcs11:token=${encodeURIComponent(label)};object=${encodeURIComponent(object)}?module-path=${module}`,
    put: (object, id, privateKey) => {
      const file = path.join(folder, `${label}-${object}.key`);
      writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }));
      util('--import', file, '--token', label, '--label', object, '--id', id, '--pin', HSM_PIN);
      rmSync(file);
    },
  };
}
