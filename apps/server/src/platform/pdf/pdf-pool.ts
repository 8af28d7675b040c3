import { statSync } from 'node:fs';
import type { VerifyInput, VerifyReport } from '@countersign/pades';
import type { ReportedFile } from '@countersign/pades/validation-report';
import type { ArchiveState, Inspection, PreparedSend, SendOptions } from '@countersign/pdf-sign';

import { BlobError, type LocalFileOptions } from '../ports/blob-store.ts';
import { FailedPages } from './failed-pages.ts';
import type { HashState } from './hash-state.ts';
import type { TextFound, TextWanted } from './find-text.ts';
import type { Suggested } from './suggest/suggest-fields.ts';
import { NO_TELEMETRY, type Telemetry } from '../telemetry/telemetry.ts';
import { PdfTaskError } from './pdf-task-error.ts';
import type { PdfTaskErrorCode } from './pdf-task-error.ts';
import type { PagePicture, PageText, RenderOptions } from './page-view.ts';
import { type LocalSource, type PdfSource, withLocalFiles } from './pdf-source.ts';
import { type UploadedFile, comparePages, type Comparison, TURN_MS } from './page-comparison.ts';
import type { FormShown, Judgement, PdfTasks, Repaired, SealedTarget } from './pdf-tasks.ts';
import type { Layout } from './layout.ts';
import type { PlainReport } from './report/plain-report.ts';
import type { LogoImage } from './logo-image.ts';
import type { SignatureImage } from './signature-image.ts';
import { WorkerPool } from './worker-pool.ts';
import type { RunOptions } from './worker-pool.ts';

export interface PdfPoolOptions {
  /** The maximum number of threads. Default: 2. */
  readonly maxWorkers?: number;
  /** The maximum CPU time of a task in milliseconds. Default: 10,000. */
  readonly timeoutMs?: number;
  /**
   * The wall-clock time in milliseconds after which a task ends as `busy`, if it has not been able to use the CPU time
   * of `timeoutMs` by then. Default: 60,000.
   */
  readonly patienceMs?: number;
  /** The maximum memory of a worker in MiB. Default: 256. */
  readonly memoryMb?: number;
  /** The time in milliseconds for which an idle worker stays alive. Default: 10,000. */
  readonly idleMs?: number;
  /** The maximum number of waiting tasks. Default: 400. */
  readonly maxWaiting?: number;
  /** The maximum number of waiting tasks of one credential. Default: 100. */
  readonly maxWaitingEach?: number;
  /** The maximum CPU time in milliseconds for drawing or reading a page. Default: 5,000. */
  readonly pageTimeoutMs?: number;
  /** Creates the error for a task whose file is missing from the blob store or was changed there. */
  readonly onDamage?: (key: string, fault: 'missing' | 'content', cause: PdfTaskError) => Error;
  readonly log?: { warn(fields: object, message: string): void };
  readonly telemetry?: Telemetry;
}

/** The limit for all workers together. The server uses the rest of 512 MiB. */
const TOTAL_MEMORY_MB = 288;
/** The memory limit for a page. PDFium's own limit is lower (pdfium/load.ts). */
const PAGE_MEMORY_MB = 224;
/**
 * The maximum time that test-rendering the pages may add to an upload's response time. Drawing a page later has its own
 * limit.
 */
const TRIAL_MS = 1000;

/**
 * Parses untrusted PDF files and images in separate threads, with limits on time and memory. Each call throws only
 * PdfTaskError, except for errors created by `onDamage`, and errors that keep a stored file from being read.
 */
