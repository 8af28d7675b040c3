import { DOMParser, onErrorStopParsing } from '@xmldom/xmldom';
import type { Document, Element } from '@xmldom/xmldom';

import { TrustListError } from './errors.ts';

/** The largest national lists are about 10 MB. */
const MAX_BYTES = 64 * 2 ** 20;

/** Decodes the UTF-8 text of a list. Throws `too_large`, `not_xml`, `doctype`. */
export function decodeXml(bytes: Uint8Array): string {
  if (bytes.length > MAX_BYTES) throw new TrustListError('too_large', 'the file is too large for a trusted list');
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new TrustListError('not_xml', 'the file is not text in UTF-8', { cause });
  }
  // XML entities are dangerous, because they can expand or refer to external files. They require a document type
  // declaration, so every declaration is refused before parsing. This also refuses a declaration inside a comment, but
  // no real list has one.
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) throw new TrustListError('doctype', 'the file declares a document type');
  return text;
}

/** Parses XML. Throws `not_xml`. */
export function parseXml(text: string): Document {
  try {
    return new DOMParser({ onError: onErrorStopParsing }).parseFromString(text, 'text/xml');
  } catch (cause) {
    throw new TrustListError('not_xml', 'the file is not well-formed XML', { cause });
  }
}

/** Returns child elements with the given name in a namespace. */
export function children(parent: Element, namespace: string, name: string): Element[] {
  const found: Element[] = [];
  for (let node = parent.firstChild; node !== null; node = node.nextSibling)
    if (isElement(node) && node.localName === name && node.namespaceURI === namespace) found.push(node);
  return found;
}

const isElement = (node: { nodeType: number }): node is Element => node.nodeType === 1;

/** Returns the elements at the end of a path of names, all in one namespace. */
export function at(parent: Element, namespace: string, ...names: readonly string[]): Element[] {
  return names.reduce<Element[]>((found, name) => found.flatMap((one) => children(one, namespace, name)), [parent]);
}

/** Returns the trimmed text of the first element at a path, or undefined if there is none. */
export function textAt(parent: Element, namespace: string, ...names: readonly string[]): string | undefined {
  return at(parent, namespace, ...names)[0]?.textContent?.trim();
}
