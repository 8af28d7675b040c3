/**
 * XML as an identity provider may send it, and nothing more. What SAML never needs is refused in the text, before any parser
 * sees it: a DOCTYPE (entities, billion laughs), comments and CDATA (which canonicalization drops or joins, so that a signed
 * "admin@x<!---->.evil" reads differently in two libraries), processing instructions.
 */
import { DOMParser, type Element, onWarningStopParsing } from '@xmldom/xmldom';
import { SsoRefusal } from '../refusal.ts';

export type { Element };

/** Of a message, decoded. */
export const MAX_BYTES = 256 * 1024;
/** A few hundred groups of a person are a few hundred elements of at most five attributes, with the same few prefixes. */
const MAX_ELEMENTS = 2000;
const MAX_ATTRIBUTES = 32;
const MAX_ATTRIBUTES_IN_ALL = 6000;
const MAX_PREFIXES = 32;
const MAX_DEPTH = 32;
const DECLARATION =
  /^\uFEFF?\s*<\?xml\s+version=["']1\.0["'](\s+encoding=["']utf-8["'])?(\s+standalone=["'](yes|no)["'])?\s*\?>/i;
const OTHER_ENTITY = /&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[0-9a-fA-F]{1,6});)/;
/** XML 1.0 §2.2: no control characters, no halves of surrogate pairs, whether they are written out or as references. */
const NO_CHARACTER = /[^\t\n\r -\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;

/** The root. @throws SsoRefusal too-large, forbidden-markup, malformed */
export function parseStrict(text: string): Element {
  if (Buffer.byteLength(text) > MAX_BYTES) throw new SsoRefusal('too-large');
  const body = text.replace(DECLARATION, '');
  if (/<[!?]/.test(body)) throw new SsoRefusal('forbidden-markup');
  if (OTHER_ENTITY.test(body) || NO_CHARACTER.test(body) || references(body).some((code) => !isCharacter(code)))
    throw new SsoRefusal('malformed');
  refuseOversized(body);
  let root: Element | null;
  try {
    // Its warnings are about what is not well-formed (attributes without quotes): the next parser might read it otherwise. All but
    // the one about U+FFFD, which is a character like others, and garbled names have it; as a reference it is not warned of.
    root = new DOMParser({ onError: onWarningStopParsing }).parseFromString(
      body.replaceAll('\uFFFD', '&#xFFFD;'),
      'text/xml',
    ).documentElement;
  } catch (cause) {
    throw new SsoRefusal('malformed', { cause });
  }
  if (!root) throw new SsoRefusal('malformed');
  return root;
}

/**
 * Parsers and canonicalization compare an element's attributes and the prefixes in scope with each other, so that 55 KB can keep
 * them busy for seconds. All of it is counted in the text, each in one pass, before any of them sees it.
 */
function refuseOversized(body: string): void {
  const tags = body.split('<').slice(1);
  const isOversized =
    tags.filter((tag) => !tag.startsWith('/')).length > MAX_ELEMENTS ||
    countOf(body, /=[ \t\r\n]*["']/g) > MAX_ATTRIBUTES_IN_ALL ||
    tags.some((tag) => countOf(tag, /=[ \t\r\n]*["']/g) > MAX_ATTRIBUTES) ||
    new Set(body.match(/xmlns:[^\s=]*/g)).size > MAX_PREFIXES;
  if (isOversized) throw new SsoRefusal('too-large');
}
const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

const references = (text: string): number[] =>
  [...text.matchAll(/&#(?:x([0-9a-fA-F]+)|(\d+));/g)].map(([, hex, decimal]) =>
    hex === undefined ? Number(decimal) : Number.parseInt(hex, 16),
  );
const isCharacter = (code: number): boolean => code <= 0x10_ff_ff && !NO_CHARACTER.test(String.fromCodePoint(code));

/** Base64 as HTML forms carry it, to text. @throws SsoRefusal too-large, malformed */
export function decodeMessage(encoded: string): string {
  if (encoded.length > (MAX_BYTES * 4) / 3 + 16_384) throw new SsoRefusal('too-large');
  const compact = encoded.replace(/[\r\n\t ]+/g, '');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(compact)) throw new SsoRefusal('malformed');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(compact, 'base64'));
  } catch (cause) {
    throw new SsoRefusal('malformed', { cause });
  }
}

export function childrenOf(element: Element): Element[] {
  return [...element.childNodes].filter((node): node is Element => node.nodeType === 1);
}

export function named(element: Element, namespace: string, localName: string): boolean {
  return element.localName === localName && element.namespaceURI === namespace;
}

export function childrenNamed(element: Element, namespace: string, localName: string): Element[] {
  return childrenOf(element).filter((child) => named(child, namespace, localName));
}

/** The element and all below it, in document order. @throws SsoRefusal malformed when they nest too deep */
export function everyElement(root: Element): Element[] {
  const found: Element[] = [];
  const visit = (element: Element, depth: number): void => {
    if (depth > MAX_DEPTH) throw new SsoRefusal('malformed');
    found.push(element);
    for (const child of childrenOf(element)) visit(child, depth + 1);
  };
  visit(root, 0);
  return found;
}

/** The text of an element that holds text and nothing else, without the white space (of XML) around it. Undefined for one with elements in it. */
export function plainText(element: Element): string | undefined {
  const nodes = [...element.childNodes];
  return nodes.every((node) => node.nodeType === 3)
    ? withoutSpaceAround(nodes.map((node) => node.nodeValue ?? '').join(''))
    : undefined;
}

/** By hand: a regular expression for the end of a text looks at each run of white space as often as it is long. */
function withoutSpaceAround(text: string): string {
  const isSpace = (index: number): boolean => ' \t\r\n'.includes(text.charAt(index));
  let [start, end] = [0, text.length];
  while (start < end && isSpace(start)) start += 1;
  while (end > start && isSpace(end - 1)) end -= 1;
  return text.slice(start, end);
}

/** An attribute without a namespace; undefined when it is not there. */
export function attribute(element: Element, name: string): string | undefined {
  return element.hasAttribute(name) ? (element.getAttribute(name) ?? undefined) : undefined;
}
