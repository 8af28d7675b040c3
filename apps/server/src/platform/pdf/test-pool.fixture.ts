import { createPdfPool, createPdfThreads, type PdfPoolOptions, type SharedPdfPool } from './pdf-pool.ts';

export function testPool(options: PdfPoolOptions = {}): SharedPdfPool {
  return createPdfPool(createPdfThreads(new URL('./test-worker.fixture.ts', import.meta.url), options), options);
}
