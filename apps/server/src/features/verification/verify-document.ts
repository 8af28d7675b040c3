/**
 * Verifies a document of this installation: every signature in the file (in the PDF worker, with our trust anchor), a
 * valid signature for everyone recorded as having signed, and the audit trail with its hashes.
 */
import { addressKey, type Id, type ReasonFacts, type Verification } from '@countersign/contract';
import { AppError } from '../../platform/errors.ts';
import {
  type PdfPool,
  type PdfSource,
  PdfTaskError,
  type TaskOwner,
  type VerifyReport,
} from '../../platform/pdf/index.ts';
import type { CheckedBlobs } from '../../platform/blobs/checked-blobs.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { summaryOf, verdictOf, type VerdictSummary } from '@countersign/pades/verdict';
import { parseCertificate } from '@countersign/pki';
import { type Authority, selectIssuedCertificates } from '../authority/index.ts';
import {
  awaitSeal,
  type DocumentRow,
  openDocumentFile,
  pdfSource,
  readStoredDocument,
  type SealWaiter,
  type SignerRow,
  storedSource,
  type WholeDocument,
} from '../document-core/index.ts';
import { type AuditTrail, readAuditTrail, type TrailDependencies } from '../document-trail/index.ts';
import { compareCertificate } from '../completion-certificate/index.ts';
import type { TrustStore } from '../trust/index.ts';
import { groupsOf, revisionsView, signatureView } from './signature-view.ts';

export type VerifyDependencies = TrailDependencies & {
  blobs: CheckedBlobs;
  pdf: PdfPool;
  authority: Authority;
  trust: TrustStore;
  sealed: SealWaiter;
};
type Signature = Verification['signatures'][number];

export async function verifyDocument(
  dependencies: VerifyDependencies,
  tenantId: string,
  { document, signers }: WholeDocument,
): Promise<Verification> {
  const { uow, sealed } = dependencies;
  const documentId = document.id;
  // Shortly after the last signature, the verification waits for the sealed file that a download would return.
  await awaitSeal({ uow, sealed }, tenantId, document);
  const { trail, report } = await readBoth(dependencies, tenantId, document);
  const auditTrail = {
    isValid: trail.isValid,
    entries: trail.entries.length,
    headHash: trail.headHash,
    findings: trail.findings,
    personal: trail.personal,
  };
  if (!report) {
    return {
      documentId,
      isValid: false,
      groups: groupsOf([]),
      unconfirmed: [],
      signatures: [],
      others: [],
      verifiedAt: uow.now().toISOString(),
      ...inWords(summaryOf(NOTHING)),
      seal: null,
      auditTrail,
      reasons: trail.findings.map(({ message }) => message),
      revisions: [],
      reasonFacts: [],
    };
  }
  const views = report.signatures.map((verdict) => asTyped(signatureView(verdict), signers));
  const signatures = views.filter(({ kind }) => kind === 'signer' || kind === 'foreign');
  const rest = views.filter((view) => !signatures.includes(view));
  const own = rest.filter(({ origin }) => origin === 'own');
  const stored = [...missingSignatures(signers, signatures), ...fileReasons(trail, report)];
  const against = [...stored, ...trail.findings].map(({ message }) => message);
  const reasons = [...report.reasons, ...against];
  const signed = signatures.some(isOurs);
  const isValid = report.isValid && against.length === 0 && signed && trail.isValid;
  const seal =
    own.length === 0
      ? null
      : {
          isValid: own.every((one) => one.isValid),
          level: document.status === 'completed' || document.sealed_at !== null ? levelOf(signatures) : null,
          signatures: own,
        };
  return {
    documentId,
    isValid,
    groups: groupsOf(report.signatures),
    unconfirmed: [...report.unconfirmed],
    signatures,
    others: rest.filter(({ origin }) => origin === 'other'),
    verifiedAt: report.verifiedAt,
    ...saidOf(report, { signed, against }),
    seal,
    auditTrail,
    reasons,
    revisions: revisionsView(report.revisions),
    reasonFacts: [...report.reasonFacts, ...report.faults, ...stored],
  };
}