export interface PdfPool {
  /** Returns the findings that decide whether an upload is accepted. Rejects with the codes of pdf-sign. */
  inspect(source: PdfSource, run?: RunOptions): Promise<Inspection>;
  /**
   * Inspects a file like `inspect`, but also reads every object of a file without signatures. A damaged file is
   * reported in the result. Rejects with `not_a_pdf` or `too_complex`. `password` opens an encrypted file. Without it,
   * the empty password is tried.
   */
  judge(file: UploadedFile, run?: RunOptions): Promise<Judgement>;
  /** Returns the resumable SHA-256 of a whole file. The file is not loaded into memory as a whole. */
  hashState(source: PdfSource, run?: RunOptions): Promise<HashState>;
  /**
   * Writes a damaged or encrypted file to the new file `target`, repaired and decrypted. Rejects with `damaged` if
   * visible content is lost, and with `already_signed`, `encrypted` or `too_complex`.
   */
  repair(file: UploadedFile, target: SealedTarget, run?: RunOptions): Promise<Repaired>;
  /** Returns whether every page of a rewritten file looks and reads like the original. */
  compare(original: UploadedFile, rewritten: UploadedFile, run?: RunOptions): Promise<Comparison>;
  /** Writes an undamaged file without signatures to the new file `target`, without its active content. */
  strip(source: PdfSource, target: SealedTarget, run?: RunOptions): Promise<Inspection>;
  /**
   * Draws form fields that do not show their values, and writes the new file `target`. Files with signatures do not
   * change.
   */
  showForm(source: PdfSource, target: SealedTarget, run?: RunOptions): Promise<FormShown>;
  /**
   * Returns the revision that adds fields, signature page and certification, without its signature. The worker gets no
   * key.
   */
  prepareSend(source: PdfSource, options: SendOptions, run?: RunOptions): Promise<PreparedSend>;
  /**
   * Renders a page as an image, including form fields and annotations. A page that forced a worker to be ended is not
   * retried for a few minutes.
   */
  render(source: PdfSource, options: RenderOptions, run?: RunOptions): Promise<PagePicture>;
  /**
   * Returns the pages that cannot be drawn. Test-renders the pages for a limited time. If a page overloads its worker,
   * only that page is returned.
   */
  tryPages(source: PdfSource, run?: RunOptions): Promise<readonly number[]>;
  /** Returns the text of a page (counted from 1), with positions. */
  pageText(source: PdfSource, page: number, run?: RunOptions): Promise<PageText>;
  /** Finds the positions of the requested text on the pages, and the tags that request fields. */
  findText(source: PdfSource, wanted: TextWanted, run?: RunOptions): Promise<TextFound>;
  suggestFields(source: PdfSource, run?: RunOptions): Promise<Suggested>;
  /**
   * Validates every signature against the given trust anchors. Uses only public data. An invalid file is reported in
   * the result and does not throw.
   */
  verify(source: PdfSource, options: VerifyInput, run?: RunOptions): Promise<VerifyReport>;
  /** Returns the text of a validation report on a file that was verified with its proof (`withProof`). */
  validationReport(report: VerifyReport, file: ReportedFile, kind: 'etsi' | 'json', run?: RunOptions): Promise<string>;
  attachedFile(source: PdfSource, name: string, run?: RunOptions): Promise<Uint8Array | null>;
  /**
   * Returns the data for renewing an archive: the state to append to, the newest document time-stamp, and a name for
   * the next field.
   */
  readArchive(source: PdfSource, run?: RunOptions): Promise<ArchiveState>;
  plainReport(report: PlainReport, run?: RunOptions): Promise<{ bytes: Buffer; pages: number }>;
  /** Renders a document that a feature lays out. A Buffer arrives as a bare Uint8Array (`asBuffer`). */
  set<Input extends object, Output>(layout: Layout<Input, Output>, input: Input, run?: RunOptions): Promise<Output>;
  /** Decodes an image to validate it. Rejects with `invalid_image` or `image_too_large`. */
  checkPicture(source: PdfSource, run?: RunOptions): Promise<{ width: number; height: number }>;
  /** Redraws an organization's logo from its pixels. Rejects with `invalid_image` or `image_too_large`. */
  logo(bytes: Uint8Array, run?: RunOptions): Promise<Logo>;
  /** Decodes a signer's PNG or JPEG. Rejects with `invalid_image`, `image_too_large` or `empty_signature`. */
  signatureImage(bytes: Uint8Array, run?: RunOptions): Promise<SignatureImage>;
  /** The number of live workers and waiting tasks, for health reports. */
  readonly load: { workers: number; busy: number; waiting: number };
  /** Returns how long a task waits for a worker, in milliseconds. */
  waitMs(): number;
  /** Ends every worker. Running and waiting tasks are refused with `aborted`. */
  close(): Promise<void>;
}

export type Logo = LogoImage & { readonly png: Buffer; readonly rgb: Buffer };

export type PdfThreads = Pick<WorkerPool<PdfTasks>, 'run' | 'load' | 'waitMs' | 'close'>;

/**
 * Creates the threads. No thread runs before the first task. @param entry the module that each thread runs:
 * `servePdfTasks` with the program's layouts
 */
export function createPdfThreads(entry: URL, options: PdfPoolOptions = {}): PdfThreads {
  return new WorkerPool<PdfTasks>({
    entry,
    maxWorkers: options.maxWorkers ?? 2,
    timeoutMs: options.timeoutMs ?? 10_000,
    patienceMs: options.patienceMs ?? 60_000,
    memoryMb: options.memoryMb ?? 256,
    totalMemoryMb: TOTAL_MEMORY_MB,
    idleMs: options.idleMs ?? 10_000,
    maxWaiting: options.maxWaiting ?? 400,
    maxWaitingEach: options.maxWaitingEach ?? 100,
  });
}

export type SharedPdfPool = PdfPool & {
  /** Returns this pool for work that is traced below the span of a request or a job. */
  within(telemetry: Telemetry): SharedPdfPool;
};

