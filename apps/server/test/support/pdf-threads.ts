import { createPdfThreads, PdfTaskError, type PdfThreads } from '../../src/platform/pdf/index.ts';

const ENTRY = new URL('../../src/main/pdf-worker.ts', import.meta.url);
/**
 * Threads keep no state between tasks, and each takes 200 ms to start, so a test worker uses the same threads for all
 * its test files.
 */
let kept: PdfThreads | undefined;

/**
 * Returns the shared threads for one server. After the server has closed them, they reject its tasks but remain
 * available to the next server.
 */
export function lendPdfThreads(): PdfThreads {
  const threads = (kept ??= createPdfThreads(ENTRY));
  let isClosed = false;
  return {
    run: (kind, input, options) =>
      isClosed ? Promise.reject(new PdfTaskError('aborted', 'The pool is closed.')) : threads.run(kind, input, options),
    get load() {
      return threads.load;
    },
    waitMs: () => threads.waitMs(),
    close: async () => {
      isClosed = true;
    },
  };
}
