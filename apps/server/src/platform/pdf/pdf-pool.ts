import type { VerifyInput, VerifyReport } from '@countersign/pades';
import type { Inspection, PreparedSend, SendOptions } from '@countersign/pdf-sign';

import type { PagePicture, PageText, RenderOptions } from './page-view.ts';
import type { PdfSource } from './pdf-source.ts';
import type { PdfTasks } from './pdf-tasks.ts';
import type { SignatureImage } from './signature-image.ts';
import { WorkerPool } from './worker-pool.ts';
import type { RunOptions } from './worker-pool.ts';

export interface PdfPoolOptions {
  /** Threads at most; default 2. */
  readonly maxWorkers?: number;
  /** Milliseconds a task may run; default 10,000. */
  readonly timeoutMs?: number;
  /** MiB a worker may hold; default 512. */
  readonly memoryMb?: number;
  /** Milliseconds a worker without work stays alive; default 10,000. */
  readonly idleMs?: number;
  /** Tasks that may wait; default 200. */
  readonly maxWaiting?: number;
}

/**
 * Everything that parses a PDF or a picture a stranger sent: in threads of their own, with limits on time and memory.
 * Each call throws PdfTaskError and nothing else.
 */
export interface PdfPool {
  /** What the upload is judged by. Rejected with the codes of pdf-sign. */
  inspect(source: PdfSource, run?: RunOptions): Promise<Inspection>;
  /** The revision that adds fields, signature page and certification, without its signature: no key goes in. */
  prepareSend(source: PdfSource, options: SendOptions, run?: RunOptions): Promise<PreparedSend>;
  /** A page as a picture, form fields and annotations included. */
  render(source: PdfSource, options: RenderOptions, run?: RunOptions): Promise<PagePicture>;
  /** The text of a page (from 1) with its places. */
  pageText(source: PdfSource, page: number, run?: RunOptions): Promise<PageText>;
  /** Every signature judged, against the roots given: public data only. An invalid file is a result. */
  verify(source: PdfSource, options: VerifyInput, run?: RunOptions): Promise<VerifyReport>;
  /** Decodes a PNG or JPEG a signer sent. Rejected with `invalid_image`, `image_too_large`, `empty_signature`. */
  signatureImage(bytes: Uint8Array, run?: RunOptions): Promise<SignatureImage>;
  /** Workers alive and tasks waiting, for health reports. */
  readonly load: { workers: number; waiting: number };
  /** Ends every worker; what runs or waits is refused with `aborted`. */
  close(): Promise<void>;
}

/** Makes a pool. No thread runs before the first task. */
export function createPdfPool(options: PdfPoolOptions = {}): PdfPool {
  const { maxWorkers = 2, timeoutMs = 10_000, memoryMb = 512, idleMs = 10_000, maxWaiting = 200 } = options;
  const entry = new URL('./pdf-worker.ts', import.meta.url);
  const pool = new WorkerPool<PdfTasks>({ entry, maxWorkers, timeoutMs, memoryMb, idleMs, maxWaiting });
  return {
    inspect: (source, run) => pool.run('inspect', { source }, run),
    prepareSend: async (source, sendOptions, run) => {
      const prepared = await pool.run('prepareSend', { source, options: sendOptions }, run);
      // Between threads a Buffer arrives as a bare Uint8Array.
      prepared.revision.tail = asBuffer(prepared.revision.tail);
      return prepared;
    },
    render: (source, renderOptions, run) => pool.run('render', { source, options: renderOptions }, run),
    pageText: (source, page, run) => pool.run('pageText', { source, page }, run),
    verify: (source, verifyInput, run) => pool.run('verify', { source, options: verifyInput }, run),
    signatureImage: (bytes, run) => pool.run('signatureImage', { bytes }, run),
    get load() {
      return pool.load;
    },
    close: () => pool.close(),
  };
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