/** Creates a pool that uses the given threads, and ends them when it is closed. */
export function createPdfPool(workers: PdfThreads, options: PdfPoolOptions = {}): SharedPdfPool {
  return poolOf({ options, workers, pages: new FailedPages() }, options.telemetry ?? NO_TELEMETRY);
}

type Shared = { options: PdfPoolOptions; workers: PdfThreads; pages: FailedPages };

function poolOf(shared: Shared, telemetry: Telemetry): SharedPdfPool {
  const { options, workers, pages } = shared;
  const { pageTimeoutMs = 5000 } = options;
  const pool: Pool = {
    run: async (kind, input, run) => {
      try {
        return await telemetry.measure(
          'pdf-task',
          { task: kind },
          () => onThisMachine(input, (local) => workers.run(kind, local, { isLarge: isLarge(input), ...run })),
          outcomeOf,
        );
      } catch (error) {
        if (error instanceof PdfTaskError && ENDED.has(error.code))
          telemetry.count('pdf-worker-ended', { reason: error.code });
        throw damageIn(error, input, options.onDamage) ?? error;
      }
    },
  };
  const page: PageRunner = (source, number, work, run) => {
    const refuse = () => pages.find(source, number);
    return pages.watch(source, number, () =>
      work({ timeoutMs: pageTimeoutMs, memoryMb: PAGE_MEMORY_MB, ...run, refuse }),
    );
  };
  return {
    ...fileTasks(pool),
    render: (source, wanted, run) =>
      page(source, wanted.page, (limits) => pool.run('render', { source, options: wanted }, limits), run),
    pageText: (source, number, run) =>
      page(source, number, (limits) => pool.run('pageText', { source, page: number }, limits), run),
    compare: (original, rewritten, run) => {
      const limits = { timeoutMs: TURN_MS + pageTimeoutMs, memoryMb: PAGE_MEMORY_MB, ...run };
      return comparePages(
        ({ source, password }, wish) => pool.run('printPages', { source, wish: { ...wish, password } }, limits),
        original,
        rewritten,
      );
    },
    tryPages: (source, run) =>
      tryPages({ pool, log: options.log }, source, { timeoutMs: pageTimeoutMs, memoryMb: PAGE_MEMORY_MB, ...run }),
    get load() {
      return workers.load;
    },
    waitMs: () => workers.waitMs(),
    close: () => workers.close(),
    within: (other) => poolOf(shared, other),
  };
}

/** The size from which a task counts as large. Most documents are far smaller. */
const LARGE_BYTES = 8 * 2 ** 20;

function isLarge(input: object | null): boolean {
  if (input === null || !('source' in input)) return false;
  const { parts } = input.source as PdfSource;
  const bytes = parts.map((part) => {
    if ('bytes' in part) return part.bytes.length;
    if (part.blob) return part.blob.size;
    // A missing file counts as empty here, because the task itself reports it.
    return 'path' in part ? (statSync(part.path, { throwIfNoEntry: false })?.size ?? 0) : 0;
  });
  return bytes.reduce((sum, size) => sum + size, 0) > LARGE_BYTES;
}

/** The tasks as callers request them. Their files may still be in the blob store. */
type Asked<Input> = Input extends { source: LocalSource } ? Omit<Input, 'source'> & { source: PdfSource } : Input;
type Pool = {
  run<Kind extends keyof PdfTasks>(
    kind: Kind,
    input: Asked<PdfTasks[Kind]['input']>,
    run?: RunOptions,
  ): Promise<PdfTasks[Kind]['output']>;
};
type PageRunner = <Result>(
  source: PdfSource,
  page: number,
  work: (limits: RunOptions) => Promise<Result>,
  run: RunOptions | undefined,
) => Promise<Result>;

/** Outcomes that say nothing about the file: the server is stopping or has other work, so no page was test-rendered. */
const NOT_TRIED: ReadonlySet<PdfTaskErrorCode> = new Set(['aborted', 'busy', 'too_many']);
/** Error codes that mean that a worker had to be ended. */
const ENDED: ReadonlySet<PdfTaskErrorCode> = new Set(['timeout', 'out_of_memory', 'crashed']);

const outcomeOf = (error: unknown): string => (error instanceof PdfTaskError ? error.code : 'failed');

async function tryPages(
  { pool, log }: { pool: Pool; log: PdfPoolOptions['log'] },
  source: PdfSource,
  run: RunOptions,
): Promise<readonly number[]> {
  const progress = new Int32Array(new SharedArrayBuffer(4));
  try {
    return (await pool.run('tryPages', { source, progress, budgetMs: TRIAL_MS }, run)).failed;
  } catch (error) {
    if (!(error instanceof PdfTaskError)) throw error;
    const page = Atomics.load(progress, 0);
    if (page > 0 && ENDED.has(error.code)) return [page];
    // Test-rendering is optional, and the file was validated without it, so the upload continues. But if PDFium did not
    // draw a single page, for example because it could not be loaded, a log line must report that uploads are no longer
    // tested.
    if (!NOT_TRIED.has(error.code))
      log?.warn({ err: error, reason: error.reason }, 'could not render the pages of an upload');
    return [];
  }
}

