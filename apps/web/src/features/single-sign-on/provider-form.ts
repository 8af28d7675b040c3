/** The form for an identity provider, with its initial values and its request. */
import type { RequestOf } from '@countersign/client';
import type { SingleSignOn } from './queries.ts';
import { m } from './texts.ts';

export type ProviderInput = NonNullable<RequestOf<'setSingleSignOn'>['body']>;
export type ProviderValues = {
  protocol: 'saml' | 'oidc';
  /** For SAML: whether the provider's metadata is given as one file or as its three parts. */
  by: 'metadata' | 'parts';
  metadata_xml: string;
  entity_id: string;
  sso_url: string;
  certificate: string;
  sign_requests: boolean;
  allow_idp_initiated: boolean;
  issuer: string;
  client_id: string;
  client_secret: string;
  scopes: string;
  accept_unverified_email: boolean;
  subject_attribute: string;
  email_attribute: string;
  role_attribute: string;
  role_admin: string[];
  allowed_domains: string[];
  create_members: boolean;
  allow_passwords: boolean;
};

const EMPTY: ProviderValues = {
  protocol: 'saml',
  by: 'metadata',
  metadata_xml: '',
  entity_id: '',
  sso_url: '',
  certificate: '',
  sign_requests: false,
  allow_idp_initiated: false,
  issuer: '',
  client_id: '',
  client_secret: '',
  scopes: 'openid email profile',
  accept_unverified_email: false,
  subject_attribute: '',
  email_attribute: '',
  role_attribute: '',
  role_admin: [],
  allowed_domains: [],
  create_members: true,
  allow_passwords: false,
};

export function initialValues(present: SingleSignOn | null): ProviderValues {
  if (present === null) return EMPTY;
  const common: ProviderValues = {
    ...EMPTY,
    protocol: present.protocol,
    email_attribute: present.email_attribute ?? '',
    role_attribute: present.role_mapping?.attribute ?? '',
    role_admin: present.role_mapping?.admin ?? [],
    allowed_domains: present.allowed_domains,
    create_members: present.create_members,
    allow_passwords: present.allow_passwords,
  };
  return present.protocol === 'saml'
    ? {
        ...common,
        by: 'metadata',
        entity_id: present.entity_id,
        sso_url: present.sso_url,
        sign_requests: present.sign_requests,
        allow_idp_initiated: present.allow_idp_initiated,
        subject_attribute: present.subject_attribute ?? '',
      }
    : {
        ...common,
        issuer: present.issuer,
        client_id: present.client_id,
        scopes: present.scopes.join(' '),
        accept_unverified_email: present.accept_unverified_email,
      };
}

/** Reads certificates from one PEM text. There may be several, because a provider uses two keys during a rollover. */
const certificatesIn = (text: string): string[] =>
  text.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g) ?? [text.trim()];

export function inputOf(values: ProviderValues): ProviderInput {
  const common = {
    email_attribute: values.email_attribute.trim() === '' ? null : values.email_attribute.trim(),
    role_mapping:
      values.role_attribute.trim() === '' || values.role_admin.length === 0
        ? null
        : { attribute: values.role_attribute.trim(), admin: values.role_admin },
    allowed_domains: values.allowed_domains.map((domain) => domain.trim().toLowerCase()),
    create_members: values.create_members,
    allow_passwords: values.allow_passwords,
  };
  if (values.protocol === 'oidc') {
    return {
      protocol: 'oidc',
      issuer: values.issuer.trim(),
      client_id: values.client_id.trim(),
      scopes: values.scopes.split(/\s+/).filter(Boolean),
      accept_unverified_email: values.accept_unverified_email,
      ...(values.client_secret === '' ? {} : { client_secret: values.client_secret }),
      ...common,
    };
  }
  return {
    protocol: 'saml',
    sign_requests: values.sign_requests,
    allow_idp_initiated: values.allow_idp_initiated,
    subject_attribute: values.subject_attribute.trim() === '' ? null : values.subject_attribute.trim(),
    ...(values.by === 'metadata'
      ? { metadata_xml: values.metadata_xml }
      : {
          entity_id: values.entity_id.trim(),
          sso_url: values.sso_url.trim(),
          certificates: certificatesIn(values.certificate),
        }),
    ...common,
  };
}

/**
 * Returns the values that are definitely missing. The server checks the rest. `present` means that a secret is already
 * stored.
 */
export function faultsOf(values: ProviderValues, present: SingleSignOn | null): Record<string, string> {
  const needed: (readonly [keyof ProviderValues, string])[] =
    values.protocol === 'oidc'
      ? [
          ['issuer', m.providerForm.enterAddressOfProvider],
          ['client_id', m.providerForm.enterClientIdProviderGave],
        ]
      : values.by === 'metadata'
        ? [['metadata_xml', m.providerForm.pasteMetadataOfProvider]]
        : [
            ['entity_id', m.providerForm.enterEntityIdOfProvider],
            ['sso_url', m.providerForm.enterSignInAddress],
            ['certificate', m.providerForm.pasteSigningCertificateOfProvider],
          ];
  const faults = needed.filter(([name]) => String(values[name]).trim() === '');
  const secretMissing =
    values.protocol === 'oidc' && values.client_secret === '' && !(present?.protocol === 'oidc' && present.has_secret);
  return {
    ...Object.fromEntries(faults),
    ...(secretMissing ? { client_secret: m.providerForm.enterSecretProviderGave } : {}),
    ...(values.role_attribute.trim() !== '' && values.role_admin.length === 0
      ? { role_admin: m.providerForm.enterValuesForAdministrators }
      : {}),
  };
}
