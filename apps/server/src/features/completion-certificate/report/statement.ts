/**
 * The machine-readable content of the certificate of completion, a JSON file within the sealed PDF. Verification
 * rebuilds it from the audit trail and compares every property (docs/understand/certificate-statement.md).
 */
import type { CertificateFacts, CertificateParty } from './facts.ts';

export const STATEMENT_FILE = 'certificate-statement.json';
const FORMAT = 'countersign-certificate-statement';
/**
 * The format version. It increases when a property is removed or changes its meaning, but not when properties are
 * added.
 */
const VERSION = 1;

type Party = Omit<CertificateParty, (typeof DERIVED)[number]>;
export type CertificateStatement = { readonly format: string; readonly version: number } & Omit<
  CertificateFacts,
  Presentation | 'parties' | 'root'
> & { readonly parties: readonly Party[]; readonly root: string | null };
/** Properties that describe the presentation or the time of creation. They are not compared. */
const PRESENTATION = ['locale', 'firstPage', 'notice', 'madeAt', 'verifyUrl', 'fileId'] as const;
type Presentation = (typeof PRESENTATION)[number];
/** Properties derived from the entries. A later version of the service may derive them differently. */
const DERIVED = ['device', 'eidas'] as const;

export function statementOf(facts: CertificateFacts): CertificateStatement {
  const { parties, root, ...said } = omit(facts, PRESENTATION);
  return {
    format: FORMAT,
    version: VERSION,
    ...said,
    parties: parties.map((party) => omit(party, DERIVED)),
    root: root?.sha256 ?? null,
  };
}

function omit<T extends object, K extends keyof T>(whole: T, keys: readonly K[]): Omit<T, K> {
  const rest: Partial<T> = { ...whole };
  for (const key of keys) delete rest[key];
  return rest as Omit<T, K>;
}

export const statementBytes = (facts: CertificateFacts): Buffer =>
  Buffer.from(`${JSON.stringify(statementOf(facts), null, 2)}\n`);

/** @returns undefined if the file is not a statement, or if it uses another version of the format */
export function readStatement(bytes: Uint8Array): CertificateStatement | undefined {
  try {
    const read = JSON.parse(Buffer.from(bytes).toString()) as CertificateStatement | null;
    return read?.format === FORMAT && read.version === VERSION ? read : undefined;
  } catch {
    return undefined;
  }
}
