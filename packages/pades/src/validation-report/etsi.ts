/**
 * The validation report of ETSI TS 119 102-2 (V1.4.1) in XML. Elements follow the order of its schema. The report is
 * not signed, which the standard permits, because everybody can verify its contents from the file.
 */
import type { SignatureAlgorithm } from '@countersign/pki';

import type { Judgement } from '../reasons.ts';
import type { ProofDigest } from '../report.ts';
import type { ReportedCertificate, ReportedSignature, ReportedTimestamp, ValidationReport } from './build.ts';
import { ETSI, type Node, serialize, XMLDSIG, XADES } from './xml.ts';

const ETSI_URN = 'urn:etsi:019102';
const FILE_ID = 'F-1';

export function etsiReport(report: ValidationReport): string {
  return serialize(
    etsi('ValidationReport', [
      ...(report.signatures.length === 0 ? [unsigned(report)] : report.signatures.map((one) => signature(one, report))),
      etsi('SignatureValidationObjects', objects(report)),
    ]),
  );
}

type Children = readonly (Node | undefined)[];
type Attributes = Readonly<Record<string, string>>;

const element =
  (namespace: string) =>
  (name: string, content: string | Children = [], attributes: Attributes = {}): Node => ({
    namespace,
    name,
    attributes,
    content: typeof content === 'string' ? content : content.filter((child) => child !== undefined),
  });
const etsi = element(ETSI);
const ds = element(XMLDSIG);
const xades = element(XADES);

/** Returns the element that `make` creates from a value, or undefined if the value is null. */
const maybe = <T>(value: T | null, make: (value: T) => Node): Node | undefined =>
  value === null ? undefined : make(value);

const reference = (name: string, ...ids: string[]): Node => etsi(name, [], { VOReference: ids.join(' ') });

/** Reports a file without signatures, for which the format check fails (EN 319 102-1 §5.2.2). */
function unsigned({ verdict, reasons }: ValidationReport): Node {
  const judgement: Judgement = { indication: 'TOTAL-FAILED', subIndication: 'FORMAT_FAILURE' };
  return etsi('SignatureValidationReport', [
    etsi('SignatureValidationStatus', [
      ...indications(judgement, 'total-'),
      etsi('AssociatedValidationReportData', [said([verdict, ...reasons], [])]),
    ]),
  ]);
}

function signature(one: ReportedSignature, report: ValidationReport): Node {
  const { field, signedDigest, signatureValue, documentDigest, signer } = one;
  return etsi('SignatureValidationReport', [
    etsi(
      'SignatureIdentifier',
      [
        maybe(signedDigest, (digest) => digestAlgAndValue(digest)),
        maybe(signatureValue, (value) => ds('SignatureValue', value)),
        etsi('HashOnly', 'false'),
        etsi('DocHashOnly', 'false'),
        etsi('DAIdentifier', field),
      ],
      { id: one.id },
    ),
    etsi('ValidationConstraintsEvaluationReport', [policy(report)]),
    etsi('ValidationTimeInfo', [
      etsi('ValidationTime', report.validatedAt),
      proofOfExistence('BestSignatureTime', one.bestSignatureTime.time, one.bestSignatureTime.timestamp),
    ]),
    maybe(documentDigest, (digest) =>
      etsi('SignersDocument', [digestAlgAndValue(digest), reference('SignersDocumentRef', FILE_ID)]),
    ),
    etsi('SignatureAttributes', attributesOf(one, report)),
    maybe(signer.certificate, (certificate) =>
      etsi('SignerInformation', [
        reference('SignerCertificate', certificate),
        maybe(signer.name ?? signer.email, (name) => etsi('Signer', name)),
      ]),
    ),
    etsi('SignatureValidationProcess', [
      etsi('SignatureValidationProcessID', `${ETSI_URN}:validationprocess:LTA`),
      etsi('SignatureValidationServicePolicy', report.policy.identifier),
    ]),
    status(one, report),
  ]);
}

/** The policy is identified by the hash of its text (docs/understand/validation-policy.txt). */
function policy({ policy: { identifier, name, sha256 } }: ValidationReport): Node {
  return etsi('SignatureValidationPolicy', [
    etsi('SignaturePolicyIdentifier', [
      xades('SignaturePolicyId', [
        xades('SigPolicyId', [xades('Identifier', identifier, { Qualifier: 'OIDAsURN' })]),
        xades('SigPolicyHash', digestContent({ algorithm: 'sha256', value: sha256 })),
      ]),
    ]),
    etsi('PolicyName', name),
  ]);
}

