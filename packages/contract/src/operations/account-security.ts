/** Registration, passwords, addresses, sessions and the profile of a person (ADR 19). */
import { z } from 'zod';
import { linkToken, password, profile, sessionEntry } from '../account-resources.ts';
import { factorCode } from '../factor-resources.ts';
import { pageOfAll, pagination } from '../lists.ts';
import { defineOperation, json } from '../operation.ts';
import {
  emailAddress,
  hand,
  sessionObject,
  signingView,
  singleLine,
  SUMMARY_DESCRIPTION,
  timestamp,
} from '../resources.ts';
import { idSchema } from '../ids.ts';
import { idParam } from '../path-params.ts';
import { opaque, strict } from '../field-class.ts';

const success = z.object({ success: z.literal(true) });
const done = { status: 200, body: json(success) } as const;
/**
 * For callers who are not signed in. Responses are not stored for idempotency, because the server decides about each
 * use of a link separately.
 */
const open = {
  tag: 'Accounts',
  credentials: ['public'],
  rate: 'address',
  environment: 'live',
} as const;
/** Account security is personal, so it requires a session. An API key acts for an organization and not for a person. */
const own = {
  tag: 'Accounts',
  credentials: ['session'],
  rate: 'credential',
  environment: 'live',
} as const;

export const register = defineOperation({
  ...open,
  id: 'register',
  method: 'POST',
  path: '/api/auth/register',
  summary: 'Register an account',
  description:
    'With an invitation, creates the account and signs in immediately. Otherwise, sends a link to verify the e-mail address first. The response is the same if the address already has an account.',
  body: json(
    z.strictObject({
      email: emailAddress,
      password,
      name: singleLine(120),
      organizationName: singleLine(120).optional(),
      invitationToken: linkToken.optional(),
    }),
  ),
  success: {
    status: 201,
    body: json(
      success.extend({
        registration: z.object({
          status: z.enum(['verification-sent', 'completed']),
          expires_at: timestamp.nullable(),
        }),
        session: sessionObject.optional(),
      }),
    ),
  },
  errors: ['PLAN_REQUIRED', 'REGISTRATION_CLOSED', 'MAIL_LINK_INVALID', 'ACCOUNT_EXISTS'],
});

export const verifyEmail = defineOperation({
  ...open,
  id: 'verifyEmail',
  method: 'POST',
  path: '/api/auth/verify-email',
  summary: 'Verify an e-mail address',
  description:
    'Completes a registration with the token from the verification e-mail and signs in. If you open the link in a different browser from the one in which you registered, the password is required.',
  body: json(z.strictObject({ token: linkToken, password: password.optional() })),
  success: { status: 200, body: json(success.extend({ session: sessionObject })) },
  errors: [
    'MAIL_LINK_INVALID',
    'WRONG_PASSWORD',
    'SECOND_STEP_REQUIRED',
    'ACCOUNT_EXISTS',
    'NO_ORGANIZATION',
    'TOO_MANY_ATTEMPTS',
  ],
});

export const resendVerification = defineOperation({
  ...open,
  id: 'resendVerification',
  method: 'POST',
  path: '/api/auth/resend-verification',
  summary: 'Resend the verification e-mail',
  description:
    'Resends the link for verifying an e-mail address. The response is the same if there is nothing to verify.',
  body: json(z.strictObject({ email: emailAddress })),
  success: done,
  errors: [],
});

export const forgotPassword = defineOperation({
  ...open,
  id: 'forgotPassword',
  method: 'POST',
  path: '/api/auth/forgot-password',
  summary: 'Request a password reset',
  description: 'Sends a link to choose a new password. The response is the same for addresses without an account.',
  body: json(z.strictObject({ email: emailAddress })),
  success: done,
  errors: [],
});

export const resetPassword = defineOperation({
  ...open,
  id: 'resetPassword',
  method: 'POST',
  path: '/api/auth/reset-password',
  summary: 'Reset a password',
  description:
    'Sets a new password with the token from a password reset link and ends all sessions. The token is valid for 15 minutes and works once.',
  body: json(z.strictObject({ token: linkToken, password })),
  success: done,
  errors: ['MAIL_LINK_INVALID'],
});

export const stepUp = defineOperation({
  ...own,
  withoutSecondFactor: true,
  id: 'stepUp',
  method: 'POST',
  path: '/api/auth/step-up',
  summary: 'Confirm your identity',
  description:
    'Allows sensitive operations for 10 minutes. If the account has a second factor, send a code from the app or a recovery code with the password, or use a passkey instead.',
  body: json(z.strictObject({ password, code: factorCode.optional() })),
  success: { status: 200, body: json(success.extend({ valid_until: timestamp })) },
  errors: ['WRONG_PASSWORD', 'WRONG_CODE', 'TOO_MANY_ATTEMPTS', 'FORBIDDEN'],
});

