/** Members of an organization, their sessions, and invitations. */
import { z } from 'zod';
import {
  invitation,
  invitationInput,
  invitationPreview,
  linkToken,
  member,
  page,
  sessionEntry,
} from '../account-resources.ts';
import { idSchema } from '../ids.ts';
import { cursorParameter, pageOfAll, pageWithCursor, pagination } from '../lists.ts';
import { defineOperation, json } from '../operation.ts';
import { administers, done, memberPath, own, success, tag } from '../organization-rules.ts';
import { idParam } from '../path-params.ts';
import { numberParameter } from '../query-params.ts';
import { role, sessionObject, singleLine } from '../resources.ts';

export const listMembers = defineOperation({
  ...administers,
  id: 'listMembers',
  method: 'GET',
  path: '/api/organization/members',
  summary: 'List members',
  description: 'Returns the members of the organization, sorted by name.',
  query: z.strictObject({ ...page, search: singleLine(120).optional(), cursor: cursorParameter }),
  success: { status: 200, body: json(z.object({ members: z.array(member), pagination: pageWithCursor })) },
  errors: [],
});

export const updateMember = defineOperation({
  ...administers,
  ...memberPath,
  id: 'updateMember',
  stepUp: 'session',
  method: 'PATCH',
  summary: "Change a member's role",
  description:
    "Changes the role of a member. Only owners can make someone an owner. An owner's role can be changed only by that owner.",
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
  summary: 'Remove a member',
  description:
    "Removes a member from the organization. If you send your own ID, you leave the organization. The member's sessions in this organization end. Their documents are transferred to the person who removes them. Their API keys are revoked unless `handOverKeys` is true.",
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
  summary: "List a member's sessions",
  description: 'Returns the sessions of a member in this organization. Only owners can see the sessions of owners.',
  query: z.strictObject(pageOfAll),
  success: { status: 200, body: json(z.object({ sessions: z.array(sessionEntry), pagination })) },
  errors: ['MEMBER_NOT_FOUND'],
});

export const endMemberSessions = defineOperation({
  ...memberSessions,
  id: 'endMemberSessions',
  stepUp: 'session',
  method: 'DELETE',
  summary: "End a member's sessions",
  description:
    'Ends one session or all sessions of a member in this organization. Only owners can end the sessions of owners.',
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
  summary: 'Invite a member',
  description:
    'Sends an invitation by e-mail. It is valid for 14 days. If you invite the same address again with the same role, the server sends a new link, revokes the earlier one, and returns `renewed: true`.',
  body: json(invitationInput),
  success: {
    status: 201,
    body: json(
      success.extend({
        invitation,
        renewed: z.boolean().meta({ description: 'True if a pending invitation to this address was replaced.' }),
      }),
    ),
  },
  errors: ['PLAN_REQUIRED', 'ALREADY_MEMBER', 'ALREADY_INVITED', 'TOO_MANY_MAILS'],
});

export const listInvitations = defineOperation({
  ...administers,
  id: 'listInvitations',
  method: 'GET',
  path: '/api/organization/invitations',
  summary: 'List invitations',
  description: 'Returns pending invitations, newest first.',
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
  summary: 'Revoke an invitation',
  description: 'Revokes a pending invitation. Its link stops working immediately.',
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
  summary: 'Retrieve an invitation',
  description: 'Returns the organization, the role and the inviting member for the token from an invitation link.',
  body: json(z.strictObject({ token: linkToken })),
  success: { status: 200, body: json(z.object({ invitation: invitationPreview })) },
  errors: ['MAIL_LINK_INVALID'],
});

export const acceptInvitation = defineOperation({
  ...own,
  id: 'acceptInvitation',
  method: 'POST',
  path: '/api/auth/accept-invitation',
  summary: 'Accept an invitation',
  description:
    'Adds your account to the organization. People without an account register with `invitationToken` instead.',
  body: json(z.strictObject({ token: linkToken })),
  success: { status: 200, body: json(success.extend({ session: sessionObject })) },
  errors: ['PLAN_REQUIRED', 'FORBIDDEN', 'MAIL_LINK_INVALID', 'INVITATION_FOR_ANOTHER', 'ALREADY_MEMBER'],
});
