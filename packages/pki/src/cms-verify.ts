import { type DigestAlgorithm, digestOf, readDigestIdentifier, type SignatureAlgorithm } from './algorithms.ts';
import { type Certificate, publicKeyOf, verifiesUnder } from './certificate.ts';
import { type Cms, parseCms, SIGNER_COUNT } from './cms-parse.ts';
import { contextConstructed, Tag } from './der.ts';
import { type DerElement, integerHex, readOid, readTime } from './der-reader.ts';
import { orUndefined, PkiError } from './errors.ts';
import { readName } from './names.ts';
import { Oid } from './oids.ts';
import { isWeakKey } from './public-key.ts';

/** The problems of a CMS signature. The set is closed, because callers have a message for each problem. */
export type CmsProblem =
  | 'malformed'
  | 'signer_count'
  | 'unsupported_digest'
  | 'unsupported_signature_algorithm'
  | 'algorithm_mismatch'
  | 'signed_attributes_missing'
  | 'content_missing'
  | 'content_type_mismatch'
  | 'message_digest_mismatch'
  | 'signer_certificate_missing'
  | 'signing_certificate_missing'
  | 'signing_certificate_mismatch'
  | 'signature_invalid';

/** The result of `verifyCms`. Members that are unreadable or missing are `undefined`. */
export type CmsVerification = {
  /** Whether there are no problems. Path validation decides whether to trust the signer. */
  readonly valid: boolean;
  readonly problems: readonly CmsProblem[];
  /** Whether SHA-1 or an RSA key below 2048 bits was used. */
  readonly weak: boolean;
  /** `undefined` if the structure is unreadable. */
  readonly cms: Cms | undefined;
  readonly signer: Certificate | undefined;
  readonly certificates: readonly Certificate[];
  readonly digestAlgorithm: DigestAlgorithm | undefined;
  readonly signatureAlgorithm: SignatureAlgorithm | undefined;
  /** The signing time claimed by the signer, which is not a proof. */
  readonly signingTime: Date | undefined;
  /**
   * The DER of the signature time-stamp, which has not been verified. If there are several, `timestampTokens` contains
   * all of them.
   */
  readonly timestampToken: Buffer | undefined;
  readonly timestampTokens: readonly Buffer[];
  /** For `detached`: whether the signature covers the content inside the container instead of the detached content. */
  readonly signsEncapsulated: boolean;
};

/** A container, and the content that it is expected to sign. */
export type VerifyCmsOptions = {
  /** A CMS in DER or BER. Zeros at the end are padding. */
  readonly der: Uint8Array;
  /**
   * Returns the digest of detached content. Not called if the container includes the content, unless `detached` is set.
   */
  readonly digestOf?: (algorithm: DigestAlgorithm) => Uint8Array;
  /**
   * Whether the signature must cover content outside the container, even if the container also includes content. The
   * message digest is compared only with `digestOf`. `signsEncapsulated` in the result states whether it matches the
   * included content. Defaults to false.
   */
  readonly detached?: boolean;
  /**
   * Returns the detached content. If this function is given, a signature without signed attributes is verified over
   * this content (RFC 5652 §5.4), and the problem `signed_attributes_missing` is still reported. Use it only for
   * content in a format that signed attributes cannot have.
   */
  readonly content?: () => Uint8Array | undefined;
  /**
   * Whether to ignore octets after the structure and report them in `cms.hasTrailingOctets`. By default, such octets
   * make the container malformed.
   */
  readonly allowTrailingOctets?: boolean;
  /** Additional certificates, which may include the signer's. */
  readonly certificates?: readonly Certificate[];
  /**
   * Whether signing-certificate(-v2) must bind the signature to its certificate, as CAdES and PAdES require. Defaults
   * to true.
   */
  readonly requireSigningCertificate?: boolean;
  /**
   * Whether to accept a signature over the content itself, included as id-data, without signed attributes (RFC 5652
   * §5.4). Defaults to false. Use it only if you check the content's format. Otherwise, the attributes of another
   * signature could be presented as content.
   */
  readonly allowBareContent?: boolean;
};

/**
 * Verifies the only signature in a CMS SignedData (RFC 5652 §5.6, EN 319 122-1 §5). Malformed input is also reported in
 * the result. Never throws because of the container's contents.
 */
