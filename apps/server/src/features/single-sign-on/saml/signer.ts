/**
 * Checks whether a configured certificate created a signature, using only SignedInfo (a few hundred bytes). The
 * verifying library canonicalizes the signed content before it checks the key, and crafted content makes that slow.
 * With this check, only the holder of the identity provider's key can trigger that work (XML Signature §3.2.2; best
 * practices §2.1.1).
 */
import { ExclusiveCanonicalization, SignedXml } from 'xml-crypto';
import { SsoRefusal } from '../refusal.ts';
import { attribute, childrenOf, type Element, everyElement, plainText } from './xml.ts';

/**
 * The maximum number of elements. SignedInfo in SAML has three elements, the transforms of the reference, and at most a
 * list of prefixes in each transform.
 */
const MAX_ELEMENTS = 16;

/**
 * Returns the certificates whose keys created the signatures. @throws SsoRefusal signature-invalid for a signature that
 * matches none of the certificates
 */
export function certificatesBehind(signatures: readonly Element[], certificates: readonly string[]): string[] {
  const makers = signatures.map((signature) => certificates.filter((certificate) => madeBy(signature, certificate)));
  if (makers.some((found) => found.length === 0)) throw new SsoRefusal('signature-invalid');
  return [...new Set(makers.flat())];
}

function madeBy(signature: Element, certificate: string): boolean {
  const [info, value] = childrenOf(signature);
  if (!info || !value || everyElement(info).length > MAX_ELEMENTS) return false;
  const [, method] = childrenOf(info);
  const name = (method && attribute(method, 'Algorithm')) ?? '';
  // `inspectResponse` has already checked that the response uses this canonicalization and one of these algorithms.
  const Verifier = Object.entries(new SignedXml().SignatureAlgorithms).find(([algorithm]) => algorithm === name)?.[1];
  if (!Verifier) return false;
  const text = String(new ExclusiveCanonicalization().process(info, {}));
  return new Verifier().verifySignature(text, certificate, (plainText(value) ?? '').replaceAll(/[\r\n]/g, ''));
}
