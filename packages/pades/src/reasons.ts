import type { ChangeFacts } from '@countersign/pdf-sign';
import type { CmsProblem, PathProblem, TimestampProblem } from '@countersign/pki';

/** Indications and sub-indications of EN 319 102-1 §5.1.3. */
export interface Judgement {
  readonly indication: 'TOTAL-PASSED' | 'INDETERMINATE' | 'TOTAL-FAILED';
  readonly subIndication: string | null;
}

/** Problems with a signature container that are not detected by packages/pki. */
export type ContainerProblem =
  | CmsProblem
  | TimestampProblem
  | 'content_inside'
  | 'trailing_octets'
  | 'old_format'
  | 'unsupported_kind';

/** Harmless ways in which other products deviate from PAdES. */
export type Deviation = 'content_repeated' | 'trailing_octets' | 'old_format';

export const DEVIATION_NOTES: Readonly<Record<Deviation, string>> = {
  content_repeated:
    'The signature container also includes content. The signature was checked against the bytes of the file, not against this content.',
  trailing_octets:
    'Additional bytes follow the signature container. They are not part of the signature and were ignored.',
  old_format:
    'Old format: the signature has no signed attributes, so it was checked directly against the bytes of the file.',
};

type Kebab<Text extends string> = Text extends `${infer Head}_${infer Rest}` ? `${Head}-${Kebab<Rest>}` : Text;

/**
 * The code of a reason. Codes that begin with `authority-` concern the certificate of a time-stamping authority, and
 * codes that begin with `certificate-` concern the signer's.
 */
export type ReasonCode =
  | Kebab<ContainerProblem>
  | `timestamp-${Kebab<keyof typeof STAMP_REASONS>}`
  | `${'certificate' | 'authority'}-${Kebab<PathProblem>}`
  | 'weak'
  | 'timestamp-order'
  | 'timestamp-in-future'
  | 'time-not-proved'
  | 'structure'
  | 'file-structure'
  | 'changed'
  | 'more-changes';

/** A reason in a form that can be translated. */
export interface ReasonFacts {
  readonly code: ReasonCode;
  /** The same sentence as in `reasons`. */
  readonly message: string;
  /** A technical explanation in English. For `more-changes`, the number of changes that are not listed. */
  readonly detail: string | null;
  /** The change that was made after signing. Null unless the code is `changed`. */
  readonly change: ChangeFacts | null;
}

/** Creates a reason for a verdict. Never throws. */
export const reason = (
  code: ReasonCode,
  message: string,
  { detail = null, change = null }: Partial<Pick<ReasonFacts, 'detail' | 'change'>> = {},
): ReasonFacts => ({ code, message, detail, change });

const kebab = <Text extends string>(text: Text): Kebab<Text> => text.replaceAll('_', '-') as Kebab<Text>;

/** Removes reasons that repeat the sentence of an earlier one. */
export function distinct(reasons: readonly ReasonFacts[]): ReasonFacts[] {
  const found = new Map<string, ReasonFacts>();
  for (const one of reasons) if (!found.has(one.message)) found.set(one.message, one);
  return [...found.values()];
}

/** A sentence for each problem with a signature container. */
const CONTAINER_REASONS: Readonly<Record<ContainerProblem, string>> = {
  malformed: 'The signature cannot be read.',
  signer_count: 'The signature does not have exactly one signer.',
  unsupported_digest: 'The signature uses a digest that is not supported.',
  unsupported_signature_algorithm: 'The signature uses an algorithm that is not supported.',
  algorithm_mismatch: 'The signature specifies its algorithm inconsistently.',
  signed_attributes_missing: 'The signature lacks its signed attributes.',
  content_missing: 'The signed content could not be found.',
  content_type_mismatch: 'The signature was made for a different kind of content.',
  message_digest_mismatch: 'The document was changed after it was signed.',
  signer_certificate_missing: "The signer's certificate is not in the file.",
  signing_certificate_missing: 'The signature does not identify its certificate.',
  signing_certificate_mismatch: 'The signature identifies a different certificate.',
  signature_invalid: 'The signature does not match its certificate.',
  not_a_timestamp: 'The file contains data that is marked as a time-stamp but is not one.',
  timestamp_malformed: 'The time-stamp cannot be read.',
  imprint_mismatch:
    'The time-stamp was issued for other data and proves nothing about this document. Ask the sender for the file as it was signed.',
  nonce_mismatch: 'The time-stamp belongs to a different request.',
  policy_mismatch: 'The time-stamp was issued under a different policy.',
  unknown_critical_extension: 'The time-stamp contains a critical extension that is not supported.',
  certificate_purpose: "The time-stamping authority's certificate was not issued for time-stamping.",
  trailing_octets: 'Additional bytes follow the signature container.',
  old_format: 'The signature has an old format without signed attributes, so it does not identify its certificate.',
  content_inside: 'The signature contains its own content instead of signing the document.',
  unsupported_kind: 'This kind of signature is not supported.',
};

