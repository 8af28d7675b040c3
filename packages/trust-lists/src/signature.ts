import { der, digestOf, isStrong, publicKeyOf, verifySignature } from '@countersign/pki';
import type { Certificate, SignatureAlgorithm, StrongDigest } from '@countersign/pki';
import { XMLSerializer } from '@xmldom/xmldom';
import { SignedXml } from 'xml-crypto';

import { TrustListError } from './errors.ts';
import { at, children, parseXml } from './xml.ts';

type Element = ReturnType<typeof at>[number];

const DSIG = 'http://www.w3.org/2000/09/xmldsig#';
const XADES_PROPERTIES = 'http://uri.etsi.org/01903#SignedProperties';
const ENVELOPED = `${DSIG}enveloped-signature`;
const CANONICAL: ReadonlySet<string> = new Set([
  'http://www.w3.org/2001/10/xml-exc-c14n#',
  'http://www.w3.org/TR/2001/REC-xml-c14n-20010315',
]);
const DIGESTS: Readonly<Record<string, StrongDigest>> = {
  'http://www.w3.org/2001/04/xmlenc#sha256': 'sha256',
  'http://www.w3.org/2001/04/xmldsig-more#sha384': 'sha384',
  'http://www.w3.org/2001/04/xmlenc#sha512': 'sha512',
};
const MORE = 'http://www.w3.org/2001/04/xmldsig-more#';
const NEWER = 'http://www.w3.org/2007/05/xmldsig-more#';
const ALGORITHMS: Readonly<Record<string, SignatureAlgorithm>> = {
  [`${MORE}rsa-sha256`]: { scheme: 'rsa-pkcs1', digest: 'sha256' },
  [`${MORE}rsa-sha384`]: { scheme: 'rsa-pkcs1', digest: 'sha384' },
  [`${MORE}rsa-sha512`]: { scheme: 'rsa-pkcs1', digest: 'sha512' },
  [`${MORE}ecdsa-sha256`]: { scheme: 'ecdsa', digest: 'sha256' },
  [`${MORE}ecdsa-sha384`]: { scheme: 'ecdsa', digest: 'sha384' },
  [`${MORE}ecdsa-sha512`]: { scheme: 'ecdsa', digest: 'sha512' },
  // The salt is as long as the digest (RFC 9231 §2.3.10).
  [`${NEWER}sha256-rsa-MGF1`]: { scheme: 'rsa-pss', digest: 'sha256', saltLength: 32 },
  [`${NEWER}sha384-rsa-MGF1`]: { scheme: 'rsa-pss', digest: 'sha384', saltLength: 48 },
  [`${NEWER}sha512-rsa-MGF1`]: { scheme: 'rsa-pss', digest: 'sha512', saltLength: 64 },
};

/**
 * Verifies the enveloped signature of a list (TS 119 612 §5.7.1: XAdES, over the whole document) and returns the signed
 * text in canonical form, and the signer. Use only the returned text afterwards. Reading the file again could find
 * content other than the signed content, which wrapping attacks exploit.
 *
 * @param signers the certificates of permitted signers
 * @throws TrustListError not_xml, not_signed, several_signatures, partly_signed, other_signer, weak_algorithm,
 * signature_invalid
 */
export function signedText(text: string, signers: readonly Certificate[]): { text: string; signer: Certificate } {
  const root = parseXml(text).documentElement;
  if (root === null) throw new TrustListError('not_xml', 'the file is empty');
  const signature = onlySignature(root);
  checkReferences(signature, root);
  const candidates = candidatesFor(signature, signers);
  if (candidates.length === 0) throw new TrustListError('other_signer', 'it was not signed by the expected signer');
  for (const candidate of candidates) {
    const found = verifiedBy(candidate, text, signature);
    if (found !== undefined) return { text: found, signer: candidate };
  }
  throw new TrustListError('signature_invalid', 'its signature is not valid');
}

/** Checks that the document has exactly one signature, which must be a child of its root. */
function onlySignature(root: Element): Element {
  const all = [...root.getElementsByTagNameNS(DSIG, 'Signature')];
  const [signature] = children(root, DSIG, 'Signature');
  if (all.length > 1) throw new TrustListError('several_signatures', 'it has more than one signature');
  if (signature === undefined || all[0] !== signature) throw new TrustListError('not_signed', 'it is not signed');
  return signature;
}

/**
 * Checks that there is one reference to the whole document and, for XAdES, one to the signature's own properties. A
 * reference that could select parts of the document is not allowed.
 */
