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
import { opaque } from '../field-class.ts';
import { idParam } from '../path-params.ts';
import { numberParameter } from '../query-params.ts';

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
  errors: ['PLAN_REQUIRED', 'ALREADY_MEMBER', 'TOO_MANY_MAILS'],
});

export const listInvitations = defineOperation({
  ...administers,
  id: 'listInvitations',
  method: 'GET',
  path: '/api/organization/invitations',
  summary: 'Invitations that are open, newest first',
  query: z.strictObject({
    pageSize: numberParameter(1, 1000).default(1000),
    cursor: idSchema('invitation').optional(),
  }),
  success: {
    status: 200,
    body: json(
      z.object({
        invitations: z.array(invitation),
        pagination: z.object({ hasMore: z.boolean(), nextCursor: idSchema('invitation').nullable() }),
      }),
    ),
  },
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
  errors: ['PLAN_REQUIRED', 'FORBIDDEN', 'MAIL_LINK_INVALID', 'INVITATION_FOR_ANOTHER', 'ALREADY_MEMBER'],
});

const admin = { ...administers, tag: 'Administration' } as const;

/** A person as an administrator sees them: a member, or somebody who was asked to become one. */
const listedUser = z.object({
  id: z.string().meta({ description: 'the id of the user, or of the invitation' }),
  status: z.enum(['active', 'invited', 'deactivated']),
  name: z.string().nullable(),
  email: z.string(),
  role,
  created_at: z.iso.datetime(),
  last_login_at: z.iso.datetime().nullable(),
  deactivated_at: z.iso.datetime().nullable(),
});

export const listUsers = defineOperation({
  ...admin,
  id: 'listUsers',
  work: 'list',
  method: 'GET',
  path: '/api/admin/users',
  summary: 'Members, deactivated ones too, and those who are invited, by e-mail address',
  query: z.strictObject({
    ...page,
    search: singleLine(120).optional().meta({ description: 'part of a name or an address' }),
    role: role.optional(),
    status: z.enum(['active', 'invited', 'deactivated']).optional(),
    cursor: opaque(z.string())
      .max(800)
      .optional()
      .meta({ description: '`nextCursor` of the page before: who joins meanwhile shifts nobody' }),
  }),
  success: {
    status: 200,
    body: json(
      z.object({
        users: z.array(listedUser),
        pagination: pagination.extend({ nextCursor: z.string().nullable() }),
      }),
    ),
  },
  errors: [],
});

export const createUser = defineOperation({
  ...admin,
  id: 'createUser',
  stepUp: 'session',
  method: 'POST',
  path: '/api/admin/users/create',
  summary:
    'Add somebody. In a domain that the organization has proved they are a member at once (`active`), and get a mail to choose a password; anybody else, and whoever has an account already, gets an invitation (`invited`) and becomes a member by accepting it.',
  body: json(invitationInput.extend({ name: singleLine(120) })),
  success: { status: 201, body: json(success.extend({ user: listedUser })) },
  errors: ['PLAN_REQUIRED', 'ALREADY_MEMBER', 'TOO_MANY_MAILS'],
});

