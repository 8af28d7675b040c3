// Settings of V8 and of the C library that a process can only get at startup. The launcher passes them to every server.
// If an operator sets one of them, that value is kept.

/**
 * Of V8. `--expose-gc`: the server frees dead buffers while a large file is streamed (buffer-collection.ts).
 * `--heap-growing-percent`: V8 scans the whole heap less often, 5.8 ms of CPU less per envelope.
 * `--max-semi-space-size`, in MiB: half of the space for new objects.
 */
export const V8_FLAGS = ['--expose-gc', '--heap-growing-percent=40', '--max-semi-space-size=8'];

/** Of glibc, in bytes: freed memory is returned to the system. Other C libraries ignore them. */
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
