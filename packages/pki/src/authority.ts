import type { KeyObject } from 'node:crypto';
import { buildCertificate, type Certificate, keyIdentifier } from './certificate.ts';
import { PkiError } from './errors.ts';
import {
  addressExtensions,
  authorityKeyIdentifier,
  basicConstraints,
  type CertificateAddresses,
  certificatePolicies,
  type Extension,
  extendedKeyUsage,
  keyUsage,
  legalPersonSemantics,
  mailboxAltName,
  ocspNoCheck,
  subjectKeyIdentifier,
} from './extensions.ts';
import { generateKey, type SigningKey } from './keys.ts';
import { boundedName, certificateMailbox, encodeName } from './names.ts';
import { Oid } from './oids.ts';

// Countersign's certificate profiles. Every key is P-256, even the root's: a chain is only as strong as its weakest
// key, and the leaves use P-256 for speed. OpenSSL's P-384 would make each path verification about twenty times as
// expensive without a benefit.

/**
 * A certificate with its key, and the certificates above it, from the issuer to the root. The list is empty for a root.
 */
export type Identity = {
  readonly certificate: Certificate;
  readonly chain: readonly Certificate[];
  readonly key: SigningKey;
};

/** An identity with a newly created key. Export the key with `exportPkcs8`, seal it, and discard it. */
export type NewIdentity = Identity & { readonly privateKey: KeyObject };

/** The subject of an authority's certificate, and the start of its validity. */
export type AuthorityOptions = {
  readonly commonName: string;
  readonly organization?: string;
  readonly now: Date;
};

/**
 * The common properties of all certificates issued under a root: a start date, the issuer's addresses, and policies.
 */
export type IssuedOptions = {
  readonly now: Date;
  readonly addresses?: CertificateAddresses;
  /** The OIDs for certificatePolicies. */
  readonly policies?: readonly string[];
};

const EMPTY_NAME_LENGTH = 2;
const ROOT_YEARS = 30;
const ISSUING_YEARS = 20;
const TIMESTAMP_YEARS = 10;
// Certificates are backdated by this amount. A signature may be created within a millisecond after its certificate, and
// a verifier whose clock is slow would not yet accept a certificate that becomes valid only now.
const BACKDATED_MS = 5 * 60 * 1000;

/**
 * Creates a self-signed root, valid for 30 years. The root signs issuing CAs and its own CRL, and can stay offline
 * after that.
 * @throws PkiError invalid_argument for a name that is empty or longer than 64 characters
 */
export async function createRoot({ commonName, organization, now }: AuthorityOptions): Promise<NewIdentity> {
  const { privateKey, signingKey: key } = generateKey('p256');
  const certificate = await buildCertificate({
    subject: authorityName(commonName, organization),
    subjectPublicKeySpki: key.publicKeySpki,
    issuer: { self: key },
    notBefore: validFrom(now),
    notAfter: yearsAfter(now, ROOT_YEARS),
    extensions: [
      basicConstraints(true),
      keyUsage('keyCertSign', 'cRLSign'),
      subjectKeyIdentifier(keyIdentifier(key.publicKeySpki)),
    ],
  });
  return { certificate, chain: [], key, privateKey };
}

/**
 * Creates a CA below the root, valid for 20 years. The CA can issue only end-entity certificates (path length 0).
 * @throws PkiError invalid_argument for an invalid name, or an issuer that is not a CA; any error of the signing key
 */
export async function createIssuingCa(
  root: Identity,
  { commonName, organization, now, addresses, policies }: AuthorityOptions & IssuedOptions,
): Promise<NewIdentity> {
  return issueWithNewKey(root, {
    subject: authorityName(commonName, organization),
    now,
    notAfter: yearsAfter(now, ISSUING_YEARS),
    profile: [
      basicConstraints(true, 0),
      keyUsage('keyCertSign', 'cRLSign'),
      certificatePolicies(policies ?? [Oid.anyPolicy]),
      ...addressExtensions(addresses ?? {}),
    ],
  });
}

