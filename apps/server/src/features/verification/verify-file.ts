/**
 * Public verification: the signatures of a file that anybody sends. It is judged by what it holds and by whom this installation
 * trusts, never looked up among documents, so that nobody learns here what is kept for others; and it is gone with the answer.
 * A file that cannot be read is a result as well: it holds no signature that anybody could rely on.
 */
import { open } from 'node:fs/promises';
import { type Environment, type FileVerification, LIMITS } from '@countersign/contract';
import { AppError, invalid } from '../../platform/errors.ts';
import { type PdfPool, PdfTaskError, type VerifyReport } from '../../platform/pdf/index.ts';
import type { CheckedBlobs } from '../../platform/blobs/checked-blobs.ts';
import { BlobError, type StagedBlob } from '../../platform/ports/blob-store.ts';
import type { Clock } from '../../platform/ports/clock.ts';
import type { Authority } from '../authority/index.ts';
import { signatureView } from '../documents/index.ts';
import type { TrustStore } from '../trust/index.ts';
import type { WaitingRoom } from './waiting-room.ts';

export type VerificationDependencies = {
  blobs: CheckedBlobs;
  pdf: PdfPool;
  authority: Authority;
  trust: TrustStore;
  clock: Clock;
  waitingRoom: WaitingRoom;
};
export type SentFile = { filename: string; content: AsyncIterable<Uint8Array>; fields: () => Promise<unknown> };

/** Strangers take turns with the tenants as one of them. */
const PUBLIC = { tenant: 'public' } as const;

/** `from` is the address that sends it. */
export function verifyFile(
  dependencies: VerificationDependencies,
  { from, environment }: { from: string; environment: Environment },
  { filename, content, fields }: SentFile,
): Promise<FileVerification> {
  const { blobs, waitingRoom } = dependencies;
  return waitingRoom.admit(from, async () => {
    const staged = await blobs.stage(content, { maxBytes: LIMITS.uploadBytes }).catch((error: unknown) => {
      if (error instanceof BlobError && error.code === 'too_large')
        throw new AppError('FILE_TOO_LARGE', { maxBytes: LIMITS.uploadBytes });
      throw error;
    });
    try {
      await fields();
      if (staged.size === 0) throw invalid('file', 'is empty', 'empty_file');
      await refuseUnlessPdf(staged);
      const report = await waitingRoom.turn(() => judge(dependencies, environment, staged));
      return view(report, { name: filename, sizeBytes: staged.size, sha256: staged.sha256 });
    } finally {
      await staged.discard();
    }
  });
}

async function judge(
  { pdf, authority, trust, clock }: VerificationDependencies,
  environment: Environment,
  { path }: StagedBlob,
): Promise<VerifyReport> {
  const input = {
    anchors: authority.anchors(environment).map(({ der }) => der),
    timestampAnchors: authority.time.anchors.map(({ der }) => der),
    crls: await authority.status.lists(environment),
    now: clock.now().toISOString(),
  };
  try {
    return await trust.verify(pdf, { parts: [{ path }] }, input, { owner: PUBLIC });
  } catch (error) {
    if (!(error instanceof PdfTaskError)) throw error;
    if (error.code === 'busy' || error.code === 'aborted')
      throw new AppError('SERVICE_UNAVAILABLE', {}, { cause: error, retryAfter: 10 });
    throw invalid('file', 'is too complex or damaged to be read safely', 'unreadable_pdf');
  }
}

/** Where readers look for it (ISO 32000-2 annex I). What is no PDF at all is a mistake of the sender, not a verdict. */
const HEAD_BYTES = 1024;

async function refuseUnlessPdf({ path }: StagedBlob): Promise<void> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES));
    if (!buffer.subarray(0, bytesRead).includes('%PDF-')) throw invalid('file', 'is not a PDF', 'not_a_pdf');
  } finally {
    await file.close();
  }
}

function view(report: VerifyReport, file: FileVerification['file']): FileVerification {
  const { isValid, verdict, summary, reasons, certification, signatures, revisions, verifiedAt } = report;
  return {
    isValid,
    verdict,
    summary,
    reasons: [...reasons],
    file,
    certification,
    signatures: signatures.map((signature) => {
      const { signerName, isTimeProved, revision } = signature;
      return { ...signatureView(signature), signerName, isTimeProved, revision };
    }),
    revisions: revisions.map(({ bytes, kind, changes }, index) => ({
      number: index + 1,
      kind,
      sizeBytes: bytes,
      changes: [...changes],
    })),
    verifiedAt,
  };
}
