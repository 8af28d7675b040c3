import { type Certificate, isSelfIssued, isSignedBy, publicKeyOf } from './certificate.ts';
import { orUndefined } from './errors.ts';
import { satisfiesNameConstraints } from './name-constraints.ts';
import { Oid } from './oids.ts';
import { isWeakKey } from './public-key.ts';
import { type RevocationMaterial, type RevocationStatus, revocationStatus } from './revocation.ts';
import { stampsTimeOnly } from './timestamp-verify.ts';

/** The required purpose of the path's leaf certificate. */
export type PathPurpose = 'document-signing' | 'time-stamping' | 'ocsp';

/** The problems of a path. The set is closed, because callers have a message for each problem. */
export type PathProblem =
  | 'no_path'
  | 'not_yet_valid'
  | 'expired'
  | 'not_a_ca'
  | 'path_too_long'
  | 'key_usage'
  | 'extended_key_usage'
  | 'name_constraints'
  | 'unknown_critical_extension'
  | 'weak_algorithm'
  | 'revoked'
  | 'ca_revoked'
  | 'revocation_unknown';

/** Sub-indications of EN 319 102-1 §5.1.3 that path validation can return. */
export type PathSubIndication =
  | 'NO_CERTIFICATE_CHAIN_FOUND'
  | 'CHAIN_CONSTRAINTS_FAILURE'
  | 'CRYPTO_CONSTRAINTS_FAILURE_NO_POE'
  | 'NOT_YET_VALID'
  | 'OUT_OF_BOUNDS_NO_POE'
  | 'REVOKED_NO_POE'
  | 'REVOKED_CA_NO_POE'
  | 'TRY_LATER';

/** A path, and whether it is valid (RFC 5280 §6.1). */
export type PathValidation = {
  readonly valid: boolean;
  readonly indication: 'PASSED' | 'INDETERMINATE' | 'FAILED';
  /** Absent if and only if validation passed. */
  readonly subIndication: PathSubIndication | undefined;
  /** The problems found. `depth` 0 is the leaf. */
  readonly problems: readonly { readonly code: PathProblem; readonly depth: number }[];
  /** The path from the leaf to the anchor. Contains only the leaf if no path was found. */
  readonly path: readonly Certificate[];
  /**
   * One status for each certificate in the path except the anchor, in the same order. Empty without revocation data.
   */
  readonly revocation: readonly RevocationStatus[];
};

/** The input of path validation: the leaf, the available certificates, the purpose and the time. */
export type ValidatePathOptions = {
  readonly leaf: Certificate;
  /** Candidates for intermediates. Other certificates are ignored. */
  readonly intermediates: readonly Certificate[];
  readonly anchors: readonly Certificate[];
  /** The validation time, which is the best proved signature time or the current time. */
  readonly at: Date;
  readonly purpose: PathPurpose;
  readonly revocation?: RevocationMaterial & {
    /**
     * Whether validation fails (TRY_LATER) if the status of a certificate is unknown. Defaults to false, which means
     * that the status is only reported.
     */
    readonly required?: boolean;
  };
};

const MAX_PATH_LENGTH = 10;
// The maximum number of signature checks. A real path needs only a few, but hostile cross-certificates could require
// exponentially many.
const MAX_SIGNATURE_CHECKS = 100;

/**
 * Finds and validates a path (RFC 5280 §6.1) by the shell model: every certificate is valid at `at`. The first valid
 * path is used. If there is none, the first path found is reported. Policies are not processed, so certificates that
 * make them critical (policyConstraints, inhibitAnyPolicy) are refused because of unknown critical extensions. Never
 * throws because of a certificate's contents.
 */
export function validatePath(options: ValidatePathOptions): PathValidation {
  let first: PathValidation | undefined;
  for (const path of candidatePaths(options)) {
    const result = checkPath(path, options);
    if (result.valid) return result;
    first ??= result;
  }
  return first ?? verdict([options.leaf], [{ code: 'no_path', depth: 0 }], []);
}