function attributesOf(one: ReportedSignature, { timestamps }: ValidationReport): Children {
  const { claimedTime, signer, format, byteRange } = one;
  const stamped = one.timestamps.flatMap((id) => timestamps.find((stamp) => stamp.id === id) ?? []);
  return [
    maybe(claimedTime, (time) => etsi('SigningTime', [etsi('Time', time)], { Signed: 'true' })),
    ...stamped.map(({ id, kind, time }) =>
      maybe(time, (at) =>
        etsi(
          kind === 'document-timestamp' ? 'DocTimeStamp' : 'SignatureTimeStamp',
          [reference('AttributeObject', id), etsi('TimeStampValue', at)],
          { Signed: 'false' },
        ),
      ),
    ),
    maybe(signer.claimedName, (name) => etsi('Name', [etsi('NameElement', name)], { Signed: 'true' })),
    etsi('SubFilter', [etsi('SubFilterElement', format)], { Signed: 'true' }),
    maybe(byteRange, (range) => etsi('ByteRange', range.join(' '))),
  ];
}

function status(one: ReportedSignature, { certificates }: ValidationReport): Node {
  const { chain, trustAnchor, revocation, signatureAlgorithm, isAlgorithmSecure } = one;
  const [leaf] = chain;
  const revokedAt = revocation.status === 'revoked' ? revocation.revokedAt : null;
  const isKnown = leaf !== undefined && certificates.some(({ id }) => id === leaf);
  return etsi('SignatureValidationStatus', [
    ...indications(one, 'total-'),
    etsi('AssociatedValidationReportData', [
      maybe(trustAnchor, (anchor) => reference('TrustAnchor', anchor)),
      isKnown ? certificateChain(chain, trustAnchor) : undefined,
      one.timestamps.length === 0 ? undefined : reference('RelatedValidationObject', ...one.timestamps),
      isKnown && revokedAt !== null
        ? etsi('RevocationStatusInformation', [
            reference('ValidationObjectId', leaf),
            etsi('RevocationTime', revokedAt),
            maybe(revocation.reason, (reason) => etsi('RevocationReason', `${ETSI_URN}:revocationReason:${reason}`)),
          ])
        : undefined,
      maybe(signatureAlgorithm, (algorithm) =>
        etsi('CryptoInformation', [
          reference('ValidationObjectId', one.id),
          etsi('Algorithm', algorithmUri(algorithm)),
          etsi('SecureAlgorithm', String(isAlgorithmSecure)),
        ]),
      ),
      said(one.reasons, one.notes),
    ]),
  ]);
}

function certificateChain([leaf = '', ...above]: readonly string[], trustAnchor: string | null): Node {
  return etsi('CertificateChain', [
    reference('SigningCertificate', leaf),
    ...above.filter((id) => id !== trustAnchor).map((id) => reference('IntermediateCertificate', id)),
    maybe(trustAnchor, (anchor) => reference('TrustAnchor', anchor)),
  ]);
}

/**
 * Returns the indications. Signatures use `total-passed` and similar values. Time-stamps are not signatures and use
 * `passed`.
 */
function indications({ indication, subIndication }: Judgement, prefix: 'total-' | ''): Children {
  const main = {
    'TOTAL-PASSED': `${prefix}passed`,
    'TOTAL-FAILED': `${prefix}failed`,
    INDETERMINATE: 'indeterminate',
  }[indication];
  return [
    etsi('MainIndication', `${ETSI_URN}:mainindication:${main}`),
    maybe(subIndication, (sub) => etsi('SubIndication', `${ETSI_URN}:subindication:${sub}`)),
  ];
}

const OWN = 'urn:oid:2.25.204983411723609177358109921385270394113.3';

/** Adds the reasons and notes as sentences, for which the standard has no element. */
function said(reasons: readonly string[], notes: readonly string[]): Node | undefined {
  const data = [
    ...reasons.map((sentence) => typed(`${OWN}.2`, sentence)),
    ...notes.map((sentence) => typed(`${OWN}.3`, sentence)),
  ];
  return data.length === 0 ? undefined : etsi('AdditionalValidationReportData', data);
}

const typed = (type: string, value: string): Node => etsi('ReportData', [etsi('Type', type), etsi('Value', value)]);

