import type { SignatureInput } from '@countersign/pdf-sign';
import {
  digestOf,
  Oid,
  parseCertificate,
  parseCrl,
  parseOcspResponse,
  PkiError,
  readTrailPosition,
  verifyCms,
  verifyTimestampToken,
} from '@countersign/pki';
import type {
  Certificate,
  Cms,
  CmsVerification,
  DigestAlgorithm,
  RevocationMaterial,
  SignatureAlgorithm,
  TimestampVerification,
  TrailPosition,
} from '@countersign/pki';

import { checkBareSignature } from './bare-signature.ts';
import type { ContainerProblem, Deviation } from './reasons.ts';

/** The result of checking a signature container without evaluating trust and time. */
export interface ContainerCheck {
  readonly problems: readonly ContainerProblem[];
  /** Deviations from PAdES. `problemsOf` determines which of them are problems. */
  readonly deviations: readonly Deviation[];
  readonly weak: boolean;
  readonly signer: Certificate | undefined;
  /** The signing time claimed by the signer. */
  readonly claimedTime: Date | undefined;
  /** The time-stamp in the signature. For a document time-stamp, this is the time-stamp itself. */
  readonly stamp: TimestampVerification | undefined;
  /** All available certificates that may be part of a path from a signer to an anchor. */
  readonly certificates: readonly Certificate[];
  /** Revocation data from the file's security store and its signature containers. */
  readonly revocation: RevocationMaterial;
  /** Only the revocation data in the security store, which PAdES requires for B-LT (EN 319 142-1 §6.3). */
  readonly stored: RevocationMaterial;
  /** Whether the signature is in the PAdES format (ETSI.CAdES.detached), the only format that has levels. */
  readonly isPades: boolean;
  readonly isDocumentStamp: boolean;
  /**
   * The last audit trail entry when signing began, as covered by one of our signatures
   * (docs/understand/trail-binding.md).
   */
  readonly trailPosition: TrailPosition | undefined;
  /** The data that identifies the signature in reports. Digests are computed on demand. */
  readonly identity: ContainerIdentity;
}

export interface ContainerIdentity {
  readonly digestAlgorithm: DigestAlgorithm | undefined;
  readonly signatureAlgorithm: SignatureAlgorithm | undefined;
  /** Returns the digest of the bytes that the signature covers. */
  readonly documentDigest: () => Buffer | undefined;
  /** Returns the digest of the signed data, which is either the signed attributes or the covered bytes. */
  readonly signedDigest: () => Buffer | undefined;
  readonly signatureValue: Buffer | undefined;
  /** The DER of the signature's time-stamp. For a document time-stamp, this is the token itself. */
  readonly token: Buffer | undefined;
}

/**
 * Values beyond this limit in a security store are ignored, because genuine stores have only a few values of each kind.
 */
const MAX_MATERIAL = 500;

interface Store {
  readonly certificates: readonly Certificate[];
  readonly revocation: RevocationMaterial;
}
const stores = new WeakMap<SignatureInput['validation'], Store>();

/** Reads the security store once per file, because its certificates and revocation data apply to all signatures. */
function readStore(validation: SignatureInput['validation']): Store {
  let store = stores.get(validation);
  if (store === undefined) {
    store = {
      certificates: readAll(validation.certificates, parseCertificate),
      revocation: readRevocation(validation),
    };
    stores.set(validation, store);
  }
  return store;
}

/**
 * Validates the container of a signature or document time-stamp. Malformed input is reported in the result and never
 * throws.
 */
export function checkContainer(input: SignatureInput): ContainerCheck {
  const { certificates, revocation: stored } = readStore(input.validation);
  if (input.kind === 'timestamp') return checkTimestamp(input, certificates, stored);
  if (input.subFilter !== 'adbe.x509.rsa_sha1') return checkCms(input, certificates, stored);
  const own = readAll(input.certificates, parseCertificate);
  return {
    ...checkBareSignature(input, own[0]),
    deviations: input.hasTrailingBytes ? ['trailing_octets'] : [],
    claimedTime: input.claimedTime ?? undefined,
    stamp: undefined,
    certificates: [...own, ...certificates],
    revocation: stored,
    stored,
    isPades: false,
    isDocumentStamp: false,
    trailPosition: undefined,
    identity: bareIdentity(input),
  };
}

