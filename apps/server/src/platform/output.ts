/**
 * Standard output and standard error of the server. Regardless of the state of the other end (a full volume, a reader
 * that is stalled or gone), writing never blocks, never throws and never ends the process: signatures do not depend on
 * a log. Lines are buffered in memory. When there are too many, the newest are dropped, and their number is logged as
 * soon as writing works again.
 */
import { constants, fstatSync, openSync } from 'node:fs';
import sonicBoom from 'sonic-boom';

const MAX_WAITING_BYTES = 4 * 1024 * 1024;
const RETRY_MS = 1_000;

export type Output = {
  write(text: string): void;
  /**
   * Resolves when everything is written, or after `limitMs`. `stuck` means that a thread of this process hangs in a
   * write, so the process cannot exit.
   */
  drained(limitMs: number): Promise<'written' | 'waiting' | 'stuck'>;
};

/** @param onLost receives the number of lost lines, once writing works again */
export function openOutput(fd: number, onLost: (lines: number) => void = () => {}): Output {
  const own = unblocking(fd);
  const file = new sonicBoom.SonicBoom({ fd: own, sync: false, maxLength: MAX_WAITING_BYTES });
  let waiting = 0;
  let failing = false;
  let lost = 0;
  let tellDrained = () => {};
  let retry: NodeJS.Timeout | undefined;
  file.on('write', (bytes: number) => {
    waiting -= bytes;
    failing = false;
  });
  file.on('drop', () => {
    lost += 1;
  });
  file.on('drain', () => {
    tellDrained();
    if (lost === 0) return;
    const lines = lost;
    lost = 0;
    onLost(lines);
  });
  file.on('error', () => {
    failing = true;
    // Unwritten data is kept and written first, so that not every new line triggers another attempt while the log is
    // full.
    retry ??= setTimeout(() => {
      retry = undefined;
      file.write('');
    }, RETRY_MS).unref();
  });
  return {
    write: (text) => {
      const before = lost;
      // The bytes are counted first, because a write may finish before the call returns.
      const bytes = Buffer.byteLength(text);
      waiting += bytes;
      file.write(text);
      if (lost > before) waiting -= bytes;
    },
    drained: async (limitMs) => {
      if (waiting === 0) return 'written';
      return new Promise((resolve) => {
        const timer = setTimeout(() => resolve(failing || own !== fd ? 'waiting' : 'stuck'), limitMs);
        tellDrained = () => {
          clearTimeout(timer);
          resolve('written');
        };
      });
    },
  };
}

/**
 * Reopens a pipe or terminal. A write to a full pipe blocks one of Node's threads permanently, and the process can then
 * not even exit. Reopening it allows non-blocking writes without affecting other processes that share it. A file is not
 * reopened, because it would have a second position, and standard error would overwrite the log.
 */
function unblocking(fd: number): number {
  try {
    const stat = fstatSync(fd);
    if (!stat.isFIFO() && !stat.isCharacterDevice()) return fd;
    return openSync(`/dev/fd/${fd}`, constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  } catch {
    return fd;
  }
}
