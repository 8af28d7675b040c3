export { outcomeOf } from './outcome.ts';
export type { Outcome } from './outcome.ts';
export type { SignatureVerdict, TrustedService, VerifyInput, VerifyReport } from './report.ts';
export { verifyDocument } from './verify-document.ts';
