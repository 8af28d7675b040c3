/** Organizations, their members and invitations. */
import { z } from 'zod';
import {
  invitation,
  invitationInput,
  invitationPreview,
  linkToken,
  member,
  organization,
  organizationEntry,
  organizationLogo,
  page,
  pagination,
  password,
  sessionEntry,
} from '../account-resources.ts';
import { idSchema } from '../ids.ts';
import { organizationSettingsInput } from '../settings.ts';
import { defineOperation, json } from '../operation.ts';
import { LIMITS, role, sessionObject, singleLine, timestamp } from '../resources.ts';
import { idParam } from '../path-params.ts';

const success = z.object({ success: z.literal(true) });
const done = { status: 200, body: json(success) } as const;
const tag = 'Organizations';
/** The person's own business: which organizations there are for them, and what only an owner with a password does. */
const own = { tag, credentials: ['session'], rate: 'credential', environment: 'live' } as const;
/**
 * Administration, by a person or by a key whose scope allows it. Of the live tenant alone: a test key must not reach the
 * organization's real members.
 */
const administers = {
  tag,
  credentials: ['session', 'api-key'],
  role: 'admin',
  scope: 'admin',
  rate: 'credential',
  environment: 'live',
} as const;

export const listOrganizations = defineOperation({
  ...own,
  withoutSecondFactor: true,
  id: 'listOrganizations',
  method: 'GET',
  path: '/api/organizations',
  summary: 'The organizations you belong to',
  success: { status: 200, body: json(z.object({ organizations: z.array(organizationEntry) })) },
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

export const listMembers = defineOperation({
  ...administers,
  id: 'listMembers',
  method: 'GET',
  path: '/api/organization/members',
  summary: 'The members, by name',
  query: z.strictObject({ ...page, search: singleLine(120).optional() }),
  success: { status: 200, body: json(z.object({ members: z.array(member), pagination })) },
  errors: [],
});

const memberPath = {
  path: '/api/organization/members/:userId',
  params: z.object({ userId: idParam('user', 'MEMBER_NOT_FOUND') }),
} as const;

export const updateMember = defineOperation({
  ...administers,
  ...memberPath,
  id: 'updateMember',
  stepUp: 'session',
  method: 'PATCH',
  summary: "Change a member's role. Only an owner makes owners, and nobody demotes an owner but that owner.",
  body: json(z.strictObject({ role })),
  success: { status: 200, body: json(success.extend({ member })) },
  errors: ['MEMBER_NOT_FOUND', 'LAST_OWNER'],
});

export const removeMember = defineOperation({
  tag,
  credentials: ['session', 'api-key'],
  scope: 'admin',
  rate: 'credential',
  environment: 'live',
  ...memberPath,
  id: 'removeMember',
  method: 'DELETE',
  summary:
    'Remove a member, or leave. Ends their sessions here; their documents go to whoever removes them, and their API keys end unless handed over too.',
  query: z.strictObject({
    handOverKeys: z
      .enum(['true', 'false'])
      .default('false')
      .transform((value) => value === 'true'),
  }),
  success: {
    status: 200,
    body: json(success.extend({ documents: z.int(), keysEnded: z.int(), keysHandedOver: z.int() })),
  },
  errors: ['FORBIDDEN', 'MEMBER_NOT_FOUND', 'LAST_OWNER'],
});

const memberSessions = {
  ...own,
  role: 'admin',
  path: '/api/organization/members/:userId/sessions',
  params: memberPath.params,
} as const;

export const listMemberSessions = defineOperation({
  ...memberSessions,
  id: 'listMemberSessions',
  method: 'GET',
  summary: 'Where a member is signed in to this organization. Only owners see those of owners.',
  success: { status: 200, body: json(z.object({ sessions: z.array(sessionEntry) })) },
  errors: ['MEMBER_NOT_FOUND'],
});

export const endMemberSessions = defineOperation({
  ...memberSessions,
  id: 'endMemberSessions',
  stepUp: 'session',
  method: 'DELETE',
  summary: "End a member's sessions in this organization: the one named, or all. Only owners end those of owners.",
  query: z.strictObject({ id: idSchema('session').optional() }),
  success: { status: 200, body: json(success.extend({ ended: z.int() })) },
  errors: ['MEMBER_NOT_FOUND', 'SESSION_NOT_FOUND'],
});

export const createInvitation = defineOperation({
  ...administers,
  id: 'createInvitation',
  stepUp: 'session',
  method: 'POST',
  path: '/api/organization/invitations',
  summary: 'Invite somebody by mail (14 days); asking again renews the invitation and ends its earlier link',
  body: json(invitationInput),
  success: { status: 201, body: json(success.extend({ invitation })) },
  errors: ['ALREADY_MEMBER', 'TOO_MANY_MAILS'],
});

export const listInvitations = defineOperation({
  ...administers,
  id: 'listInvitations',
  method: 'GET',
  path: '/api/organization/invitations',
  summary: 'Invitations that are open',
  success: { status: 200, body: json(z.object({ invitations: z.array(invitation) })) },
  errors: [],
});

export const revokeInvitation = defineOperation({
  ...administers,
  id: 'revokeInvitation',
  method: 'DELETE',
  path: '/api/organization/invitations/:invitationId',
  summary: 'Withdraw an invitation',
  params: z.object({ invitationId: idParam('invitation', 'INVITATION_NOT_FOUND') }),
  success: done,
  errors: ['INVITATION_NOT_FOUND'],
});

export const previewInvitation = defineOperation({
  tag,
  credentials: ['public'],
  rate: 'address',
  environment: 'live',
  id: 'previewInvitation',
  method: 'POST',
  path: '/api/auth/invitation',
  summary: 'What the link of an invitation stands for',
  body: json(z.strictObject({ token: linkToken })),
  success: { status: 200, body: json(z.object({ invitation: invitationPreview })) },
  errors: ['MAIL_LINK_INVALID'],
});

export const acceptInvitation = defineOperation({
  ...own,
  id: 'acceptInvitation',
  method: 'POST',
  path: '/api/auth/accept-invitation',
  summary: 'Join with the account you are logged in to (whoever has none registers with invitationToken)',
  body: json(z.strictObject({ token: linkToken })),
  success: { status: 200, body: json(success.extend({ session: sessionObject })) },
  errors: ['FORBIDDEN', 'MAIL_LINK_INVALID', 'INVITATION_FOR_ANOTHER', 'ALREADY_MEMBER'],
});

const admin = { ...administers, tag: 'Administration' } as const;

/** A person as an administrator sees them: a member, or somebody who was asked to become one. */
const listedUser = z.object({
  id: z.string().meta({ description: 'the id of the user, or of the invitation' }),
  status: z.enum(['active', 'invited']),
  name: z.string().nullable(),
  email: z.string(),
  role,
  created_at: z.iso.datetime(),
  last_login_at: z.iso.datetime().nullable(),
});

export const listUsers = defineOperation({
  ...admin,
  id: 'listUsers',
  work: 'list',
  method: 'GET',
  path: '/api/admin/users',
  summary: 'Members and those who are invited',
  query: z.strictObject({ ...page, search: singleLine(120).optional() }),
  success: { status: 200, body: json(z.object({ users: z.array(listedUser), pagination })) },
  errors: [],
});

export const createUser = defineOperation({
  ...admin,
  id: 'createUser',
  stepUp: 'session',
  method: 'POST',
  path: '/api/admin/users/create',
  summary: 'Add somebody: they get an invitation by mail, and become a member by accepting it',
  body: json(invitationInput.extend({ name: singleLine(120) })),
  success: { status: 201, body: json(success.extend({ user: listedUser })) },
  errors: ['ALREADY_MEMBER', 'TOO_MANY_MAILS'],
});

export const bulkImportUsers = defineOperation({
  ...admin,
  id: 'bulkImportUsers',
  work: 'bulk',
  stepUp: 'session',
  method: 'POST',
  path: '/api/admin/users/bulk-import',
  summary: 'Invite many: a CSV file (RFC 4180, UTF-8) with the columns email, name, role; at most 1,000 rows',
  body: { kind: 'multipart', fields: z.strictObject({}), file: 'file' },
  success: {
    status: 200,
    body: json(
      success.extend({
        created: z.int(),
        skipped: z.int(),
        errors: z.array(z.object({ row: z.int(), email: z.string(), message: z.string() })),
      }),
    ),
  },
  errors: [],
});