export const bulkImportUsers = defineOperation({
  ...admin,
  id: 'bulkImportUsers',
  work: 'bulk',
  stepUp: 'session',
  method: 'POST',
  path: '/api/admin/users/bulk-import',
  summary:
    'Add many: a CSV file (RFC 4180, UTF-8) with the columns email, name, role; at most 1,000 rows. For more, a preview, progress and undo: POST /api/admin/user-imports',
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

// ------------------------------------------------------------------ imports
const ROW_STATUSES = ['ready', 'created', 'invited', 'skipped', 'failed', 'undone', 'kept'] as const;
const count = z.int();
const userImport = z.object({
  id: idSchema('userImport'),
  status: z
    .enum(['preview', 'running', 'completed', 'undoing', 'undone'])
    .meta({ description: 'a preview has done nothing; it waits to be started' }),
  total: count.meta({ description: 'rows of the file' }),
  rows: z
    .object({
      ready: count,
      created: count,
      invited: count,
      skipped: count,
      failed: count,
      undone: count,
      kept: count.meta({ description: 'not undone, because they were used since' }),
    })
    .meta({ description: 'how many rows have which result' }),
  created_at: timestamp,
  finished_at: timestamp.nullable(),
  undo_until: timestamp.nullable().meta({ description: 'until when it can be undone' }),
});
const imports = { ...admin, errors: ['IMPORT_NOT_FOUND'] } as const;
const importPath = {
  path: '/api/admin/user-imports/:importId',
  params: z.object({ importId: idParam('userImport', 'IMPORT_NOT_FOUND') }),
} as const;
const importAnswer = json(success.extend({ import: userImport }));

export const createUserImport = defineOperation({
  ...admin,
  id: 'createUserImport',
  work: 'bulk',
  method: 'POST',
  path: '/api/admin/user-imports',
  summary:
    'Preview an import of users: a CSV file (UTF-8, with commas, semicolons or tabs) whose first row names email, name and role; at most 10,000 rows. Nobody is created or invited before the import is started.',
  body: { kind: 'multipart', fields: z.strictObject({}), file: 'file' },
  success: { status: 201, body: importAnswer },
  errors: [],
});

export const getUserImport = defineOperation({
  ...imports,
  ...importPath,
  id: 'getUserImport',
  method: 'GET',
  summary: 'An import of users and how far it is',
  success: { status: 200, body: json(z.object({ import: userImport })) },
});

export const listUserImportRows = defineOperation({
  ...imports,
  id: 'listUserImportRows',
  work: 'list',
  method: 'GET',
  path: `${importPath.path}/rows`,
  params: importPath.params,
  summary: 'The rows of an import, each with what will come of it, or has',
  query: z.strictObject({
    status: z.enum(ROW_STATUSES).optional(),
    after: numberParameter(0, 1_000_000).default(0).meta({ description: '`next` of the page before' }),
    pageSize: numberParameter(1, 100).default(50),
  }),
  success: {
    status: 200,
    body: json(
      z.object({
        rows: z.array(
          z.object({
            row: z.int().meta({ description: 'of the file; its header is row 1' }),
            email: z.string(),
            name: z.string(),
            role: z.string(),
            status: z.enum(ROW_STATUSES),
            message: z.string().nullable().meta({ description: 'why it was skipped, failed or kept' }),
          }),
        ),
        hasMore: z.boolean(),
        next: z.int().nullable(),
      }),
    ),
  },
});

export const getUserImportResults = defineOperation({
  ...imports,
  id: 'getUserImportResults',
  method: 'GET',
  path: `${importPath.path}/results`,
  params: importPath.params,
  summary: 'All rows of an import with their results, as a CSV file',
  success: { status: 200, body: { kind: 'bytes', contentType: 'text/csv' } },
  errors: ['IMPORT_NOT_FOUND', 'RANGE_NOT_SATISFIABLE'],
});

export const startUserImport = defineOperation({
  ...imports,
  id: 'startUserImport',
  stepUp: 'session',
  method: 'POST',
  path: `${importPath.path}/start`,
  params: importPath.params,
  summary: 'Start an import: each row that is ready becomes a member, or gets an invitation, one after the other',
  success: { status: 202, body: importAnswer },
  errors: ['IMPORT_NOT_FOUND', 'IMPORT_STATE'],
});

export const undoUserImport = defineOperation({
  ...imports,
  id: 'undoUserImport',
  method: 'POST',
  path: `${importPath.path}/undo`,
  params: importPath.params,
  summary:
    'Undo an import, while it runs or within 10 minutes after: takes back its open invitations and the people whom nobody has been yet. Who accepted or signed in stays.',
  success: { status: 202, body: importAnswer },
  errors: ['IMPORT_NOT_FOUND', 'IMPORT_STATE'],
});

// ------------------------------------------------------------------ deactivating, handing over
const userPath = '/api/admin/users/:userId';
const handOver = z.object({
  id: idSchema('handOver'),
  to: z.object({ id: idSchema('user'), name: z.string().nullable() }),
  status: z
    .enum(['running', 'completed', 'stopped'])
    .meta({ description: 'stopped: whoever should get the rest is no active member any more' }),
  documents: count,
  templates: count,
  packages: count,
  bulk_sends: count,
  api_keys: count,
  created_at: timestamp,
  finished_at: timestamp.nullable(),
});
const person = { ...admin, params: memberPath.params } as const;

export const deactivateUser = defineOperation({
  ...person,
  id: 'deactivateUser',
  stepUp: 'session',
  method: 'POST',
  path: `${userPath}/deactivate`,
  summary:
    'Deactivate a member, and hand over what they leave if told to whom. Their sessions end and their API keys stop working at once; their documents go on. Their account, and other organizations they belong to, stay as they are.',
  body: json(
    z.strictObject({
      handOverTo: idSchema('user').optional(),
      handOverKeys: z.boolean().optional().meta({ description: 'API keys too, to an administrator' }),
    }),
  ),
  success: { status: 200, body: json(success.extend({ member, handOver: handOver.nullable() })) },
  errors: ['MEMBER_NOT_FOUND', 'LAST_OWNER', 'HAND_OVER_RUNNING'],
});

export const reactivateUser = defineOperation({
  ...person,
  id: 'reactivateUser',
  stepUp: 'session',
  method: 'POST',
  path: `${userPath}/reactivate`,
  summary: 'Let a deactivated member work here again',
  success: { status: 200, body: json(success.extend({ member })) },
  errors: ['PLAN_REQUIRED', 'MEMBER_NOT_FOUND'],
});

export const startHandOver = defineOperation({
  ...person,
  id: 'startHandOver',
  stepUp: 'session',
  method: 'POST',
  path: `${userPath}/hand-over`,
  summary:
    'Hand over documents, templates, packages and bulk sends of a member to another, live and sandbox, some at a time',
  body: json(
    z.strictObject({
      to: idSchema('user'),
      keys: z.boolean().default(false).meta({ description: 'API keys too, to an administrator' }),
    }),
  ),
  success: { status: 202, body: json(success.extend({ handOver })) },
  errors: ['MEMBER_NOT_FOUND', 'HAND_OVER_RUNNING'],
});

export const getHandOver = defineOperation({
  ...admin,
  params: z.object({ userId: idParam('user', 'HAND_OVER_NOT_FOUND') }),
  id: 'getHandOver',
  method: 'GET',
  path: `${userPath}/hand-over`,
  summary: 'The latest handing over of what a person left, and how far it is',
  success: { status: 200, body: json(z.object({ handOver })) },
  errors: ['HAND_OVER_NOT_FOUND'],
});
