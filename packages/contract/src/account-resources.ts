/** People, their sessions and their organizations, as returned by the API. */
import { z } from 'zod';
import { idSchema } from './ids.ts';
import { replacedBy } from './lists.ts';
import { emailAddress, hand, role, singleLine, timestamp } from './resources.ts';
import { opaque, strict } from './field-class.ts';
import { organizationSettings } from './settings.ts';

const MAX_PASSWORD_BYTES = 1024;

/** The organization's settings determine the minimum length. The other checks are in the server's password policy. */
export const password = opaque(z.string())
  .min(1, 'must not be empty')
  .refine((value) => value.isWellFormed(), 'contains an invalid character. Encode the value as UTF-8')
  .refine(
    (value) => new TextEncoder().encode(value).length <= MAX_PASSWORD_BYTES,
    `must have at most ${MAX_PASSWORD_BYTES} bytes`,
  );

/** The token in a link from an e-mail. */
export const linkToken = opaque(z.string()).min(1).max(400);

export const page = {
  page: strict(z.string())
    .regex(/^\d{1,5}$/, 'must be a whole number of 1 or more')
    .transform(Number)
    .pipe(z.int().min(1))
    .default(1)
    .meta(replacedBy('cursor')),
  pageSize: strict(z.string())
    .regex(/^\d{1,3}$/, 'must be a whole number from 1 to 100')
    .transform(Number)
    .pipe(z.int().min(1).max(100))
    .default(20),
};
export const sessionEntry = z.object({
  id: idSchema('session'),
  device: z.string().meta({ description: 'Browser and operating system, as reported by the browser.' }),
  address: z.string(),
  method: z.enum(['password', 'passkey', 'saml', 'oidc']),
  organization: z.string(),
  created_at: timestamp,
  last_used_at: timestamp,
  expires_at: timestamp,
  current: z.boolean(),
});
export type SessionEntry = z.infer<typeof sessionEntry>;

const savedSignature = z.object({ type: z.enum(['drawn', 'typed']), data: z.string(), hand: hand.optional() });
export const profile = z.object({
  id: idSchema('user'),
  name: z.string(),
  email: z.string(),
  email_verified: z.boolean(),
  locale: z.string().nullable(),
  time_zone: z.string().nullable(),
  signature: savedSignature.nullable(),
  created_at: timestamp,
});
export type Profile = z.infer<typeof profile>;

export const organizationLogo = z.object({
  width: z.int(),
  height: z.int(),
  sha256: z.string().meta({ description: 'SHA-256 hash of the stored PNG in hexadecimal.' }),
  changed_at: timestamp,
});
export type OrganizationLogo = z.infer<typeof organizationLogo>;

export const organization = z.object({
  id: idSchema('organization'),
  name: z.string(),
  plan: z.string(),
  role: role.nullable().meta({ description: 'Your role. Null for an API key.' }),
  settings: organizationSettings,
  settings_revision: z
    .int()
    .meta({ description: 'Revision of the settings. It increases each time the name or a setting changes.' }),
  logo: organizationLogo.nullable(),
  created_at: timestamp,
  deletion: z
    .object({
      requested_at: timestamp,
      delete_at: timestamp,
      documents_in_progress: z.int().meta({
        description:
          'Number of documents in progress that will be voided at `delete_at` unless they are completed first.',
      }),
    })
    .nullable(),
});
export type Organization = z.infer<typeof organization>;

export const organizationEntry = z.object({
  id: idSchema('organization'),
  name: z.string(),
  plan: z.string(),
  role,
  current: z.boolean(),
});

export const member = z.object({
  id: idSchema('user'),
  name: z.string(),
  email: z.string(),
  role,
  email_verified: z.boolean(),
  joined_at: timestamp,
  last_login_at: timestamp.nullable(),
  deactivated_at: timestamp
    .nullable()
    .meta({ description: 'When the member was deactivated. Null if the member is active.' }),
});
export type Member = z.infer<typeof member>;

export const invitation = z.object({
  id: idSchema('invitation'),
  email: z.string(),
  name: z.string().nullable(),
  role,
  invited_by: z.string(),
  created_at: timestamp,
  expires_at: timestamp,
  bounced: z.enum(['unknown', 'full', 'refused', 'late']).nullable().meta({
    description:
      'Why the e-mail was not delivered. `unknown`: the address does not exist. `full`: the mailbox is full. `refused`: the mail server rejected the e-mail. `late`: no mail server accepted it within 24 hours.',
  }),
});
export type Invitation = z.infer<typeof invitation>;
export const invitationInput = z.strictObject({
  email: emailAddress,
  role: z.enum(['admin', 'member']).default('member'),
  name: singleLine(120).optional(),
});

/** The details that a recipient of an invitation link sees before accepting. */
export const invitationPreview = z.object({
  email: z.string(),
  name: z.string().nullable(),
  organization: z.string(),
  role,
  invited_by: z.string(),
  expires_at: timestamp,
  has_account: z.boolean().meta({
    description:
      'True if the address already has an account. In that case, sign in and accept the invitation. Otherwise, register with `invitationToken`.',
  }),
});