function objects(report: ValidationReport): Children {
  const { file, validatedAt, timestamps, certificates, revocationData } = report;
  const fileDigest: ProofDigest = { algorithm: 'sha256', value: Buffer.from(file.sha256, 'hex').toString('base64') };
  const seen = proofOfExistence('POE', validatedAt, null);
  return [
    object(FILE_ID, 'signedData', digestAlgAndValue(fileDigest), [seen]),
    ...timestamps.map((one) => timestampObject(one, validatedAt, certificates)),
    ...certificates.map(({ id, base64 }) => object(id, 'certificate', etsi('base64', base64), [seen])),
    ...revocationData.map(({ type, sha256 }, index) =>
      object(
        `R-${index + 1}`,
        type === 'crl' ? 'CRL' : 'OCSPResponse',
        digestAlgAndValue({ algorithm: 'sha256', value: sha256 }),
        [seen],
      ),
    ),
  ];
}

function object(id: string, type: string, representation: Node, more: Children): Node {
  return etsi(
    'ValidationObject',
    [
      etsi('ObjectType', `${ETSI_URN}:validationObject:${type}`),
      etsi('ValidationObjectRepresentation', [representation]),
      ...more,
    ],
    { id },
  );
}

/** A time-stamp has its own report, which lists the signatures whose existence the time-stamp proves. */
function timestampObject(
  one: ReportedTimestamp,
  validatedAt: string,
  certificates: readonly ReportedCertificate[],
): Node {
  const { chain, trustAnchor, time, proves } = one;
  const [leaf] = chain;
  const isKnown = leaf !== undefined && certificates.some(({ id }) => id === leaf);
  const report = etsi('ValidationReport', [
    isKnown
      ? etsi('SignerInformation', [reference('SignerCertificate', leaf), etsi('Signer', one.authority)])
      : undefined,
    etsi('SignatureValidationStatus', [
      ...indications(one, ''),
      etsi('AssociatedValidationReportData', [
        maybe(trustAnchor, (anchor) => reference('TrustAnchor', anchor)),
        isKnown ? certificateChain(chain, trustAnchor) : undefined,
        said(one.reasons, []),
      ]),
    ]),
  ]);
  return object(one.id, 'timestamp', etsi('base64', one.token), [
    proofOfExistence('POE', validatedAt, null),
    time === null || proves.length === 0
      ? undefined
      : etsi('POEProvisioning', [
          etsi('POETime', time),
          ...proves.map((field) => etsi('SignatureReference', [etsi('PAdESFieldName', field)])),
        ]),
    report,
  ]);
}

/** Writes the time at which an object is proved to exist, either by a time-stamp or because the object exists now. */
function proofOfExistence(name: string, time: string, by: string | null): Node {
  return etsi(name, [
    etsi('POETime', time),
    etsi('TypeOfProof', `${ETSI_URN}:poetype:validation`),
    maybe(by, (id) => reference('POEObject', id)),
  ]);
}

const DIGEST_URIS = {
  sha1: 'http://www.w3.org/2000/09/xmldsig#sha1',
  sha256: 'http://www.w3.org/2001/04/xmlenc#sha256',
  sha384: 'http://www.w3.org/2001/04/xmldsig-more#sha384',
  sha512: 'http://www.w3.org/2001/04/xmlenc#sha512',
} as const;

const digestAlgAndValue = (digest: ProofDigest): Node => etsi('DigestAlgAndValue', digestContent(digest));

const digestContent = ({ algorithm, value }: ProofDigest): Node[] => [
  ds('DigestMethod', [], { Algorithm: DIGEST_URIS[algorithm] }),
  ds('DigestValue', value),
];

/** Returns the algorithm identifier from RFC 9231. */
function algorithmUri({ scheme, digest }: SignatureAlgorithm): string {
  const old = 'http://www.w3.org/2000/09/xmldsig#';
  const more = 'http://www.w3.org/2001/04/xmldsig-more#';
  const newer = 'http://www.w3.org/2007/05/xmldsig-more#';
  switch (scheme) {
    case 'rsa-pkcs1':
      return digest === 'sha1' ? `${old}rsa-sha1` : `${more}rsa-${digest}`;
    case 'ecdsa':
      return `${more}ecdsa-${digest}`;
    case 'rsa-pss':
      return `${newer}${digest}-rsa-MGF1`;
    case 'ed25519':
      return 'http://www.w3.org/2021/04/xmldsig-more#eddsa-ed25519';
  }
}
