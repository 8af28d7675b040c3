import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { EmbeddedPostgresError } from './errors.ts';
import type { RunAs } from './run-as.ts';
import { SOCKET_PORT } from './runtime-folder.ts';

/** The exit code if another process holds the data folder (EX_TEMPFAIL of sysexits.h). */
export const EXIT_IN_USE = 75;

/**
 * The lock file has two lines: the process ID (decimal) of the server that uses the data folder, and the folder of its
 * socket.
 */
export const LOCK_FILE = 'server.lock';

/**
 * Returns the name by which a program refers to the data folder in which it is started. On Linux, this works even if
 * the program's user cannot access the parent folders (a clone under /root, a temporary folder of mode 0700), because
 * the kernel follows this link to the folder itself. Both initdb and the postmaster keep the path as given and never
 * leave the folder.
 */
export function dataFolderName(dataDir: string): string {
  return existsSync('/proc/self/cwd') ? '/proc/self/cwd' : dataDir;
}

/*
 * The standard input of the program is a pipe whose other end the server holds. When the server dies, even by kill -9,
 * the kernel closes that end, `read` returns, and the program gets SIGINT, which is a fast shutdown for the postmaster.
 * The watcher is started through a subshell that exits immediately, because the postmaster would treat the exit of a
 * child that it did not start as a crash. ($$ is the outer shell's process ID, which the final exec keeps for the
 * program.)
 */
const WATCH = '( { read -r _ <&3; kill -INT $$; } 9>&- >/dev/null 2>&1 & )\nexec 3<&- "$@"\n';

/*
 * The lock is on an open file that the postmaster and each of its backends inherit. The kernel holds it exactly as long
 * as one of them lives, whether or not the server is alive, and also between containers on one volume. While the lock
 * is held, the pid file and the socket of an earlier start are certainly stale, even if the process ID now belongs to
 * another process, so they are removed. Only in a copy of a data folder can the socket be in use, by the PostgreSQL of
 * the original: the lock file beside the socket has its process ID. Without flock(1) (macOS), PostgreSQL's own check of
 * the pid file decides.
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

/** Settings that differ at each start. They are written while the lock is held, before the postmaster reads them. */
export interface LockedStart {
  socketFolder: string;
  hba: string;
  ident: string;
}

/**
 * Starts `command` in `dataDir` under the given user, in its own session. (A Ctrl-C in the terminal therefore reaches
 * only the server, which then stops the program in order.) Its stdin is the pipe described above. Closing the pipe
 * stops the program.
 */
export function spawnWatched(command: string[], dataDir: string, runAs: RunAs, locked?: LockedStart): ChildProcess {
  const script = `umask 077\nexec 3<&0 </dev/null\n${locked === undefined ? '' : LOCK}${WATCH}`;
  return spawn('/bin/sh', ['-c', script, 'sh', ...command], {
    ...runAs,
    // The server's environment is not passed: a LANG without a locale on this system stops initdb, and PG* variables
    // would change settings. Without PATH, the shell finds its tools through the system's default.
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

export function forEachLine(child: ChildProcess, onLine: (line: string) => void): void {
  let rest = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line !== '') onLine(line);
  });
}

/**
 * Returns the exit code of the program, or null if a signal ended it. An exit code of 128 + n is returned unchanged.
 */
export function exitOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => resolve(code));
    child.once('error', (cause) =>
      reject(new EmbeddedPostgresError('start_failed', `PostgreSQL could not be started: ${cause.message}`, { cause })),
    );
    // The pipe breaks if the program exits first. The exit code contains all the information, so the error is ignored.
    child.stdin?.on('error', () => undefined);
  });
}
