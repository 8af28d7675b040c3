/**
 * Whether one of the certificates in the settings made a signature, judged by SignedInfo alone: a few hundred bytes. Canonicalization
 * of what is signed takes long for what was written to make it so, and it is done before the key is looked at by the library that
 * verifies. So nobody gets there without the key of the identity provider (XML Signature §3.2.2; best practices §2.1.1).
 */
import { ExclusiveCanonicalization, SignedXml } from 'xml-crypto';
import { SsoRefusal } from '../refusal.ts';
import { attribute, childrenOf, type Element, everyElement, plainText } from './xml.ts';

/** SignedInfo of SAML: three elements, the transforms of the reference, and at most a list of prefixes in each of those. */
const MAX_ELEMENTS = 16;

/** Those of the certificates that made the signatures. @throws SsoRefusal signature-invalid when one was made by none of them */
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
  // `inspectResponse` has found this canonicalization and one of these algorithms here.
  const Verifier = Object.entries(new SignedXml().SignatureAlgorithms).find(([algorithm]) => algorithm === name)?.[1];
  if (!Verifier) return false;
  const text = String(new ExclusiveCanonicalization().process(info, {}));
  return new Verifier().verifySignature(text, certificate, (plainText(value) ?? '').replaceAll(/[\r\n]/g, ''));
}
