/**
 * The number of bytes after which a collection of the young generation runs. Each piece of a streamed file is a
 * separate buffer that is unused as soon as the next piece arrives, and is copied once or twice on the way. V8 counts
 * these external bytes toward the heap's growth limit, and runs a full collection when there are many. With 8 MB in use
 * and a heap that can grow by 40% (package.json), this happens five times for 49 MB, with 100 ms of CPU each. A
 * collection of the young generation takes one millisecond.
 */
const BYTES = 4 * 2 ** 20;

let passed = 0;

/** Counts streamed bytes. Has an effect only if Node runs with `--expose-gc`, as with `npm start`. */
export function passedThrough(bytes: number): void {
  passed += bytes;
  if (passed < BYTES) return;
  passed = 0;
  globalThis.gc?.({ type: 'minor' });
}
