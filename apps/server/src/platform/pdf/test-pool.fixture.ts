import { createPdfPool, createPdfThreads, type PdfPoolOptions, type SharedPdfPool } from './pdf-pool.ts';

/** A pool for a test, with its own threads. */
export function testPool(options: PdfPoolOptions = {}): SharedPdfPool {
  return createPdfPool(createPdfThreads(new URL('./test-worker.fixture.ts', import.meta.url), options), options);
}
