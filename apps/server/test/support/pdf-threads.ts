import { createPdfThreads, PdfTaskError, type PdfThreads } from '../../src/platform/pdf/index.ts';

const ENTRY = new URL('../../src/main/pdf-worker.ts', import.meta.url);
/** They keep nothing of one task for the next, and each costs 200 ms to start: a test worker keeps them for all its files. */
let kept: PdfThreads | undefined;

/** For one server. When it closes them they take nothing more from it, and go on with what the next one gives them. */
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
