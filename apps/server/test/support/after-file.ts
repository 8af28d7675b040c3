/**
 * Closes the resources of a test file when the file ends, even if its top level throws. In that case, Vitest runs none
 * of the file's hooks.
 */
import { afterAll } from 'vitest';

const open = new Set<() => Promise<void>>();

/** Closes the resource when the file has ended. */
export function afterFile(close: () => unknown): void {
  const once = async (): Promise<void> => {
    if (open.delete(once)) await close();
  };
  open.add(once);
  afterAll(once);
}

/**
 * Closes resources that earlier files left open in this worker, newest first. A file that left resources open has
 * failed already, so errors while closing them are not reported.
 */
export async function closeLeftovers(): Promise<void> {
  for (const close of [...open].toReversed()) await close().catch(() => {});
}