export function verifyCms(options: VerifyCmsOptions): CmsVerification {
  try {
    const { allowTrailingOctets = false } = options;
    return verifyParsed(parseCms(options.der, { allowTrailingOctets }), options);
  } catch (error) {
    if (!(error instanceof PkiError)) throw error;
    return unreadable(error.cause === SIGNER_COUNT ? 'signer_count' : 'malformed');
  }
}

const unreadable = (problem: CmsProblem): CmsVerification => ({
  valid: false,
  problems: [problem],
  weak: false,
  cms: undefined,
  signer: undefined,
  certificates: [],
  digestAlgorithm: undefined,
  signatureAlgorithm: undefined,
  signingTime: undefined,
  timestampToken: undefined,
  timestampTokens: [],
  signsEncapsulated: false,
});

function verifyParsed(cms: Cms, options: VerifyCmsOptions): CmsVerification {
  const signer = findSigner(cms, [...cms.certificates, ...(options.certificates ?? [])]);
  const problems = [...algorithmProblems(cms), ...contentProblems(cms, options)];
  if (!signer) problems.push('signer_certificate_missing');
  else problems.push(...signerProblems(cms, signer, options));
  const timestampTokens = (cms.unsignedAttributes.get(Oid.signatureTimeStampToken) ?? []).map((value) => value.raw);
  const signingTime = cms.signedAttributes.get(Oid.signingTime)?.[0];
  return {
    valid: problems.length === 0,
    problems,
    weak: isWeak(cms, signer),
    cms,
    signer,
    certificates: cms.certificates,
    digestAlgorithm: cms.digestAlgorithm,
    signatureAlgorithm: cms.signatureAlgorithm,
    signingTime: signingTime && orUndefined(() => readTime(signingTime)),
    timestampToken: timestampTokens[0],
    timestampTokens,
    signsEncapsulated: options.detached === true && signsEncapsulated(cms),
  };
}

function isWeak(cms: Cms, signer: Certificate | undefined): boolean {
  if (cms.digestAlgorithm === 'sha1' || cms.signatureAlgorithm?.digest === 'sha1') return true;
  const key = signer && orUndefined(() => publicKeyOf(signer));
  return key !== undefined && isWeakKey(key);
}

function findSigner({ signerIdentifier: id }: Cms, candidates: readonly Certificate[]): Certificate | undefined {
  if (id.kind === 'subjectKeyIdentifier')
    return candidates.find((c) => c.extensions.subjectKeyIdentifier?.equals(id.keyId));
  return candidates.find((c) => c.serial === id.serial && c.issuer.equals(id.issuer));
}

function algorithmProblems({ digestAlgorithm, signatureAlgorithm, signedAttributes }: Cms): CmsProblem[] {
  if (!digestAlgorithm) return ['unsupported_digest'];
  if (!signatureAlgorithm) return ['unsupported_signature_algorithm'];
  // Content and attributes must use the same digest, so that neither can be weakened separately (RFC 8933 §3.1).
  if (signatureAlgorithm.digest !== digestAlgorithm) return ['algorithm_mismatch'];
  const protection = signedAttributes.get(Oid.cmsAlgorithmProtection);
  return protection && !protectsDigest(protection, digestAlgorithm) ? ['algorithm_mismatch'] : [];
}

/** Checks CMSAlgorithmProtection, which repeats the algorithms under the signature (RFC 6211 §3). */
function protectsDigest(values: readonly DerElement[], digestAlgorithm: DigestAlgorithm): boolean {
  const [value] = values;
  const read = (): DigestAlgorithm | undefined =>
    value && readDigestIdentifier(value.expect(Tag.sequence).children().next());
  return orUndefined(read) === digestAlgorithm;
}

function contentProblems(cms: Cms, options: VerifyCmsOptions): CmsProblem[] {
  // Without signed attributes, the signature covers the content itself. CAdES signatures always have signed attributes.
  if (!cms.signedBytes) return bareContent(cms, options) ? [] : ['signed_attributes_missing'];
  const problems: CmsProblem[] = [];
  const contentType = onlyValue(cms, Oid.contentType);
  const isTyped = contentType?.tag === Tag.oid && orUndefined(() => readOid(contentType)) === cms.contentType;
  if (!isTyped) problems.push('content_type_mismatch');
  if (!cms.digestAlgorithm) return problems;
  const encapsulated = options.detached === true ? undefined : cms.eContent;
  const actual = encapsulated ? digestOf(cms.digestAlgorithm, encapsulated) : options.digestOf?.(cms.digestAlgorithm);
  if (!actual) return [...problems, 'content_missing'];
  if (!claimsDigest(cms, actual)) problems.push('message_digest_mismatch');
  return problems;
}

