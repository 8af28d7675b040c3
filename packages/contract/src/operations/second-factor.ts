/** Second factors: codes from an authenticator app, recovery codes and passkeys (ADR 22). */
import { z } from 'zod';
import {
  authenticationOptions,
  authenticationResponse,
  factorCode,
  passkey,
  passkeyName,
  registrationOptions,
  registrationResponse,
  twoFactorStatus,
} from '../factor-resources.ts';
import { pageOfAll, pagination } from '../lists.ts';
import { defineOperation, json } from '../operation.ts';
import { sessionObject } from '../resources.ts';
import { idSchema } from '../ids.ts';
import { idParam, pathParam } from '../path-params.ts';
import { timestamp } from '../values.ts';

const success = z.object({ success: z.literal(true) });
const done = { status: 200, body: json(success) } as const;
const recoveryCodes = z.array(z.string()).meta({
  description:
    'Ten recovery codes. Each code can be used once instead of the second factor. The codes are returned only in this response.',
});

const common = { tag: 'Accounts', rate: 'credential', environment: 'live' } as const;
/**
 * These operations are also available to a session that lacks the second factor required by its organization. Such a
 * session can call few other operations.
 */
const own = { ...common, credentials: ['session'], withoutSecondFactor: true } as const;
/** The second step of a sign-in, or proof of identity within a session. */
const step = { ...common, credentials: ['login-step', 'session'], withoutSecondFactor: true } as const;
/** The caller of these operations is not signed in. */
const open = { ...common, credentials: ['public'], rate: 'address' } as const;

export const getTwoFactor = defineOperation({
  ...own,
  id: 'getTwoFactor',
  method: 'GET',
  path: '/api/auth/2fa',
  summary: 'Retrieve your two-factor settings',
  description:
    'Returns your second factors, the number of recovery codes left, and which of your organizations require a second factor.',
  success: { status: 200, body: json(z.object({ twoFactor: twoFactorStatus })) },
  errors: [],
});

export const setUpTwoFactor = defineOperation({
  ...own,
  id: 'setUpTwoFactor',
  secretAnswer: true,
  stepUp: 'account',
  method: 'POST',
  path: '/api/auth/2fa/setup',
  summary: 'Set up an authenticator app',
  description:
    'Creates a secret and returns it as text, as an `otpauth` URL and as a QR code. To turn the app on as a second factor, send a code from it to `verifyTwoFactor` within 30 minutes.',
  success: {
    status: 200,
    body: json(
      success.extend({
        secret: z.string().meta({ description: 'The secret in base32, for apps that cannot scan the QR code.' }),
        otpauthUrl: z.string(),
        qrCode: z.string().meta({ description: 'QR code of `otpauthUrl`, as a `data:` URL of an SVG image.' }),
      }),
    ),
  },
  errors: ['TWO_FACTOR_ENABLED', 'FORBIDDEN'],
});

export const verifyTwoFactor = defineOperation({
  ...step,
  id: 'verifyTwoFactor',
  secretAnswer: true,
  method: 'POST',
  path: '/api/auth/2fa/verify',
  summary: 'Verify a two-factor code',
  description:
    'In a session, turns on the authenticator app with its first code, ends all other sessions, and returns recovery codes if the account does not have any. After `SECOND_STEP_REQUIRED`, completes the sign-in with a code from the app or a recovery code, and sets the session cookie.',
  body: json(z.strictObject({ code: factorCode })),
  success: {
    status: 200,
    body: json(success.extend({ session: sessionObject.optional(), recoveryCodes: recoveryCodes.optional() })),
  },
  errors: [
    'LOGIN_STEP_EXPIRED',
    'WRONG_CODE',
    'FORBIDDEN',
    'NO_ORGANIZATION',
    'TWO_FACTOR_ENABLED',
    'NO_TWO_FACTOR_SETUP',
    'TOO_MANY_ATTEMPTS',
  ],
});

export const disableTwoFactor = defineOperation({
  ...own,
  id: 'disableTwoFactor',
  stepUp: 'account',
  method: 'POST',
  path: '/api/auth/2fa/disable',
  summary: 'Turn off the authenticator app',
  description:
    'Removes the authenticator app. If the account has no passkey, its recovery codes are deleted too. Requires a step-up with password and code.',
  success: done,
  errors: ['TWO_FACTOR_NOT_ENABLED', 'FORBIDDEN'],
});