/**
 * Creates the certificate of a time-stamping unit, valid for 10 years. Time-stamping is its only purpose and is marked
 * critical (RFC 3161 §2.3).
 * @throws PkiError invalid_argument as for `createIssuingCa`; any error of the signing key
 */
export async function createTimestampCertificate(
  ca: Identity,
  { commonName, organization, now, addresses, policies }: AuthorityOptions & IssuedOptions,
): Promise<NewIdentity> {
  return issueWithNewKey(ca, {
    subject: authorityName(commonName, organization),
    now,
    notAfter: yearsAfter(now, TIMESTAMP_YEARS),
    profile: [
      basicConstraints(false),
      keyUsage('digitalSignature'),
      extendedKeyUsage([Oid.timeStamping], true),
      ...policyExtensions(policies),
      ...addressExtensions(addresses ?? {}),
    ],
  });
}

/**
 * Creates the certificate of a delegated OCSP responder. Verifiers do not check its own status (RFC 6960 §4.2.2.2).
 * @throws PkiError invalid_argument as for `createIssuingCa`; any error of the signing key
 */
export async function createOcspCertificate(
  ca: Identity,
  { commonName, organization, now }: AuthorityOptions,
): Promise<NewIdentity> {
  return issueWithNewKey(ca, {
    subject: authorityName(commonName, organization),
    now,
    notAfter: ca.certificate.notAfter,
    profile: [
      basicConstraints(false),
      keyUsage('digitalSignature'),
      extendedKeyUsage([Oid.ocspSigning]),
      ocspNoCheck(),
    ],
  });
}

/** The owner of the seal (EN 319 412-3 §4.2.1). */
export type SealSubject = {
  readonly organizationName: string;
  /** Our identifier of the organization, which distinguishes two organizations with the same name. */
  readonly organizationId: string;
  /** The organization's registration (EN 319 412-1 §5.1.4), such as `NTRGB-12345678`. Omitted if unknown. */
  readonly organizationIdentifier?: string | undefined;
};
/**
 * The owner of the seal, the start of the certificate's validity, and the common properties of certificates issued
 * under a root.
 */
export type SealOptions = IssuedOptions & SealSubject;

/**
 * Returns the DER of the subject in an organization's seal certificate.
 * @throws PkiError invalid_argument for an identifier that is invalid in a name
 */
export function sealSubject({ organizationName, organizationId, organizationIdentifier }: SealSubject): Buffer {
  const organization = boundedName(organizationName);
  // The country of a trade register is the organization's country of establishment. A tax number may be from another
  // country.
  const country = organizationIdentifier && /^NTR([A-Z]{2})-/.exec(organizationIdentifier)?.[1];
  return encodeName({
    ...(country ? { country } : {}),
    organization,
    ...(organizationIdentifier === undefined ? {} : { organizationIdentifier }),
    commonName: organization,
    serialNumber: organizationId.replaceAll('_', '-'),
  });
}

/**
 * Creates the seal certificate of an organization, for certification signatures and certificates of completion.
 * @throws PkiError invalid_argument as for `createIssuingCa`; any error of the signing key
 */
export async function createSealCertificate(ca: Identity, options: SealOptions): Promise<NewIdentity> {
  const semantics = options.organizationIdentifier === undefined ? [] : [legalPersonSemantics()];
  return issueWithNewKey(ca, {
    subject: sealSubject(options),
    now: options.now,
    notAfter: ca.certificate.notAfter,
    profile: [...signingProfile(options), ...semantics],
  });
}

/**
 * The information that the certificate contains about its signer: the verified address, or a pseudonym if there is none
 * (EN 319 412-2 §4.2.4), and a name that describes the type of signer.
 */
type SignerSubject = { readonly email: string } | { readonly pseudonym: string; readonly commonName: string };

/** The subject of the certificate and its key. */
export type SignerOptions = IssuedOptions &
  SignerSubject & {
    /** The SubjectPublicKeyInfo of the key created for this one signature. */
    readonly spki: Buffer;
  };

