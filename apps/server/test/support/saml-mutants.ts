/**
 * Generates the ways in which a SAML response can be changed between the identity provider and us. Each element and
 * attribute is removed, duplicated, moved to every other position and renamed, and each value is changed. The signature
 * refers to another element, or is created with another algorithm or key. The signed part is wrapped in every position
 * (XSW). The bytes are cut or encoded differently.
 */
import { type BinaryLike, createHmac, type KeyLike } from 'node:crypto';
import { DOMParser, type Element, XMLSerializer } from '@xmldom/xmldom';
import { type SignatureAlgorithm, SignedXml } from 'xml-crypto';

export type Mutant = {
  /** The kind of change. */
  kind: string;
  /** The changed element or attribute, by its path. */
  at: string;
  /** The form field that contains the changed response. Undefined if the change has no effect on the response. */
  encoded: () => string | undefined;
};
export type Attacker = {
  /** The person whom the attacker tries to impersonate. */
  victim: string;
  keyPem: string;
  certificatePem: string;
  /** The identity provider's certificate, which anyone can read in the metadata. */
  providerCertificatePem: string;
};

const NS = {
  protocol: 'urn:oasis:names:tc:SAML:2.0:protocol',
  assertion: 'urn:oasis:names:tc:SAML:2.0:assertion',
  dsig: 'http://www.w3.org/2000/09/xmldsig#',
  xenc: 'http://www.w3.org/2001/04/xmlenc#',
} as const;
const C14N = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const ENVELOPED = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';
const ALGORITHMS = [
  'http://www.w3.org/2000/09/xmldsig#rsa-sha1',
  'http://www.w3.org/2000/09/xmldsig#dsa-sha1',
  'http://www.w3.org/2000/09/xmldsig#hmac-sha1',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-md5',
  'http://www.w3.org/2001/04/xmldsig-more#hmac-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256',
  'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
  'http://www.w3.org/2000/09/xmldsig#sha1',
  'http://www.w3.org/2001/04/xmldsig-more#md5',
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmlenc#sha512',
  'http://www.w3.org/TR/2001/REC-xml-c14n-20010315',
  'http://www.w3.org/TR/2001/REC-xml-c14n-20010315#WithComments',
  'http://www.w3.org/2001/10/xml-exc-c14n#WithComments',
  C14N,
  ENVELOPED,
  'http://www.w3.org/2000/09/xmldsig#base64',
  'http://www.w3.org/TR/1999/REC-xpath-19991116',
  'http://www.w3.org/2002/06/xmldsig-filter2',
  'http://www.w3.org/TR/1999/REC-xslt-19991116',
  'http://www.w3.org/2001/04/xmlenc#tripledes-cbc',
  'http://www.w3.org/2001/04/xmlenc#rsa-1_5',
  'http://www.w3.org/2009/xmlenc11#rsa-oaep',
  'none',
  '',
] as const;
const EXTRA_TRANSFORMS = [
  '<ds:Transform Algorithm="http://www.w3.org/TR/1999/REC-xpath-19991116"><ds:XPath>not(ancestor-or-self::saml:Subject)</ds:XPath></ds:Transform>',
  '<ds:Transform Algorithm="http://www.w3.org/TR/1999/REC-xslt-19991116"><xsl:stylesheet xmlns:xsl="http://www.w3.org/1999/XSL/Transform" version="1.0"/></ds:Transform>',
  '<ds:Transform Algorithm="http://www.w3.org/2000/09/xmldsig#base64"/>',
  '<ds:Transform Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#WithComments"/>',
  `<ds:Transform Algorithm="${C14N}"/>`,
];

const encode = (text: string | Buffer): string => Buffer.from(text).toString('base64');

/** Yields all mutants, always in the same order. Each mutant is created when it is requested. */
export function* mutants(xml: string, attacker: Attacker): Generator<Mutant> {
  const changes = [
    changedTexts(xml, attacker.victim),
    changedTrees(xml),
    moved(xml),
    wrapped(xml, attacker.victim),
    signedAnew(xml, attacker),
  ];
  for (const some of changes)
    for (const { kind, at, text } of some) {
      const encoded = (): string | undefined => {
        const changed = text();
        return changed === undefined || changed === xml ? undefined : encode(changed);
      };
      yield { kind, at, encoded };
    }
  yield* otherBytes(xml);
}

