/** Parses an identity provider's metadata (SAML metadata §2.4.3). */
import { SsoRefusal } from '../refusal.ts';
import { HTTP_REDIRECT, NS } from './names.ts';
import { attribute, childrenNamed, type Element, everyElement, named, parseStrict, plainText } from './xml.ts';

export type IdpMetadata = { entityId: string; ssoUrl: string; certificates: string[] };

export class MetadataError extends Error {
  override name = 'MetadataError';
}

/**
 * Returns the certificates as base64, unchanged. @throws MetadataError with the fault as the predicate of a sentence
 * ("holds ...")
 */
export function readIdpMetadata(text: string): IdpMetadata {
  const entity = onlyEntity(root(text));
  const entityId = attribute(entity, 'entityID');
  const [idp, ...more] = childrenNamed(entity, NS.metadata, 'IDPSSODescriptor');
  if (!entityId || !idp || more.length > 0) throw new MetadataError('does not describe exactly one identity provider');
  const ssoUrl = childrenNamed(idp, NS.metadata, 'SingleSignOnService')
    .filter((service) => attribute(service, 'Binding') === HTTP_REDIRECT)
    .map((service) => attribute(service, 'Location'))
    .find((location) => location !== undefined);
  if (ssoUrl === undefined) throw new MetadataError('contains no sign-in URL for HTTP-Redirect');
  const certificates = childrenNamed(idp, NS.metadata, 'KeyDescriptor')
    .filter((key) => (attribute(key, 'use') ?? 'signing') === 'signing')
    .flatMap((key) => everyElement(key).filter((element) => named(element, NS.dsig, 'X509Certificate')))
    .map((element) => plainText(element) ?? '');
  if (certificates.length === 0) throw new MetadataError('contains no signing certificate');
  return { entityId, ssoUrl, certificates: [...new Set(certificates.map((text) => text.replace(/\s+/g, '')))] };
}

function root(text: string): Element {
  try {
    // Comments are removed. They are common and harmless, because the file comes from an administrator and is read only
    // once.
    return parseStrict(withoutComments(text).trim());
  } catch (error) {
    if (!(error instanceof SsoRefusal)) throw error;
    throw new MetadataError(
      error.reason === 'forbidden-markup' ? 'contains a DOCTYPE or a processing instruction' : 'is not readable XML',
    );
  }
}

/** Works in a single pass. The parser rejects a comment that does not end. */
function withoutComments(text: string): string {
  const kept: string[] = [];
  let from = 0;
  for (;;) {
    const start = text.indexOf('<!--', from);
    const end = start === -1 ? -1 : text.indexOf('-->', start + 4);
    kept.push(text.slice(from, end === -1 ? undefined : start));
    if (end === -1) return kept.join('');
    from = end + 3;
  }
}

function onlyEntity(element: Element): Element {
  if (named(element, NS.metadata, 'EntityDescriptor')) return element;
  const entities = named(element, NS.metadata, 'EntitiesDescriptor')
    ? childrenNamed(element, NS.metadata, 'EntityDescriptor')
    : [];
  const [entity, ...more] = entities;
  if (!entity || more.length > 0) throw new MetadataError('does not describe exactly one identity provider');
  return entity;
}