export const changePassword = defineOperation({
  ...own,
  id: 'changePassword',
  method: 'POST',
  path: '/api/auth/change-password',
  summary: 'Change your password',
  description: 'Sets a new password, ends all other sessions, and renews the current session.',
  body: json(z.strictObject({ currentPassword: password, newPassword: password })),
  success: done,
  errors: ['WRONG_PASSWORD', 'STEP_UP_REQUIRED', 'TOO_MANY_ATTEMPTS', 'FORBIDDEN'],
});

export const changeEmail = defineOperation({
  ...own,
  id: 'changeEmail',
  stepUp: 'account',
  method: 'POST',
  path: '/api/auth/change-email',
  summary: 'Request an e-mail address change',
  description:
    'Sends a confirmation link to the new address. The account keeps its old address until you open the link.',
  body: json(z.strictObject({ email: emailAddress })),
  success: done,
  errors: ['FORBIDDEN', 'TOO_MANY_MAILS'],
});

export const confirmEmailChange = defineOperation({
  ...own,
  id: 'confirmEmailChange',
  method: 'POST',
  path: '/api/auth/change-email/confirm',
  summary: 'Confirm an e-mail address change',
  description:
    'Activates the new address with the token from the confirmation link. Requires a session of the account that requested the change.',
  body: json(z.strictObject({ token: linkToken })),
  success: { status: 200, body: json(success.extend({ profile })) },
  errors: ['MAIL_LINK_INVALID', 'EMAIL_TAKEN', 'FORBIDDEN'],
});

export const undoEmailChange = defineOperation({
  ...open,
  id: 'undoEmailChange',
  method: 'POST',
  path: '/api/auth/change-email/undo',
  summary: 'Undo an e-mail address change',
  description:
    'Restores the old address with the link that was sent to it, which is valid for 7 days. Revokes the password, all sessions, and everything the account has created since the change: second factors, API keys, webhooks, invitations and links. Sends a link to choose a new password.',
  body: json(z.strictObject({ token: linkToken })),
  success: done,
  errors: ['MAIL_LINK_INVALID', 'EMAIL_TAKEN'],
});

const historyEntry = z.object({
  id: idSchema('audit'),
  at: timestamp,
  action: z.string(),
  summary: z.string().meta({ description: SUMMARY_DESCRIPTION }),
  organization: z.string(),
  device: z.string().meta({ description: 'Browser and operating system. Empty if the personal data has been erased.' }),
  address: z.string().meta({ description: 'IP address. Empty if the personal data has been erased.' }),
  actor: z.object({ kind: z.string(), id: z.string() }),
  target: z.object({ kind: z.string(), id: z.string() }),
  can_be_ended: z.boolean().meta({ description: 'Whether `alsoEnd` accepts the ID of this entry.' }),
});

export const reviewAccount = defineOperation({
  ...open,
  id: 'reviewAccount',
  method: 'POST',
  path: '/api/auth/recovery',
  summary: 'Review an account before recovery',
  description:
    'Returns the sign-ins of the last 90 days, and the changes to second factors, API keys, sessions, webhooks, members and single sign-on. Accepts the token from a security notice, an e-mail about a changed address, or a password reset link. The operation does not change anything.',
  body: json(z.strictObject({ token: linkToken })),
  success: {
    status: 200,
    body: json(
      z.object({
        email: z.string(),
        since: timestamp,
        sign_ins: z.array(historyEntry),
        changes: z.array(historyEntry),
      }),
    ),
  },
  errors: ['MAIL_LINK_INVALID'],
});

export const recoverAccount = defineOperation({
  ...open,
  id: 'recoverAccount',
  method: 'POST',
  path: '/api/auth/recovery/confirm',
  summary: 'Recover an account',
  description:
    'Sets a new password and ends all sessions. Suspends the second factors and API keys that were added after the last sign-in that you confirm as yours, or in the last 90 days if you send `null`. Removes the webhooks, invitations and single sign-on settings that were added in that time, and deactivates members who joined in that time. The token from an e-mail about a changed address also undoes that change. Older second factors are kept and still required.',
  body: json(
    z.strictObject({
      token: linkToken,
      password,
      confirmedSignInId: idSchema('audit')
        .nullable()
        .meta({ description: 'ID of your last genuine sign-in in `sign_ins`. Null if none of them was yours.' }),
      alsoEnd: z.array(idSchema('audit')).max(100).default([]).meta({
        description:
          'IDs of earlier changes that you did not make, from the entries in `changes` with `can_be_ended`. API keys are suspended, webhooks deleted, invitations revoked, members deactivated, and single sign-on settings removed.',
      }),
    }),
  ),
  success: {
    status: 200,
    body: json(
      success.extend({
        ended: z
          .record(z.string(), z.int())
          .meta({ description: 'Number of objects of each kind that were ended or suspended.' }),
      }),
    ),
  },
  errors: ['MAIL_LINK_INVALID', 'EMAIL_TAKEN'],
});

