import {
  digestIdentifier,
  digestLength,
  digestOf,
  isStrong,
  signatureIdentifier,
  type DigestAlgorithm,
} from './algorithms.ts';
import type { Certificate } from './certificate.ts';
import {
  asBuffer,
  contextConstructed,
  derSorted,
  explicit,
  integer,
  octetString,
  oid,
  sequence,
  setOf,
  Tag,
  time,
  tlv,
} from './der.ts';
import { readDer } from './der-reader.ts';
import { PkiError } from './errors.ts';
import type { SigningKey } from './keys.ts';
import { Oid } from './oids.ts';
import { encodeTrailPosition, type TrailPosition } from './trail-position.ts';

/** Receives the signature value and returns a DER TimeStampToken over the digest of that value. */
export type SignatureTimestamper = (signatureValue: Buffer) => Buffer | Promise<Buffer>;

/** The content to sign, given as a digest of external content or included in the container. */
export type SignedContent =
  | { readonly digest: Uint8Array; readonly eContentType?: string; readonly eContent?: undefined }
  | { readonly digest?: undefined; readonly eContentType: string; readonly eContent: Uint8Array };

/** The content to sign, the signer, and the other contents of the container. */
export type SignCadesOptions = SignedContent & {
  /**
   * The digest of the content and the signed attributes. It must be the digest of the key's algorithm (RFC 8933 §3.1).
   */
  readonly digestAlgorithm: DigestAlgorithm;
  readonly key: SigningKey;
  readonly certificate: Certificate;
  /** Certificates to include besides the signer's. They may include the root. */
  readonly chain?: readonly Certificate[];
  /**
   * Whether to include no certificate. Use it only for time-stamp tokens whose request did not ask for certificates
   * (RFC 3161 §2.4.1).
   */
  readonly withoutCertificates?: boolean;
  readonly timestamp?: SignatureTimestamper;
  /** The signing time. Omit it for PAdES, where the signature dictionary contains the time (EN 319 142-1 §6.3). */
  readonly signingTime?: Date;
  /**
   * The last entry of the document's audit trail when signing begins. The entry is signed together with the document
   * (docs/understand/trail-binding.md).
   */
  readonly trailPosition?: TrailPosition | undefined;
};

/**
 * Creates a CMS SignedData with one signer and the signed attributes of CAdES baseline (EN 319 122-1 §6.3):
 * content-type, message-digest and signing-certificate-v2, which binds the signature to exactly this certificate. With
 * `timestamp`, a signature-time-stamp is added, and the level is B-T. If the time-stamper fails, the call fails, so no
 * signature claims a level that it does not have.
 * @returns DER of ContentInfo
 * @throws PkiError algorithm_mismatch, unsupported_algorithm, invalid_argument; any error that the key or the
 * time-stamper throws
 */
export async function signCades(options: SignCadesOptions): Promise<Buffer> {
  const { digestAlgorithm, key, certificate, eContent } = options;
  if (!isStrong(digestAlgorithm)) throw new PkiError('unsupported_algorithm', 'SHA-1 signatures are not supported');
  if (key.algorithm.digest !== digestAlgorithm) {
    throw new PkiError(
      'algorithm_mismatch',
      `the key signs with ${key.algorithm.digest}, but the content is digested with ${digestAlgorithm}`,
    );
  }
  if (!key.publicKeySpki.equals(certificate.spki))
    throw new PkiError('invalid_argument', 'the certificate does not match the key');
  const digest =
    options.eContent === undefined ? asBuffer(options.digest) : digestOf(digestAlgorithm, options.eContent);
  if (digest.length !== digestLength[digestAlgorithm])
    throw new PkiError('invalid_argument', 'the digest has the wrong length');

  const contentType = options.eContentType ?? Oid.data;
  const attributes = signedAttributes({
    contentType,
    digest,
    digestAlgorithm,
    certificate,
    signingTime: options.signingTime,
    trailPosition: options.trailPosition,
  });
  // The signed form has the SET OF tag, and the stored form has [0] (RFC 5652 §5.4).
  const signature = await key.sign(tlv(Tag.set, ...attributes));
  const unsigned = options.timestamp ? [signatureTimestamp(await options.timestamp(signature))] : [];
  const signerInfo = sequence(
    VERSION_1,
    sequence(certificate.issuer.der, certificate.serialDer),
    digestIdentifier(digestAlgorithm),
    tlv(contextConstructed(0), ...attributes),
    signatureIdentifier(key.algorithm),
    octetString(signature),
    ...unsigned,
  );
  const certificates = options.withoutCertificates ? [] : [certificate, ...(options.chain ?? [])];
  return signedData({ contentType, eContent, digestAlgorithm, signerInfo, certificates });
}

