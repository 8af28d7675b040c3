/** Organizations: their settings, logo, storage, owner and end. */
import { z } from 'zod';
import { organization, organizationEntry, organizationLogo, password } from '../account-resources.ts';
import { idSchema } from '../ids.ts';
import { pageOfAll, pagination } from '../lists.ts';
import { defineOperation, json } from '../operation.ts';
import { administers, done, own, success, tag } from '../organization-rules.ts';
import { LIMITS, sessionObject, singleLine, timestamp } from '../resources.ts';
import { organizationSettingsInput } from '../settings.ts';

export const listOrganizations = defineOperation({
  ...own,
  withoutSecondFactor: true,
  id: 'listOrganizations',
  method: 'GET',
  path: '/api/organizations',
  summary: 'The organizations you belong to',
  query: z.strictObject(pageOfAll),
  success: { status: 200, body: json(z.object({ organizations: z.array(organizationEntry), pagination })) },
  errors: [],
});

export const createOrganization = defineOperation({
  ...own,
  id: 'createOrganization',
  method: 'POST',
  path: '/api/organizations',
  summary: 'Make another organization and own it; the session stays where it is until you switch',
  body: json(z.strictObject({ name: singleLine(120) })),
  success: { status: 201, body: json(success.extend({ organization: organizationEntry })) },
  errors: ['FORBIDDEN', 'EMAIL_NOT_VERIFIED', 'TOO_MANY_ORGANIZATIONS'],
});

export const switchOrganization = defineOperation({
  ...own,
  withoutSecondFactor: true,
  id: 'switchOrganization',
  method: 'POST',
  path: '/api/auth/switch-organization',
  summary: 'Go on in another organization of yours; the session gets a new cookie',
  body: json(z.strictObject({ organizationId: idSchema('organization') })),
  success: { status: 200, body: json(success.extend({ session: sessionObject })) },
  errors: ['FORBIDDEN', 'ORGANIZATION_NOT_FOUND'],
});

export const getOrganization = defineOperation({
  tag,
  credentials: ['session', 'api-key'],
  scope: 'admin',
  rate: 'credential',
  environment: 'live',
  id: 'getOrganization',
  method: 'GET',
  path: '/api/organization',
  summary: 'The organization and its settings',
  success: { status: 200, body: json(z.object({ organization })) },
  errors: [],
});

export const updateOrganization = defineOperation({
  ...administers,
  id: 'updateOrganization',
  stepUp: 'session',
  method: 'PATCH',
  path: '/api/organization',
  summary:
    'Change name and settings; what is left out stays as it is. Security settings (password_min_length, session_idle_minutes, require_two_factor, sso_requires_mfa, allowed_networks) take a session that proved a second factor, and no API key. Turning require_two_factor on answers with the API keys whose makers have none: they are suspended 7 days later.',
  body: json(
    z.strictObject({
      name: singleLine(120).optional(),
      settings: organizationSettingsInput.optional(),
      revision: z.int().min(1).optional().meta({
        description: 'change only what you saw as this settings_revision; another one by now: SETTINGS_CHANGED',
      }),
    }),
  ),
  success: {
    status: 200,
    body: json(
      success.extend({
        organization,
        suspendedKeys: z
          .array(
            z.object({
              id: idSchema('apiKey'),
              name: z.string(),
              created_by: idSchema('user'),
              suspended_at: timestamp,
            }),
          )
          .optional()
          .meta({ description: 'with require_two_factor turned on' }),
      }),
    ),
  },
  errors: ['SETTINGS_CHANGED'],
});

const logo = {
  ...administers,
  path: '/api/organization/logo',
} as const;

export const getOrganizationLogo = defineOperation({
  ...logo,
  id: 'getOrganizationLogo',
  method: 'GET',
  summary: 'The logo as it stands in documents',
  success: { status: 200, body: { kind: 'bytes', contentType: 'image/png' } },
  errors: ['NOT_FOUND', 'RANGE_NOT_SATISFIABLE'],
});

export const setOrganizationLogo = defineOperation({
  ...logo,
  id: 'setOrganizationLogo',
  work: 'upload',
  method: 'PUT',
  summary:
    'Put a logo on the signature pages and certificates of completion of documents sent from now on: a PNG of at most 200 kB, 4,000 pixels on a side and 4 million in all. It is kept at up to 360 by 120 pixels, on white.',
  body: {
    kind: 'multipart',
    fields: z.strictObject({}),
    file: 'file',
    contentType: 'image/png',
    maxBytes: LIMITS.logoBytes,
  },
  success: { status: 200, body: json(success.extend({ logo: organizationLogo })) },
  errors: ['FILE_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE', 'SERVICE_UNAVAILABLE'],
});

export const removeOrganizationLogo = defineOperation({
  ...logo,
  id: 'removeOrganizationLogo',
  method: 'DELETE',
  summary: 'Take the logo off; documents that carry it already keep it, and none there is no fault',
  success: done,
  errors: [],
});

export const getOrganizationStorage = defineOperation({
  ...administers,
  id: 'getOrganizationStorage',
  method: 'GET',
  path: '/api/organization/storage',
  summary:
    'What the files of the organization take, and its quota (null: unlimited). Live and sandbox together, shared files once',
  success: {
    status: 200,
    body: json(
      z.object({ storage: z.object({ used_bytes: z.int(), quota_bytes: z.int().nullable(), files: z.int() }) }),
    ),
  },
  errors: [],
});

export const deleteOrganization = defineOperation({
  ...own,
  role: 'owner',
  id: 'deleteOrganization',
  method: 'DELETE',
  path: '/api/organization',
  summary:
    'Have the organization deleted in 30 days. Until then all goes on and it can be cancelled; then documents in progress are voided, members lose access, and completed documents stay for their retention.',
  body: json(z.strictObject({ password })),
  success: { status: 202, body: json(success.extend({ organization })) },
  errors: [
    'WRONG_PASSWORD',
    'STEP_UP_REQUIRED',
    'TOO_MANY_ATTEMPTS',
    'LEGAL_HOLD',
    'DELETION_SCHEDULED',
    'OPERATOR_ORGANIZATION',
  ],
});

export const cancelOrganizationDeletion = defineOperation({
  ...own,
  role: 'owner',
  id: 'cancelOrganizationDeletion',
  method: 'POST',
  path: '/api/organization/cancel-deletion',
  summary: 'Keep the organization after all',
  success: { status: 200, body: json(success.extend({ organization })) },
  errors: ['NO_DELETION_SCHEDULED'],
});

export const transferOwnership = defineOperation({
  ...own,
  role: 'owner',
  id: 'transferOwnership',
  method: 'POST',
  path: '/api/organization/transfer-ownership',
  summary: 'Make another member the owner; you become an admin',
  body: json(z.strictObject({ userId: idSchema('user'), password })),
  success: done,
  errors: ['WRONG_PASSWORD', 'STEP_UP_REQUIRED', 'TOO_MANY_ATTEMPTS', 'MEMBER_NOT_FOUND'],
});
