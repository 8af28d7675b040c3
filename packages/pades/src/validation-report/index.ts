export { buildValidationReport } from './build.ts';
export type {
  ReportedCertificate,
  ReportedFile,
  ReportedSignature,
  ReportedTimestamp,
  ValidationReport,
} from './build.ts';
export { etsiReport } from './etsi.ts';
export { VALIDATION_POLICY } from './policy.ts';
