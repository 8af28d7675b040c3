/**
 * PDFium in WebAssembly, behind the few calls we use. It runs only in the PDF worker, because it parses untrusted
 * bytes, and its memory never shrinks until the worker ends.
 */
import { type LocalSource, readSource } from '../pdf-source.ts';
import { allocate, PdfiumError, type PdfiumModule } from './functions.ts';
import { NO_BYTES, offerFile, type Pdfium, withPdfium } from './load.ts';
import { PdfiumPage } from './page.ts';

export { PdfiumError } from './functions.ts';
export type { PageBox, PageSize } from './geometry.ts';
export { pdfiumHeapBytes } from './load.ts';
export type { PageCharacter, PageWidget, PdfiumPage } from './page.ts';

const ERROR_PASSWORD = 4;
const ERROR_SECURITY = 5;
/**
 * The number of bytes after which a document is reopened before the next page, because an open document keeps
 * everything that was read from it.
 */
const KEPT_BYTES = 8 * 2 ** 20;

/**
 * Opens `source`, passes page `number` (from 1) to `use` and closes everything again. Throws PdfiumError if the page
 * does not exist or the file cannot be read, and PdfSourceError if the file is missing.
 */
export function withPage<Result>(
  source: LocalSource,
  number: number,
  use: (page: PdfiumPage) => Result,
): Promise<Result> {
  return withDocument(source, (_pages, open) => open(number, use));
}

/** Opens any number of pages of `source`. `open` passes a page to its function. `password` opens an encrypted file. */
export function withDocument<Result>(
  source: LocalSource,
  work: DocumentWork<Result>,
  password?: string,
): Promise<Result> {
  return withPdfium((pdfium) => workOn(pdfium, source, work, password));
}

type DocumentWork<Result> = (
  pages: number,
  open: <Found>(number: number, use: (page: PdfiumPage) => Found) => Found,
) => Result;

function workOn<Result>(
  pdfium: Pdfium,
  source: LocalSource,
  work: DocumentWork<Result>,
  password: string | undefined,
): Result {
  const { module } = pdfium;
  pdfium.bytes = readSource(source);
  let document = 0;
  const close = (): void => {
    if (document !== 0) module._FPDF_CloseDocument(document);
    document = 0;
  };
  const reopen = (): void => {
    close();
    document = openDocument(pdfium, password);
  };
  try {
    reopen();
    const pages = module._FPDF_GetPageCount(document);
    return work(pages, (number, use) => {
      if (pdfium.handed > KEPT_BYTES) reopen();
      const page = number >= 1 && number <= pages ? module._FPDF_LoadPage(document, number - 1) : 0;
      if (page === 0) throw new PdfiumError('page_out_of_range', `There is no page ${number}.`);
      try {
        return use(new PdfiumPage(module, document, page));
      } finally {
        module._FPDF_ClosePage(page);
      }
    });
  } finally {
    close();
    pdfium.bytes = NO_BYTES;
  }
}

function openDocument(pdfium: Pdfium, password: string | undefined): number {
  const { module, access } = pdfium;
  offerFile(pdfium);
  const words = password === undefined ? 0 : textIn(module, password);
  try {
    const document = module._FPDF_LoadCustomDocument(access, words);
    if (document === 0) throw openError(module._FPDF_GetLastError());
    return document;
  } finally {
    if (words !== 0) module.wasmExports.free(words);
  }
}

function textIn(module: PdfiumModule, text: string): number {
  const bytes = Buffer.from(`${text}\0`, 'utf8');
  const pointer = allocate(module, bytes.length);
  module.HEAPU8.set(bytes, pointer);
  return pointer;
}

function openError(code: number): PdfiumError {
  if (code === ERROR_PASSWORD || code === ERROR_SECURITY) return new PdfiumError('encrypted', 'The file is encrypted.');
  return new PdfiumError('damaged', 'The file cannot be read as a PDF.');
}