/** Alternative sentences for problems with a time-stamp. */
const STAMP_REASONS = {
  malformed: 'The time-stamp cannot be read.',
  signer_count: 'The time-stamp does not have exactly one signer.',
  content_missing: 'The file contains data that is marked as a time-stamp but is not one.',
  message_digest_mismatch: 'The time-stamp was changed after it was issued.',
  signer_certificate_missing: "The time-stamping authority's certificate is not in the file.",
  signing_certificate_missing: 'The time-stamp does not identify its certificate.',
  signing_certificate_mismatch: 'The time-stamp identifies a different certificate.',
  signature_invalid: "The time-stamp does not match its authority's certificate.",
} satisfies Partial<Record<ContainerProblem, string>>;

const isOfStamp = (problem: ContainerProblem): problem is keyof typeof STAMP_REASONS => problem in STAMP_REASONS;

export const containerReason = (problem: ContainerProblem): ReasonFacts =>
  reason(kebab(problem), CONTAINER_REASONS[problem]);

export const stampReason = (problem: ContainerProblem): ReasonFacts =>
  isOfStamp(problem) ? reason(`timestamp-${kebab(problem)}`, STAMP_REASONS[problem]) : containerReason(problem);

/** Returns the reason that corresponds to a problem in a certificate's path. */
export function pathReason(code: PathProblem, of: 'certificate' | 'authority'): ReasonFacts {
  const whose = of === 'authority' ? "time-stamping authority's" : "signer's";
  const sentences: Readonly<Record<PathProblem, string>> = {
    no_path: `The ${whose} certificate was not issued by an authority that is trusted here.`,
    not_yet_valid: `The ${whose} certificate was not yet valid.`,
    expired: `The ${whose} certificate had expired.`,
    not_a_ca: `A certificate in the ${whose} chain is not allowed to issue certificates.`,
    path_too_long: `The ${whose} certificate chain is longer than allowed.`,
    key_usage: `The ${whose} certificate, or one in its chain, was not issued for this use.`,
    extended_key_usage: `The ${whose} certificate was issued for another purpose.`,
    name_constraints: `The ${whose} certificate contains a name that its issuer is not allowed to certify.`,
    unknown_critical_extension: `The ${whose} certificate contains a critical extension that is not supported.`,
    weak_algorithm: `The ${whose} certificate relies on an algorithm or key that is too weak.`,
    revoked: `The ${whose} certificate had been revoked.`,
    ca_revoked: `A certificate in the ${whose} chain had been revoked.`,
    revocation_unknown: `It is not known whether the ${whose} certificate had been revoked.`,
  };
  return reason(`${of}-${kebab(code)}`, sentences[code]);
}

export const WEAK_REASON = reason('weak', 'The signature relies on SHA-1 or on a key that is too short.');
export const ORDER_REASON = reason(
  'timestamp-order',
  'Its time-stamp shows a later time than a time-stamp that was added after it.',
);
export const FUTURE_REASON = reason('timestamp-in-future', 'Its time-stamp shows a time in the future.');
export const TIME_REASON = reason('time-not-proved', 'No trusted time-stamp proves when this signature was made.');
export const STRUCTURE_REASON = reason('structure', 'The signature does not cover the document correctly.');

/** Returns the reason `structure`, with a sentence that includes the problem. */
export const structureReason = (problem: string): ReasonFacts =>
  reason('structure', `${STRUCTURE_REASON.message.slice(0, -1)}: ${problem}.`, { detail: problem });

const INDETERMINATE: ReadonlyMap<ContainerProblem, string> = new Map<ContainerProblem, string>([
  ['signer_certificate_missing', 'NO_SIGNING_CERTIFICATE_FOUND'],
  ['signing_certificate_missing', 'SIG_CONSTRAINTS_FAILURE'],
  ['signing_certificate_mismatch', 'SIG_CONSTRAINTS_FAILURE'],
  ['unsupported_digest', 'CRYPTO_CONSTRAINTS_FAILURE_NO_POE'],
  ['unsupported_signature_algorithm', 'CRYPTO_CONSTRAINTS_FAILURE_NO_POE'],
  ['unsupported_kind', 'GENERIC'],
  ['old_format', 'SIG_CONSTRAINTS_FAILURE'],
]);

/**
 * Returns the verdict for a container's problems. Permanent failures take precedence over problems that more evidence
 * could resolve.
 */
export function containerJudgement(problems: readonly ContainerProblem[]): Judgement | undefined {
  if (problems.length === 0) return undefined;
  if (problems.includes('message_digest_mismatch'))
    return { indication: 'TOTAL-FAILED', subIndication: 'HASH_FAILURE' };
  if (problems.includes('signature_invalid'))
    return { indication: 'TOTAL-FAILED', subIndication: 'SIG_CRYPTO_FAILURE' };
  const open = problems.map((problem) => INDETERMINATE.get(problem));
  if (open.every((subIndication) => subIndication !== undefined))
    return { indication: 'INDETERMINATE', subIndication: open[0] ?? null };
  return { indication: 'TOTAL-FAILED', subIndication: 'FORMAT_FAILURE' };
}
