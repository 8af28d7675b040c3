/** The stored single sign-on settings, and which of them determine whom the service trusts. */
import type { SsoInput } from '@countersign/contract';
import {
  type Certificate,
  fromPem,
  MIN_RSA_BITS,
  parseCertificate,
  PkiError,
  readPublicKey,
  toPem,
} from '@countersign/pki';
import { invalid } from '../../platform/errors.ts';
import { sharedIssuer } from './issuers.ts';
import { MetadataError, readIdpMetadata } from './saml/metadata.ts';

type SamlInput = Extract<SsoInput, { protocol: 'saml' }>;
type OidcInput = Extract<SsoInput, { protocol: 'oidc' }>;
export type CommonSettings = Pick<
  SsoInput,
  'email_attribute' | 'role_mapping' | 'allowed_domains' | 'create_members'
> & {
  /** Missing in older settings, like the other optional properties of this type. */
  allow_passwords?: boolean;
};
export type SamlSettings = CommonSettings & {
  protocol: 'saml';
  entity_id: string;
  sso_url: string;
  /** The certificates, each as a separate PEM string. */
  certificates: string[];
  sign_requests: boolean;
  allow_idp_initiated: boolean;
  subject_attribute?: string | null;
};
export type OidcSettings = CommonSettings & {
  protocol: 'oidc';
  issuer: string;
  client_id: string;
  scopes: string[];
  accept_unverified_email?: boolean;
};
export type StoredSettings = SamlSettings | OidcSettings;

/** @throws ValidationError that names the invalid member */
export function readSettings(input: SsoInput, allowsHttp: (url: URL) => boolean): StoredSettings {
  return input.protocol === 'saml' ? samlSettings(input, allowsHttp) : oidcSettings(input, allowsHttp);
}

function samlSettings(input: SamlInput, allowsHttp: (url: URL) => boolean): SamlSettings {
  const { metadata_xml: metadata, entity_id: entityId, sso_url: ssoUrl, certificates, ...rest } = input;
  const isSpelled = entityId !== undefined || ssoUrl !== undefined || certificates !== undefined;
  if (metadata !== undefined) {
    if (isSpelled)
      throw invalid(
        'metadata_xml',
        'cannot be combined with `entity_id`, `sso_url` and `certificates`, which it replaces',
      );
    const read = fromMetadata(metadata);
    checkAddress('metadata_xml', read.ssoUrl, allowsHttp);
    return {
      ...rest,
      entity_id: read.entityId,
      sso_url: read.ssoUrl,
      certificates: pems(read.certificates, () => 'metadata_xml'),
    };
  }
  if (entityId === undefined) throw invalid('entity_id', 'is required unless `metadata_xml` is set');
  if (ssoUrl === undefined) throw invalid('sso_url', 'is required unless `metadata_xml` is set');
  if (certificates === undefined) throw invalid('certificates', 'is required unless `metadata_xml` is set');
  checkAddress('sso_url', ssoUrl, allowsHttp);
  return {
    ...rest,
    entity_id: entityId,
    sso_url: ssoUrl,
    certificates: pems(certificates, (index) => `certificates[${index}]`),
  };
}

function fromMetadata(text: string) {
  try {
    return readIdpMetadata(text);
  } catch (error) {
    if (error instanceof MetadataError) throw invalid('metadata_xml', error.message, 'unreadable_metadata');
    throw error;
  }
}

function oidcSettings({ client_secret: _, ...input }: OidcInput, allowsHttp: (url: URL) => boolean): OidcSettings {
  checkAddress('issuer', input.issuer, allowsHttp);
  const shared = sharedIssuer(input.issuer);
  if (shared !== undefined) throw invalid('issuer', shared, 'shared_issuer');
  // The issuer is compared exactly (OpenID Connect Core §3.1.3.7), so it is stored as given.
  return input;
}

function checkAddress(field: string, address: string, allowsHttp: (url: URL) => boolean): void {
  if (!URL.canParse(address)) throw invalid(field, 'contains an invalid URL');
  const url = new URL(address);
  if (url.username !== '' || url.password !== '' || url.hash !== '')
    throw invalid(field, 'must not contain a user name, a password or a fragment');
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && allowsHttp(url)))
    throw invalid(field, 'must start with https://');
}

const MAX_CERTIFICATES = 5;

function pems(texts: readonly string[], field: (index: number) => string): string[] {
  if (texts.length > MAX_CERTIFICATES) throw invalid(field(0), `contains more than ${MAX_CERTIFICATES} certificates`);
  return texts.map((text, index) => {
    try {
      const pem = text.includes('-----BEGIN')
        ? text
        : `-----BEGIN CERTIFICATE-----\n${text.trim()}\n-----END CERTIFICATE-----`;
      const [der, ...more] = fromPem('CERTIFICATE', pem);
      if (!der || more.length > 0) throw invalid(field(index), 'must be a single certificate');
      const key = readPublicKey(parseCertificate(der).spki);
      if (key.type !== 'rsa' || key.bits < MIN_RSA_BITS)
        throw invalid(field(index), `must have an RSA key of at least ${MIN_RSA_BITS} bits`, 'unsupported_key');
      return toPem('CERTIFICATE', der);
    } catch (error) {
      if (error instanceof PkiError)
        throw invalid(field(index), 'is not a readable certificate', 'unreadable_certificate');
      throw error;
    }
  });
}

/** Null if the protocol's own identifier identifies the person. */
export function subjectAttributeOf(settings: StoredSettings): string | null {
  return settings.protocol === 'saml' ? (settings.subject_attribute ?? null) : null;
}

export function certificatesOf({ certificates }: SamlSettings): Certificate[] {
  return certificates.map((pem) => parseCertificate(fromPem('CERTIFICATE', pem)[0] ?? Buffer.alloc(0)));
}

/** True if the new settings trust a different provider, or identify people by a different attribute. */
export function changesTrust(before: StoredSettings, after: StoredSettings): boolean {
  return JSON.stringify(trustOf(before)) !== JSON.stringify(trustOf(after));
}

function trustOf(settings: StoredSettings): unknown[] {
  const { protocol, email_attribute: email } = settings;
  return settings.protocol === 'saml'
    ? [protocol, email, settings.entity_id, settings.certificates, settings.subject_attribute ?? null]
    : [protocol, email, settings.issuer, settings.client_id, settings.accept_unverified_email ?? false];
}
