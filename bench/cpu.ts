/** CPU time of another process: its work for a request, however busy the machine is otherwise. */
import { readdir, readFile } from 'node:fs/promises';

/** Milliseconds of CPU time of a process's threads, without ended ones. */
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
