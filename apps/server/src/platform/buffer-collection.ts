/**
 * Each piece of a file that passes through is a buffer of its own, dead as soon as the next one comes, and is copied once or twice on its
 * way. V8 counts these bytes outside its heap against what the heap may grow by, and looks through all of it when they are many: with
 * 8 MB here and a heap that may grow by 40 % (package.json), five times for 49 MB, 100 ms of the processor each. A look at what is young
 * takes one millisecond.
 */
const BYTES = 4 * 2 ** 20;

let passed = 0;

/** Where Node runs with `--expose-gc`, as `npm start` has it; else nothing happens. */
export function passedThrough(bytes: number): void {
  passed += bytes;
  if (passed < BYTES) return;
  passed = 0;
  globalThis.gc?.({ type: 'minor' });
}
