import { factsOfChange, verifyPdf } from '@countersign/pdf-sign';
import type { PdfReport, SignatureReport } from '@countersign/pdf-sign';
import { Oid, parseCertificate, parseCrl, parseOcspResponse } from '@countersign/pki';
import type { Certificate } from '@countersign/pki';

import { checkContainer, problemsOf } from './container.ts';
import type { ContainerCheck } from './container.ts';
import { judgeAll } from './judgement.ts';
import type { CandidateJudgement, Trust } from './judgement.ts';
import { notesOf, revocationOfSigner } from './notes.ts';
import { proofOf } from './proof.ts';
import {
  containerJudgement,
  containerReason,
  distinct,
  FUTURE_REASON,
  pathReason,
  stampReason,
  ORDER_REASON,
  reason,
  STRUCTURE_REASON,
  structureReason,
  TIME_REASON,
  WEAK_REASON,
} from './reasons.ts';
import type { ContainerProblem, Judgement, ReasonFacts } from './reasons.ts';
import type { RevisionVerdict, SignatureVerdict, Unconfirmed, VerifyInput, VerifyReport } from './report.ts';
import { qualificationOf, Services } from './trusted-services.ts';
import { excusedOf, isGood, summaryOf, verdictOf } from './verdict.ts';
import type { VerdictFacts } from './verdict.ts';

/**
 * Verifies every signature of a PDF, from any vendor: PAdES (EN 319 142-1), adbe.pkcs7.detached, the outdated
 * adbe.pkcs7.sha1 and adbe.x509.rsa_sha1, and document time-stamps. An invalid or unreadable file is reported in the
 * result and does not throw. Input and output are public data. Hostile files can take a lot of time and memory, so run
 * it in a process that you can end from outside.
 *
 * Throws PkiError if the caller's `anchors`, `services`, `certificates`, `crls` or `ocsps` cannot be parsed.
 */
export async function verifyDocument(bytes: Uint8Array, input: VerifyInput): Promise<VerifyReport> {
  const trust: Trust = {
    anchors: input.anchors.map((der) => parseCertificate(der)),
    timestampAnchors: (input.timestampAnchors ?? []).map((der) => parseCertificate(der)),
    certificates: (input.certificates ?? []).map((der) => parseCertificate(der)),
    services: new Services(input.services ?? []),
    revocation: {
      crls: (input.crls ?? []).map((der) => parseCrl(der)),
      ocsps: (input.ocsps ?? []).map((der) => parseOcspResponse(der)),
    },
    now: new Date(input.now),
    requireRevocation: input.requireRevocation ?? false,
  };
  const pdf = await verifyPdf<ContainerCheck>(bytes, {
    verifySignature: checkContainer,
    withFields: input.withFields ?? false,
  });
  const judgements = judgeAll(pdf.signatures, trust);
  const signatures = pdf.signatures.flatMap((signature, index) => {
    const judgement = judgements[index];
    return judgement === undefined ? [] : [signatureVerdict(signature, judgement, pdf, trust)];
  });
  const seal = pdf.signatures.find(({ certification }) => certification !== null);
  const facts: VerdictFacts = {
    signatures,
    isFileSound: pdf.problems.length === 0,
    isUnchanged: pdf.unsignedTail?.onlyValidationData !== false,
    seal: seal ? { permits: pdf.certification ?? seal.certification ?? 2, reason: seal.reason } : null,
  };
  const summary = summaryOf(facts);
  const excused = excusedOf(signatures);
  const counted = signatures.filter((signature) => !excused.includes(signature));
  const faults = pdf.problems.map(asReason);
  return {
    isValid: isGood(summary),
    verdict: verdictOf(summary),
    summary,
    unconfirmed: excused.map(asUnconfirmed),
    isUnchanged: facts.isUnchanged,
    seal: facts.seal,
    isFileSound: facts.isFileSound,
    reasons: [...new Set([...faults.map(({ message }) => message), ...counted.flatMap(({ reasons }) => reasons)])],
    reasonFacts: distinct([...faults, ...signatures.flatMap(({ reasonFacts }) => reasonFacts)]),
    signatures,
    certification: pdf.certification,
    revisions: pdf.revisions.map(({ length, sha256, kind }, index) => ({
      bytes: length,
      sha256,
      kind,
      ...broughtBy(pdf, index + 1),
    })),
    verifiedAt: trust.now.toISOString(),
    ...(pdf.fields && { fields: pdf.fields }),
    ...(input.withProof === true && { proof: proofOf(pdf.signatures, judgements, trust) }),
  };
}

