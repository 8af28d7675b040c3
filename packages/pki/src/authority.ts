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

// Countersign's certificate profiles. Every key is P-256, even the root's: a chain is as strong as its weakest key, the
// leaves are P-256 for speed, and OpenSSL's P-384 would make each path verification about twenty times as expensive
// without a benefit.

/** A certificate with its key, and the certificates above it: issuer first, root last; empty for a root. */
export type Identity = {
  readonly certificate: Certificate;
  readonly chain: readonly Certificate[];
  readonly key: SigningKey;
};

/** An identity whose key was created here. Export it with `exportPkcs8`, seal it, and discard it. */
export type NewIdentity = Identity & { readonly privateKey: KeyObject };

/** The subject of an authority's certificate, and the start of its validity. */
export type AuthorityOptions = {
  readonly commonName: string;
  readonly organization?: string;
  readonly now: Date;
};

/** Common properties of all certificates below a root: a start date, addresses of the issuer, policies. */
export type IssuedOptions = {
  readonly now: Date;
  readonly addresses?: CertificateAddresses;
  /** OIDs for certificatePolicies. */
  readonly policies?: readonly string[];
};

const EMPTY_NAME_LENGTH = 2;
const ROOT_YEARS = 30;
const ISSUING_YEARS = 20;
const TIMESTAMP_YEARS = 10;
// A signature may follow its certificate within a millisecond, and clocks differ: a certificate that is valid from now
// on is not yet valid for a verifier whose clock is behind.
const BACKDATED_MS = 5 * 60 * 1000;

/**
 * A self-signed root, valid for 30 years. It signs issuing CAs and its own CRL, and can stay offline after that.
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
 * A CA below the root, valid for 20 years. It can issue only end-entity certificates (path length 0).
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
 * A time-stamping unit, valid for 10 years: time-stamping is its only purpose and is marked critical (RFC 3161 §2.3).
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
 * A delegated OCSP responder. Its own status is not checked (RFC 6960 §4.2.2.2).
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
  /** Our identifier of the organization. It distinguishes two organizations with the same name. */
  readonly organizationId: string;
  /** The organization's registration (EN 319 412-1 §5.1.4), such as `NTRGB-12345678`; omitted if unknown. */
  readonly organizationIdentifier?: string | undefined;
};
/** The owner of the seal, the start of its validity, and the common properties of certificates below a root. */
export type SealOptions = IssuedOptions & SealSubject;

/**
 * The DER of the subject of an organization's seal.
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
 * An organization's seal: certification signatures and certificates of completion.
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
 * Everything that a certificate states about its signer: the verified address, or a pseudonym if there is none (EN
 * 319 412-2 §4.2.4), and a name that describes the kind of signer.
 */
type SignerSubject = { readonly email: string } | { readonly pseudonym: string; readonly commonName: string };

/** The subject of the certificate, and its key. */
export type SignerOptions = IssuedOptions &
  SignerSubject & {
    /** SubjectPublicKeyInfo of the key created for this one signature. */
    readonly spki: Buffer;
  };

/**
 * The certificate of one signer for one signature. It is valid as long as the issuing CA: the key is destroyed right
 * after its only signature, so it cannot be misused, and a long validity saves renewals.
 * @throws PkiError invalid_argument for an invalid e-mail address
 */
export async function issueSignerCertificate(ca: Identity, options: SignerOptions): Promise<Certificate> {
  if ('pseudonym' in options) {
    const { pseudonym, commonName } = options;
    const profile = signingProfile(options);
    return issue(ca, { ...validity(ca, options), subject: encodeName({ commonName, pseudonym }), profile });
  }
  const mailbox = certificateMailbox(options.email);
  // A common name has at most 64 characters (RFC 5280 appendix A). A longer address is complete in emailAddress and
  // SAN, because truncating it would name another person.
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
 * The common extensions of every certificate that signs documents. Includes emailProtection, because some readers do
 * not support documentSigning (RFC 9336).
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
