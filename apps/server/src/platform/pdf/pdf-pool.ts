import type { VerifyInput, VerifyReport } from '@countersign/pades';
import type { ArchiveState, Inspection, PreparedSend, SendOptions } from '@countersign/pdf-sign';

import type { TextFound, TextWanted } from './find-text.ts';
import type { PagePicture, PageText, RenderOptions } from './page-view.ts';
import type { PdfSource } from './pdf-source.ts';
import type { Judgement, PdfTasks, Repaired } from './pdf-tasks.ts';
import type { CertificateFacts } from './report/index.ts';
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
  /**
   * As `inspect`, and of a file without signatures every object is read too. A file that is damaged is an answer here;
   * rejected with `not_a_pdf` and `too_complex`.
   */
  judge(source: PdfSource, run?: RunOptions): Promise<Judgement>;
  /**
   * Repairs a damaged file: takes the file at `candidate`, which an outside program made of it, where that is sound and
   * has all pages, else writes our own rebuild to the new file `target`. Rejected with `damaged` when something that is
   * seen is lost, `already_signed`, `encrypted`, `too_complex`.
   */
  repair(source: PdfSource, files: { candidate: string | null; target: string }, run?: RunOptions): Promise<Repaired>;
  /** Writes an undamaged file without signatures to the new file `target`, without its active content. */
  strip(source: PdfSource, target: string, run?: RunOptions): Promise<Inspection>;
  /** The revision that adds fields, signature page and certification, without its signature: no key goes in. */
  prepareSend(source: PdfSource, options: SendOptions, run?: RunOptions): Promise<PreparedSend>;
  /** A page as a picture, form fields and annotations included. */
  render(source: PdfSource, options: RenderOptions, run?: RunOptions): Promise<PagePicture>;
  /** The text of a page (from 1) with its places. */
  pageText(source: PdfSource, page: number, run?: RunOptions): Promise<PageText>;
  /** Where texts stand on the pages, and the tags that ask for fields. */
  findText(source: PdfSource, wanted: TextWanted, run?: RunOptions): Promise<TextFound>;
  /** Every signature judged, against the roots given: public data only. An invalid file is a result. */
  verify(source: PdfSource, options: VerifyInput, run?: RunOptions): Promise<VerifyReport>;
  /** Where archive renewal goes on: the state for an append, the newest document time-stamp, a name for the next one's field. */
  readArchive(source: PdfSource, run?: RunOptions): Promise<ArchiveState>;
  /** Sets a certificate of completion, and the revision that certifies it, without its signature. */
  certificate(
    facts: CertificateFacts,
    options: SendOptions,
    run?: RunOptions,
  ): Promise<{ bytes: Buffer; pages: number; prepared: PreparedSend }>;
  /** Reads a picture through, to know that it is one. Rejected with `invalid_image`, `image_too_large`. */
  checkPicture(source: PdfSource, run?: RunOptions): Promise<{ width: number; height: number }>;
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
    judge: (source, run) => pool.run('judge', { source }, run),
    repair: (source, files, run) => pool.run('repair', { source, ...files }, run),
    strip: (source, target, run) => pool.run('strip', { source, target }, run),
    prepareSend: async (source, sendOptions, run) => {
      const prepared = await pool.run('prepareSend', { source, options: sendOptions }, run);
      // Between threads a Buffer arrives as a bare Uint8Array.
      prepared.revision.tail = asBuffer(prepared.revision.tail);
      return prepared;
    },
    render: (source, renderOptions, run) => pool.run('render', { source, options: renderOptions }, run),
    pageText: (source, page, run) => pool.run('pageText', { source, page }, run),
    findText: (source, wanted, run) => pool.run('findText', { source, wanted }, run),
    verify: (source, verifyInput, run) => pool.run('verify', { source, options: verifyInput }, run),
    readArchive: (source, run) => pool.run('readArchive', { source }, run),
    certificate: async (facts, send, run) => {
      const { bytes, pages, prepared } = await pool.run('certificate', { facts, send }, run);
      prepared.revision.tail = asBuffer(prepared.revision.tail);
      return { bytes: asBuffer(bytes), pages, prepared };
    },
    checkPicture: (source, run) => pool.run('checkPicture', { source }, run),
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
