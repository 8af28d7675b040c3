/**
 * Lets anyone verify the signatures in a file, based on its content and this installation's trust anchors. The file is
 * never looked up among documents, so nothing is revealed about stored data. It is deleted after the response. An
 * unreadable file is reported as a file without a reliable signature.
 */
import { type Environment, type FileVerification, LIMITS } from '@countersign/contract';
import { AppError, invalid } from '../../platform/errors.ts';
import { type PdfPool, PdfTaskError, type VerifyReport } from '../../platform/pdf/index.ts';
import type { CheckedBlobs, StagedFile } from '../../platform/blobs/checked-blobs.ts';
import { BlobError } from '../../platform/ports/blob-store.ts';
import type { Clock } from '../../platform/ports/clock.ts';
import type { Authority } from '../authority/index.ts';
import { groupsOf, revisionsView, signatureView } from './signature-view.ts';
import type { TransparencyLog } from '../transparency-log/index.ts';
import type { TrustStore } from '../trust/index.ts';
import type { VerificationQueue } from './verification-queue.ts';

export type VerificationDependencies = {
  blobs: CheckedBlobs;
  pdf: PdfPool;
  authority: Authority;
  trust: TrustStore;
  clock: Clock;
  verificationQueue: VerificationQueue;
  transparencyLog: TransparencyLog;
  log: { warn(fields: object, message: string): void };
};
export type SentFile = { filename: string; content: AsyncIterable<Uint8Array>; fields: () => Promise<unknown> };

/** The name of the file in a certificate of completion that contains its proof from the audit log. */
const PROOF_FILE = 'audit-proof.txt';
/** Anonymous callers share the PDF workers with the tenants and count as one more tenant. */
const PUBLIC = { tenant: 'public' } as const;

/** The response: the verdict, or the text of a validation report. */
export type Verified = { verdict: FileVerification } | { report: string; contentType: string; filename: string };
/** `from` is the network address of the caller. */
type Wanted = { from: string; environment: Environment; report?: ReportKind | undefined };
type ReportKind = 'etsi' | 'json';

const CONTENT_TYPES = { etsi: 'application/xml', json: 'application/json' } as const;
const SUFFIXES = { etsi: 'validation-report.xml', json: 'validation-report.json' } as const;

export function verifyFile(
  dependencies: VerificationDependencies,
  { from, environment, report: kind }: Wanted,
  { filename, content, fields }: SentFile,
): Promise<Verified> {
  const { blobs, verificationQueue } = dependencies;
  return verificationQueue.admit(from, async () => {
    const staged = await blobs.stage(content, { maxBytes: LIMITS.uploadBytes }).catch((error: unknown) => {
      if (error instanceof BlobError && error.code === 'too_large')
        throw new AppError('FILE_TOO_LARGE', { maxBytes: LIMITS.uploadBytes });
      throw error;
    });
    try {
      await fields();
      if (staged.size === 0) throw invalid('file', 'is empty', 'empty_file');
      refuseUnlessPdf(staged);
      const file = { name: filename, sizeBytes: staged.size, sha256: staged.sha256 };
      return await verificationQueue.run(async () => {
        const report = await judge(dependencies, environment, staged, kind !== undefined);
        await presentProof(dependencies, staged, report);
        if (kind === undefined) return { verdict: view(report, file) };
        return {
          report: await dependencies.pdf.validationReport(report, file, kind, { owner: PUBLIC }).catch(refuseTask),
          contentType: CONTENT_TYPES[kind],
          filename: `${filename.replace(/\.pdf$/i, '') || 'document'}-${SUFFIXES[kind]}`,
        };
      });
    } finally {
      await staged.discard();
    }
  });
}

async function judge(
  { pdf, authority, trust, clock }: VerificationDependencies,
  environment: Environment,
  { part }: StagedFile,
  withProof: boolean,
): Promise<VerifyReport> {
  const input = {
    anchors: authority.anchors(environment).map(({ der }) => der),
    timestampAnchors: authority.time.anchors.map(({ der }) => der),
    crls: await authority.status.lists(environment),
    now: clock.now().toISOString(),
    withProof,
  };
  return trust.verify(pdf, { parts: [part] }, input, { owner: PUBLIC }).catch(refuseTask);
}

/**
 * Compares the checkpoint in the certificate of completion, which our key signed, with the log. If the log does not
 * continue that checkpoint, an old backup was restored or the log was rewritten. The verdict on the file does not
 * depend on the comparison.
 */
async function presentProof(
  { pdf, transparencyLog, log }: VerificationDependencies,
  { part }: StagedFile,
  { signatures }: VerifyReport,
): Promise<void> {
  if (signatures.every(({ trailPosition }) => trailPosition === null)) return;
  try {
    const proof = await pdf.attachedFile({ parts: [part] }, PROOF_FILE, { owner: PUBLIC });
    if (proof !== null) await transparencyLog.pins.present(Buffer.from(proof).toString());
  } catch (err) {
    log.warn({ err }, 'the checkpoint in a verified file could not be compared with its audit log');
  }
}

function refuseTask(error: unknown): never {
  if (!(error instanceof PdfTaskError)) throw error;
  if (error.code === 'busy' || error.code === 'aborted')
    throw new AppError('SERVICE_UNAVAILABLE', {}, { cause: error, retryAfter: 10 });
  throw invalid('file', 'is too complex or too damaged to be read safely', 'unreadable_pdf');
}

/**
 * The file must have the header where readers look for it (ISO 32000-2 annex I). If it is not a PDF, the caller made a
 * mistake, and there is no verdict.
 */
function refuseUnlessPdf({ head }: StagedFile): void {
  if (!head.includes('%PDF-')) throw invalid('file', 'is not a PDF', 'not_a_pdf');
}

function view(report: VerifyReport, file: FileVerification['file']): FileVerification {
  const { isValid, unconfirmed, verdict, summary, reasons, certification, signatures, revisions, verifiedAt } = report;
  return {
    isValid,
    groups: groupsOf(signatures),
    unconfirmed: [...unconfirmed],
    verdict,
    summary,
    reasons: [...reasons],
    file,
    certification,
    signatures: signatures.map((signature) => {
      const { signerName, isTimeProved } = signature;
      return { ...signatureView(signature), signerName, isTimeProved };
    }),
    revisions: revisionsView(revisions),
    reasonFacts: [...report.reasonFacts],
    verifiedAt,
  };
}
