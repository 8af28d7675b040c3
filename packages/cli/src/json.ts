import type { Outcome, SignatureVerdict, VerifyReport } from '@countersign/pades';
import type { Inspection } from '@countersign/pdf-sign';
import type { TrailCheck } from './trail.ts';
import { digestOf } from '@countersign/pki';

// The JSON output of the commands. It is a public interface (README.md), so it must not change when the internal types
// change.

/** The format version. It is increased when a member is removed or changes its meaning, not when a member is added. */
export const FORMAT = 1;

export interface FileFacts {
  readonly file: string;
  readonly bytes: number;
  /** The SHA-256 hash in hex. */
  readonly sha256: string;
}

export function factsOf(file: string, bytes: Uint8Array): FileFacts {
  return { file, bytes: bytes.length, sha256: digestOf('sha256', bytes).toString('hex') };
}

export function verifyJson(facts: FileFacts, outcome: Outcome, report: VerifyReport, trail?: TrailCheck) {
  return {
    format: FORMAT,
    command: 'verify',
    ...facts,
    outcome,
    verdict: report.verdict,
    summary: {
      outcome: report.summary.outcome,
      signatures: report.summary.signatures,
      seals: report.summary.seals,
      timestamps: report.summary.timestamps,
      excused: report.summary.excused,
      excusedTimestamps: report.summary.excusedTimestamps,
      sealedBy: report.summary.sealedBy,
    },
    unconfirmed: report.unconfirmed,
    reasons: report.reasons,
    verifiedAt: report.verifiedAt,
    certification: report.certification,
    revisions: report.revisions.map(({ bytes, kind }) => ({ bytes, kind })),
    signatures: report.signatures.map(signatureJson),
    ...(trail && {
      trail: {
        document: trail.document,
        entries: trail.entries,
        head: trail.head,
        covering: trail.covering,
        findings: trail.findings,
      },
    }),
  };
}

function signatureJson(signature: SignatureVerdict) {
  const { timestamp, certificate } = signature;
  return {
    field: signature.field,
    kind: signature.kind,
    outcome: signatureOutcome(signature),
    indication: signature.indication,
    subIndication: signature.subIndication,
    reasons: signature.reasons,
    signerEmail: signature.signerEmail,
    signerName: signature.signerName,
    signedAt: signature.signedAt,
    isTimeProved: signature.isTimeProved,
    timestamp: timestamp && { time: timestamp.time, authority: timestamp.authority, isValid: timestamp.isValid },
    subFilter: signature.subFilter,
    level: signature.level,
    certificate: certificate && {
      subject: certificate.subject,
      issuer: certificate.issuer,
      serial: certificate.serial,
      validFrom: certificate.validFrom,
      validTo: certificate.validTo,
    },
    revocation: signature.revocation,
    revokedAt: signature.revokedAt,
    trustedBy: signature.trustedBy,
    origin: signature.origin,
    intact: signature.isIntact,
    signer: { vouchedBy: signature.vouchers.signer, timeVouchedBy: signature.vouchers.time },
    changes: signature.changes,
    qualification: signature.qualification,
    notes: signature.notes,
    revision: signature.revision,
    coversWholeDocument: signature.coversWholeDocument,
    changesAfterSigning: signature.changesAfterSigning,
    trailPosition: signature.trailPosition,
  };
}

export function signatureOutcome({ isValid, indication }: SignatureVerdict): Outcome {
  if (isValid) return 'valid';
  return indication === 'TOTAL-FAILED' ? 'invalid' : 'indeterminate';
}

export function inspectJson(facts: FileFacts, inspection: Inspection) {
  return {
    format: FORMAT,
    command: 'inspect',
    ...facts,
    version: inspection.version,
    encrypted: inspection.encrypted,
    encryption: inspection.encryption && {
      method: inspection.encryption.method,
      password: inspection.encryption.password,
    },
    pageCount: inspection.pageCount,
    pages: inspection.pages.map(({ width, height, rotation }) => ({ width, height, rotation })),
    signatures: inspection.signatures,
    certification: inspection.certification,
    unsignedFields: inspection.unsignedFields,
    fieldNames: inspection.fieldNames,
    hasForm: inspection.hasForm,
    dynamicXfa: inspection.dynamicXfa,
    activeContent: inspection.activeContent.map(({ kind, where }) => ({ kind, where })),
    embeddedFiles: inspection.embeddedFiles,
  };
}

interface Reported {
  readonly exitCode: number;
  readonly message: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

export function errorJson(command: string, { exitCode, message, details = {} }: Reported) {
  return { format: FORMAT, command, error: { exitCode, message, ...details } };
}
