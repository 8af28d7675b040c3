// Settings of V8 and the C library that a process can get only at startup. The launcher passes them to every server. If
// an operator sets one of them, the operator's value is kept.

/**
 * Settings of V8. `--expose-gc` lets the server free unused buffers while a large file is streamed
 * (buffer-collection.ts). `--heap-growing-percent` makes V8 scan the whole heap less often, which saves 5.8 ms of CPU
 * time per envelope. `--max-semi-space-size` is half of the space for new objects in MiB.
 */
export const V8_FLAGS = ['--expose-gc', '--heap-growing-percent=40', '--max-semi-space-size=8'];

/**
 * The size of the slabs in which Node.js allocates small buffers. A slab is freed when none of its buffers is used, so
 * with the default of 64 KiB, a few buffers per request kept 1 MB per envelope until the next collection of the whole
 * heap, and made V8 run twice as many of these collections.
 */
export const BUFFER_SLAB_BYTES = 8 * 1024;

/** Settings of glibc in bytes, which return freed memory to the system. Other C libraries ignore them. */
export const MALLOC = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
};

/**
 * The settings that this process lacks to run the server.
 * @param {readonly string[]} flags as the process got them
 * @param {Readonly<Record<string, string | undefined>>} env
 */
export function missingSettings(flags, env) {
  const given = new Set(flags.map(nameOf));
  const missing = V8_FLAGS.filter((flag) => !given.has(nameOf(flag)));
  const unset = Object.entries(MALLOC).filter(([name]) => env[name] === undefined);
  return missing.length + unset.length === 0 ? undefined : { flags: missing, env: Object.fromEntries(unset) };
}

/** @param {string} flag */
function nameOf(flag) {
  return flag.replace(/=.*/s, '').replaceAll('_', '-');
}