/** Verifies the certificate of completion like the document, and compares it with the trail. */
function certificateFindings(dependencies: VerifyDependencies, tenantId: string, document: DocumentRow) {
  const owner = { tenant: tenantId };
  return compareCertificate(dependencies, tenantId, document.id, {
    owner,
    judge: (source) => judgeFile(dependencies, owner, document, source),
  });
}

/**
 * Returns everything that contradicts a document's trail: rows, the stored file and its certificate of completion.
 * Includes documents in the trash.
 */
export async function compareStored(
  dependencies: VerifyDependencies,
  tenantId: string,
  documentId: Id<'document'>,
): Promise<AuditTrail['findings']> {
  const document = await readStoredDocument(dependencies.uow, tenantId, documentId);
  if (!document) return (await readAuditTrail(dependencies, tenantId, documentId)).findings;
  return (await readBoth(dependencies, tenantId, document)).trail.findings;
}

/** `faults` contains the reasons that only the data on the server shows, not the file. */
type FileReport = VerifyReport & { sha256: string; revision: number; faults: ReasonFacts[] };

const reason = (code: ReasonFacts['code'], message: string, detail: string | null = null): ReasonFacts => ({
  code,
  message,
  detail,
  change: null,
});

const TRIES = 3;

/** Reads the file and its records, and reads them again if a signature was added in between. */
async function readBoth(
  dependencies: VerifyDependencies,
  tenantId: string,
  document: DocumentRow,
): Promise<{ trail: AuditTrail; report: FileReport | undefined }> {
  for (let attempt = 1; ; attempt += 1) {
    const report = document.sent_at ? await verifyFile(dependencies, { tenant: tenantId }, document) : undefined;
    const trail = await readAuditTrail(dependencies, tenantId, document.id);
    if (!report) return { trail, report };
    if (trail.revision !== report.revision && attempt < TRIES) continue;
    const further = trail.isBroken ? [] : await certificateFindings(dependencies, tenantId, document);
    return { trail: trail.with(report, further), report };
  }
}

async function judgeFile(
  { uow, pdf, authority, trust }: VerifyDependencies,
  owner: TaskOwner,
  document: DocumentRow,
  source: PdfSource,
): Promise<VerifyReport> {
  const anchors = authority.anchors(document.environment).map(({ der }) => der);
  const timestampAnchors = authority.time.anchors.map(({ der }) => der);
  const [ocsps, crls] = await Promise.all([
    statusToday(uow, authority, owner.tenant, document),
    authority.status.lists(document.environment),
  ]);
  const now = uow.now().toISOString();
  // If the authority is the operator's own, revocation data may be unavailable. The evidence states this (ADR 39), and
  // it is not a fault of the file.
  const requireRevocation = authority.issuesAllCertificates(document.environment);
  return trust.verify(
    pdf,
    source,
    { anchors, timestampAnchors, ocsps, crls, now, requireRevocation, withFields: true },
    { owner },
  );
}

async function verifyFile(
  dependencies: VerifyDependencies,
  owner: TaskOwner,
  document: DocumentRow,
): Promise<FileReport> {
  const { uow, blobs } = dependencies;
  const file = await openDocumentFile(uow, owner.tenant, document.id);
  const judge = (source: PdfSource) => judgeFile(dependencies, owner, document, source);
  try {
    const report = await pdfSource(blobs, file)
      .then(async (source) => ({ ...(await judge(source)), faults: [] as ReasonFacts[] }))
      .catch(async (error: unknown) => {
        if (!(error instanceof AppError) || error.code !== 'FILE_DAMAGED') throw error;
        // Other operations refuse a damaged file, but verification still checks its signatures.
        const { reasons, ...rest } = await judge(await storedSource(blobs, file));
        const changed = reason('stored-file-changed', 'The stored file differs from the uploaded one.');
        return {
          ...rest,
          isValid: false,
          isFileSound: false,
          reasons: [...reasons, changed.message],
          faults: [changed],
        };
      });
    return { ...report, sha256: file.sha256, revision: file.revision };
  } catch (error) {
    if (!(error instanceof PdfTaskError)) throw error;
    const unreadable = { ...NOTHING, isFileSound: false };
    if (error.code === 'rejected') {
      const { message: detail } = error;
      const unread = reason('stored-file-unreadable', `The stored file cannot be read: ${detail}`, detail);
      return {
        isValid: false,
        unconfirmed: [],
        ...inWords(summaryOf(unreadable)),
        ...unreadable,
        reasons: [unread.message],
        reasonFacts: [],
        faults: [unread],
        certification: null,
        revisions: [],
        verifiedAt: uow.now().toISOString(),
        sha256: file.sha256,
        revision: file.revision,
      };
    }
    throw new AppError('SERVICE_UNAVAILABLE', { documentId: document.id }, { cause: error, retryAfter: 5 });
  }
}