const VERSION_1 = integer(1);
const VERSION_3 = integer(3);

type AttributeInputs = {
  readonly contentType: string;
  readonly digest: Buffer;
  readonly digestAlgorithm: DigestAlgorithm;
  readonly certificate: Certificate;
  readonly signingTime: Date | undefined;
  readonly trailPosition: TrailPosition | undefined;
};

const attribute = (type: string, value: Uint8Array): Buffer => sequence(oid(type), setOf(value));

/** Attributes are sorted in DER order, as required for the signed and the stored SET OF (RFC 5652 §5.3). */
function signedAttributes({
  contentType,
  digest,
  digestAlgorithm,
  certificate,
  signingTime,
  trailPosition,
}: AttributeInputs): Uint8Array[] {
  return derSorted([
    attribute(Oid.contentType, oid(contentType)),
    attribute(Oid.messageDigest, octetString(digest)),
    attribute(Oid.signingCertificateV2, signingCertificateV2(certificate, digestAlgorithm)),
    ...(signingTime ? [attribute(Oid.signingTime, time(signingTime))] : []),
    ...(trailPosition ? [attribute(Oid.countersignTrailPosition, encodeTrailPosition(trailPosition))] : []),
  ]);
}

/**
 * Builds SigningCertificateV2 with one ESSCertIDv2 (RFC 5035 §3). SHA-256 is its default algorithm and is therefore
 * omitted.
 */
function signingCertificateV2(certificate: Certificate, digestAlgorithm: DigestAlgorithm): Buffer {
  const hashAlgorithm = digestAlgorithm === 'sha256' ? [] : [digestIdentifier(digestAlgorithm)];
  const issuerSerial = sequence(sequence(explicit(4, certificate.issuer.der)), certificate.serialDer);
  return sequence(
    sequence(sequence(...hashAlgorithm, octetString(digestOf(digestAlgorithm, certificate.der)), issuerSerial)),
  );
}

function signatureTimestamp(token: Buffer): Buffer {
  readDer(token, Tag.sequence);
  return tlv(contextConstructed(1), attribute(Oid.signatureTimeStampToken, token));
}

type SignedDataParts = {
  readonly contentType: string;
  readonly eContent: Uint8Array | undefined;
  readonly digestAlgorithm: DigestAlgorithm;
  readonly signerInfo: Buffer;
  readonly certificates: readonly Certificate[];
};

function signedData({ contentType, eContent, digestAlgorithm, signerInfo, certificates }: SignedDataParts): Buffer {
  const encapsulated =
    eContent === undefined
      ? sequence(oid(contentType))
      : sequence(oid(contentType), explicit(0, octetString(eContent)));
  return sequence(
    oid(Oid.signedData),
    explicit(
      0,
      sequence(
        // The version is 3 if the content is not id-data (RFC 5652 §5.1).
        contentType === Oid.data ? VERSION_1 : VERSION_3,
        setOf(digestIdentifier(digestAlgorithm)),
        encapsulated,
        ...(certificates.length > 0
          ? [tlv(contextConstructed(0), ...derSorted(certificates.map((certificate) => certificate.der)))]
          : []),
        setOf(signerInfo),
      ),
    ),
  );
}