export const listSessions = defineOperation({
  ...own,
  id: 'listSessions',
  method: 'GET',
  path: '/api/auth/sessions',
  summary: 'List your sessions',
  description: 'Returns your active sessions with their device, IP address and last use.',
  query: z.strictObject(pageOfAll),
  success: { status: 200, body: json(z.object({ sessions: z.array(sessionEntry), pagination })) },
  errors: [],
});

export const revokeSession = defineOperation({
  ...own,
  id: 'revokeSession',
  method: 'DELETE',
  path: '/api/auth/sessions/:sessionId',
  summary: 'End a session',
  description: 'Ends one of your sessions. Its cookie stops working immediately.',
  params: z.object({ sessionId: idParam('session', 'SESSION_NOT_FOUND') }),
  success: done,
  errors: ['SESSION_NOT_FOUND'],
});

export const revokeOtherSessions = defineOperation({
  ...own,
  id: 'revokeOtherSessions',
  method: 'DELETE',
  path: '/api/auth/sessions',
  summary: 'End your other sessions',
  description: 'Ends all your sessions except this one.',
  success: { status: 200, body: json(success.extend({ ended: z.int() })) },
  errors: [],
});

export const getProfile = defineOperation({
  ...own,
  credentials: ['session', 'api-key'],
  id: 'getProfile',
  method: 'GET',
  path: '/api/user/profile',
  summary: 'Retrieve your profile',
  description:
    'Returns your name, e-mail address, language and saved signature. With an API key, returns the profile of the person who created the key, without the signature.',
  success: { status: 200, body: json(z.object({ profile })) },
  errors: [],
});

/** A base64-encoded image. Its size and content are checked in the same way as during signing. */
const drawing = opaque(z.string())
  .max(1_400_000)
  .regex(/^[\x20-\x7e\r\n]*$/, 'must be base64');

export const updateProfile = defineOperation({
  ...own,
  id: 'updateProfile',
  method: 'PUT',
  path: '/api/user/profile',
  summary: 'Update your profile',
  description: 'Changes the properties that you send. All other properties keep their values.',
  body: json(
    z.strictObject({
      name: singleLine(120).optional(),
      locale: strict(z.string())
        .regex(/^[a-z]{2}(-[A-Z]{2})?$/, 'must be a language tag such as en or pt-BR')
        .nullable()
        .optional(),
      time_zone: singleLine(64).nullable().optional(),
      signature: z
        .discriminatedUnion('type', [
          z.strictObject({
            type: z.literal('drawn'),
            data: drawing.meta({ description: 'SVG or PNG, encoded as base64.' }),
          }),
          z.strictObject({ type: z.literal('typed'), data: singleLine(200), hand: hand.optional() }),
        ])
        .nullable()
        .optional(),
    }),
  ),
  success: { status: 200, body: json(success.extend({ profile })) },
  errors: [],
});

export const openOwnSigningSession = defineOperation({
  ...own,
  tag: 'Signing',
  id: 'openOwnSigningSession',
  secretAnswer: true,
  work: 'signing',
  method: 'POST',
  path: '/api/documents/:id/signing-session',
  summary: 'Open a signing session for your own document',
  description:
    'Returns a bearer token for a document that was sent to your verified e-mail address. The token is valid for 30 minutes and works like one from a signing link.',
  params: z.object({ id: idParam('document', 'DOCUMENT_NOT_FOUND') }),
  success: {
    status: 200,
    body: json(success.extend({ bearer: z.string(), expiresAt: timestamp, view: signingView })),
  },
  errors: [
    'EMAIL_NOT_VERIFIED',
    'ACCESS_CODE_REQUIRED',
    'DOCUMENT_NOT_FOUND',
    'DOCUMENT_EXPIRED',
    'DOCUMENT_VOIDED',
    'DOCUMENT_DECLINED',
    'LINK_EXPIRED',
    'ACCESS_CODE_LOCKED',
    'SIGNER_STEP_REQUIRED',
    'SIGNER_STEP_LOCKED',
  ],
});
