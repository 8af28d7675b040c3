/**
 * Compares the stored certificate of completion with its audit trail: its seal, the printed hash of the last entry and
 * number of entries, and each statement in it, rebuilt from the entries (docs/understand/certificate-statement.md). An
 * attacker with write access to the database cannot create a new seal for an altered certificate.
 */
import { AuditLogError } from '@countersign/audit-log';
import type { Id, TrailFinding } from '@countersign/contract';
import { openPersonal, selectPersonal } from '../../platform/audit/personal.ts';
import { SealError, type Vault } from '../../platform/crypto/seal.ts';
import {
  type PdfPool,
  type PdfSource,
  PdfTaskError,
  type TaskOwner,
  type VerifyReport,
} from '../../platform/pdf/index.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { selectOwnConsents } from '../consent-texts/index.ts';
import { type AuditRow, selectAuditEntries } from '../../platform/audit/entries.ts';
import { selectKeptDocument } from '../document-core/store/index.ts';
import { finding, quoted } from '../document-trail/index.ts';
import { type CertificateRow, selectCompletionCertificate } from './store.ts';
import { joined } from './certificate.ts';
import { differencesOf } from './differences.ts';
import { certificateFacts } from './facts.ts';
import type { CertificateFacts } from './report/facts.ts';
import { type CertificateStatement, readStatement, STATEMENT_FILE, statementOf } from './report/statement.ts';

export type CompareDependencies = { uow: UnitOfWork; vault: Vault; pdf: PdfPool };
type Compared = {
  owner: TaskOwner;
  judge: (source: PdfSource) => Promise<VerifyReport>;
};

/** Returns findings about the certificate, or none if no certificate exists yet. Expects a complete chain. */
export async function compareCertificate(
  { uow, vault, pdf }: CompareDependencies,
  tenantId: string,
  documentId: Id<'document'>,
  { owner, judge }: Compared,
): Promise<TrailFinding[]> {
  const [[row], entries, personal, ownConsents, [document]] = await uow.readAll(tenantId, [
    selectCompletionCertificate(tenantId, documentId),
    selectAuditEntries(tenantId, documentId),
    selectPersonal(tenantId, documentId),
    selectOwnConsents(tenantId, documentId),
    selectKeptDocument({ tenantId, documentId }),
  ]);
  if (!row || !document) return [];
  const bytes = bytesOf(row);
  if (!bytes) return [finding('completion-certificate', 'The stored certificate of completion cannot be read.')];
  const source = { parts: [{ bytes }] };
  try {
    const report = await judge(source);
    if (!report.isValid) {
      const why = report.reasons[0] ?? report.verdict;
      return [
        finding('completion-certificate', `The stored certificate of completion is not valid: ${why}`, { detail: why }),
      ];
    }
    const head = entries.find(({ n }) => n === row.audit_n);
    const sealed = report.signatures.find(({ kind }) => kind === 'certification')?.trailPosition ?? undefined;
    const attached = await pdf.attachedFile(source, STATEMENT_FILE, { owner });
    const statement = attached === null ? undefined : readStatement(attached);
    const printed = statement && { sequence: statement.evidence.auditEntries - 1, hash: statement.evidence.auditHead };
    const heads = [sealed, printed].flatMap((position) => (position ? headFindings(entries, position) : []));
    // Certificates of earlier versions contain the statement only as printed text.
    if (!statement) return heads.length > 0 ? heads : await printedHead(pdf, source, owner, head);
    if (heads.length > 0 || !head) return heads.slice(0, 1);
    const facts = certificateFacts({
      documentId,
      entries: entries.filter(({ n }) => n <= head.n),
      auditHead: head,
      personal: openPersonal(vault, tenantId, personal),
      ownConsents,
      presentation: { environment: document.environment, ...NO_PRESENTATION, now: uow.now() },
    });
    return statementFindings(statement, rebuiltOf(facts), personal.length < committed(entries));
  } catch (error) {
    // The check of the audit trail already reports personal data that cannot be decrypted.
    if (error instanceof SealError || error instanceof AuditLogError) return [];
    if (error instanceof PdfTaskError && error.code === 'rejected')
      return [
        finding('completion-certificate', `The stored certificate of completion cannot be read: ${error.message}`, {
          detail: error.message,
        }),
      ];
    throw error;
  }
}

const NO_PRESENTATION = {
  firstPage: undefined,
  verifyUrl: null,
  locale: null,
  fileId: '',
  rootUrl: () => null,
} as const;

function bytesOf(row: CertificateRow): Buffer | undefined {
  try {
    return joined(row).bytes;
  } catch {
    return undefined;
  }
}

/** Returns entries that commit to personal data, including erased data. */
const committed = (entries: readonly AuditRow[]): number =>
  entries.filter(({ bytes }) => !bytes.includes('"pii":null')).length;

function headFindings(entries: readonly AuditRow[], { sequence, hash }: { sequence: number; hash: string }) {
  const entry = entries.find(({ n }) => n === sequence);
  if (entry?.hash === hash) return [];
  const stored = entry ? `entry ${sequence} has ${entry.hash}` : `the stored trail has no entry ${sequence}`;
  const message = `According to the sealed certificate of completion, the audit trail has ${sequence + 1} entries and the head ${hash}, but ${stored}.`;
  const values = { stored: hash, recorded: entry?.hash };
  return [{ ...finding('certificate-head', message, values), entry: entry ? sequence : null }];
}

/** For certificates without a machine-readable statement: looks for the hash of the last entry in the printed text. */
async function printedHead(
  pdf: PdfPool,
  source: PdfSource,
  owner: TaskOwner,
  head: AuditRow | undefined,
): Promise<TrailFinding[]> {
  if (!head)
    return [
      finding(
        'certificate-head',
        'The trail has no entry that could be the last one of the certificate of completion.',
      ),
    ];
  const { anchors } = await pdf.findText(source, { anchors: [head.hash], tags: false }, { owner });
  if ((anchors[0] ?? []).length > 0) return [];
  const message = `The sealed certificate of completion does not contain the hash of entry ${head.n}, ${head.hash}, as the head of the audit trail.`;
  return [{ ...finding('certificate-head', message, { recorded: head.hash }), entry: head.n }];
}

/**
 * Rebuilds the statement from the facts. The service's old consent texts are not stored, so only their hashes are
 * compared.
 */
function rebuiltOf(facts: CertificateFacts): object {
  const { consents, ...rest } = statementOf(facts);
  return { ...rest, consents: consents.map(({ text, ...consent }) => (text === '' ? consent : { ...consent, text })) };
}

function statementFindings(sealed: CertificateStatement, rebuilt: object, isErased: boolean): TrailFinding[] {
  return differencesOf(sealed, rebuilt, isErased).map(({ path, said, now }) =>
    finding(
      'certificate-statement',
      `The sealed certificate of completion states ${quoted(said)} as ${path}, but according to the audit trail it is ${quoted(now)}.`,
      { subject: path, stored: said, recorded: now },
    ),
  );
}
