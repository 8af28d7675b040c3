import { inspectPdf, PdfError, readArchive, readAttachedFile } from '@countersign/pdf-sign';

import { printPages } from './compare-pages.ts';
import { findText } from './find-text.ts';
import { hashStateOf } from './hash-state.ts';
import { pdfiumHeapBytes, PdfiumError } from './pdfium/index.ts';
import { renderPage, readPageText, tryPages } from './page-view.ts';
import { PdfSourceError, readSource } from './pdf-source.ts';
import type { Setter } from './layout.ts';
import type { PdfTasks } from './pdf-tasks.ts';
import { judgeUpload, repairUpload, showUploadForm, stripUpload } from './rewrite-tasks.ts';
import { prepareSending } from './send-task.ts';
import { decodeSignatureImage, SignatureImageError } from './signature-image.ts';
import { serveTasks } from './worker-loop.ts';

/**
 * The memory use of PDFium above which a worker is replaced. PDFium does not release memory after a page with large
 * images, so the next task gets a new worker.
 */
const WORN_OUT_BYTES = 96 * 2 ** 20;

/** Returns the code of an error that is a finding about the file. Every other error is unexpected. */
function reasonOf(error: unknown): string | undefined {
  const isJudgement =
    error instanceof PdfError ||
    error instanceof PdfiumError ||
    error instanceof PdfSourceError ||
    error instanceof SignatureImageError;
  return isJudgement ? error.code : undefined;
}

/**
 * Serves the pool's tasks until the pool ends the thread. Runs only in a worker.
 * @param setters the setters of the features' layouts
 */
export function servePdfTasks(setters: readonly Setter[] = []): void {
  serveTasks<PdfTasks>(
    {
      inspect: ({ source }) => inspectPdf(readSource(source)),
      judge: judgeUpload,
      hashState: ({ source }) => hashStateOf(source),
      repair: repairUpload,
      strip: stripUpload,
      showForm: showUploadForm,
      prepareSend: prepareSending,
      render: ({ source, options }) => renderPage(source, options),
      tryPages: ({ source, ...trial }) => tryPages(source, trial),
      printPages: ({ source, wish }) => printPages(source, wish),
      pageText: ({ source, page }) => readPageText(source, page),
      findText: ({ source, wanted }) => findText(source, wanted),
      suggestFields: async ({ source }) => {
        const { suggestFields } = await import('./suggest/suggest-fields.ts');
        return suggestFields(source);
      },
      verify: async ({ source, options }) => {
        // Loaded when first needed, because most workers never verify a file.
        const { verifyDocument } = await import('@countersign/pades');
        return verifyDocument(readSource(source), options);
      },
      validationReport: async ({ report, file, kind }) => {
        const { buildValidationReport, etsiReport } = await import('@countersign/pades/validation-report');
        const built = buildValidationReport(report, file);
        return kind === 'etsi' ? etsiReport(built) : `${JSON.stringify(built, null, 2)}\n`;
      },
      attachedFile: ({ source, name }) => readAttachedFile(readSource(source), name),
      readArchive: ({ source }) => readArchive(readSource(source)),
      set: async ({ layout, facts }) => {
        const found = setters.find(({ name }) => name === layout);
        if (!found) throw new Error(`There is no layout "${layout}".`);
        return (await found.load())(facts as never);
      },
      plainReport: async ({ report }) => {
        const { setPlainReport } = await import('./report/plain-report.ts');
        return setPlainReport(report);
      },
      checkPicture: async ({ source }) => {
        const { checkPicture } = await import('./check-picture.ts');
        return checkPicture(source);
      },
      logo: async ({ bytes }) => {
        const { decodeLogo } = await import('./logo-image.ts');
        return decodeLogo(bytes);
      },
      signatureImage: ({ bytes }) => decodeSignatureImage(bytes),
    },
    { reasonOf, isWornOut: async () => (await pdfiumHeapBytes()) > WORN_OUT_BYTES },
  );
}
