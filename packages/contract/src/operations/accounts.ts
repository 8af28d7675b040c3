/** Initial setup and sign-in. */
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
  summary: 'Retrieve the setup state',
  description: 'Returns whether the installation still needs to be set up, and whether people can register.',
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
  summary: 'Set up the installation',
  description:
    'Creates the first organization and its owner. Requires the token from the link that the server prints when it starts for the first time.',
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
  summary: 'Sign in',
  description:
    'Signs in with an e-mail address and a password and sets the session cookie. Accounts with a second factor get `SECOND_STEP_REQUIRED` and a cookie for the second step, which is valid for 5 minutes.',
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
  summary: 'Sign out',
  description: 'Ends the session and deletes its cookie.',
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
  summary: 'Retrieve the current session',
  description: "Returns the signed-in user, the current organization, and the user's role in it.",
  tag: 'Accounts',
  credentials: ['session'],
  withoutSecondFactor: true,
  rate: 'credential',
  success: { status: 200, body: json(z.object({ session: sessionObject })) },
  errors: [],
});
