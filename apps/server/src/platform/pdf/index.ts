export { createPdfPool, createPdfThreads } from './pdf-pool.ts';
export type { PdfPool, PdfPoolOptions, PdfThreads, SharedPdfPool } from './pdf-pool.ts';
export type { RunOptions } from './worker-pool.ts';
export type { PdfPart, PdfSource } from './pdf-source.ts';
export type { Comparison, UploadedFile } from './page-comparison.ts';
export type { Judgement, Repaired } from './pdf-tasks.ts';
export type { PagePicture, PageText, RenderOptions, TextLine } from './page-view.ts';
export type { FoundTag, TagProblem, TextFound, TextPlace } from './find-text.ts';
export type { SignatureImage } from './signature-image.ts';
export type { SignatureVerdict, VerifyInput, VerifyReport } from '@countersign/pades';
export type { PlainReport, ReportSection } from './report/index.ts';
export type {
  AuthenticationMethod,
  CertificateEvent,
  CertificateFacts,
  CertificateParty,
  CertificateRevision,
  EidasLevel,
  EventKind,
} from './report/index.ts';
export { captionLanguage } from './report/index.ts';
export { type CertificateStatement, readStatement, STATEMENT_FILE, statementOf } from './report/index.ts';
export { drawSignaturePages } from './signature-pages.ts';
export type { TaskOwner } from './fair-queue.ts';
export { pageRefusalOf, refusalOf } from './task-refusal.ts';
export { PdfTaskError } from './pdf-task-error.ts';
export type { PdfTaskErrorCode } from './pdf-task-error.ts';

export { AppearanceError } from './appearance/appearance-error.ts';
export type { AppearanceErrorCode } from './appearance/appearance-error.ts';
export { prepareMark } from './appearance/prepare-mark.ts';
export type { MarkInput, MarkTools } from './appearance/prepare-mark.ts';
export type { Mark } from './appearance/mark.ts';
export { signatureMark } from './appearance/signature-mark.ts';
export type { SignatureMarkOptions } from './appearance/signature-mark.ts';
export { fieldText } from './appearance/field-text.ts';
export type { FieldTextOptions } from './appearance/field-text.ts';
export type { Typesetter } from './appearance/typesetter.ts';
export { loadFonts } from './appearance/fonts.ts';
export type { FontBook } from './appearance/fonts.ts';