function bareIdentity({ digest, contents }: SignatureInput): ContainerIdentity {
  // The digest algorithm that the format's name states (ISO 32000-2 table 255). Despite the name, a signature in this
  // format can use another algorithm.
  const documentDigest = (): Buffer => digest('sha1');
  const algorithms = { digestAlgorithm: 'sha1', signatureAlgorithm: undefined } as const;
  return { ...algorithms, documentDigest, signedDigest: documentDigest, signatureValue: contents, token: undefined };
}

function identityOf(
  { digest }: SignatureInput,
  { cms, digestAlgorithm, signatureAlgorithm }: Pick<CmsVerification, 'cms' | 'digestAlgorithm' | 'signatureAlgorithm'>,
  token: Buffer | undefined,
): ContainerIdentity {
  const documentDigest = (): Buffer | undefined => digestAlgorithm && digest(digestAlgorithm);
  const signedDigest = (): Buffer | undefined => {
    const signed = cms?.signedBytes;
    return signed === undefined ? documentDigest() : digestAlgorithm && digestOf(digestAlgorithm, signed);
  };
  return { digestAlgorithm, signatureAlgorithm, documentDigest, signedDigest, signatureValue: cms?.signature, token };
}

function checkTimestamp(
  input: SignatureInput,
  certificates: readonly Certificate[],
  stored: RevocationMaterial,
): ContainerCheck {
  const stamp = verifyTimestampToken({ token: input.contents, imprint: input.digest, certificates });
  return {
    problems: stamp.problems,
    deviations: input.hasTrailingBytes ? ['trailing_octets'] : [],
    weak: stamp.weak,
    signer: stamp.signer,
    claimedTime: stamp.time,
    stamp,
    certificates: [...certificates, ...stamp.certificates],
    revocation: joined(stored, revocationIn(stamp.cms)),
    stored,
    isPades: false,
    isDocumentStamp: true,
    trailPosition: input.trailPosition === null ? undefined : readTrailPosition(input.trailPosition),
    identity: identityOf(input, stamp, input.contents),
  };
}

function checkCms(
  input: SignatureInput,
  certificates: readonly Certificate[],
  stored: RevocationMaterial,
): ContainerCheck {
  const isPades = input.subFilter === 'ETSI.CAdES.detached';
  const holdsDigest = input.subFilter === 'adbe.pkcs7.sha1';
  const cms = verifyCms({
    der: input.contents,
    certificates,
    requireSigningCertificate: isPades,
    allowBareContent: holdsDigest,
    allowTrailingOctets: true,
    ...(holdsDigest ? {} : { digestOf: input.digest, detached: true, content: () => contentOf(input) }),
  });
  const stamp = stampOf(cms, certificates);
  const isOld = !holdsDigest && cms.problems.includes('signed_attributes_missing');
  return {
    problems: [...cmsProblems(cms, isOld), ...pdfProblems(input, cms)],
    deviations: deviationsOf(input, cms, isOld, holdsDigest),
    weak: cms.weak || holdsDigest,
    signer: cms.signer,
    claimedTime: cms.signingTime ?? input.claimedTime ?? undefined,
    stamp,
    certificates: [...certificates, ...cms.certificates, ...(stamp?.certificates ?? [])],
    revocation: joined(stored, revocationIn(cms.cms), revocationIn(stamp?.cms)),
    stored,
    isPades,
    isDocumentStamp: false,
    trailPosition: signedPosition(cms.cms),
    identity: identityOf(input, cms, cms.timestampToken),
  };
}

/**
 * Content that starts with the tag of a SET is refused. It could be the signed attributes of another signature, which
 * an attacker presents as a file.
 */
const SET = 0x31;

function contentOf({ signedBytes }: SignatureInput): Buffer | undefined {
  const content = signedBytes();
  return content[0] === SET ? undefined : content;
}

/**
 * Missing signed attributes are reported as one deviation. The missing certificate reference is not reported
 * separately, because only signed attributes can contain it.
 */
function cmsProblems({ problems, signsEncapsulated }: CmsVerification, isOld: boolean): ContainerProblem[] {
  // The file is not reported as changed, because this signature never covered the file.
  if (signsEncapsulated) return problems.filter((one) => one !== 'message_digest_mismatch');
  if (!isOld) return [...problems];
  return problems.filter((one) => one !== 'signed_attributes_missing' && one !== 'signing_certificate_missing');
}

