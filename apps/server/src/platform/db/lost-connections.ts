/**
 * Reports lost connections in the log. When the database goes down, all connections are lost at once. One line reports
 * this for all of them, without stack traces.
 */

/** Connections lost within this period share one line, so there is at most one line per second. */
const TOGETHER_MS = 1_000;

export function lostConnections(log: { warn(fields: object, message: string): void }): (error: Error) => void {
  let connections = 0;
  return ({ message: reason }) => {
    connections += 1;
    if (connections > 1) return;
    setTimeout(() => {
      log.warn({ connections, reason }, 'connections to the database were lost');
      connections = 0;
    }, TOGETHER_MS).unref();
  };
}
