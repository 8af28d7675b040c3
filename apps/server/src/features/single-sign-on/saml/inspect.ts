/**
 * Checks the form of a response before its signature is verified. Signature wrapping (XSW 1 to 8, Somorovsky et al.,
 * USENIX Security 2012) exploits a difference between the signed element and the element that is read. These rules
 * exclude this difference: there is one assertion in the whole document, each ID identifies one element, and signatures
 * occur only as direct children of the element that they sign (SAML core §5.4.2) and cover all of it (§5.4.3, §5.4.4).
 */
import { SsoRefusal } from '../refusal.ts';
import {
  CONTENT_ENCRYPTIONS,
  DIGESTS,
  ENVELOPED,
  EXCLUSIVE_C14N,
  KEY_ENCRYPTIONS,
  NS,
  SIGNATURES,
  STATUS_SUCCESS,
} from './names.ts';
import {
  attribute,
  childrenNamed,
  childrenOf,
  type Element,
  everyElement,
  named,
  parseStrict,
  plainText,
} from './xml.ts';

export type Inspected = {
  /** The InResponseTo of the response. A later check compares it with our request. */
  inResponseTo: string | undefined;
  encrypted: boolean;
  responseSigned: boolean;
  /** True if the assertion is signed. Unknown until an encrypted assertion is decrypted. */
  assertionSigned: boolean;
  signatures: Element[];
};
export type Expected = { acsUrl: string; idpEntityId: string };

/** @throws SsoRefusal */
export function inspectResponse(text: string, { acsUrl, idpEntityId }: Expected): Inspected {
  const root = parseStrict(text);
  if (!named(root, NS.protocol, 'Response') || attribute(root, 'Version') !== '2.0')
    throw new SsoRefusal('not-a-response');
  const elements = everyElement(root);
  refuseDuplicateIds(elements);
  // A response about a failed sign-in contains no assertion, so the status is checked first.
  checkStatus(root);
  const assertion = onlyAssertion(root, elements);
  const encrypted = assertion.localName === 'EncryptedAssertion';
  const signed = checkSignatures(elements, encrypted ? [root] : [root, assertion]);
  // The signature may be inside the encrypted data, where `inspectDecrypted` checks that there is one.
  if (signed.length === 0 && !encrypted) throw new SsoRefusal('not-signed');
  if (encrypted) checkEncryption(everyElement(assertion));
  for (const issuer of childrenNamed(root, NS.assertion, 'Issuer'))
    if (plainText(issuer) !== idpEntityId) throw new SsoRefusal('other-issuer');
  // SAML bindings §3.5.5.2: without this check, a response intended for another service could be sent to this service.
  if (attribute(root, 'Destination') !== acsUrl) throw new SsoRefusal('other-destination');
  return {
    inResponseTo: attribute(root, 'InResponseTo'),
    encrypted,
    responseSigned: signed.includes(root),
    assertionSigned: signed.includes(assertion),
    signatures: signed.flatMap(signaturesIn),
  };
}

/** Performs the checks of `inspectResponse` on a decrypted assertion. @throws SsoRefusal */
export function inspectDecrypted(
  text: string,
  { responseSigned }: Pick<Inspected, 'responseSigned'>,
): Pick<Inspected, 'assertionSigned' | 'signatures'> {
  const root = parseStrict(text);
  const elements = everyElement(root);
  refuseDuplicateIds(elements);
  if (onlyAssertion(root, elements) !== root) throw new SsoRefusal('misplaced-assertion');
  const signed = checkSignatures(elements, [root]);
  if (signed.length === 0 && !responseSigned) throw new SsoRefusal('not-signed');
  return { assertionSigned: signed.length > 0, signatures: signed.flatMap(signaturesIn) };
}

const signaturesIn = (element: Element): Element[] => childrenNamed(element, NS.dsig, 'Signature');

/** Refuses duplicate IDs in every attribute that a library might treat as an ID. */
export function refuseDuplicateIds(elements: readonly Element[]): void {
  const seen = new Set<string>();
  for (const element of elements) {
    for (const { localName, value } of element.attributes) {
      if (localName?.toLowerCase() !== 'id') continue;
      if (value === '' || seen.has(value)) throw new SsoRefusal('duplicate-id');
      seen.add(value);
    }
  }
}

/**
 * Counts assertions in the whole document and in any namespace, because a second assertion could be confused with the
 * first.
 */
export function onlyAssertion(root: Element, elements: readonly Element[]): Element {
  const found = elements.filter(({ localName }) => localName === 'Assertion' || localName === 'EncryptedAssertion');
  const [assertion] = found;
  if (!assertion || found.length !== 1) throw new SsoRefusal('several-assertions');
  const isPlaced = assertion === root || assertion.parentNode === root;
  const isNamed = assertion.localName === 'EncryptedAssertion' || attribute(assertion, 'ID') !== undefined;
  if (!isPlaced || !isNamed || assertion.namespaceURI !== NS.assertion) throw new SsoRefusal('misplaced-assertion');
  return assertion;
}