function deviationsOf(
  { hasTrailingBytes }: SignatureInput,
  { cms, signsEncapsulated }: CmsVerification,
  isOld: boolean,
  holdsDigest: boolean,
): Deviation[] {
  const carriesContent = !holdsDigest && cms?.eContent !== undefined && cms.eContent.length > 0;
  return [
    ...(isOld ? (['old_format'] as const) : []),
    ...(carriesContent && !signsEncapsulated ? (['content_repeated'] as const) : []),
    ...(hasTrailingBytes || cms?.hasTrailingOctets === true ? (['trailing_octets'] as const) : []),
  ];
}

/**
 * Returns the problems of a container, including deviations that are treated as problems. Our own signatures never
 * deviate from PAdES (EN 319 142-1 §5.2), so a deviation in one of them was added by someone else. In signatures of
 * other products, deviations are only reported, except for missing signed attributes, without which nothing binds the
 * signature to its certificate.
 */
export function problemsOf(
  { problems, deviations, isPades, isDocumentStamp }: ContainerCheck,
  isOwn: boolean,
): ContainerProblem[] {
  const isStrict = isOwn && (isPades || isDocumentStamp);
  const counted = deviations.flatMap((one): ContainerProblem[] => {
    if (one === 'old_format') return [isStrict ? 'signed_attributes_missing' : 'old_format'];
    if (!isStrict) return [];
    return [one === 'content_repeated' ? 'content_inside' : one];
  });
  return [...problems, ...counted];
}

/**
 * CMS allows content inside the container, but PDF does not. If a signature over content inside the container were
 * accepted, an old signature could be attached to any file (ISO 32000-2 12.8.3.3.1: no data shall be encapsulated). The
 * exception is adbe.pkcs7.sha1, whose content is exactly the SHA-1 of the file's bytes.
 */
function pdfProblems(
  { subFilter, digest }: SignatureInput,
  { cms, signsEncapsulated }: CmsVerification,
): ContainerProblem[] {
  if (cms === undefined) return [];
  switch (subFilter) {
    case 'ETSI.CAdES.detached':
    case 'adbe.pkcs7.detached':
      return signsEncapsulated ? ['content_inside'] : [];
    case 'adbe.pkcs7.sha1':
      return cms.eContent === undefined || cms.eContent.equals(digest('sha1')) ? [] : ['message_digest_mismatch'];
    default:
      return ['unsupported_kind'];
  }
}

/** The attribute must have exactly one value, like every attribute that may occur only once. */
function signedPosition(cms: Cms | undefined): TrailPosition | undefined {
  const [value, ...more] = cms?.signedAttributes.get(Oid.countersignTrailPosition) ?? [];
  return value === undefined || more.length > 0 ? undefined : readTrailPosition(value.raw);
}

function stampOf(cms: CmsVerification, certificates: readonly Certificate[]): TimestampVerification | undefined {
  const token = cms.timestampToken;
  if (token === undefined || cms.cms === undefined) return undefined;
  return verifyTimestampToken({ token, data: cms.cms.signature, certificates });
}

/**
 * Reads CRLs and OCSP responses from a container (RFC 5652 §5.1, RFC 5940, and Adobe's attribute in ISO 32000-2
 * 12.8.3.3.2).
 */
function revocationIn(cms: Cms | undefined): RevocationMaterial {
  return readRevocation({ crls: cms?.crls ?? [], ocsps: cms?.ocspResponses ?? [] });
}

function readRevocation(encoded: { crls: readonly Buffer[]; ocsps: readonly Buffer[] }): RevocationMaterial {
  return { crls: readAll(encoded.crls, parseCrl), ocsps: readAll(encoded.ocsps, parseOcspResponse) };
}

function joined(...materials: readonly RevocationMaterial[]): RevocationMaterial {
  return { crls: materials.flatMap(({ crls }) => crls), ocsps: materials.flatMap(({ ocsps }) => ocsps) };
}

function readAll<Parsed>(encoded: readonly Buffer[], parse: (der: Uint8Array) => Parsed): Parsed[] {
  return encoded.slice(0, MAX_MATERIAL).flatMap((der) => {
    try {
      return [parse(der)];
    } catch (error) {
      // Unreadable evidence is ignored.
      if (error instanceof PkiError) return [];
      throw error;
    }
  });
}
