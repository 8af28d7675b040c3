/**
 * What the certificate of completion says, for programs: a JSON file within the sealed PDF. Verification makes the same from the
 * audit trail and compares the two line by line (docs/certificate-statement.md).
 */
import type { CertificateFacts } from './facts.ts';

export const STATEMENT_FILE = 'certificate-statement.json';
const FORMAT = 'countersign-certificate-statement';
/** Raised when a member goes or changes its meaning; new members do not raise it. */
const VERSION = 1;

export type CertificateStatement = { readonly format: string; readonly version: number } & Omit<
  CertificateFacts,
  Presentation
>;
/** How the paper looks, and when it was made. */
const PRESENTATION = ['locale', 'firstPage', 'notice', 'madeAt', 'verifyUrl', 'fileId'] as const;
type Presentation = (typeof PRESENTATION)[number];

export function statementOf(facts: CertificateFacts): CertificateStatement {
  const said: Partial<CertificateFacts> = { ...facts };
  for (const key of PRESENTATION) delete said[key];
  return { format: FORMAT, version: VERSION, ...(said as Omit<CertificateFacts, Presentation>) };
}

export const statementBytes = (facts: CertificateFacts): Buffer =>
  Buffer.from(`${JSON.stringify(statementOf(facts), null, 2)}\n`);

/** @returns undefined for what is no statement, or one of a later version */
export function readStatement(bytes: Uint8Array): CertificateStatement | undefined {
  try {
    const read = JSON.parse(Buffer.from(bytes).toString()) as CertificateStatement | null;
    return read?.format === FORMAT && read.version === VERSION ? read : undefined;
  } catch {
    return undefined;
  }
}