function fileTasks(
  pool: Pool,
): Omit<PdfPool, 'render' | 'pageText' | 'tryPages' | 'compare' | 'load' | 'waitMs' | 'close'> {
  return {
    inspect: (source, run) => pool.run('inspect', { source }, run),
    judge: ({ source, password }, run) => pool.run('judge', { source, password }, run),
    hashState: (source, run) => pool.run('hashState', { source }, { ...run, isLarge: false }),
    repair: ({ source, password }, target, run) => pool.run('repair', { source, password, target }, run),
    strip: (source, target, run) => pool.run('strip', { source, target }, run),
    showForm: (source, target, run) => pool.run('showForm', { source, target }, run),
    prepareSend: async (source, sendOptions, run) => {
      const prepared = await pool.run('prepareSend', { source, options: sendOptions }, run);
      // Between threads, a Buffer arrives as a bare Uint8Array.
      prepared.revision.tail = asBuffer(prepared.revision.tail);
      return prepared;
    },
    findText: (source, wanted, run) => pool.run('findText', { source, wanted }, run),
    suggestFields: (source, run) => pool.run('suggestFields', { source }, run),
    verify: (source, verifyInput, run) => pool.run('verify', { source, options: verifyInput }, run),
    validationReport: (report, file, kind, run) => pool.run('validationReport', { report, file, kind }, run),
    attachedFile: (source, name, run) => pool.run('attachedFile', { source, name }, run),
    readArchive: (source, run) => pool.run('readArchive', { source }, run),
    plainReport: async (report, run) => {
      const { bytes, pages } = await pool.run('plainReport', { report }, run);
      return { bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), pages };
    },
    set: async <Input extends object, Output>({ name }: Layout<Input, Output>, input: Input, run?: RunOptions) =>
      // The worker's entry point maps each layout to a function whose types match the layout (layout.ts).
      (await pool.run('set', { layout: name, facts: input }, run)) as Output,
    checkPicture: (source, run) => pool.run('checkPicture', { source }, run),
    logo: async (bytes, run) => {
      const { png, rgb, ...size } = await pool.run('logo', { bytes }, run);
      return { ...size, png: asBuffer(png), rgb: asBuffer(rgb) };
    },
    signatureImage: (bytes, run) => pool.run('signatureImage', { bytes }, run),
  };
}

/** Returns the bytes as a Buffer, because a Buffer becomes a bare Uint8Array between threads. */
export function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/**
 * Makes the files of a source available locally for the duration of the work. A file missing from the blob store is
 * reported in the same way as a file that a worker cannot find.
 */
async function onThisMachine<Input, Output>(
  input: Asked<Input> & object,
  work: (local: Input) => Promise<Output>,
): Promise<Output> {
  if (!('source' in input)) return work(input as Input);
  const source = input.source as PdfSource;
  const attempt = (options: LocalFileOptions): Promise<Output> =>
    withLocalFiles(source, (local) => work({ ...input, source: local } as Input), options);
  try {
    // A file that was moved between look-up and reading is found at its new location (ADR 69). A copy with wrong bytes
    // may have been damaged during the transfer.
    return await attempt({}).catch((error: unknown) => {
      if (!hasFileFault(error) || !source.parts.some((part) => 'open' in part)) throw error;
      return attempt({ isFresh: true });
    });
  } catch (error) {
    if (!(error instanceof BlobError) || error.code !== 'not_found') throw error;
    throw new PdfTaskError('rejected', 'The stored file is missing.', { reason: 'source_missing', cause: error });
  }
}

const hasFileFault = (error: unknown): error is PdfTaskError =>
  error instanceof PdfTaskError && (error.reason === 'source_damaged' || error.reason === 'source_missing');

/**
 * Returns the caller's error for a damaged file. The worker reports only that a file is missing or damaged, so the file
 * is determined from the input of the task.
 */
function damageIn(error: unknown, input: object, onDamage: PdfPoolOptions['onDamage']): Error | undefined {
  if (!onDamage || !hasFileFault(error) || !('source' in input)) return undefined;
  const { parts } = input.source as PdfSource;
  const blob = parts.flatMap((part) => ('blob' in part && part.blob ? [part.blob] : [])).at(0);
  return blob && onDamage(blob.key, error.reason === 'source_missing' ? 'missing' : 'content', error);
}
