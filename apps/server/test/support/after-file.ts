/** What a test file opened is closed with it, also when its top level throws: Vitest then runs none of its hooks. */
import { afterAll } from 'vitest';

const open = new Set<() => Promise<void>>();

/** Closes it when the file is done. */
export function afterFile(close: () => unknown): void {
  const once = async (): Promise<void> => {
    if (open.delete(once)) await close();
  };
  open.add(once);
  afterAll(once);
}

/** Closes what files before this one left in this worker, the newest first. Such a file has failed: what its closing finds besides is not told. */
export async function closeLeftovers(): Promise<void> {
  for (const close of [...open].toReversed()) await close().catch(() => {});
}
