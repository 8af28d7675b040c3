/**
 * Measures the CPU time of another process. CPU time shows how much work a request takes, regardless of how busy the
 * machine is.
 */
import { readdir, readFile } from 'node:fs/promises';

/** Returns the CPU time of a process's threads in milliseconds. Ended threads are not included. */
export async function cpuMs(pid: number): Promise<number> {
  const threads = await readdir(`/proc/${pid}/task`);
  const times = await Promise.all(
    threads.map(async (id) => {
      const text = await readFile(`/proc/${pid}/task/${id}/schedstat`, 'utf8').catch(() => '0');
      return Number(text.split(' ')[0]) / 1e6;
    }),
  );
  return times.reduce((sum, time) => sum + time, 0);
}