function signatureVerdict(
  signature: SignatureReport<ContainerCheck>,
  judgement: CandidateJudgement,
  pdf: PdfReport<ContainerCheck>,
  trust: Trust,
): SignatureVerdict {
  const { check } = signature;
  const isStamp = signature.kind === 'timestamp';
  const origin = isAnchored(judgement, isStamp, trust) ? 'own' : 'other';
  const reasonFacts = reasonsOf(signature, judgement, origin);
  const isValid = reasonFacts.length === 0;
  const problems = check === null ? [] : problemsOf(check, origin === 'own');
  const stampTime = check?.stamp?.time;
  const signedAt =
    judgement.isStampValid || isStamp ? stampTime : (check?.claimedTime ?? signature.claimedTime ?? undefined);
  const services = trust.services ?? new Services([]);
  const qualification = isValid && !isStamp ? qualificationOf(services, judgement.path, judgement.at) : null;
  return {
    field: signature.field,
    fieldTitle: signature.fieldTitle,
    kind: kindOf(signature, judgement),
    subFilter: signature.subFilter,
    signerEmail: emailOf(check?.signer),
    signerName: signature.name,
    signedAt: signedAt?.toISOString() ?? null,
    isTimeProved: judgement.isStampValid,
    isValid,
    ...overall(signature, judgement, problems, isValid),
    level: isValid && !isStamp && check?.isPades === true ? levelOf(judgement, pdf) : null,
    timestamp:
      check?.stamp === undefined
        ? null
        : {
            time: stampTime?.toISOString() ?? null,
            authority: nameOf(check.stamp.signer),
            isValid: judgement.isStampValid,
          },
    certificate: check?.signer === undefined ? null : factsOf(check.signer),
    revocation: revocationOf(judgement),
    revokedAt: revocationOfSigner(judgement)?.at.toISOString() ?? null,
    trustedBy: trustedBy(judgement, isStamp, stampTime, trust),
    origin,
    isIntact: isIntact(signature, problems),
    vouchers: vouchersOf(judgement),
    changes: changesOf(signature, pdf),
    qualification,
    revision: signature.revision,
    coversWholeDocument: signature.coversWholeDocument,
    changesAfterSigning: bounded(signature.changesAfterSigning.map((change) => change.text)),
    trailPosition: origin === 'own' ? (check?.trailPosition ?? null) : null,
    notes: notesOf(signature, judgement, qualification, problems),
    reasons: reasonFacts.map(({ message }) => message),
    reasonFacts,
  };
}

/** Returns the changes made in a revision, which are the same for every earlier signature. */
function broughtBy(
  { signatures }: PdfReport<ContainerCheck>,
  revision: number,
): Pick<RevisionVerdict, 'changes' | 'facts' | 'omitted'> {
  const all = signatures.flatMap(({ changesAfterSigning }) => changesAfterSigning);
  const once = new Map(all.filter((change) => change.revision === revision).map((change) => [change.text, change]));
  return {
    changes: bounded([...once.keys()]),
    facts: [...once.values()].slice(0, MAX_LISTED).map(factsOfChange),
    omitted: Math.max(0, once.size - MAX_LISTED),
  };
}

/** The maximum number of listed changes. People would not read more, and a malicious file could contain a million. */
const MAX_LISTED = 50;

function bounded(texts: readonly string[]): string[] {
  const all = [...new Set(texts)];
  return all.length > MAX_LISTED ? [...all.slice(0, MAX_LISTED), `and ${all.length - MAX_LISTED} more`] : all;
}

/** The errors in the file around its signatures. */
function asReason(problem: string): ReasonFacts {
  const message = problem.startsWith('/')
    ? `Different programs may show different content: ${problem}.`
    : `${problem.charAt(0).toUpperCase()}${problem.slice(1)}.`;
  return reason('file-structure', message, { detail: problem });
}

/** The forbidden changes after a signature, at most MAX_LISTED. */
function changeReasons(violations: SignatureReport<ContainerCheck>['violations']): ReasonFacts[] {
  const all = [...new Map(violations.map((change) => [change.text, change])).values()];
  const listed = all
    .slice(0, MAX_LISTED)
    .map((change) => reason('changed', `After signing: ${change.text}.`, { change: factsOfChange(change) }));
  const more = all.length - listed.length;
  return more === 0 ? listed : [...listed, reason('more-changes', `and ${more} more`, { detail: String(more) })];
}