/**
 * Issues a signer's certificate for one signature. It is valid as long as the issuing CA. The key is destroyed right
 * after its only signature and cannot be misused, and a long validity avoids renewals.
 * @throws PkiError invalid_argument for an invalid e-mail address
 */
export async function issueSignerCertificate(ca: Identity, options: SignerOptions): Promise<Certificate> {
  if ('pseudonym' in options) {
    const { pseudonym, commonName } = options;
    const profile = signingProfile(options);
    return issue(ca, { ...validity(ca, options), subject: encodeName({ commonName, pseudonym }), profile });
  }
  const mailbox = certificateMailbox(options.email);
  // A common name has at most 64 characters (RFC 5280 appendix A). A longer address is included only in emailAddress
  // and SAN, because a truncated address could belong to another person.
  const subject = encodeName({
    ...(Array.from(mailbox.address).length <= 64 ? { commonName: mailbox.address } : {}),
    ...(mailbox.ascii ? { emailAddress: mailbox.address } : {}),
  });
  return issue(ca, {
    ...validity(ca, options),
    subject,
    profile: [mailboxAltName(mailbox, subject.length === EMPTY_NAME_LENGTH), ...signingProfile(options)],
  });
}

const validity = (ca: Identity, { spki, now }: SignerOptions) => ({ spki, now, notAfter: ca.certificate.notAfter });

/**
 * Returns the common extensions of every certificate that signs documents. emailProtection is included because some
 * readers do not support documentSigning (RFC 9336).
 */
function signingProfile({ policies, addresses }: IssuedOptions): Extension[] {
  return [
    basicConstraints(false),
    keyUsage('digitalSignature', 'nonRepudiation'),
    extendedKeyUsage([Oid.documentSigning, Oid.emailProtection]),
    ...policyExtensions(policies),
    ...addressExtensions(addresses ?? {}),
  ];
}

const policyExtensions = (policies: readonly string[] | undefined): Extension[] =>
  policies === undefined || policies.length === 0 ? [] : [certificatePolicies(policies)];

type IssueRequest = {
  readonly subject: Buffer;
  readonly now: Date;
  readonly notAfter: Date;
  readonly profile: readonly Extension[];
};

async function issueWithNewKey(ca: Identity, request: IssueRequest): Promise<NewIdentity> {
  const { privateKey, signingKey: key } = generateKey('p256');
  const certificate = await issue(ca, { ...request, spki: key.publicKeySpki });
  return { certificate, chain: [ca.certificate, ...ca.chain], key, privateKey };
}

async function issue(
  ca: Identity,
  { subject, spki, now, notAfter, profile }: IssueRequest & { readonly spki: Buffer },
): Promise<Certificate> {
  const issuerKeyId = ca.certificate.extensions.subjectKeyIdentifier;
  if (!ca.certificate.extensions.basicConstraints?.ca || !issuerKeyId)
    throw new PkiError('invalid_argument', 'the issuer is not a CA');
  // The certificate never outlives its issuer, because validation fails once the issuer expires (RFC 5280 §6.1.3).
  const end = notAfter < ca.certificate.notAfter ? notAfter : ca.certificate.notAfter;
  return buildCertificate({
    subject,
    subjectPublicKeySpki: spki,
    issuer: { certificate: ca.certificate, key: ca.key },
    notBefore: validFrom(now),
    notAfter: end,
    extensions: [...profile, subjectKeyIdentifier(keyIdentifier(spki)), authorityKeyIdentifier(issuerKeyId)],
  });
}

const authorityName = (commonName: string, organization: string | undefined): Buffer =>
  encodeName({
    ...(organization === undefined ? {} : { organization: boundedName(organization) }),
    commonName: boundedName(commonName),
  });

const validFrom = (now: Date): Date => new Date(now.getTime() - BACKDATED_MS);

function yearsAfter(now: Date, years: number): Date {
  const end = new Date(now);
  end.setUTCFullYear(end.getUTCFullYear() + years);
  return end;
}