/** Iterates over paths from the leaf to an anchor in which every signature is valid, shortest first. */
function* candidatePaths({ leaf, intermediates, anchors }: ValidatePathOptions): Generator<readonly Certificate[]> {
  const budget = { left: MAX_SIGNATURE_CHECKS };
  yield* extend([leaf]);

  function* extend(path: readonly Certificate[]): Generator<readonly Certificate[]> {
    const last = path[path.length - 1];
    if (!last) return;
    if (anchors.some((anchor) => anchor.der.equals(last.der))) {
      yield path;
      return;
    }
    if (path.length >= MAX_PATH_LENGTH) return;
    for (const issuer of [...anchors, ...intermediates]) {
      if (!mayHaveIssued(issuer, last) || path.some((known) => known.der.equals(issuer.der))) continue;
      if (budget.left-- <= 0) return;
      if (isSignedBy(last, issuer)) yield* extend([...path, issuer]);
    }
  }
}

/**
 * Whether the issuer's name matches (§6.1.3 (a)(4)). If both key identifiers are present and differ, returns false, and
 * the signature need not be verified.
 */
function mayHaveIssued(issuer: Certificate, subject: Certificate): boolean {
  const wanted = subject.extensions.authorityKeyIdentifier;
  const offered = issuer.extensions.subjectKeyIdentifier;
  if (wanted && offered && !wanted.equals(offered)) return false;
  return issuer.subject.equals(subject.issuer);
}

type Finding = { readonly code: PathProblem; readonly depth: number };

function checkPath(path: readonly Certificate[], { at, purpose, revocation }: ValidatePathOptions): PathValidation {
  const findings: Finding[] = [];
  path.forEach((certificate, depth) => {
    const codes = [
      ...certificateProblems(certificate, at, depth === path.length - 1),
      ...(depth === 0 ? purposeProblems(certificate, purpose, path.length === 1) : issuerProblems(path, depth)),
    ];
    findings.push(...codes.map((code) => ({ code, depth })));
  });
  const statuses = revocation
    ? path.slice(0, -1).map((certificate, depth) => statusInPath(path, certificate, depth, at, revocation))
    : [];
  statuses.forEach((status, depth) => {
    if (status.status === 'revoked' && status.inEffect)
      findings.push({ code: depth === 0 ? 'revoked' : 'ca_revoked', depth });
    if (status.status === 'unknown' && revocation?.required && !needsNoStatus(path[depth]))
      findings.push({ code: 'revocation_unknown', depth });
  });
  return verdict(path, findings, statuses);
}

function statusInPath(
  path: readonly Certificate[],
  certificate: Certificate,
  depth: number,
  at: Date,
  material: RevocationMaterial,
): RevocationStatus {
  const issuer = path[depth + 1];
  return issuer ? revocationStatus(certificate, issuer, at, material) : { status: 'unknown' };
}

const needsNoStatus = (certificate: Certificate | undefined): boolean => certificate?.extensions.ocspNoCheck === true;

function certificateProblems(certificate: Certificate, at: Date, isAnchor: boolean): PathProblem[] {
  const problems: PathProblem[] = [];
  if (at < certificate.notBefore) problems.push('not_yet_valid');
  if (at > certificate.notAfter) problems.push('expired');
  if (certificate.extensions.unknownCritical.length > 0) problems.push('unknown_critical_extension');
  // The anchor's own signature is not used, so its digest is ignored.
  const weakSignature = !isAnchor && certificate.signatureAlgorithm?.digest === 'sha1';
  const key = orUndefined(() => publicKeyOf(certificate));
  if (weakSignature || !key || isWeakKey(key)) problems.push('weak_algorithm');
  return problems;
}

/** Checks the requirements for a CA at `depth` (§6.1.4 (k) to (n), §6.1.3 (b), (c)). */
function issuerProblems(path: readonly Certificate[], depth: number): PathProblem[] {
  const issuer = path[depth];
  if (!issuer) return [];
  const { basicConstraints, keyUsage, nameConstraints } = issuer.extensions;
  const problems: PathProblem[] = [];
  // Root certificates older than version 3 have no extensions. They are accepted as CAs if they are anchors.
  const isOldAnchor = depth === path.length - 1 && issuer.version < 3;
  if (!basicConstraints?.ca && !isOldAnchor) problems.push('not_a_ca');
  const below = path.slice(1, depth).filter((certificate) => !isSelfIssued(certificate)).length;
  if (basicConstraints?.pathLength !== undefined && below > basicConstraints.pathLength) problems.push('path_too_long');
  if (keyUsage && !keyUsage.has('keyCertSign')) problems.push('key_usage');
  const constrained = path.slice(0, depth).filter((certificate, index) => index === 0 || !isSelfIssued(certificate));
  if (nameConstraints && !constrained.every((certificate) => satisfiesNameConstraints(certificate, nameConstraints)))
    problems.push('name_constraints');
  return problems;
}

