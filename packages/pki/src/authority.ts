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

// Countersign's certificate profiles. Every key is P-256, the root's too: a chain is as strong as its weakest key, the
// leaves are P-256 for speed, and OpenSSL's P-384 would cost each verification of a path some twenty times as much
// for nothing.

/** A certificate with its key, and the certificates above it: issuer first, root last; empty for a root. */
export type Identity = {
  readonly certificate: Certificate;
  readonly chain: readonly Certificate[];
  readonly key: SigningKey;
};

/** An identity whose key was made here; export it with `exportPkcs8`, seal it, and drop it. */
export type NewIdentity = Identity & { readonly privateKey: KeyObject };

/** Who a certificate of an authority is for, and since when it is valid. */
export type AuthorityOptions = {
  readonly commonName: string;
  readonly organization?: string;
  readonly now: Date;
};

/** What all certificates below a root have: a beginning, addresses of the issuer, policies. */
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
// A signature may follow its certificate within the millisecond, and clocks differ: what is valid from now on is not yet
// valid to a verifier whose clock is behind.
const BACKDATED_MS = 5 * 60 * 1000;

/**
 * A self-signed root, valid 30 years. It signs issuing CAs and its own CRL, and can stay offline after that.
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
 * A CA under the root, valid 20 years; it may issue end-entity certificates only (path length 0).
 * @throws PkiError invalid_argument for a name out of bounds, or an issuer that is no CA; whatever the signing key throws
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
 * A time-stamping unit, valid 10 years: its only purpose, marked critical (RFC 3161 §2.3).
 * @throws PkiError invalid_argument as for `createIssuingCa`; whatever the signing key throws
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
 * A delegated OCSP responder, whose own status is not asked for (RFC 6960 §4.2.2.2).
 * @throws PkiError invalid_argument as for `createIssuingCa`; whatever the signing key throws
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

/** Whose seal it is (EN 319 412-3 §4.2.1). */
export type SealSubject = {
  readonly organizationName: string;
  /** Our identifier of the organization. It keeps two organizations with the same name apart. */
  readonly organizationId: string;
  /** Its registration (EN 319 412-1 §5.1.4), such as `NTRGB-12345678`; left out when it is not known. */
  readonly organizationIdentifier?: string | undefined;
};
/** Whose seal it is, since when, and what every certificate below a root says. */
export type SealOptions = IssuedOptions & SealSubject;

/**
 * The DER of the subject of an organization's seal.
 * @throws PkiError invalid_argument for an identifier that a name cannot hold
 */
export function sealSubject({ organizationName, organizationId, organizationIdentifier }: SealSubject): Buffer {
  const organization = boundedName(organizationName);
  // The country of a trade register is where the organization is established; a tax number may come from elsewhere.
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
 * @throws PkiError invalid_argument as for `createIssuingCa`; whatever the signing key throws
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
 * All that a certificate says about its signer: the address that was proved, or a pseudonym where none was
 * (EN 319 412-2 §4.2.4), with a name that says what kind of signer it stands for.
 */
type SignerSubject = { readonly email: string } | { readonly pseudonym: string; readonly commonName: string };

/** Whose certificate it is, and for which key. */
export type SignerOptions = IssuedOptions &
  SignerSubject & {
    /** SubjectPublicKeyInfo of the key made for this one act. */
    readonly spki: Buffer;
  };

/**
 * The certificate of one signer for one act. It lasts as long as the issuing CA: its key is dropped right after its only
 * signature, so there is nothing left to misuse, and the signature need not be propped up before some early expiry.
 * @throws PkiError invalid_argument for something that is no e-mail address
 */
export async function issueSignerCertificate(ca: Identity, options: SignerOptions): Promise<Certificate> {
  if ('pseudonym' in options) {
    const { pseudonym, commonName } = options;
    const profile = signingProfile(options);
    return issue(ca, { ...validity(ca, options), subject: encodeName({ commonName, pseudonym }), profile });
  }
  const mailbox = certificateMailbox(options.email);
  // A common name has 64 characters (RFC 5280 appendix A); a longer address stands in full in emailAddress and SAN,
  // and cutting it would name somebody else.
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

/** What every certificate that signs documents has. emailProtection too: some readers know no documentSigning (RFC 9336). */
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
    throw new PkiError('invalid_argument', 'the issuer is no CA');
  // Never outlives its issuer: such a path fails at its end (RFC 5280 §6.1.3).
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