/**
 * Returns the current status of this document's certificates from our own authority. The evidence in the file dates
 * from the sealing, and a later revocation with an earlier effective date must be taken into account.
 */
async function statusToday(
  uow: UnitOfWork,
  authority: Authority,
  tenantId: string,
  { id, environment }: DocumentRow,
): Promise<Buffer[]> {
  const issued = await uow.read(tenantId, selectIssuedCertificates(tenantId, id));
  if (issued.length === 0) return [];
  const certificates = issued.map(({ certificate }) => parseCertificate(certificate));
  return authority.status.current(environment, certificates);
}

/**
 * Returns whether the signature was created here. A signature with another issuer's certificate may be trusted, but it
 * is not ours.
 */
const isOurs = ({ kind, origin }: Signature): boolean => kind === 'signer' && origin === 'own';

/**
 * Converts domains to Unicode. Certificates contain domains as A-labels (RFC 8398 §3), but the sender entered the
 * recipient's address in Unicode.
 */
function asTyped(signature: Signature, signers: readonly SignerRow[]): Signature {
  const { signerEmail, field } = signature;
  if (signerEmail === null || !isOurs(signature)) return signature;
  const signer = signers.find(({ pdf_field: own }) => own === field);
  const isSame = signer !== undefined && addressKey(signer.email) === addressKey(signerEmail);
  return isSame ? { ...signature, signerEmail: signer.email } : signature;
}

/**
 * Reports recipients who are marked as signed in the database but have no signature in the file, because a row in the
 * database proves nothing.
 */
function missingSignatures(signers: readonly SignerRow[], signatures: readonly Signature[]): ReasonFacts[] {
  return signers
    .filter(
      ({ status, pdf_field: field }) =>
        status === 'signed' &&
        !signatures.some((signature) => isOurs(signature) && signature.isValid && signature.field === field),
    )
    .map(({ email }) =>
      reason(
        'recorded-signature-missing',
        `${email} is recorded as having signed, but the file contains no valid signature of theirs.`,
        email,
      ),
    );
}

/**
 * Returns a reason if the file is not the last one recorded in the audit trail. Returns none if the trail itself has
 * findings, because those are more informative.
 */
function fileReasons(trail: AuditTrail, report: { sha256: string }): ReasonFacts[] {
  if (!trail.isValid) return [];
  const recorded = trail.entries.findLast(
    (entry) => typeof entry.context['sha256'] === 'string' && entry.action !== 'document.downloaded',
  );
  if (recorded?.context['sha256'] === report.sha256) return [];
  return [reason('not-the-recorded-file', 'The file is not the last one recorded in the audit trail.')];
}

function levelOf(signatures: readonly Signature[]): string | null {
  return signatures.find(({ kind }) => kind === 'signer')?.level ?? null;
}

type Said = Pick<Verification, 'verdict' | 'summary'>;

/** The result for a file without signatures. */
const NOTHING = { signatures: [], isFileSound: true, isUnchanged: true, seal: null } as const;

const inWords = (summary: VerdictSummary): Said => ({ verdict: verdictOf(summary), summary });

/** Returns the verdict that everyone gets for the file (packages/pades), unless data stored here contradicts it. */
function saidOf(report: VerifyReport, { signed, against }: { signed: boolean; against: readonly string[] }): Said {
  const { summary } = report;
  const isFileGood = summary.outcome !== 'invalid' && summary.outcome !== 'unconfirmed';
  const [reason] = against;
  if (isFileGood && reason !== undefined)
    return { verdict: `This document is not valid. ${reason}`, summary: { ...summary, outcome: 'invalid' } };
  if (isFileGood && !signed && summary.outcome !== 'certified')
    return { verdict: 'None of the recipients has signed this document yet.', summary };
  return inWords(summary);
}