/** Whether the path ends at one of the caller's own anchors. */
function isAnchored(
  { path }: CandidateJudgement,
  isStamp: boolean,
  { anchors, timestampAnchors = [] }: Trust,
): boolean {
  const end = path?.path.at(-1);
  const own = isStamp ? [...anchors, ...timestampAnchors] : anchors;
  return end !== undefined && own.some((anchor) => anchor.der.equals(end.der));
}

/** Returns why the end of the path is trusted, or null for the caller's own anchors. */
function trustedBy(
  judgement: CandidateJudgement,
  isStamp: boolean,
  stampTime: Date | undefined,
  trust: Trust,
): string | null {
  const { path, at } = judgement;
  if (path === undefined || isAnchored(judgement, isStamp, trust)) return null;
  const [service] =
    trust.services?.behind(path, isStamp ? 'time-stamping' : 'document-signing', isStamp ? (stampTime ?? at) : at) ??
    [];
  return service?.source ?? null;
}

/** Whether the signature is valid for the bytes it covers, regardless of the signer and of later changes. */
function isIntact(
  { check, problems: structure }: SignatureReport<ContainerCheck>,
  problems: readonly ContainerProblem[],
): boolean {
  if (check === null || structure.length > 0) return false;
  // Nothing was compared, because there are neither signed attributes nor a key.
  if (problems.includes('old_format') && check.signer === undefined) return false;
  return containerJudgement(problems)?.indication !== 'TOTAL-FAILED';
}

function vouchersOf({ path, stampPath, isStampValid }: CandidateJudgement): SignatureVerdict['vouchers'] {
  const issuer = path?.valid === true ? path.path[1] : undefined;
  return {
    signer: issuer === undefined ? null : nameOf(issuer),
    time: isStampValid ? nameOf(stampPath?.path[0]) : null,
  };
}

/** Evidence about signatures, such as time-stamps and revocation data, is not treated as a change. */
function changesOf(
  { violations, revision }: SignatureReport<ContainerCheck>,
  { revisions }: PdfReport<ContainerCheck>,
): SignatureVerdict['changes'] {
  if (violations.length > 0) return 'forbidden';
  const isEvidence = ({ kind }: (typeof revisions)[number]): boolean =>
    kind === 'timestamp' || kind === 'validation-data';
  return revision === null || revisions.slice(revision).every(isEvidence) ? 'none' : 'permitted';
}

function asUnconfirmed({ field, kind, reasons }: SignatureVerdict): Unconfirmed {
  return {
    field,
    kind: kind === 'archive-timestamp' ? 'timestamp' : 'signature',
    reason: reasons[0] ?? 'No trust anchor confirms it.',
  };
}

/** Returns all reasons why a signature is not valid. */
function reasonsOf(
  signature: SignatureReport<ContainerCheck>,
  judgement: CandidateJudgement,
  origin: SignatureVerdict['origin'],
): ReasonFacts[] {
  const { check } = signature;
  const reasons = [...signature.problems.map(structureReason), ...changeReasons(signature.violations)];
  if (!signature.intact && reasons.length === 0) reasons.push(STRUCTURE_REASON);
  if (check === null) return reasons.length === 0 ? [STRUCTURE_REASON] : reasons;
  const isStamp = signature.kind === 'timestamp';
  const problems = problemsOf(check, origin === 'own');
  reasons.push(...problems.map(isStamp ? stampReason : containerReason));
  if (check.weak) reasons.push(WEAK_REASON);
  if (judgement.isOutOfOrder) reasons.push(ORDER_REASON);
  if (judgement.isInFuture) reasons.push(FUTURE_REASON);
  const of = isStamp ? 'authority' : 'certificate';
  reasons.push(...(judgement.path?.problems ?? []).map(({ code }) => pathReason(code, of)));
  // A time-stamp from an unknown authority proves no time, but is not an error. A time-stamp that belongs to another
  // signature is a forgery.
  if (signature.kind === 'signature') {
    reasons.push(...(check.stamp?.problems ?? []).map(stampReason));
    if (origin === 'own' && mustBeStamped(check) && !judgement.isTimeProved) reasons.push(TIME_REASON);
  }
  return distinct(reasons);
}

/** Every signature and seal of this product has a time-stamp. If it is missing, it was removed. */
const mustBeStamped = ({ signer }: ContainerCheck): boolean =>
  signer?.extensions.policies.some((policy) => STAMPED_POLICIES.has(policy)) === true;
