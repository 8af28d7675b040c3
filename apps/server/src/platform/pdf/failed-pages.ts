import { PdfTaskError } from './pdf-task-error.ts';
import type { PdfTaskErrorCode } from './pdf-task-error.ts';
import type { PdfSource } from './pdf-source.ts';

const KEPT_MS = 10 * 60_000;
const KEPT_AT_MOST = 10_000;
/**
 * Errors that are caused by a page. A page that overloads a worker now will do so again later. `busy` is not included,
 * because it does not depend on the page.
 */
const OF_THE_PAGE: ReadonlySet<PdfTaskErrorCode> = new Set(['timeout', 'out_of_memory', 'crashed']);

type Failure = { readonly code: PdfTaskErrorCode; readonly until: number };

/**
 * Pages for which a worker had to be ended, so that they are not retried again and again. They are kept in this
 * process's memory, because a lost entry costs only one more attempt. A page is identified by the upload's file, which
 * never changes, and the page number.
 */
export class FailedPages {
  readonly #failures = new Map<string, Failure>();

  find(source: PdfSource, page: number): PdfTaskError | undefined {
    const failure = this.#failures.get(keyOf(source, page) ?? '');
    const left = failure === undefined ? 0 : failure.until - performance.now();
    if (failure === undefined || left <= 0) return undefined;
    return new PdfTaskError(failure.code, `Page ${page} could not be rendered. Try again later.`, {
      retryAfterSeconds: Math.ceil(left / 1000),
    });
  }

  /** Runs `draw`, and remembers the page if drawing it ends a worker. `draw` must call `find` first. */
  async watch<Result>(source: PdfSource, page: number, draw: () => Promise<Result>): Promise<Result> {
    try {
      return await draw();
    } catch (error) {
      const isNew = error instanceof PdfTaskError && error.retryAfterSeconds === undefined;
      if (isNew && OF_THE_PAGE.has(error.code)) {
        this.#remember(keyOf(source, page), error.code);
        throw this.find(source, page) ?? error;
      }
      throw error;
    }
  }

  #remember(key: string | undefined, code: PdfTaskErrorCode): void {
    if (key === undefined) return;
    this.#failures.delete(key);
    this.#failures.set(key, { code, until: performance.now() + KEPT_MS });
    const [oldest] = this.#failures.keys();
    if (this.#failures.size > KEPT_AT_MOST && oldest !== undefined) this.#failures.delete(oldest);
  }
}

/**
 * Returns the key of a page. Undefined for a file that is only in memory, because its pages are never requested again.
 */
function keyOf({ parts: [upload] }: PdfSource, page: number): string | undefined {
  if (upload === undefined || 'bytes' in upload) return undefined;
  const name = upload.blob?.key ?? ('path' in upload ? upload.path : undefined);
  return name === undefined ? undefined : `${name}#${page}`;
}