function checkReferences(signature: Element, root: Element): void {
  const references = at(signature, DSIG, 'SignedInfo', 'Reference');
  const whole = references.filter((reference) => isWhole(reference, root));
  const rest = references.filter((reference) => !whole.includes(reference));
  const transforms = whole.flatMap((reference) =>
    at(reference, DSIG, 'Transforms', 'Transform').map((transform) => transform.getAttribute('Algorithm') ?? ''),
  );
  const isPlain = transforms.every((transform) => transform === ENVELOPED || CANONICAL.has(transform));
  if (whole.length !== 1 || !transforms.includes(ENVELOPED) || !isPlain)
    throw new TrustListError('partly_signed', 'its signature does not cover the whole list');
  if (rest.length > 1 || rest.some((reference) => reference.getAttribute('Type') !== XADES_PROPERTIES))
    throw new TrustListError('partly_signed', 'its signature refers to data other than the list');
}

function isWhole(reference: Element, root: Element): boolean {
  const uri = reference.getAttribute('URI');
  const id = root.getAttribute('Id') ?? root.getAttribute('ID') ?? root.getAttribute('id');
  return uri === '' || (id !== null && id !== '' && uri === `#${id}`);
}

/** Returns the permitted signers that the signature refers to. Returns all permitted signers if it refers to none. */
function candidatesFor(signature: Element, signers: readonly Certificate[]): Certificate[] {
  const named = at(signature, DSIG, 'KeyInfo', 'X509Data', 'X509Certificate').map((element) =>
    Buffer.from(element.textContent ?? '', 'base64'),
  );
  return signers.filter((signer) => named.length === 0 || named.some((certificate) => certificate.equals(signer.der)));
}

/** Returns the signed text if this certificate's key created the signature. Otherwise, returns undefined. */
function verifiedBy(signer: Certificate, text: string, signature: Element): string | undefined {
  // Only the key of `signer` is used. Keys in the document are ignored.
  const xml = new SignedXml({ publicCert: 'unused', getCertFromKeyInfo: () => null });
  xml.SignatureAlgorithms = Object.fromEntries(
    Object.entries(ALGORITHMS).map(([name, algorithm]) => [name, verifierOf(name, algorithm, signer)]),
  );
  xml.HashAlgorithms = Object.fromEntries(
    Object.entries(DIGESTS).map(([name, digest]) => [name, hasherOf(name, digest)]),
  );
  refuseWeak(signature);
  try {
    xml.loadSignature(new XMLSerializer().serializeToString(signature));
    if (!xml.checkSignature(text)) return undefined;
  } catch {
    return undefined;
  }
  return xml.getSignedReferences().find((part) => part.includes('TrustServiceStatusList'));
}

function refuseWeak(signature: Element): void {
  const method = at(signature, DSIG, 'SignedInfo', 'SignatureMethod')[0]?.getAttribute('Algorithm') ?? '';
  const digests = at(signature, DSIG, 'SignedInfo', 'Reference', 'DigestMethod').map(
    (element) => element.getAttribute('Algorithm') ?? '',
  );
  if (!Object.hasOwn(ALGORITHMS, method) || digests.some((digest) => !Object.hasOwn(DIGESTS, digest)))
    throw new TrustListError('weak_algorithm', 'it is signed with an algorithm that is too weak or unknown');
}

function verifierOf(name: string, algorithm: SignatureAlgorithm, signer: Certificate) {
  return class {
    getAlgorithmName = () => name;
    getSignature = (): string => {
      throw new Error('lists are not signed here');
    };
    verifySignature = (material: string, _key: unknown, value: string): boolean => {
      const bytes = Buffer.from(value, 'base64');
      const signature = algorithm.scheme === 'ecdsa' ? derSignature(bytes) : bytes;
      return (
        isStrong(algorithm.digest) && verifySignature(algorithm, publicKeyOf(signer), Buffer.from(material), signature)
      );
    };
  };
}

function hasherOf(name: string, digest: StrongDigest) {
  return class {
    getAlgorithmName = () => name;
    getHash = (xml: string): string => digestOf(digest, Buffer.from(xml)).toString('base64');
  };
}

/**
 * Converts a signature to DER. XML signatures contain r and s side by side (RFC 9231 §2.3.6), and other formats use a
 * DER sequence.
 */
function derSignature(bytes: Buffer): Buffer {
  const half = bytes.length / 2;
  return der.sequence(der.integer(bytes.subarray(0, half)), der.integer(bytes.subarray(half)));
}
