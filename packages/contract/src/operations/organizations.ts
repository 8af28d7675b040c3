/** Organizations: settings, logo, storage, ownership and deletion. */
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
  summary: 'List your organizations',
  description: 'Returns the organizations that you are a member of, with your role.',
  query: z.strictObject(pageOfAll),
  success: { status: 200, body: json(z.object({ organizations: z.array(organizationEntry), pagination })) },
  errors: [],
});

export const createOrganization = defineOperation({
  ...own,
  id: 'createOrganization',
  method: 'POST',
  path: '/api/organizations',
  summary: 'Create an organization',
  description: 'Creates an organization that you own. Your session stays in the current organization until you switch.',
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
  summary: 'Switch organization',
  description: 'Switches the session to another one of your organizations and sets a new cookie.',
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
  summary: 'Retrieve the organization',
  description: 'Returns the organization of the session or API key and its settings.',
  success: { status: 200, body: json(z.object({ organization })) },
  errors: [],
});

export const updateOrganization = defineOperation({
  ...administers,
  id: 'updateOrganization',
  stepUp: 'session',
  method: 'PATCH',
  path: '/api/organization',
  summary: 'Update the organization',
  description:
    'Changes the name and the settings that you send. All other settings keep their values. The security settings `password_min_length`, `session_idle_minutes`, `require_two_factor`, `sso_requires_mfa` and `allowed_networks` require a session with a second factor. API keys cannot change them. If you turn on `require_two_factor`, the response lists the API keys whose responsible users have no second factor. These keys are suspended after 7 days.',
  body: json(
    z.strictObject({
      name: singleLine(120).optional(),
      settings: organizationSettingsInput.optional(),
      revision: z.int().min(1).optional().meta({
        description:
          'The `settings_revision` that this change is based on. If it is outdated, the request fails with `SETTINGS_CHANGED`.',
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
          .meta({ description: 'Present if the request turned on `require_two_factor`.' }),
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
  summary: "Retrieve the organization's logo",
  description: 'Returns the logo as it appears in documents.',
  success: { status: 200, body: { kind: 'bytes', contentType: 'image/png' } },
  errors: ['NOT_FOUND', 'RANGE_NOT_SATISFIABLE'],
});

export const setOrganizationLogo = defineOperation({
  ...logo,
  id: 'setOrganizationLogo',
  work: 'upload',
  method: 'PUT',
  summary: "Upload the organization's logo",
  description:
    'Sets the logo for signature pages and certificates of completion. It applies to documents that are sent from now on. The logo must be a PNG of at most 200 kB, 4,000 pixels on each side and 4 million pixels in total. The server scales it to at most 360 by 120 pixels on white.',
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
  summary: "Remove the organization's logo",
  description: 'Removes the logo. Documents that already show the logo keep it. Succeeds even if there is no logo.',
  success: done,
  errors: [],
});

export const getOrganizationStorage = defineOperation({
  ...administers,
  id: 'getOrganizationStorage',
  method: 'GET',
  path: '/api/organization/storage',
  summary: 'Retrieve storage usage',
  description:
    "Returns the total size of the organization's files in the live environment and the sandbox, and the quota (`null`: unlimited). A file that several documents share is counted once.",
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
  summary: 'Delete an organization',
  description:
    'Schedules the deletion of the organization in 30 days. Until then, everything works and an owner can cancel the deletion. After that, documents in progress are voided, and members lose access. Completed documents are kept until their retention period ends.',
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
  summary: 'Cancel organization deletion',
  description: 'Cancels the scheduled deletion. The organization stays active.',
  success: { status: 200, body: json(success.extend({ organization })) },
  errors: ['NO_DELETION_SCHEDULED'],
});

export const transferOwnership = defineOperation({
  ...own,
  role: 'owner',
  id: 'transferOwnership',
  method: 'POST',
  path: '/api/organization/transfer-ownership',
  summary: 'Transfer ownership',
  description: 'Makes another member the owner. Your role changes to admin.',
  body: json(z.strictObject({ userId: idSchema('user'), password })),
  success: done,
  errors: ['WRONG_PASSWORD', 'STEP_UP_REQUIRED', 'TOO_MANY_ATTEMPTS', 'MEMBER_NOT_FOUND'],
});