/**
 * Returns the elements that have their own signature. Every signature must be a child of one of the elements in
 * `places`, and must sign exactly that element.
 */
export function checkSignatures(elements: readonly Element[], places: readonly Element[]): Element[] {
  const signed: Element[] = [];
  for (const signature of elements.filter(({ localName }) => localName === 'Signature')) {
    const place = places.find((element) => element === signature.parentNode);
    if (!place || signature.namespaceURI !== NS.dsig || signed.includes(place))
      throw new SsoRefusal('misplaced-signature');
    checkSignature(signature, place);
    signed.push(place);
  }
  return signed;
}

function checkSignature(signature: Element, place: Element): void {
  const children = childrenOf(signature);
  const names = children.map(({ localName }) => localName);
  // An Object element is not allowed, because it can contain anything, including previously signed content.
  if (names.join(' ') !== 'SignedInfo SignatureValue' && names.join(' ') !== 'SignedInfo SignatureValue KeyInfo')
    throw new SsoRefusal('misplaced-signature');
  if (children.some(({ namespaceURI }) => namespaceURI !== NS.dsig)) throw new SsoRefusal('misplaced-signature');
  const [info, value] = children;
  // Node skips invalid base64 characters and stops at the first padding.
  if (!/^[A-Za-z0-9+/\r\n\t ]+={0,2}$/.test((value && plainText(value)) ?? '')) throw new SsoRefusal('malformed');
  const parts = info ? childrenOf(info) : [];
  const [method, algorithm, reference] = parts;
  if (
    parts.map(({ localName }) => localName).join(' ') !== 'CanonicalizationMethod SignatureMethod Reference' ||
    !method ||
    !algorithm ||
    !reference
  )
    throw new SsoRefusal('misplaced-signature');
  if (attribute(reference, 'URI') !== `#${attribute(place, 'ID')}`) throw new SsoRefusal('misplaced-signature');
  if (attribute(method, 'Algorithm') !== EXCLUSIVE_C14N || !SIGNATURES.has(attribute(algorithm, 'Algorithm') ?? ''))
    throw new SsoRefusal('weak-algorithm');
  checkReference(reference);
}

/**
 * A reference may use enveloped-signature and exclusive canonicalization, but no transform that could select a part of
 * the element (SAML core §5.4.4).
 */
function checkReference(reference: Element): void {
  const [list, ...more] = childrenNamed(reference, NS.dsig, 'Transforms');
  const transforms = list ? childrenOf(list).map((transform) => attribute(transform, 'Algorithm')) : [];
  if (more.length > 0 || transforms.join(' ') !== `${ENVELOPED} ${EXCLUSIVE_C14N}`)
    throw new SsoRefusal('weak-algorithm');
  const digests = childrenNamed(reference, NS.dsig, 'DigestMethod');
  if (digests.length !== 1 || !digests.every((digest) => DIGESTS.has(attribute(digest, 'Algorithm') ?? '')))
    throw new SsoRefusal('weak-algorithm');
}

function checkEncryption(elements: readonly Element[]): void {
  for (const element of elements.filter(({ localName }) => localName === 'EncryptionMethod')) {
    const accepted = element.parentNode?.localName === 'EncryptedData' ? CONTENT_ENCRYPTIONS : KEY_ENCRYPTIONS;
    if (!accepted.has(attribute(element, 'Algorithm') ?? '')) throw new SsoRefusal('weak-algorithm');
  }
  // Refuses data that is too short for a nonce and a complete tag, because the library would accept a shorter tag.
  const values = elements.filter(({ localName }) => localName === 'CipherValue').map((one) => plainText(one) ?? '');
  if (values.some((value) => Buffer.from(value, 'base64').length <= 28)) throw new SsoRefusal('undecryptable');
  const counts = (localName: string) => elements.filter((element) => element.localName === localName).length;
  // Additional elements are refused, because the decryption could use one of them instead of the one that was checked.
  if (counts('EncryptedData') !== 1 || counts('EncryptedKey') !== 1 || counts('EncryptionMethod') !== 2)
    throw new SsoRefusal('undecryptable');
}

function checkStatus(root: Element): void {
  const statuses = childrenNamed(root, NS.protocol, 'Status');
  const codes = statuses.flatMap((status) => childrenNamed(status, NS.protocol, 'StatusCode'));
  if (statuses.length !== 1 || codes.length !== 1) throw new SsoRefusal('not-a-response');
  if (!codes.every((code) => attribute(code, 'Value') === STATUS_SUCCESS)) throw new SsoRefusal('status-not-success');
}
