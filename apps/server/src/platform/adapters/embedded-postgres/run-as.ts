import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { EmbeddedPostgresError } from './errors.ts';

/**
 * The operating system user that PostgreSQL runs as. PostgreSQL refuses to run as root, so a root server starts it as
 * another user. An ordinary user's server starts it as itself (`undefined`: no switch needed).
 */
export type RunAs = { uid: number; gid: number } | undefined;

/**
 * The system user that PostgreSQL runs as when the server runs as root. It has no other purpose: any process of the
 * same user can signal the database and read its files and memory, so a shared user such as `nobody` is not safe.
 */
export const DATABASE_USER = 'countersign-db';

/**
 * Returns the user who may own and serve `dataDir`. An ordinary user's folder keeps its owner, so that root can later
 * start a server that this user started first. A folder of root (a copy made by root) or `nobody` (earlier versions)
 * goes to the dedicated user.
 *
 * @throws EmbeddedPostgresError `wrong_owner` when the folder belongs to another user and this process does not run as
 * root
 */
export function chooseUser(dataDir: string): RunAs {
  const ownUid = process.getuid?.();
  if (ownUid === undefined)
    throw new EmbeddedPostgresError(
      'unsupported_platform',
      'The embedded PostgreSQL needs a Unix system. Set DATABASE_URL to use another PostgreSQL server.',
    );
  const owner = statSync(dataDir, { throwIfNoEntry: false });
  if (ownUid !== 0) {
    if (owner !== undefined && owner.uid !== ownUid) {
      throw new EmbeddedPostgresError(
        'wrong_owner',
        `The database folder ${dataDir} belongs to user ${owner.uid}, but this process runs as user ${ownUid}. Start the server as its owner or as root, or run as root: chown -R ${ownUid}:${process.getgid?.()} ${dataDir}/..`,
      );
    }
    return undefined;
  }
  if (owner !== undefined && owner.uid !== 0 && owner.uid !== accountOf('nobody')?.uid)
    return { uid: owner.uid, gid: owner.gid };
  return accountOf(DATABASE_USER) ?? createAccount();
}

/**
 * Returns this process's login name, or undefined for a user ID without an account (a container started with a bare
 * uid).
 */
export function ownName(): string | undefined {
  try {
    return userInfo().username;
  } catch {
    return undefined;
  }
}

function accountOf(name: string): { uid: number; gid: number } | undefined {
  const [uid, gid] = ['-u', '-g'].map((flag) => run(['id', flag, name]));
  // macOS returns 4294967294 for -2. The bitwise OR brings it into the signed range that spawn accepts.
  return uid?.ok && gid?.ok ? { uid: Number(uid.text) | 0, gid: Number(gid.text) | 0 } : undefined;
}

/**
 * Creates an account, because initdb needs an account with a name. Debian, Red Hat and their derivatives have useradd.
 * Alpine has BusyBox's adduser.
 */
function createAccount(): { uid: number; gid: number } {
  const faults: string[] = [];
  const home = '/nonexistent';
  for (const commands of [
    [
      [
        'useradd',
        '--system',
        '--user-group',
        '--no-create-home',
        '--home-dir',
        home,
        '--shell',
        NO_SHELL,
        DATABASE_USER,
      ],
    ],
    [
      ['addgroup', '-S', DATABASE_USER],
      ['adduser', '-S', '-D', '-H', '-h', home, '-s', NO_SHELL, '-G', DATABASE_USER, DATABASE_USER],
    ],
  ]) {
    const failed = commands.map(run).find(({ ok }) => !ok);
    // Another server that is starting at the same time may have created the user first.
    const account = accountOf(DATABASE_USER);
    if (account !== undefined) return account;
    if (failed) faults.push(failed.text);
  }
  throw new EmbeddedPostgresError(
    'no_unprivileged_user',
    `PostgreSQL does not run as root, and a system user for it could not be created (${faults.join('; ')}). Create the user ${DATABASE_USER}, start the server as an ordinary user, or set DATABASE_URL.`,
  );
}

const NO_SHELL = '/usr/sbin/nologin';

function run([program = '', ...args]: readonly string[]): { ok: boolean; text: string } {
  const env = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' };
  const result = spawnSync(program, args, { env, encoding: 'utf8' });
  if (result.status === 0) return { ok: true, text: result.stdout.trim() };
  const reason = result.error === undefined ? result.stderr.trim().split('\n')[0] : result.error.message;
  return { ok: false, text: reason || `${program} exited with ${result.status}` };
}
