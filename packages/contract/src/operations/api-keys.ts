/**
 * API keys. A key can list, revoke and rotate keys, but cannot create or transfer any, so a stolen key cannot be used
 * to obtain more keys.
 */
import { z } from 'zod';
import { idSchema } from '../ids.ts';
import { pageOfAll, pagination } from '../lists.ts';
import { defineOperation, json } from '../operation.ts';
import { apiKey, apiKeyScope, apiKeyUsage, apiKeyWithValue, loggedRequest, singleLine } from '../resources.ts';
import { numberParameter } from '../query-params.ts';
import { idParam } from '../path-params.ts';
import { strict } from '../field-class.ts';

const RATE_LIMIT_RULE = 'must be a whole number from 1 to 1,000,000 (requests an hour), or "unlimited"';
const success = z.object({ success: z.literal(true) });
const path = '/api/settings/api-keys';
const common = { tag: 'API keys', role: 'admin', rate: 'credential' } as const;
const params = z.object({ keyId: idParam('apiKey', 'API_KEY_NOT_FOUND') });
/** The only responses that contain a key's value. */
const withValue = json(success.extend({ apiKey: apiKeyWithValue }));

export const listApiKeys = defineOperation({
  ...common,
  id: 'listApiKeys',
  method: 'GET',
  path,
  summary: 'List API keys',
  description: 'Returns the API keys of the organization without their values.',
  credentials: ['session', 'api-key'],
  scope: 'admin',
  query: z.strictObject(pageOfAll),
  success: { status: 200, body: json(z.object({ apiKeys: z.array(apiKey), pagination })) },
  errors: [],
});

export const getApiKeyUsage = defineOperation({
  ...common,
  id: 'getApiKeyUsage',
  method: 'GET',
  path: `${path}/:keyId/usage`,
  summary: 'Retrieve API key usage',
  description: 'Returns the number of requests per hour, for up to 30 days.',
  credentials: ['session', 'api-key'],
  scope: 'admin',
  params,
  query: z.strictObject({
    hours: strict(z.string())
      .regex(/^[1-9]\d{0,2}$/, 'must be a whole number from 1 to 720')
      .transform(Number)
      .pipe(z.int().max(720))
      .default(24)
      .meta({ description: 'Number of hours, including the current hour.' }),
  }),
  success: { status: 200, body: json(z.object({ usage: apiKeyUsage })) },
  errors: ['API_KEY_NOT_FOUND'],
});

export const listApiKeyRequests = defineOperation({
  ...common,
  id: 'listApiKeyRequests',
  work: 'list',
  method: 'GET',
  path: `${path}/:keyId/requests`,
  summary: 'List requests made with an API key',
  description:
    'Returns the requests that were made with the key in the last 7 days, newest first. For each key, each server process records at most 50 requests per second.',
  credentials: ['session', 'api-key'],
  scope: 'admin',
  params,
  query: z.strictObject({
    status: z
      .enum(['success', 'error'])
      .optional()
      .meta({ description: '`error`: only requests with a status of 400 or above, or without a response.' }),
    requestId: strict(z.string())
      .regex(/^[\w.:-]{1,128}$/, 'must be a request ID')
      .optional(),
    pageSize: numberParameter(1, 200).default(50),
    cursor: idSchema('apiRequest').optional(),
  }),
  success: {
    status: 200,
    body: json(
      z.object({
        requests: z.array(loggedRequest),
        pagination: z.object({ hasMore: z.boolean(), nextCursor: idSchema('apiRequest').nullable() }),
      }),
    ),
  },
  errors: ['API_KEY_NOT_FOUND'],
});

export const createApiKey = defineOperation({
  ...common,
  id: 'createApiKey',
  secretAnswer: true,
  right: 'apiKeys',
  stepUp: 'session',
  method: 'POST',
  path,
  summary: 'Create an API key',
  description:
    'Creates a key. Its value is returned only in this response. A key that is created under `/sandbox` works only in the sandbox.',
  credentials: ['session'],
  body: json(
    z.strictObject({
      name: singleLine(120),
      expiresInDays: z.int().min(1).max(3650).nullable().default(null),
      scopes: z
        .array(apiKeyScope)
        .min(1)
        .max(100)
        .default([...apiKeyScope.options])
        .transform((scopes) => [...new Set(scopes)])
        .meta({ description: 'Scopes of the key. Default: all scopes that a key can have.' }),
      rateLimit: z
        .union([z.int().min(1).max(1_000_000), z.literal('unlimited')], RATE_LIMIT_RULE)
        .optional()
        .meta({ description: 'Requests per hour. Default: 1,000. The plan sets the maximum.' }),
    }),
  ),
  success: { status: 201, body: withValue },
  errors: ['PLAN_REQUIRED'],
});

export const revokeApiKey = defineOperation({
  ...common,
  id: 'revokeApiKey',
  method: 'DELETE',
  path,
  summary: 'Revoke an API key',
  description: 'Revokes a key. It stops working immediately.',
  credentials: ['session', 'api-key'],
  scope: 'admin',
  query: z.strictObject({ id: idSchema('apiKey') }),
  success: { status: 200, body: json(success) },
  errors: ['API_KEY_NOT_FOUND'],
});

export const rotateApiKey = defineOperation({
  id: 'rotateApiKey',
  secretAnswer: true,
  right: 'apiKeys',
  stepUp: 'session',
  method: 'POST',
  path: `${path}/:keyId/rotate`,
  summary: 'Rotate an API key',
  description: 'Returns a new value for the key. The old value stays valid for `graceHours`. A key can rotate itself.',
  tag: 'API keys',
  rate: 'credential',
  credentials: ['session', 'api-key'],
  params,
  body: json(
    z
      .strictObject({
        graceHours: z
          .number()
          .min(0)
          .max(168)
          .default(24)
          .meta({ description: 'Number of hours for which the old value stays valid. 0 revokes it immediately.' }),
      })
      .prefault({}),
  ),
  success: { status: 200, body: withValue },
  errors: ['API_KEY_NOT_FOUND', 'PLAN_REQUIRED'],
});

export const handOverApiKey = defineOperation({
  ...common,
  id: 'handOverApiKey',
  stepUp: 'session',
  method: 'POST',
  path: `${path}/:keyId/hand-over`,
  summary: 'Transfer an API key',
  description:
    'Makes another owner or admin responsible for the key, so that it keeps working when its creator leaves.',
  credentials: ['session'],
  params,
  body: json(z.strictObject({ userId: idSchema('user') })),
  success: { status: 200, body: json(success.extend({ apiKey })) },
  errors: ['API_KEY_NOT_FOUND'],
});