export const renewRecoveryCodes = defineOperation({
  ...own,
  id: 'renewRecoveryCodes',
  secretAnswer: true,
  stepUp: 'account',
  method: 'POST',
  path: '/api/auth/2fa/recovery-codes',
  summary: 'Renew your recovery codes',
  description:
    'Creates ten recovery codes and invalidates the old ones. The new codes are returned only in this response.',
  success: { status: 200, body: json(success.extend({ recoveryCodes })) },
  errors: ['TWO_FACTOR_NOT_ENABLED', 'FORBIDDEN'],
});

export const challengePasskey = defineOperation({
  ...step,
  id: 'challengePasskey',
  secretAnswer: true,
  method: 'POST',
  path: '/api/auth/2fa/passkey/options',
  summary: 'Create a passkey challenge',
  description:
    'Returns the options for `navigator.credentials.get` with your passkeys, for the second step of a sign-in or for a step-up.',
  success: { status: 200, body: json(z.object({ options: authenticationOptions })) },
  errors: ['LOGIN_STEP_EXPIRED', 'TWO_FACTOR_NOT_ENABLED', 'PASSKEYS_UNAVAILABLE', 'FORBIDDEN'],
});

export const provePasskey = defineOperation({
  ...step,
  id: 'provePasskey',
  method: 'POST',
  path: '/api/auth/2fa/passkey',
  summary: 'Verify a passkey challenge',
  description:
    "Verifies the browser's response to `challengePasskey`. After `SECOND_STEP_REQUIRED`, this completes the sign-in. In a session, it is a step-up without a password.",
  body: json(z.strictObject({ response: authenticationResponse })),
  success: {
    status: 200,
    body: json(success.extend({ session: sessionObject.optional(), valid_until: z.string().optional() })),
  },
  errors: ['LOGIN_STEP_EXPIRED', 'PASSKEY_REFUSED', 'PASSKEYS_UNAVAILABLE', 'FORBIDDEN', 'NO_ORGANIZATION'],
});

export const passkeyLoginOptions = defineOperation({
  ...open,
  id: 'passkeyLoginOptions',
  secretAnswer: true,
  method: 'POST',
  path: '/api/auth/passkeys/login/options',
  summary: 'Create a challenge for signing in with a passkey',
  description:
    'Returns the options for `navigator.credentials.get`. The user can choose any passkey for this installation.',
  success: { status: 200, body: json(z.object({ options: authenticationOptions })) },
  errors: ['PASSKEYS_UNAVAILABLE'],
});

export const loginWithPasskey = defineOperation({
  ...open,
  id: 'loginWithPasskey',
  idempotency: 'none',
  method: 'POST',
  path: '/api/auth/passkeys/login',
  summary: 'Sign in with a passkey',
  description:
    'Signs in with a passkey alone and sets the session cookie. A passkey unlocked by face, fingerprint or PIN counts as two factors.',
  body: json(z.strictObject({ response: authenticationResponse })),
  success: { status: 200, body: json(success.extend({ session: sessionObject })) },
  errors: ['PASSKEY_REFUSED', 'PASSKEYS_UNAVAILABLE', 'NO_ORGANIZATION'],
});

export const passkeyRegistrationOptions = defineOperation({
  ...own,
  id: 'passkeyRegistrationOptions',
  secretAnswer: true,
  stepUp: 'account',
  method: 'POST',
  path: '/api/auth/passkeys/options',
  summary: 'Create a challenge for a new passkey',
  description: 'Returns the options for `navigator.credentials.create`.',
  success: { status: 200, body: json(z.object({ options: registrationOptions })) },
  errors: ['TOO_MANY_PASSKEYS', 'PASSKEYS_UNAVAILABLE', 'FORBIDDEN'],
});

export const addPasskey = defineOperation({
  ...own,
  id: 'addPasskey',
  secretAnswer: true,
  stepUp: 'account',
  method: 'POST',
  path: '/api/auth/passkeys',
  summary: 'Add a passkey',
  description:
    'Stores a new passkey. If it is the first second factor of the account, the response contains recovery codes, and all other sessions end.',
  body: json(z.strictObject({ name: passkeyName.optional(), response: registrationResponse })),
  success: { status: 201, body: json(success.extend({ passkey, recoveryCodes: recoveryCodes.optional() })) },
  errors: ['PASSKEY_REFUSED', 'PASSKEY_EXISTS', 'TOO_MANY_PASSKEYS', 'PASSKEYS_UNAVAILABLE', 'FORBIDDEN'],
});