const STAMPED_POLICIES: ReadonlySet<string> = new Set([Oid.countersignSignerPolicy, Oid.countersignSealPolicy]);

function overall(
  signature: SignatureReport<ContainerCheck>,
  judgement: CandidateJudgement,
  problems: readonly ContainerProblem[],
  isValid: boolean,
): Judgement {
  if (isValid) return { indication: 'TOTAL-PASSED', subIndication: null };
  const container = containerJudgement(problems);
  if (container?.indication === 'TOTAL-FAILED') return container;
  if (!signature.intact || signature.check === null)
    return { indication: 'TOTAL-FAILED', subIndication: 'FORMAT_FAILURE' };
  if (container !== undefined) return container;
  const path = judgement.path;
  if (path?.valid === false) {
    if (path.subIndication === 'REVOKED_NO_POE' && signedAfterRevocation(signature.check, judgement))
      return { indication: 'TOTAL-FAILED', subIndication: 'REVOKED' };
    const indication = path.indication === 'FAILED' ? 'TOTAL-FAILED' : 'INDETERMINATE';
    return { indication, subIndication: path.subIndication ?? null };
  }
  if (signature.check.weak) return { indication: 'INDETERMINATE', subIndication: 'CRYPTO_CONSTRAINTS_FAILURE_NO_POE' };
  if (judgement.isOutOfOrder) return { indication: 'INDETERMINATE', subIndication: 'TIMESTAMP_ORDER_FAILURE' };
  if (mustBeStamped(signature.check) && !judgement.isTimeProved)
    return { indication: 'INDETERMINATE', subIndication: 'NO_POE' };
  return { indication: 'INDETERMINATE', subIndication: 'SIG_CONSTRAINTS_FAILURE' };
}

/**
 * Whether the signature was provably created after the certificate was revoked (EN 319 102-1 §5.1.3, REVOKED). This is
 * the case if the certificate was revoked as of the start of its validity. The signed attributes contain the
 * certificate's hash, so the certificate existed before the signature.
 */
function signedAfterRevocation(check: ContainerCheck, judgement: CandidateJudgement): boolean {
  const revoked = revocationOfSigner(judgement);
  return check.isPades && check.signer !== undefined && revoked !== undefined && revoked.at <= check.signer.notBefore;
}

function kindOf(signature: SignatureReport<ContainerCheck>, judgement: CandidateJudgement): SignatureVerdict['kind'] {
  if (signature.kind === 'timestamp') return 'archive-timestamp';
  if (signature.certification !== null) return 'certification';
  const isTrusted = judgement.path !== undefined && judgement.path.problems.every(({ code }) => code !== 'no_path');
  return isTrusted ? 'signer' : 'foreign';
}

/** Each PAdES level requires the level below it (EN 319 142-1 §6). */
function levelOf(judgement: CandidateJudgement, pdf: PdfReport<ContainerCheck>): SignatureVerdict['level'] {
  if (!judgement.isStampValid && !judgement.isArchived) return 'B-B';
  if (!judgement.hasRevocationEvidence) return 'B-T';
  // The last time-stamp does not protect evidence that was added later.
  const isGuarded = pdf.unsignedTail === null || pdf.unsignedTail.bytes === 0;
  return judgement.isArchived && isGuarded ? 'B-LTA' : 'B-LT';
}

function revocationOf({ path, declared }: CandidateJudgement): SignatureVerdict['revocation'] {
  if (declared !== undefined) return 'revoked';
  const own = path?.revocation[0];
  if (own === undefined || own.status === 'unknown') return 'unknown';
  return own.status === 'revoked' && own.inEffect ? 'revoked' : 'good';
}

function emailOf(signer: Certificate | undefined): string | null {
  return signer?.extensions.subjectAltName?.emails[0] ?? signer?.subject.first(Oid.emailAddress) ?? null;
}

function nameOf(certificate: Certificate | undefined): string {
  return certificate?.subject.commonName ?? certificate?.subject.text ?? 'unknown';
}

function factsOf(certificate: Certificate): NonNullable<SignatureVerdict['certificate']> {
  return {
    subject: certificate.subject.text,
    issuer: certificate.issuer.text,
    serial: certificate.serial,
    validFrom: certificate.notBefore.toISOString(),
    validTo: certificate.notAfter.toISOString(),
  };
}
