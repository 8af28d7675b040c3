/**
 * Reads the audit trail of a document, verifies it, and compares it with all related data
 * (docs/understand/verification.md). A chain proves that nothing was changed within it. An attacker with write access
 * to the database can create another chain, but that chain contradicts the document, its recipients, its revisions or
 * the signatures in the file. Each contradiction is reported separately.
 */
import { AuditLogError, type Entry, hashEntry, parseEntry, verifyStream } from '@countersign/audit-log';
import type { AuditEntry } from '@countersign/contract';
import type { Language } from '@countersign/contract/languages';
import { auditText } from '../../platform/audit/actions.ts';
import type { Vault } from '../../platform/crypto/seal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import type { VerifyReport } from '../../platform/pdf/index.ts';
import { compareAuthentication } from './compare-authentication.ts';
import { compareDetails } from './compare-details.ts';
import { compareFile } from './compare-file.ts';
import { compareLife } from './compare-life.ts';
import { compareMails } from './compare-mails.ts';
import { compareRecipients } from './compare-recipients.ts';
import { compareRevisions } from './compare-revisions.ts';
import { type Evidence, type Finding, finding, type Said, timeOf } from './evidence.ts';
import { erasedFindings, openAll } from './personal.ts';
import { type KeptEntry, selectRevoked, selectTrail, type TrailRow } from './store.ts';

export type TrailDependencies = { uow: UnitOfWork; vault: Vault };
export type AuditTrail = {
  entries: AuditEntry[];
  /** True if the trail is intact and nothing that it was compared with contradicts it. */
  isValid: boolean;
  headHash: string | null;
  findings: Finding[];
  personal: { checked: number; erased: number };
  isThere: boolean;
  /** The number of the newest revision in the rows. 0 if there are no revisions. */
  revision: number;
  /** Returns the result of a comparison that includes the signatures in the file. */
  with: (report: VerifyReport, further: readonly Finding[]) => AuditTrail;
  /** True if the chain is broken. Nothing else was compared in that case. */
  isBroken: boolean;
};

/** @param language the language of the summaries */
export async function readAuditTrail(
  dependencies: TrailDependencies,
  tenantId: string,
  documentId: string,
  language: Language = 'en',
): Promise<AuditTrail> {
  const trail = await readOnce(dependencies, tenantId, documentId, language);
  // A certificate that was revoked between the two database reads is not a contradiction.
  return trail.findings.some(({ code }) => code === 'revocation')
    ? readOnce(dependencies, tenantId, documentId, language)
    : trail;
}

async function readOnce(
  { uow, vault }: TrailDependencies,
  tenantId: string,
  documentId: string,
  language: Language,
): Promise<AuditTrail> {
  const [[row], revoked] = await uow.readAll(tenantId, [selectTrail(tenantId, documentId), selectRevoked(tenantId)]);
  if (!row) throw new Error('a statement without a table returned no row');
  const { entries: kept, personal: sealed, ...rest } = row;
  const parsed = kept.map((one) => ({ kept: one, entry: readEntry(Buffer.from(one.bytes, 'base64')) }));
  // A broken trail is shown as far as it can be read. The finding covers the unreadable entries.
  const entries = parsed.flatMap((one) => (one.entry ? [viewOf(one.kept, one.entry, language)] : []));
  const isThere = row.document !== null;
  const about = { isThere, entries, headHash: row.head?.hash ?? null, revision: row.revisions.at(-1)?.n ?? 0 };
  const broken = chainFinding(tenantId, documentId, row) ?? rowFinding(parsed);
  const opened = openAll(
    vault,
    tenantId,
    parsed.flatMap(({ entry }) => entry ?? []),
    sealed,
  );
  const finished = (findings: Finding[], report?: (report: VerifyReport) => Finding[]): AuditTrail => ({
    ...about,
    isValid: findings.length === 0,
    findings,
    personal: opened.personal,
    isBroken: broken !== undefined,
    with: (one, further) => finished([...findings, ...(report ? [...report(one), ...further] : [])]),
  });
  // In a broken chain, it is unknown which entries are correct. Comparing them would hide the one finding that matters.
  if (broken) return finished([broken]);
  const serials = new Set(row.certificates.map(({ serial }) => serial));
  const revocations = revoked.filter(({ serial }) => serials.has(serial));
  const evidence: Evidence = { ...rest, entries: opened.entries, revocations };
  const findings = [
    ...opened.findings,
    ...headFindings(row, opened.entries),
    ...erasedFindings(opened, isThere),
    ...compareLife(evidence),
    ...compareRevisions(evidence),
    ...compareRecipients(evidence),
    ...compareAuthentication(evidence),
    ...compareMails(evidence),
    ...compareDetails(evidence),
  ];
  return finished(findings, (report) => compareFile(evidence, report));
}

function chainFinding(tenantId: string, stream: string, { entries, head }: TrailRow): Finding | undefined {
  const result = verifyStream(
    entries.map(({ bytes }) => Buffer.from(bytes, 'base64')),
    { tenant: tenantId, stream, ...(head && { head: head.hash }) },
  );
  if (!result.valid)
    return finding('trail-broken', `The audit trail is not valid: ${result.message}`, { detail: result.message });
  if (entries.length > 0) return undefined;
  return finding('trail-broken', 'The audit trail is not valid: it has no entries.', { detail: 'It has no entries.' });
}

/** Compares the columns of each row with the entry's bytes. They must match, because queries use the columns. */
function rowFinding(parsed: readonly { kept: KeptEntry; entry: Entry | undefined }[]): Finding | undefined {
  const other = parsed.find(
    ({ kept, entry }) =>
      kept.n !== entry?.n ||
      kept.id !== entry.id ||
      Date.parse(kept.at) !== Date.parse(entry.at) ||
      kept.hash !== hashEntry(Buffer.from(kept.bytes, 'base64')),
  );
  if (!other) return undefined;
  const message = `The audit trail is not valid: entry ${other.kept.n} is stored with an incorrect number, ID, time or hash.`;
  const detail = 'The entry is stored with an incorrect number, ID, time or hash.';
  return { ...finding('trail-broken', message, { detail }), entry: other.kept.n };
}

/** Compares the time of the head with the last entry, because new entries are dated relative to the head. */
function headFindings({ head }: TrailRow, entries: readonly Said[]): Finding[] {
  const last = entries.at(-1);
  if (!head || !last || Date.parse(head.at) === Date.parse(last.at)) return [];
  const message = `The head of the audit trail is stored with a different time than its last entry, ${last.n}.`;
  return [finding('entry-time', message, { entry: last, stored: timeOf(head.at), recorded: last.at })];
}

function viewOf({ id, hash, bytes }: KeptEntry, entry: Entry, language: Language): AuditEntry {
  const data = entry.data as Record<string, unknown>;
  return {
    id,
    stream: entry.stream,
    sequence: entry.n,
    timestamp: entry.at,
    actor: entry.actor,
    action: entry.type,
    target: entry.target,
    context: data,
    previous_hash: entry.prev,
    hash,
    bytes: bytes.replaceAll('\n', ''),
    summary: auditText(entry.type, data, language),
  };
}

function readEntry(bytes: Buffer): Entry | undefined {
  try {
    return parseEntry(bytes);
  } catch (error) {
    if (error instanceof AuditLogError) return undefined;
    throw error;
  }
}