export const listPasskeys = defineOperation({
  ...own,
  id: 'listPasskeys',
  method: 'GET',
  path: '/api/auth/passkeys',
  summary: 'List your passkeys',
  description: 'Returns your passkeys with their name, creation time and last use.',
  query: z.strictObject(pageOfAll),
  success: { status: 200, body: json(z.object({ passkeys: z.array(passkey), pagination })) },
  errors: [],
});

export const renamePasskey = defineOperation({
  ...own,
  id: 'renamePasskey',
  method: 'PATCH',
  path: '/api/auth/passkeys/:passkeyId',
  summary: 'Rename a passkey',
  description: 'Changes the name of the passkey.',
  params: z.object({ passkeyId: idParam('passkey', 'PASSKEY_NOT_FOUND') }),
  body: json(z.strictObject({ name: passkeyName })),
  success: { status: 200, body: json(success.extend({ passkey })) },
  errors: ['PASSKEY_NOT_FOUND', 'FORBIDDEN'],
});

export const removePasskey = defineOperation({
  ...own,
  id: 'removePasskey',
  stepUp: 'account',
  method: 'DELETE',
  path: '/api/auth/passkeys/:passkeyId',
  summary: 'Remove a passkey',
  description: 'Deletes the passkey. If it was the last second factor, the recovery codes are deleted too.',
  params: z.object({ passkeyId: idParam('passkey', 'PASSKEY_NOT_FOUND') }),
  success: done,
  errors: ['PASSKEY_NOT_FOUND', 'FORBIDDEN'],
});

const suspended = z.object({
  id: z.string().meta({ description: 'ID of the passkey or API key. `totp` for the authenticator app.' }),
  kind: z.enum(['passkey', 'totp', 'api-key']),
  name: z.string(),
  organization: z.string().nullable().meta({ description: 'Organization of the API key. Null for second factors.' }),
  created_at: timestamp,
  suspended_at: timestamp,
});
const suspendedParams = z.object({
  suspendedId: pathParam(z.union([z.literal('totp'), idSchema('passkey'), idSchema('apiKey')]), 'NOT_FOUND'),
});

export const listSuspendedFactors = defineOperation({
  ...own,
  id: 'listSuspendedFactors',
  method: 'GET',
  path: '/api/auth/suspended',
  summary: 'List suspended credentials',
  description: 'Returns the second factors and API keys that were suspended when you recovered your account.',
  query: z.strictObject(pageOfAll),
  success: { status: 200, body: json(z.object({ suspended: z.array(suspended), pagination })) },
  errors: [],
});

export const restoreSuspendedFactor = defineOperation({
  ...own,
  id: 'restoreSuspendedFactor',
  secretAnswer: true,
  stepUp: 'account',
  method: 'POST',
  path: '/api/auth/suspended/:suspendedId/restore',
  summary: 'Restore a suspended credential',
  description: 'Reactivates a suspended second factor or API key. Restoring a second factor ends all other sessions.',
  params: suspendedParams,
  success: { status: 200, body: json(success.extend({ recoveryCodes: recoveryCodes.optional() })) },
  errors: ['NOT_FOUND', 'TOO_MANY_PASSKEYS', 'PASSKEY_EXISTS', 'TWO_FACTOR_ENABLED', 'FORBIDDEN'],
});

export const removeSuspendedFactor = defineOperation({
  ...own,
  id: 'removeSuspendedFactor',
  stepUp: 'account',
  method: 'DELETE',
  path: '/api/auth/suspended/:suspendedId',
  summary: 'Remove a suspended credential',
  description: 'Deletes a suspended second factor or API key. This cannot be undone.',
  params: suspendedParams,
  success: done,
  errors: ['NOT_FOUND', 'FORBIDDEN'],
});

export const resetMemberTwoFactor = defineOperation({
  ...common,
  credentials: ['session'],
  role: 'admin',
  id: 'resetMemberTwoFactor',
  stepUp: 'account',
  method: 'DELETE',
  path: '/api/organization/members/:userId/two-factor',
  summary: "Reset a member's second factors",
  description:
    'Removes all second factors of a member who lost their phone and recovery codes, and ends their sessions. Works only for members who do not belong to another organization.',
  params: z.object({ userId: idParam('user', 'MEMBER_NOT_FOUND') }),
  success: done,
  errors: ['MEMBER_NOT_FOUND', 'TWO_FACTOR_NOT_ENABLED', 'MEMBER_ELSEWHERE', 'FORBIDDEN'],
});
