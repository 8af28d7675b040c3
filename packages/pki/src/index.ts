export { agedAlgorithms, type AlgorithmName, type Protection, protectionOf } from './algorithm-lifetimes.ts';
export { type DigestAlgorithm, digestOf, isStrong, type SignatureAlgorithm, type StrongDigest } from './algorithms.ts';
export {
  type AuthorityOptions,
  createIssuingCa,
  createOcspCertificate,
  createRoot,
  createSealCertificate,
  createTimestampCertificate,
  type Identity,
  type IssuedOptions,
  issueSignerCertificate,
  type NewIdentity,
  type SealOptions,
  sealSubject,
  type SealSubject,
  type SignerOptions,
} from './authority.ts';
export {
  buildCertificate,
  type Certificate,
  type CertificateTemplate,
  fingerprint,
  isSelfIssued,
  isSignedBy,
  keyIdentifier,
  parseCertificate,
  publicKeyOf,
  randomSerial,
} from './certificate.ts';
export { signCades, type SignatureTimestamper, type SignCadesOptions } from './cms.ts';
export {
  createCrl,
  type Crl,
  type CrlOptions,
  parseCrl,
  type Revocation,
  type RevocationReason,
  verifyCrl,
} from './crl.ts';
export * as der from './der.ts';
export { DerElement, DerReader, readDer, readLeadingDer } from './der-reader.ts';
export { signedDigest } from './digest-info.ts';
export { PkiError, type PkiErrorCode } from './errors.ts';
export * as extensions from './extensions.ts';
export type { CertificateAddresses, Extension, KeyUsage } from './extensions.ts';
export {
  ecdsaDer,
  exportEncryptedPem,
  exportPkcs8,
  generateKey,
  generateKeyAside,
  type GeneratedKey,
  type KeyKind,
  naturalDigest,
  privateKeyFromEncryptedPem,
  privateKeyFromPkcs8,
  type RemoteSign,
  remoteSigningKey,
  type SigningKey,
  signingKey,
  signingKeyFromPkcs8,
  type SigningOptions,
} from './keys.ts';
export { boundedName, DistinguishedName, encodeName, type NameFields } from './names.ts';
export {
  answerOcspRequest,
  buildOcspRequest,
  createOcspResponse,
  ocspError,
  ocspIssuers,
  type OcspError,
  type OcspLookup,
  type OcspResponder,
  type OcspResponseOptions,
  type OcspStatus,
} from './ocsp.ts';
export { Oid } from './oids.ts';
export { fromPem, toPem } from './pem.ts';
export { openPkcs12, type Pkcs12 } from './pkcs12.ts';
export { MIN_RSA_BITS, type PublicKey, readPublicKey, verifySignature } from './public-key.ts';
export type { CertificateExtensions, GeneralNames, NameConstraints } from './read-extensions.ts';
export {
  answerTimestampRequest,
  buildTimestampRequest,
  createTimestampToken,
  rejection,
  type TimestampAnswer,
  type TimestampFailure,
  type TimestampRequest,
  type TimestampTokenOptions,
  type TimestampUnit,
} from './timestamp.ts';
export {
  checkTimestampAnswer,
  requestTimestamp,
  type RequestedTimestamp,
  type TimestampExpectations,
  type TimestampRequestOptions,
} from './timestamp-client.ts';
export { type Cms, parseCms, type SignerIdentifier } from './cms-parse.ts';
export { type CmsProblem, type CmsVerification, verifyCms, type VerifyCmsOptions } from './cms-verify.ts';
export {
  parseTimestampResponse,
  type TimestampInfo,
  type TimestampProblem,
  type TimestampResponse,
  type TimestampVerification,
  verifyTimestampToken,
  type VerifyTimestampOptions,
} from './timestamp-verify.ts';
export { encodeTrailPosition, readTrailPosition, type TrailPosition } from './trail-position.ts';
export {
  answersAbout,
  type OcspAnswer,
  type OcspProblem,
  type OcspResponse,
  type OcspVerification,
  parseOcspResponse,
  verifyOcspResponse,
} from './ocsp-verify.ts';
export {
  type PathProblem,
  type PathPurpose,
  type PathSubIndication,
  type PathValidation,
  validatePath,
  type ValidatePathOptions,
} from './path.ts';
export { type RevocationMaterial, type RevocationStatus, revocationStatus } from './revocation.ts';
