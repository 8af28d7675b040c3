/** Settings that administrators choose for their organization, each with a minimum, a maximum and a default. */
import { z } from 'zod';
import { isHost, isOrigin } from './embedding.ts';
import { opaque, strict } from './field-class.ts';
import { isNetwork } from './networks.ts';
import { isOrganizationIdentifier, ORGANIZATION_IDENTIFIER_RULE } from './organization-identifier.ts';
import { LIMITS, singleLine } from './resources.ts';

/** `min` and `max` are inclusive. `initial` is the default. */
export const SETTING_BOUNDS = {
  password_min_length: { min: 8, max: 128, initial: 12 },
  session_idle_minutes: { min: 5, max: 720, initial: 30 },
  document_retention_days: { min: 30, max: 36_500, initial: 7 * 365 },
  audit_retention_days: { min: 365, max: 36_500, initial: 10 * 365 },
  user_data_retention_days: { min: 1, max: 90, initial: 30 },
  default_expiration_days: { min: 1, max: LIMITS.expirationDaysMax, initial: LIMITS.expirationDaysDefault },
} as const;
export type BoundedSetting = keyof typeof SETTING_BOUNDS;

const bounded = (name: BoundedSetting) => {
  const { min, max, initial } = SETTING_BOUNDS[name];
  return z
    .int()
    .min(min)
    .max(max)
    .meta({ description: `${min} to ${max}. Default: ${initial}.` });
};

const MAX_NETWORKS = 100;
const MAX_ORIGINS = 50;

const settings = {
  password_min_length: z.int(),
  session_idle_minutes: z.int(),
  document_retention_days: z.int(),
  audit_retention_days: z.int().meta({
    description:
      'Number of days for which audit log entries are kept. It must not be lower than the number of days for documents, because the entries are evidence for them.',
  }),
  user_data_retention_days: z.int().meta({
    description: 'Number of days for which the data of a user account is kept after the user deletes the account.',
  }),
  require_two_factor: z.boolean(),
  sso_requires_mfa: z.boolean().meta({
    description:
      'With `require_two_factor`: single sign-on works only if the identity provider confirms a second factor.',
  }),
  active_content: z
    .enum(['strip', 'refuse', 'keep'])
    .meta({ description: 'How the server treats scripts and actions in uploads.' }),
  branding_name: z.string().nullable(),
  organization_identifier: z.string().nullable().meta({
    description:
      'Registration number of the organization, for the certificate of its seal (EN 319 412-1 clause 5.1.4), such as `NTRGB-12345678`.',
  }),
  locale: z.string().nullable().meta({ description: 'Language of e-mails to people whose language is unknown.' }),
  default_expiration_days: z
    .int()
    .meta({ description: 'Days to sign for documents that are sent without `expirationDays`.' }),
  default_reminders: z.object({ everyDays: z.int(), max: z.int() }).nullable().meta({
    description: 'Reminders for documents that are sent without `reminders`. If null, there are no reminders.',
  }),
  address_book: z.boolean().meta({
    description: 'Whether members get suggestions from the recipients of their own sent documents.',
  }),
  allowed_networks: z.array(z.string()).meta({
    description:
      'IP addresses and networks (CIDR) that members and API keys can use. If empty, all networks are allowed. Signers are never restricted.',
  }),
  allowed_origins: z.array(z.string()).meta({
    description:
      'Origins of your pages that can show the signing page or the editor for drafts in a frame. If empty, no page can show them.',
  }),
  redirect_hosts: z.array(z.string()).meta({
    description: 'Hosts that the signing page can redirect to (`redirectUrl`).',
  }),
};
export const organizationSettings = z.object(settings);
export type OrganizationSettings = z.infer<typeof organizationSettings>;

export const organizationSettingsInput = z
  .strictObject({
    password_min_length: bounded('password_min_length'),
    session_idle_minutes: bounded('session_idle_minutes'),
    document_retention_days: bounded('document_retention_days'),
    audit_retention_days: bounded('audit_retention_days'),
    user_data_retention_days: bounded('user_data_retention_days'),
    require_two_factor: z.boolean(),
    sso_requires_mfa: z.boolean(),
    active_content: z.enum(['strip', 'refuse', 'keep']),
    branding_name: singleLine(120).nullable(),
    organization_identifier: strict(z.string())
      .trim()
      .max(64)
      .refine(isOrganizationIdentifier, ORGANIZATION_IDENTIFIER_RULE)
      .nullable(),
    locale: strict(z.string())
      .regex(/^[a-z]{2}(-[A-Z]{2})?$/, 'must be a language tag such as en or pt-BR')
      .nullable(),
    default_expiration_days: bounded('default_expiration_days'),
    default_reminders: z
      .strictObject({ everyDays: z.int().min(1).max(30), max: z.int().min(1).max(20).default(3) })
      .nullable(),
    address_book: z.boolean(),
    allowed_networks: z
      .array(
        strict(z.string())
          .trim()
          .max(60)
          .refine(isNetwork, 'must be an address or a network such as 203.0.113.0/24 or 2001:db8::/32'),
      )
      .max(MAX_NETWORKS),
    allowed_origins: z
      .array(
        opaque(z.string())
          .trim()
          .max(255)
          .refine(
            isOrigin,
            'must be an https origin such as https://app.example.com, in lower case and without a path. http is allowed only for localhost',
          ),
      )
      .max(MAX_ORIGINS)
      .transform((origins) => [...new Set(origins)]),
    redirect_hosts: z
      .array(
        opaque(z.string())
          .trim()
          .max(255)
          .refine(isHost, 'must be a host such as app.example.com or localhost:3000, in lower case'),
      )
      .max(MAX_ORIGINS)
      .transform((hosts) => [...new Set(hosts)]),
  })
  .partial();

const INITIAL: OrganizationSettings = {
  password_min_length: SETTING_BOUNDS.password_min_length.initial,
  session_idle_minutes: SETTING_BOUNDS.session_idle_minutes.initial,
  document_retention_days: SETTING_BOUNDS.document_retention_days.initial,
  audit_retention_days: SETTING_BOUNDS.audit_retention_days.initial,
  user_data_retention_days: SETTING_BOUNDS.user_data_retention_days.initial,
  require_two_factor: false,
  sso_requires_mfa: false,
  active_content: 'strip',
  branding_name: null,
  organization_identifier: null,
  locale: null,
  default_expiration_days: SETTING_BOUNDS.default_expiration_days.initial,
  default_reminders: null,
  address_book: false,
  allowed_networks: [],
  allowed_origins: [],
  redirect_hosts: [],
};

/**
 * `organizations.settings` stores only values that differ from the defaults. A changed default therefore applies to
 * every organization that has not set its own value.
 */
export function readSettings(stored: Partial<OrganizationSettings>): OrganizationSettings {
  return { ...INITIAL, ...stored };
}
