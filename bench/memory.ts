/** Measures the memory of process trees with the kernel's numbers from /proc instead of those of a runtime. */
import { readdir, readFile } from 'node:fs/promises';

async function parents(): Promise<Map<number, number>> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const found = await Promise.all(
    pids.map(async (pid) => {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
      return [pid, Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])] as const;
    }),
  );
  return new Map(found);
}

/** Returns a process and all its descendants. */
export async function treeOf(root: number): Promise<number[]> {
  const parentOf = await parents();
  const inTree = (pid: number): boolean => {
    for (let at: number | undefined = pid; at !== undefined && at > 0; at = parentOf.get(at))
      if (at === root) return true;
    return false;
  };
  return [...parentOf.keys()].filter(inTree);
}

/** Returns the proportional set size of a process and all its descendants in MiB. Shared pages are counted once. */
export async function treeMemory(root: number): Promise<number> {
  const pids = await treeOf(root);
  const sizes = await Promise.all(
    pids.map(async (pid) => {
      const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
      return Number(/^Pss:\s*(\d+) kB/m.exec(rollup)?.[1] ?? 0);
    }),
  );
  return sizes.reduce((sum, size) => sum + size, 0) / 1024;
}

/**
 * Like `treeMemory`, but waits until memory has settled after a start, so that readings over three seconds differ by at
 * most one MiB. Throws if the readings never settle.
 */
export async function settledMemory(root: number): Promise<number> {
  const last: number[] = [];
  for (let reading = 0; reading < 300; reading += 1) {
    last.push(await treeMemory(root));
    if (last.length > 30) last.shift();
    if (last.length === 30 && Math.max(...last) - Math.min(...last) < 1) return last.at(-1) ?? 0;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`the memory of process ${root} does not settle`);
}

/** Returns the resident set size of one process in MiB. */
export async function residentMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s*(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024;
}

/** Returns the largest value of `measure` while `work` runs. */
export async function peakDuring<T>(
  measure: () => Promise<number>,
  work: () => Promise<T>,
): Promise<{ peak: number; result: T }> {
  let peak = await measure();
  let running = true;
  const watching = (async () => {
    while (running) {
      peak = Math.max(peak, await measure());
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  })();
  try {
    const result = await work();
    return { peak, result };
  } finally {
    running = false;
    await watching;
  }
}
