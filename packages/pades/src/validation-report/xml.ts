/** Generates XML from plain nodes, with a library that escapes special characters. */
import { DOMImplementation, XMLSerializer } from '@xmldom/xmldom';
import type { Document, Element } from '@xmldom/xmldom';

export const ETSI = 'http://uri.etsi.org/19102/v1.4.1#';
export const XMLDSIG = 'http://www.w3.org/2000/09/xmldsig#';
export const XADES = 'http://uri.etsi.org/01903/v1.3.2#';

const PREFIXES: Readonly<Record<string, string>> = { [ETSI]: 'vr', [XMLDSIG]: 'ds', [XADES]: 'xades' };
const XMLNS = 'http://www.w3.org/2000/xmlns/';

export interface Node {
  readonly namespace: string;
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly content: string | readonly Node[];
}

export function serialize(root: Node): string {
  const document = new DOMImplementation().createDocument(null, '');
  const element = build(document, root);
  for (const [namespace, prefix] of Object.entries(PREFIXES))
    element.setAttributeNS(XMLNS, `xmlns:${prefix}`, namespace);
  document.appendChild(element);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(document)}\n`;
}

function build(document: Document, { namespace, name, attributes, content }: Node): Element {
  const element = document.createElementNS(namespace, `${PREFIXES[namespace] ?? ''}:${name}`);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, writable(value));
  if (typeof content === 'string') element.appendChild(document.createTextNode(writable(content)));
  else for (const child of content) element.appendChild(build(document, child));
  return element;
}

/** XML 1.0 cannot represent some characters at all (§2.2). They are replaced with U+FFFD. */
function writable(text: string): string {
  return text.toWellFormed().replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '\u{FFFD}');
}
