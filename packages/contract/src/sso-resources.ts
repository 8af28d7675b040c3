/** Single sign-on of an organization, and its verified domains (ADR 23). */
import { z } from 'zod';
import { idSchema } from './ids.ts';
import { singleLine, timestamp } from './values.ts';
import { opaque, prose, strict } from './field-class.ts';

/**
 * The firewall treats the URL as prose. The server decides whether a private address is allowed when it calls the URL
 * (`SSO_PRIVATE_HOSTS`).
 */
const httpUrl = (what: string) =>
  prose(z.string())
    .trim()
    .max(2000)
    .refine(
      (value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol),
      `must be ${what}, such as https://idp.example.com/…`,
    );

/** Labels consist of letters, digits and hyphens, as in DNS. Names in other scripts use their xn-- form. */
export const domainName = strict(z.string())
  .trim()
  .toLowerCase()
  .max(253)
  .regex(
    /^(?=.*[a-z])([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/,
    'must be a domain such as example.com',
  );

/**
 * The role that a person is given when they first sign in, either admin or member. Single sign-on never makes anyone an
 * owner.
 */
const roleMapping = z.strictObject({
  attribute: singleLine(300).meta({ description: 'SAML attribute or OpenID Connect claim that determines the role.' }),
  admin: z
    .array(singleLine(300))
    .min(1)
    .max(50)
    .meta({ description: 'Values that give a person the role `admin`. All other values give the role `member`.' }),
});
const common = {
  email_attribute: singleLine(300).nullable().default(null).meta({
    description:
      'Attribute or claim with the e-mail address. If null, the server tries the names that providers commonly use.',
  }),
  role_mapping: roleMapping.nullable().default(null),
  allowed_domains: z
    .array(domainName)
    .max(100)
    .default([])
    .meta({ description: 'E-mail domains whose addresses can sign in. If empty, all domains are allowed.' }),
  create_members: z
    .boolean()
    .default(true)
    .meta({ description: 'If true, people become members at their first sign-in.' }),
  allow_passwords: z
    .boolean()
    .default(false)
    .meta({ description: 'If true, people whose account was created by single sign-on can set a password.' }),
};
const certificate = opaque(z.string()).max(20_000);

export const ssoInput = z.discriminatedUnion('protocol', [
  z.strictObject({
    protocol: z.literal('saml'),
    metadata_xml: opaque(z.string())
      .max(262_144)
      .optional()
      .meta({ description: 'Metadata of the provider. Use it instead of `entity_id`, `sso_url` and `certificates`.' }),
    entity_id: singleLine(1024).optional(),
    sso_url: httpUrl('the sign-in URL for HTTP-Redirect').optional(),
    certificates: z
      .array(certificate)
      .min(1)
      .max(5)
      .optional()
      .meta({ description: 'Signing certificates of the provider, as PEM or base64.' }),
    sign_requests: z.boolean().default(false),
    allow_idp_initiated: z.boolean().default(false),
    subject_attribute: singleLine(300).nullable().default(null).meta({
      description:
        'Attribute with a permanent identifier of the person. If null, the server uses the NameID. Without a permanent identifier, the server confirms each sign-in by e-mail.',
    }),
    ...common,
  }),
  z.strictObject({
    protocol: z.literal('oidc'),
    issuer: httpUrl("the provider's issuer"),
    client_id: singleLine(300),
    client_secret: opaque(z.string())
      .min(1)
      .max(2000)
      .optional()
      .meta({ description: 'If omitted, the current secret is kept.' }),
    scopes: z
      .array(strict(z.string()).regex(/^[\x21\x23-\x5b\x5d-\x7e]{1,100}$/, 'must be a valid scope'))
      .max(20)
      .default(['openid', 'email', 'profile'])
      .refine((scopes) => scopes.includes('openid'), 'must include `openid`'),
    accept_unverified_email: z.boolean().default(false).meta({
      description:
        'Accepts addresses that the provider does not mark as verified (`email_verified`). Use this only for a provider that serves no other organization and assigns the addresses itself.',
    }),
    ...common,
  }),
]);
export type SsoInput = z.output<typeof ssoInput>;

const commonView = {
  login_url: z.string().meta({ description: 'URL that starts a sign-in. You can link to it from anywhere.' }),
  email_attribute: z.string().nullable(),
  role_mapping: z.object({ attribute: z.string(), admin: z.array(z.string()) }).nullable(),
  allowed_domains: z.array(z.string()),
  create_members: z.boolean(),
  allow_passwords: z.boolean(),
  updated_at: timestamp,
  last_refusal: z
    .object({ at: timestamp, reason: z.string(), message: z.string() })
    .nullable()
    .meta({ description: 'Time and reason of the latest failed sign-in.' }),
};
export const singleSignOn = z.discriminatedUnion('protocol', [
  z.object({
    protocol: z.literal('saml'),
    entity_id: z.string(),
    sso_url: z.string(),
    certificates: z.array(z.object({ subject: z.string(), fingerprint: z.string(), not_after: timestamp })),
    sign_requests: z.boolean(),
    allow_idp_initiated: z.boolean(),
    subject_attribute: z.string().nullable(),
    service_provider: z.object({ entity_id: z.string(), acs_url: z.string(), metadata_url: z.string() }),
    ...commonView,
  }),
  z.object({
    protocol: z.literal('oidc'),
    issuer: z.string(),
    client_id: z.string(),
    has_secret: z.boolean(),
    scopes: z.array(z.string()),
    accept_unverified_email: z.boolean(),
    redirect_url: z.string(),
    ...commonView,
  }),
]);
export type SingleSignOn = z.input<typeof singleSignOn>;

export const organizationDomain = z.object({
  id: idSchema('domain'),
  domain: z.string(),
  record: z
    .object({ type: z.literal('TXT'), name: z.string(), value: z.string() })
    .meta({ description: "TXT record for the domain's DNS. Do not remove it after verification." }),
  verified_at: timestamp.nullable(),
  created_at: timestamp,
});
export type OrganizationDomain = z.input<typeof organizationDomain>;
