import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { EmbeddedPostgresError } from './errors.ts';
import type { RunAs } from './run-as.ts';
import { SOCKET_PORT } from './runtime-folder.ts';

/** The process that could not start because another one holds the data folder (EX_TEMPFAIL of sysexits.h). */
export const EXIT_IN_USE = 75;

/** Two lines: the server process that holds the data folder, in decimal, and the folder of its socket. */
export const LOCK_FILE = 'server.lock';

/**
 * How a program names the data folder it is started in. On Linux this works
 * even where the program's user may not look into the folders above (a clone
 * under /root, a temporary folder of mode 0700): the kernel follows this link
 * to the folder itself. Both initdb and the postmaster keep the path as given
 * and never leave the folder.
 */
export function dataFolderName(dataDir: string): string {
  return existsSync('/proc/self/cwd') ? '/proc/self/cwd' : dataDir;
}

/*
 * Our standard input is a pipe whose other end the server holds. However the
 * server dies, kill -9 included, the kernel closes that end, `read` returns,
 * and the program gets SIGINT: for the postmaster a fast shutdown. The watcher
 * is started through a subshell that ends at once, because the postmaster
 * would take a child it did not start itself, when it ends, for a crash.
 * ($$ is the outer shell's process, which the final exec turns into the
 * program.)
 */
const WATCH = '( { read -r _ <&3; kill -INT $$; } 9>&- >/dev/null 2>&1 & )\nexec 3<&- "$@"\n';

/*
 * The lock is on an open file that the postmaster and each of its backends
 * inherit: the kernel holds it exactly as long as one of them lives, whatever
 * became of the server, and between containers on one volume too. Under it the
 * pid file and the socket of an earlier start are left over for certain, even
 * when the number has since gone to an unrelated process, so they are removed.
 * Only in a copy of a data folder may the socket be in use, by the PostgreSQL
 * of the original: the lock file beside the socket names its process.
 * Without flock(1) (macOS) PostgreSQL's own check of the pid file decides.
 */
const LOCK = `exec 9>>${LOCK_FILE} || exit 1
if command -v flock >/dev/null 2>&1; then
  flock -n 9 || exit ${EXIT_IN_USE}
  rm -f postmaster.pid
  rm -f "$SOCKET_FOLDER"/.s.PGSQL.*
  { read -r _ && read -r left && case "$left" in
    "$SOCKET_FOLDER") ;;
    */countersign-pg-*) { read -r other <"$left"/.s.PGSQL.${SOCKET_PORT}.lock && kill -0 "$other"; } 2>/dev/null || rm -rf -- "$left" ;;
  esac; } <${LOCK_FILE}
fi
printf '%s\\n' "$PPID" "$SOCKET_FOLDER" >${LOCK_FILE} || exit 1
printf '%s\\n' "$HBA" >pg_hba.conf && printf '%s\\n' "$IDENT" >pg_ident.conf || exit 1
`;

/** What is decided again at each start and written under the lock, before the postmaster reads it. */
export interface LockedStart {
  socketFolder: string;
  hba: string;
  ident: string;
}

/**
 * Starts `command` in `dataDir` under the given user, in a session of its own
 * (a Ctrl-C in the terminal goes to the server alone, which then stops it in
 * order). Its stdin is the life line described above; ending it stops the program.
 */
export function spawnWatched(command: string[], dataDir: string, runAs: RunAs, locked?: LockedStart): ChildProcess {
  const script = `umask 077\nexec 3<&0 </dev/null\n${locked === undefined ? '' : LOCK}${WATCH}`;
  return spawn('/bin/sh', ['-c', script, 'sh', ...command], {
    ...runAs,
    // Not our environment: a LANG that this system has no locale for stops initdb, and PG* variables would change settings. The shell finds its tools without PATH, by the system's default.
    env: {
      LC_ALL: 'C',
      TZ: 'UTC',
      ...(locked === undefined ? {} : { SOCKET_FOLDER: locked.socketFolder, HBA: locked.hba, IDENT: locked.ident }),
    },
    cwd: dataDir,
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe'],
  });
}

/** Calls `onLine` with each line the program writes to stderr. */
export function forEachLine(child: ChildProcess, onLine: (line: string) => void): void {
  let rest = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line !== '') onLine(line);
  });
}

/** The exit code of the program (128 + n after signal n is not distinguished: null). */
export function exitOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => resolve(code));
    child.once('error', (cause) =>
      reject(new EmbeddedPostgresError('start_failed', `PostgreSQL could not be started: ${cause.message}`, { cause })),
    );
    // The pipe breaks when the program ends first; its exit code tells all there is to tell.
    child.stdin?.on('error', () => undefined);
  });
}
