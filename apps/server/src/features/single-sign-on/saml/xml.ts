/**
 * Parses a strict subset of XML for identity providers. Constructs that SAML never needs are refused in the text before
 * any parser runs: a DOCTYPE (entities, billion laughs), comments and CDATA (which canonicalization drops or joins, so
 * that two libraries read a signed "admin@x<!---->.evil" differently), and processing instructions.
 */
import { DOMParser, type Element, onWarningStopParsing } from '@xmldom/xmldom';
import { SsoRefusal } from '../refusal.ts';

export type { Element };

/** The maximum size of a decoded message. */
export const MAX_BYTES = 256 * 1024;
/**
 * The maximum number of elements. The response for a person with a few hundred groups has a few hundred elements with
 * at most five attributes and few different prefixes.
 */
const MAX_ELEMENTS = 2000;
const MAX_ATTRIBUTES = 32;
const MAX_ATTRIBUTES_IN_ALL = 6000;
const MAX_PREFIXES = 32;
const MAX_DEPTH = 32;
const DECLARATION =
  /^\uFEFF?\s*<\?xml\s+version=["']1\.0["'](\s+encoding=["']utf-8["'])?(\s+standalone=["'](yes|no)["'])?\s*\?>/i;
const OTHER_ENTITY = /&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[0-9a-fA-F]{1,6});)/;
/** Characters that XML 1.0 §2.2 excludes: control characters and lone surrogates, whether literal or as references. */
const NO_CHARACTER = /[^\t\n\r -\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;

/** Returns the root element. @throws SsoRefusal too-large, forbidden-markup, malformed */
export function parseStrict(text: string): Element {
  if (Buffer.byteLength(text) > MAX_BYTES) throw new SsoRefusal('too-large');
  const body = text.replace(DECLARATION, '');
  if (/<[!?]/.test(body)) throw new SsoRefusal('forbidden-markup');
  if (OTHER_ENTITY.test(body) || NO_CHARACTER.test(body) || references(body).some((code) => !isCharacter(code)))
    throw new SsoRefusal('malformed');
  refuseOversized(body);
  let root: Element | null;
  try {
    // The parser warns about text that is not well-formed, such as attributes without quotes, which another parser
    // might read differently. It also warns about U+FFFD, which is valid and occurs in garbled names. The character is
    // therefore replaced with a character reference, which causes no warning.
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
 * Refuses oversized input. Parsers and canonicalization compare an element's attributes and prefixes with each other,
 * so 55 KB can take seconds. Attributes and prefixes are therefore counted in the text, in one pass each, before any
 * parser runs.
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

/** Decodes messages from HTML forms. @throws SsoRefusal too-large, malformed */
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

/**
 * Returns the element and all elements below it, in document order.
 * @throws SsoRefusal malformed if the elements are nested too deep
 */
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

/** Returns the text of an element. Undefined if the element contains other elements. */
export function plainText(element: Element): string | undefined {
  const nodes = [...element.childNodes];
  return nodes.every((node) => node.nodeType === 3)
    ? withoutSpaceAround(nodes.map((node) => node.nodeValue ?? '').join(''))
    : undefined;
}

/**
 * Trims without a regular expression, because one for trailing white space takes quadratic time on each run of white
 * space.
 */
function withoutSpaceAround(text: string): string {
  const isSpace = (index: number): boolean => ' \t\r\n'.includes(text.charAt(index));
  let [start, end] = [0, text.length];
  while (start < end && isSpace(start)) start += 1;
  while (end > start && isSpace(end - 1)) end -= 1;
  return text.slice(start, end);
}

/** Attributes with a namespace are ignored. Undefined if the attribute is missing. */
export function attribute(element: Element, name: string): string | undefined {
  return element.hasAttribute(name) ? (element.getAttribute(name) ?? undefined) : undefined;
}