// Purposes that other vendors' document certificates use instead of RFC 9336: purposes of Adobe and Microsoft with the
// same meaning.
const DOCUMENT_PURPOSES: ReadonlySet<string> = new Set([
  Oid.documentSigning,
  Oid.emailProtection,
  Oid.anyExtendedKeyUsage,
  '1.2.840.113583.1.1.5',
  '1.3.6.1.4.1.311.10.3.12',
]);

function purposeProblems(leaf: Certificate, purpose: PathPurpose, isAnchor: boolean): PathProblem[] {
  const { keyUsage, extendedKeyUsage } = leaf.extensions;
  const problems: PathProblem[] = [];
  // A certification authority issues certificates and signs nothing else (EN 319 412-2 §4.3.1). A directly trusted
  // self-signed certificate often has CA:TRUE, regardless of its purpose.
  if (leaf.extensions.basicConstraints?.ca && !isAnchor && purpose !== 'ocsp') problems.push('key_usage');
  if (keyUsage && !keyUsage.has('digitalSignature') && !keyUsage.has('nonRepudiation')) problems.push('key_usage');
  const fits = {
    'document-signing': () =>
      extendedKeyUsage === undefined || extendedKeyUsage.purposes.some((oid) => DOCUMENT_PURPOSES.has(oid)),
    'time-stamping': () => stampsTimeOnly(leaf),
    ocsp: () => extendedKeyUsage?.purposes.includes(Oid.ocspSigning) === true,
  }[purpose];
  if (!fits()) problems.push('extended_key_usage');
  return problems;
}

const SUB_INDICATIONS: Readonly<Record<PathProblem, PathSubIndication>> = {
  no_path: 'NO_CERTIFICATE_CHAIN_FOUND',
  not_yet_valid: 'NOT_YET_VALID',
  weak_algorithm: 'CRYPTO_CONSTRAINTS_FAILURE_NO_POE',
  not_a_ca: 'CHAIN_CONSTRAINTS_FAILURE',
  path_too_long: 'CHAIN_CONSTRAINTS_FAILURE',
  key_usage: 'CHAIN_CONSTRAINTS_FAILURE',
  extended_key_usage: 'CHAIN_CONSTRAINTS_FAILURE',
  name_constraints: 'CHAIN_CONSTRAINTS_FAILURE',
  unknown_critical_extension: 'CHAIN_CONSTRAINTS_FAILURE',
  revoked: 'REVOKED_NO_POE',
  ca_revoked: 'REVOKED_CA_NO_POE',
  expired: 'OUT_OF_BOUNDS_NO_POE',
  revocation_unknown: 'TRY_LATER',
};

// The findings in the order in which they determine the verdict. Findings that no further evidence could resolve come
// first.
const PRECEDENCE: readonly PathSubIndication[] = [
  'NOT_YET_VALID',
  'NO_CERTIFICATE_CHAIN_FOUND',
  'CHAIN_CONSTRAINTS_FAILURE',
  'REVOKED_NO_POE',
  'REVOKED_CA_NO_POE',
  'CRYPTO_CONSTRAINTS_FAILURE_NO_POE',
  'OUT_OF_BOUNDS_NO_POE',
  'TRY_LATER',
];

function verdict(
  path: readonly Certificate[],
  problems: readonly Finding[],
  revocation: readonly RevocationStatus[],
): PathValidation {
  const found = new Set(problems.map(({ code }) => SUB_INDICATIONS[code]));
  const subIndication = PRECEDENCE.find((candidate) => found.has(candidate));
  const indication =
    subIndication === undefined ? 'PASSED' : subIndication === 'NOT_YET_VALID' ? 'FAILED' : 'INDETERMINATE';
  return { valid: indication === 'PASSED', indication, subIndication, problems, path, revocation };
}
