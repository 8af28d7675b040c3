export { qrCode } from './qr-code.ts';
export type {
  AuthenticationMethod,
  CertificateEvent,
  CertificateFacts,
  CertificateParty,
  CertificateRevision,
  EidasLevel,
  EventKind,
} from './facts.ts';
export { type CertificateStatement, readStatement, STATEMENT_FILE, statementOf } from './statement.ts';
export { captionLanguage, captionsOf } from './captions/index.ts';
export type { InvoiceFacts } from './invoice.ts';
export type { PlainReport, ReportSection } from './plain-report.ts';
export type { StoredPictures } from './task.ts';
