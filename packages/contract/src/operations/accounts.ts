/** Set-up and login. */
import { z } from 'zod';
import { defineOperation, json } from '../operation.ts';
import { password } from '../account-resources.ts';
import { emailAddress, sessionObject, singleLine } from '../resources.ts';
import { opaque } from '../field-class.ts';

const success = z.object({ success: z.literal(true) });

export const getSetup = defineOperation({
  id: 'getSetup',
  method: 'GET',
  path: '/api/setup',
  summary: 'Whether this installation still waits for its first owner, and who may register',
  tag: 'Accounts',
  credentials: ['public'],
  rate: 'open',
  success: {
    status: 200,
    body: json(z.object({ needed: z.boolean(), registration: z.enum(['open', 'invite', 'off']) })),
  },
  errors: [],
});

export const setup = defineOperation({
  id: 'setup',
  method: 'POST',
  path: '/api/setup',
  summary: 'Make the first organization and its owner with the link printed at the first start',
  tag: 'Accounts',
  credentials: ['public'],
  rate: 'address',
  body: json(
    z.strictObject({
      token: opaque(z.string()).min(1).max(200),
      organization: singleLine(120),
      name: singleLine(120),
      email: emailAddress,
      password,
    }),
  ),
  success: { status: 201, body: json(success.extend({ session: sessionObject })) },
  errors: ['SETUP_LINK_INVALID', 'SETUP_DONE'],
});

export const login = defineOperation({
  id: 'login',
  method: 'POST',
  path: '/api/auth/login',
  summary: 'Log in with e-mail address and password; sets the session cookie',
  tag: 'Accounts',
  credentials: ['public'],
  rate: 'address',
  idempotency: 'none',
  body: json(z.strictObject({ email: emailAddress, password })),
  success: { status: 200, body: json(success.extend({ session: sessionObject })) },
  errors: ['INVALID_CREDENTIALS', 'SECOND_STEP_REQUIRED', 'NO_ORGANIZATION', 'TOO_MANY_ATTEMPTS'],
});

export const logout = defineOperation({
  id: 'logout',
  method: 'POST',
  path: '/api/auth/logout',
  summary: 'End the session',
  tag: 'Accounts',
  credentials: ['session'],
  withoutSecondFactor: true,
  rate: 'credential',
  success: { status: 200, body: json(success) },
  errors: [],
});

export const getSession = defineOperation({
  id: 'getSession',
  method: 'GET',
  path: '/api/auth/session',
  summary: 'Who is logged in, where and as what',
  tag: 'Accounts',
  credentials: ['session'],
  withoutSecondFactor: true,
  rate: 'credential',
  success: { status: 200, body: json(z.object({ session: sessionObject })) },
  errors: [],
});