type Changed = { kind: string; at: string; text: () => string | undefined };

// The code below changes values in the XML text, because a serializer would normalize some of the changes.

type Value = { at: string; name: string; isText: boolean; start: number; end: number; value: string };

/** Returns every attribute and every text node with its position in the XML. */
function valuesOf(xml: string): Value[] {
  const found: Value[] = [];
  const stack: string[] = [];
  let textStart = 0;
  for (const tag of xml.matchAll(/<(\/?)([\w:.-]+)((?:\s+[\w:.-]+="[^"]*")*)\s*(\/?)>/g)) {
    const [whole, isEnd, name = '', attributes = '', isEmpty] = tag;
    const text = xml.slice(textStart, tag.index);
    if (text.trim() !== '')
      found.push({ at: stack.join('/'), name: '', isText: true, start: textStart, end: tag.index, value: text });
    textStart = tag.index + whole.length;
    if (isEnd) {
      stack.pop();
      continue;
    }
    stack.push(name.replace(/^.*:/, ''));
    const offset = tag.index + 1 + name.length;
    for (const attribute of attributes.matchAll(/\s+([\w:.-]+)="([^"]*)"/g)) {
      const [match, attributeName = '', value = ''] = attribute;
      const end = offset + attribute.index + match.length - 1;
      const at = `${stack.join('/')}/@${attributeName}`;
      found.push({ at, name: attributeName, isText: false, start: end - value.length, end, value });
    }
    if (isEmpty) stack.pop();
  }
  return found;
}

const middle = (text: string, more: string): string =>
  text.slice(0, Math.ceil(text.length / 2)) + more + text.slice(Math.ceil(text.length / 2));

/** The changes that apply to both text nodes and attributes. */
const VALUE_CHANGES: readonly [string, (value: string) => string][] = [
  ['emptied', () => ''],
  ['in capitals', (value) => value.toUpperCase()],
  ['in small letters', (value) => value.toLowerCase()],
  ['a space before', (value) => ` ${value}`],
  ['a space behind', (value) => `${value} `],
  ['a line break behind', (value) => `${value}\n`],
  ['a line break in the middle', (value) => middle(value, '\n')],
  ['a carriage return in the middle', (value) => middle(value, '\r')],
  ['a no-break space behind', (value) => `${value}\u00A0`],
  ['a zero-width space in the middle', (value) => middle(value, '\u200B')],
  ['a null character in the middle', (value) => middle(value, '\0')],
  ['a null reference in the middle', (value) => middle(value, '&#0;')],
  ['a surrogate reference in the middle', (value) => middle(value, '&#xD800;')],
  ['the first character as a reference', (value) => `&#${value.charCodeAt(0)};${value.slice(1)}`],
  [
    'the first character as a hexadecimal reference',
    (value) => `&#x${value.charCodeAt(0).toString(16)};${value.slice(1)}`,
  ],
  ['an entity that nobody declared', (value) => middle(value, '&x;')],
  ['an ampersand behind', (value) => `${value}&`],
  ['cut by one', (value) => value.slice(0, -1)],
  ['one more character', (value) => `${value}x`],
  ['twice', (value) => value + value],
];
const TEXT_CHANGES: readonly [string, (value: string) => string][] = [
  ['a comment in the middle', (value) => middle(value, '<!---->')],
  ['a comment behind', (value) => `${value}<!-- -->`],
  ['a processing instruction in the middle', (value) => middle(value, '<?x y?>')],
  ['as a CDATA section', (value) => `<![CDATA[${value}]]>`],
  ['half of it as a CDATA section', (value) => `${middle(value, '<![CDATA[')}]]>`],
  ['an empty CDATA section behind', (value) => `${value}<![CDATA[]]>`],
  ['an element in the middle', (value) => middle(value, '<x/>')],
  ['the end of a CDATA section behind', (value) => `${value}]]>`],
];
const ATTRIBUTE_CHANGES: readonly [string, (value: string) => string][] = [
  ['a less-than sign in the middle', (value) => middle(value, '<')],
  ['a tab before', (value) => `\t${value}`],
  ['a tab reference before', (value) => `&#9;${value}`],
];

function* changedTexts(xml: string, victim: string): Generator<Changed> {
  const values = valuesOf(xml);
  const ids = values.filter(({ name }) => name === 'ID').map(({ value }) => value);
  for (const one of values) {
    const put = (kind: string, value: string): Changed => ({
      kind,
      at: one.at,
      text: () => xml.slice(0, one.start) + value + xml.slice(one.end),
    });
    for (const [kind, change] of [...VALUE_CHANGES, ...(one.isText ? TEXT_CHANGES : ATTRIBUTE_CHANGES)])
      yield put(`value: ${kind}`, change(one.value));
    if (one.isText) yield put('value: the victim', victim);
    else yield* changedAttribute(xml, one, put);
    if (one.name === 'ID') for (const id of ids) yield put('value: the id of another', id);
    if (one.name === 'Algorithm') for (const algorithm of ALGORITHMS) yield put('value: another algorithm', algorithm);
    if (one.name === 'URI')
      for (const uri of [
        ...ids.map((id) => `#${id}`),
        ...ids,
        '#',
        '#xpointer(/)',
        `#xpointer(id('${ids.at(-1)}'))`,
        'https://evil.example/assertion.xml',
        'file:///etc/passwd',
        `#${ids.at(-1)}' or '1'='1`,
      ])
        yield put('value: another reference', uri);
  }
  for (const [index, more] of EXTRA_TRANSFORMS.entries())
    for (const place of xml.matchAll(/<ds:Transform /g))
      yield {
        kind: 'a transform more',
        at: `${index}`,
        text: () => xml.slice(0, place.index) + more + xml.slice(place.index),
      };
  for (const place of xml.matchAll(/(<ds:Transform [^>]*\/>)(<ds:Transform [^>]*\/>)/g))
    yield {
      kind: 'transforms in the other order',
      at: 'Transforms',
      text: () => xml.replace(place[0], `${place[2]}${place[1]}`),
    };
}

function* changedAttribute(xml: string, one: Value, put: (kind: string, value: string) => Changed): Generator<Changed> {
  const { at, name, start, end, value } = one;
  const from = start - name.length - 2;
  const whole = (kind: string, text: string): Changed => ({
    kind,
    at,
    text: () => xml.slice(0, from) + text + xml.slice(end + 1),
  });
  const quoted = `="${value}"`;
  yield whole('attribute removed', '');
  yield whole('attribute twice', `${name}${quoted} ${name}${quoted}`);
  yield whole('attribute in small letters', `${name.toLowerCase()}${quoted}`);
  yield whole('attribute renamed', `${name}x${quoted}`);
  yield whole('attribute in a namespace', `x:${name}${quoted} xmlns:x="urn:x"`);
  yield whole('attribute also in a namespace', `${name}${quoted} x:${name}="evil" xmlns:x="urn:x"`);
  yield whole('attribute in single quotes', `${name}='${value}'`);
  yield whole('attribute without quotes', `${name}=${value}`);
  yield put('value: another attribute of the same tag', `${value}" X="y`);
}

// The code below changes elements in the parsed tree.

function parse(text: string): Element {
  const root = new DOMParser().parseFromString(text, 'text/xml').documentElement;
  if (!root) throw new Error('There is no response.');
  return root;
}
function everyElement(root: Element): Element[] {
  const children = [...root.childNodes].filter((node): node is Element => node.nodeType === 1);
  return [root, ...children.flatMap(everyElement)];
}
function pathOf(element: Element): string {
  const parent = element.parentNode;
  const isRoot = parent?.nodeType !== 1;
  return `${isRoot ? '' : `${pathOf(parent as Element)}/`}${element.localName ?? ''}`;
}
const serialized = (root: Element): string => new XMLSerializer().serializeToString(root);
function made(root: Element, namespace: string, name: string): Element {
  if (!root.ownerDocument) throw new Error('There is no document.');
  return root.ownerDocument.createElementNS(namespace, name);
}
function named(root: Element, localName: string): Element {
  const found = everyElement(root).find((element) => element.localName === localName);
  if (!found) throw new Error(`no ${localName}`);
  return found;
}
const copyOf = (element: Element): Element => element.cloneNode(true) as Element;

function rename(root: Element, element: Element, namespace: string, name: string): void {
  const other = made(root, namespace, name);
  for (const { name: key, value } of element.attributes) other.setAttribute(key, value);
  while (element.firstChild) other.appendChild(element.firstChild);
  element.parentNode?.replaceChild(other, element);
}
const prefixed = ({ prefix }: Element, localName: string): string => (prefix ? `${prefix}:${localName}` : localName);

function put(parent: Element, child: Element, place: 'first' | 'last'): void {
  child.parentNode?.removeChild(child);
  parent.insertBefore(child, place === 'first' ? parent.firstChild : null);
}
function around(root: Element, element: Element, depth: number): void {
  for (let level = 0; level < depth; level += 1) {
    const wrapper = made(root, 'urn:x', 'x:x');
    element.parentNode?.replaceChild(wrapper, element);
    wrapper.appendChild(element);
  }
}

const signatureOf = (root: Element) => everyElement(root).find(({ localName }) => localName === 'Signature');

/** Returns the parent element, or undefined for the root. `otherBytes` changes the content outside the root. */
function parentOf({ parentNode }: Element): Element | undefined {
  return parentNode?.nodeType === 1 ? (parentNode as Element) : undefined;
}

type TreeChange = [kind: string, change: (element: Element, root: Element) => unknown];
const TREE_CHANGES: readonly TreeChange[] = [
  ['element removed', (element) => parentOf(element)?.removeChild(element)],
  ['element emptied', (element) => void (element.textContent = '')],
  ['element doubled before it', (element) => parentOf(element)?.insertBefore(copyOf(element), element)],
  ['element doubled behind it', (element) => parentOf(element)?.insertBefore(copyOf(element), element.nextSibling)],
  ['element doubled within it', (element) => put(element, copyOf(element), 'first')],
  ['element doubled behind the end', (element, root) => put(root, copyOf(element), 'last')],
  [
    'element doubled in Extensions',
    (element, root) => {
      const extensions = made(root, NS.protocol, 'samlp:Extensions');
      extensions.appendChild(copyOf(element));
      put(root, extensions, 'first');
    },
  ],
  [
    'element doubled in an Object of the signature',
    (element, root) => {
      const object = made(root, NS.dsig, 'ds:Object');
      object.appendChild(copyOf(element));
      signatureOf(root)?.appendChild(object);
    },
  ],
  [
    'element doubled in KeyInfo',
    (element, root) => {
      const info = made(root, NS.dsig, 'ds:KeyInfo');
      info.appendChild(copyOf(element));
      signatureOf(root)?.appendChild(info);
    },
  ],
  ['element within another', (element, root) => around(root, element, 1)],
  ['element twenty deep', (element, root) => around(root, element, 20)],
  ['element a hundred deep', (element, root) => around(root, element, 100)],
  [
    'element renamed',
    (element, root) => rename(root, element, element.namespaceURI ?? '', prefixed(element, `${element.localName}x`)),
  ],
  [
    'element in small letters',
    (element, root) =>
      rename(root, element, element.namespaceURI ?? '', prefixed(element, (element.localName ?? '').toLowerCase())),
  ],
  ['element of no namespace', (element, root) => rename(root, element, '', element.localName ?? '')],
  [
    'element of another prefix',
    (element, root) => rename(root, element, element.namespaceURI ?? '', `y:${element.localName}`),
  ],
  ...Object.entries({ ...NS, unknown: 'urn:x' }).map(([name, namespace]): TreeChange => [
    `element of the namespace ${name}`,
    (element, root) => {
      if (element.namespaceURI !== namespace) rename(root, element, namespace, `z:${element.localName}`);
    },
  ]),
  [
    'element behind the next one',
    (element) => {
      const next = element.nextSibling;
      if (next) parentOf(element)?.insertBefore(next, element);
    },
  ],
  ...['ID', 'Id', 'id', 'xml:id'].map((name): TreeChange => [
    `attribute ${name} added`,
    (element) => void (element.hasAttribute(name) || element.setAttribute(name, '_added')),
  ]),
  ['id of the assertion added', (element, root) => element.setAttribute('Id', signedIds(root).at(-1) ?? '')],
  ['id of the response added', (element, root) => element.setAttribute('xml:id', signedIds(root)[0] ?? '')],
  ['attribute added', (element) => element.setAttribute('X', 'y')],
  ['language added', (element) => element.setAttribute('xml:lang', 'en')],
  ['base address added', (element) => element.setAttribute('xml:base', 'https://evil.example/')],
  ['type added', (element) => element.setAttributeNS('http://www.w3.org/2001/XMLSchema-instance', 'xsi:type', 'x')],
  ['prefix declared', (element) => element.setAttribute('xmlns:unused', 'urn:x')],
  ['prefix of SAML declared for something else', (element) => element.setAttribute('xmlns:saml', 'urn:x')],
  ['white space before', (element) => parentOf(element)?.insertBefore(textOf(element, '\n  '), element)],
  ['text before', (element) => parentOf(element)?.insertBefore(textOf(element, 'x'), element)],
];
function textOf({ ownerDocument }: Element, text: string) {
  if (!ownerDocument) throw new Error('There is no document.');
  return ownerDocument.createTextNode(text);
}
const signedIds = (root: Element): string[] =>
  everyElement(root)
    .flatMap((element) => element.getAttribute('ID') ?? [])
    .filter((id) => id !== '');

function* changedTrees(xml: string): Generator<Changed> {
  for (const [index, at] of everyElement(parse(xml)).map(pathOf).entries())
    for (const [kind, change] of TREE_CHANGES) {
      const text = (): string => {
        const { root, element } = pick(xml, index);
        change(element, root);
        // The change may have moved the root into another element.
        return serialized(element.ownerDocument?.documentElement ?? root);
      };
      yield { kind, at, text };
    }
}

function* moved(xml: string): Generator<Changed> {
  const paths = everyElement(parse(xml)).map(pathOf);
  for (const [index, at] of paths.entries())
    for (const [to, parentPath] of paths.entries())
      for (const place of ['first', 'last'] as const) {
        const text = (): string | undefined => {
          const { root, element } = pick(xml, index);
          const parent = everyElement(root)[to];
          if (!parent || everyElement(element).includes(parent)) return undefined;
          put(parent, element, place);
          return serialized(root);
        };
        yield { kind: `element moved, ${place} in ${parentPath}`, at, text };
      }
}

function pick(xml: string, index: number): { root: Element; element: Element } {
  const root = parse(xml);
  const element = everyElement(root)[index];
  if (!element) throw new Error('There is no such element.');
  return { root, element };
}

// The code below places the signed part, complete and unchanged, in every position of a forged message.

type Forgery = { id: 'same' | 'other' | 'none'; signature: 'with the signed one' | 'in the forged one' | 'in both' };

function* wrapped(xml: string, victim: string): Generator<Changed> {
  const elements = everyElement(parse(xml));
  for (const name of ['Response', 'Assertion', 'EncryptedAssertion']) {
    if (!elements.some(({ localName }) => localName === name)) continue;
    for (const id of ['same', 'other', 'none'] as const)
      for (const signature of ['with the signed one', 'in the forged one', 'in both'] as const)
        for (const place of ['first', 'last'] as const)
          for (const index of elements.keys()) {
            const made = () => forge(xml, name, victim, { id, signature });
            const kind = `wrapped: ${name}, id ${id}, signature ${signature}`;
            const at = `${place} in element ${index}`;
            yield { kind, at, text: () => within(made(), index, place) };
            yield { kind: `${kind}, inside out`, at, text: () => beside(made(), index, place) };
          }
  }
}

type Forged = { root: Element; original: Element; forged: Element };

/** Replaces the signed assertion with the forged one, and moves the signed one into the forged message. */
function within({ root, original, forged }: Forged, index: number, place: 'first' | 'last'): string | undefined {
  parentOf(original)?.replaceChild(forged, original);
  const frame = root === original ? forged : root;
  const parent = everyElement(frame)[index];
  if (!parent) return undefined;
  put(parent, original, place);
  return serialized(frame);
}

/** Inserts the forged assertion at a position in the signed message. */
function beside({ root, forged }: Forged, index: number, place: 'first' | 'last'): string | undefined {
  const parent = everyElement(root)[index];
  if (!parent) return undefined;
  put(parent, forged, place);
  return serialized(root);
}

function forge(xml: string, name: string, victim: string, { id, signature }: Forgery): Forged {
  const root = parse(xml);
  const original = named(root, name);
  const forged = copyOf(original);
  for (const element of everyElement(forged)) if (element.localName === 'NameID') element.textContent = victim;
  if (id === 'other') forged.setAttribute('ID', '_forged');
  if (id === 'none') forged.removeAttribute('ID');
  const ownSignature = (element: Element) =>
    [...element.childNodes].find((node): node is Element => (node as Element).localName === 'Signature');
  if (signature !== 'in both') {
    const unsigned = signature === 'in the forged one' ? original : forged;
    const surplus = ownSignature(unsigned);
    if (surplus) unsigned.removeChild(surplus);
  }
  return { root, original, forged };
}

// The code below signs a forged message with another key.

function* signedAnew(xml: string, attacker: Attacker): Generator<Changed> {
  const { victim, keyPem, certificatePem, providerCertificatePem } = attacker;
  const forged = xml
    .replace(/(<saml:NameID[^>]*>)[^<]*/, `$1${victim}`)
    .replaceAll(/<ds:Signature [^]*?<\/ds:Signature>/g, '');
  const body = providerCertificatePem.replaceAll(/-----[A-Z ]+-----|\s/g, '');
  const keys: [string, string | Buffer][] = [
    ['the certificate', providerCertificatePem],
    ['the certificate, trimmed', providerCertificatePem.trim()],
    ['the base64 of the certificate', body],
    ['the bytes of the certificate', Buffer.from(body, 'base64')],
    ['nothing', 'x'],
  ];
  for (const element of ['Assertion', 'Response'].filter((name) => forged.includes(`:${name} `))) {
    for (const key of ['rsa-sha256', 'rsa-sha512'] as const) {
      const algorithm = `http://www.w3.org/2001/04/xmldsig-more#${key}`;
      for (const info of ['with', 'without'] as const) {
        const text = () => sign(forged, element, algorithm, keyPem, info === 'with' ? certificatePem : undefined);
        yield { kind: `signed by a stranger, ${info} their certificate`, at: `${element}, ${key}`, text };
      }
    }
    for (const hmac of [
      'http://www.w3.org/2000/09/xmldsig#hmac-sha1',
      'http://www.w3.org/2001/04/xmldsig-more#hmac-sha256',
      'http://www.w3.org/2001/04/xmldsig-more#hmac-sha512',
    ])
      for (const [name, key] of keys)
        yield {
          kind: `HMAC, the key is ${name}`,
          at: `${element}, ${hmac}`,
          text: () => sign(forged, element, hmac, key),
        };
  }
  yield { kind: 'no signature', at: 'Response', text: () => forged };
}

function sign(
  xml: string,
  element: string,
  signatureAlgorithm: string,
  key: string | Buffer,
  certificate?: string,
): string {
  const path = `//*[local-name(.)='${element}']`;
  const signature = new SignedXml({
    privateKey: key,
    signatureAlgorithm,
    canonicalizationAlgorithm: C14N,
    ...(certificate !== undefined && { publicCert: certificate }),
  });
  if (signatureAlgorithm.includes('hmac')) signature.SignatureAlgorithms[signatureAlgorithm] = hmac(signatureAlgorithm);
  signature.addReference({
    xpath: path,
    digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha256',
    transforms: [ENVELOPED, C14N],
  });
  signature.computeSignature(xml, {
    prefix: 'ds',
    location: { reference: `${path}/*[local-name(.)='Issuer']`, action: 'after' },
  });
  return signature.getSignedXml();
}

/** HMAC as an algorithm class for xml-crypto. Its name ends with the name of the digest. */
function hmac(name: string): new () => SignatureAlgorithm {
  return class {
    getAlgorithmName = () => name;
    getSignature = (info: BinaryLike, key: KeyLike): string =>
      createHmac(name.replace(/^.*-/, ''), key).update(info).digest('base64');
    verifySignature = (): boolean => false;
  };
}

// Yields changes to the bytes of the message.

function* otherBytes(xml: string): Generator<Mutant> {
  const encoded = encode(xml);
  for (let part = 1; part < 60; part += 1) {
    const length = Math.floor((encoded.length * part) / 60);
    yield { kind: 'base64 cut off', at: `${part}/60`, encoded: () => encoded.slice(0, length) };
    yield {
      kind: 'text cut off',
      at: `${part}/60`,
      encoded: () => encode(xml.slice(0, Math.floor((xml.length * part) / 60))),
    };
    const bytes = Buffer.from(xml);
    const place = Math.floor((bytes.length * part) / 60);
    bytes[place] = (bytes[place] ?? 0) ^ 0x01;
    yield { kind: 'a bit turned', at: `${part}/60`, encoded: () => encode(bytes) };
  }
  const wide = Buffer.from(`\uFEFF${xml}`, 'utf16le');
  const declared = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?>${xml}`;
  const others: [string, string | Buffer][] = [
    ['UTF-16, small end first', wide],
    ['UTF-16, big end first', Buffer.from(wide).swap16()],
    ['UTF-16, declared', Buffer.from(`\uFEFF${declared('utf-16')}`, 'utf16le')],
    ['UTF-8 declared as UTF-16', declared('utf-16')],
    ['UTF-8 declared as ISO 8859-1', declared('iso-8859-1')],
    ['UTF-8 declared as UTF-7', declared('utf-7')],
    ['UTF-7', xml.replaceAll('<', '+ADw-').replaceAll('>', '+AD4-')],
    ['declared as UTF-8', declared('UTF-8')],
    ['XML 1.1', `<?xml version="1.1"?>${xml}`],
    ['declared twice', `<?xml version="1.0"?>${declared('UTF-8')}`],
    ['a byte order mark', `\uFEFF${xml}`],
    ['two byte order marks', `\uFEFF\uFEFF${xml}`],
    ['white space around', `\n ${xml}\n `],
    ['text before', `x${xml}`],
    ['text behind', `${xml}x`],
    ['a null behind', `${xml}\0`],
    ['a second root', xml + xml],
    ['an element behind', `${xml}<x/>`],
    ['a comment before', `<!-- -->${xml}`],
    ['a comment behind', `${xml}<!-- -->`],
    ['a style sheet', `<?xml-stylesheet href="https://evil.example/x.xsl"?>${xml}`],
    ['a DOCTYPE', `<!DOCTYPE x>${xml}`],
    ['a DOCTYPE with ids', `<!DOCTYPE x [<!ATTLIST saml:Subject ID ID #IMPLIED>]>${xml}`],
    ['an entity', `<!DOCTYPE x [<!ENTITY e "evil">]>${xml}`],
    [
      'a file',
      `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${xml.replace('<saml:Issuer>', '<saml:Issuer>&e;')}`,
    ],
    ['an invalid byte', Buffer.concat([Buffer.from(xml), Buffer.from([0xff])])],
    ['an overlong less-than sign', Buffer.concat([Buffer.from([0xc0, 0xbc]), Buffer.from(xml.slice(1))])],
    ['nothing', ''],
  ];
  for (const [kind, bytes] of others) yield { kind: `bytes: ${kind}`, at: 'Response', encoded: () => encode(bytes) };
  const forms: [string, string][] = [
    ['twice', encode(encoded)],
    ['of URLs', Buffer.from(xml).toString('base64url')],
    ['percent-encoded', encodeURIComponent(encoded)],
    ['in lines', encoded.replaceAll(/.{76}/g, '$&\r\n')],
    ['without padding', encoded.replace(/=+$/, '')],
    ['with more padding', `${encoded}==`],
    ['with a stranger between', `${encoded.slice(0, 400)}!${encoded.slice(400)}`],
    ['none, but XML', xml],
    ['hexadecimal', Buffer.from(xml).toString('hex')],
  ];
  for (const [kind, text] of forms) yield { kind: `base64: ${kind}`, at: 'Response', encoded: () => text };
}
