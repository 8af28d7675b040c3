/** Set-up, login and API keys. */
import { z } from 'zod';
import { idSchema } from '../ids.ts';
import { defineOperation, json } from '../operation.ts';
import { apiKey, apiKeyScope, emailAddress, sessionObject, singleLine } from '../resources.ts';

const success = z.object({ success: z.literal(true) });
/** NIST SP 800-63B §5.1.1.2: length is what counts; 12 is the organization default of interface.md part 8. */
const newPassword = z.string().min(12, 'must have at least 12 characters').max(200);

export const getSetup = defineOperation({
  id: 'getSetup',
  method: 'GET',
  path: '/api/setup',
  summary: 'Whether this installation still waits for its first owner',
  tag: 'Accounts',
  credentials: ['public'],
  rate: 'none',
  success: { status: 200, body: json(z.object({ needed: z.boolean() })) },
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
      token: z.string().min(1).max(200),
      organization: singleLine(120),
      name: singleLine(120),
      email: emailAddress,
      password: newPassword,
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
  body: json(z.strictObject({ email: emailAddress, password: z.string().min(1).max(200) })),
  success: { status: 200, body: json(success.extend({ session: sessionObject })) },
  errors: ['INVALID_CREDENTIALS'],
});

export const logout = defineOperation({
  id: 'logout',
  method: 'POST',
  path: '/api/auth/logout',
  summary: 'End the session',
  tag: 'Accounts',
  credentials: ['session'],
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
  rate: 'credential',
  success: { status: 200, body: json(z.object({ session: sessionObject })) },
  errors: [],
});

export const listApiKeys = defineOperation({
  id: 'listApiKeys',
  method: 'GET',
  path: '/api/settings/api-keys',
  summary: 'List the API keys of the organization; never their values',
  tag: 'API keys',
  credentials: ['session'],
  role: 'admin',
  rate: 'credential',
  success: { status: 200, body: json(z.object({ apiKeys: z.array(apiKey) })) },
  errors: [],
});

export const createApiKey = defineOperation({
  id: 'createApiKey',
  method: 'POST',
  path: '/api/settings/api-keys',
  summary: 'Make an API key; its value is in this answer and never shown again',
  tag: 'API keys',
  credentials: ['session'],
  role: 'admin',
  rate: 'credential',
  body: json(
    z.strictObject({
      name: singleLine(120),
      expiresInDays: z.int().min(1).max(3650).nullable().default(null),
      scopes: z
        .array(apiKeyScope)
        .min(1)
        .default(['documents:read', 'documents:write'])
        .transform((scopes) => [...new Set(scopes)]),
      rateLimit: z
        .union([z.int().min(1).max(1_000_000), z.literal('unlimited')])
        .optional()
        .meta({ description: 'requests an hour; 1,000 unless given, at most what the plan allows' }),
    }),
  ),
  success: { status: 201, body: json(success.extend({ apiKey: apiKey.extend({ key: z.string() }) })) },
  errors: [],
});

export const revokeApiKey = defineOperation({
  id: 'revokeApiKey',
  method: 'DELETE',
  path: '/api/settings/api-keys',
  summary: 'Revoke an API key',
  tag: 'API keys',
  credentials: ['session'],
  role: 'admin',
  rate: 'credential',
  query: z.strictObject({ id: idSchema('apiKey') }),
  success: { status: 200, body: json(success) },
  errors: ['API_KEY_NOT_FOUND'],
});
