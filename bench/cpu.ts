/** Processor time of another process: what it did for a request, however busy the machine is with others. */
import { readdir, readFile } from 'node:fs/promises';

/** Milliseconds that the threads of a process have run, those that have ended left out. */
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