function claimsDigest(cms: Cms, actual: Uint8Array): boolean {
  const claimed = onlyValue(cms, Oid.messageDigest);
  return claimed?.tag === Tag.octetString && claimed.content.equals(actual);
}

/** Empty content is treated as missing, because some software writes empty content where there should be none. */
function signsEncapsulated(cms: Cms): boolean {
  const { eContent, digestAlgorithm } = cms;
  if (eContent === undefined || eContent.length === 0 || digestAlgorithm === undefined) return false;
  return claimsDigest(cms, digestOf(digestAlgorithm, eContent));
}

function bareContent(cms: Cms, { allowBareContent = false }: VerifyCmsOptions): Buffer | undefined {
  return allowBareContent && cms.contentType === Oid.data ? cms.eContent : undefined;
}

function onlyValue(cms: Cms, type: string): DerElement | undefined {
  const values = cms.signedAttributes.get(type);
  return values?.length === 1 ? values[0] : undefined;
}

function signerProblems(cms: Cms, signer: Certificate, options: VerifyCmsOptions): CmsProblem[] {
  const problems: CmsProblem[] = [];
  const tie = signingCertificateTie(cms, signer);
  if (tie === 'mismatch') problems.push('signing_certificate_mismatch');
  if (tie === 'missing' && (options.requireSigningCertificate ?? true)) problems.push('signing_certificate_missing');
  const { signatureAlgorithm, signature } = cms;
  const signedBytes = cms.signedBytes ?? bareContent(cms, options) ?? options.content?.();
  if (signatureAlgorithm && signedBytes && !verifiesUnder(signer, signatureAlgorithm, signedBytes, signature))
    problems.push('signature_invalid');
  return problems;
}

/**
 * Whether the first entry of signing-certificate-v2 (RFC 5035 §3) or its SHA-1 predecessor identifies exactly this
 * certificate.
 */
function signingCertificateTie(cms: Cms, signer: Certificate): 'ok' | 'missing' | 'mismatch' {
  const second = cms.signedAttributes.get(Oid.signingCertificateV2);
  const first = cms.signedAttributes.get(Oid.signingCertificate);
  if (!second && !first) return 'missing';
  // An unreadable attribute does not identify a certificate.
  const fits = (values: readonly DerElement[] | undefined, defaultDigest: DigestAlgorithm): boolean =>
    values === undefined ||
    (values.length === 1 && orUndefined(() => namesCertificate(values[0], signer, defaultDigest)) === true);
  return fits(second, 'sha256') && fits(first, 'sha1') ? 'ok' : 'mismatch';
}

function namesCertificate(value: DerElement | undefined, signer: Certificate, defaultDigest: DigestAlgorithm): boolean {
  const certId = value?.expect(Tag.sequence).children().next(Tag.sequence).children().next(Tag.sequence).children();
  if (!certId) return false;
  const algorithm = certId.optional(Tag.sequence);
  const digest = algorithm ? readDigestIdentifier(algorithm) : defaultDigest;
  const hash = certId.next(Tag.octetString).content;
  const issuerSerial = certId.optional(Tag.sequence);
  if (!digest || !hash.equals(digestOf(digest, signer.der))) return false;
  return issuerSerial === undefined || namesIssuerAndSerial(issuerSerial, signer);
}

/** IssuerSerial ::= SEQUENCE { issuer GeneralNames, serialNumber } */
function namesIssuerAndSerial(element: DerElement, signer: Certificate): boolean {
  const fields = element.children();
  const names = fields.next(Tag.sequence).elements();
  const serial = integerHex(fields.next(Tag.integer));
  return (
    serial === signer.serial &&
    names.some((name) => name.tag === contextConstructed(4) && readName(name.only()).equals(signer.issuer))
  );
}
