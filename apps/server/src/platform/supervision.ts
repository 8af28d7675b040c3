/** Reports the state of the server to the service manager, and stops the server when its parent process has ended. */
import { execFile } from 'node:child_process';

const CHECK_INTERVAL_MS = 1_000;

/**
 * Stops the server in order when its parent npm process was killed. A SIGKILL cannot be forwarded, so the server would
 * stay alive as an orphan that uses the data folder, and the next start would fail.
 */
export function endWithNpm(end: () => void, env: NodeJS.ProcessEnv): void {
  if (env['npm_lifecycle_event'] === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    end();
  }, CHECK_INTERVAL_MS).unref();
}

/**
 * Reports to systemd (sd_notify(3)): READY=1 once the server listens, and WATCHDOG=1 while the event loop runs. Node
 * does not support Unix datagram sockets, so systemd's own program sends the message. Has no effect elsewhere.
 */
export function reportToSystemd(env: NodeJS.ProcessEnv): void {
  if (env['NOTIFY_SOCKET'] === undefined) return;
  const notify = (state: string): void => void execFile('systemd-notify', [`--pid=${process.pid}`, state], () => {});
  notify('READY=1');
  const everyMs = Number(env['WATCHDOG_USEC'] ?? 0) / 1000;
  // The interval is half of the limit, as sd_watchdog_enabled(3) recommends.
  if (everyMs > 0) setInterval(() => notify('WATCHDOG=1'), everyMs / 2).unref();
}
