/** Resources as returned by the API. Times are ISO 8601 in UTC, with milliseconds. */
import { z } from 'zod';
import { idSchema } from './ids.ts';
import { timestamp } from './values.ts';

export * from './document-resources.ts';
export * from './fields.ts';
export * from './limits.ts';
export * from './signing-resources.ts';
export * from './values.ts';
export * from './verification-facts.ts';
export * from './verification-resources.ts';

export const apiKeyScope = z.enum(['documents:read', 'documents:write', 'templates', 'webhooks', 'admin']);
export type ApiKeyScope = z.infer<typeof apiKeyScope>;
export const apiKey = z.object({
  id: idSchema('apiKey'),
  name: z.string(),
  created_at: timestamp,
  last_used_at: timestamp.nullable(),
  expires_at: timestamp.nullable(),
  display: z
    .string()
    .meta({ description: 'Prefix and last four characters of the key, to help you recognize the key.' }),
  scopes: z.array(apiKeyScope),
  rate_limit: z.int().nullable(),
  created_by: z.object({ id: idSchema('user'), name: z.string() }).meta({
    description:
      'The user who is responsible for the key. The role of this user limits the key, and the key stops working when the user leaves the organization.',
  }),
  rotated_at: timestamp.nullable(),
  previous_value_until: timestamp
    .nullable()
    .meta({ description: 'When the previous value expires. Null if the key has only one value.' }),
  suspended_at: timestamp.nullable().meta({
    description:
      'When the key stops or stopped working because the organization requires a second factor and the responsible user has none. Null if the key is not suspended.',
  }),
});
const usageCounts = {
  requests: z.int().meta({ description: 'Requests that counted against the limit.' }),
  refused: z
    .int()
    .meta({ description: 'Requests above the limit, which were rejected with 429. `requests` does not include them.' }),
};
export const apiKeyUsage = z.object({
  key_id: idSchema('apiKey'),
  ...usageCounts,
  hours: z
    .array(z.object({ hour: timestamp.meta({ description: 'Start of the hour.' }), ...usageCounts }))
    .meta({ description: 'Requests per hour, oldest first. The last entry is the current hour.' }),
});
export type ApiKeyUsage = z.infer<typeof apiKeyUsage>;
export const loggedRequest = z.object({
  id: idSchema('apiRequest'),
  at: timestamp.meta({ description: 'When the response was sent.' }),
  method: z.string(),
  route: z.string().meta({
    description: 'The pattern of the path, such as `/api/documents/:id`. Paths, queries and bodies are not kept.',
  }),
  status: z.int().nullable().meta({ description: 'HTTP status. Null if the client disconnected before the response.' }),
  milliseconds: z.int().meta({ description: 'Time from the request to the end of the response.' }),
  request_id: z.string().meta({ description: 'The `X-Request-Id` of the response. The server log has the same ID.' }),
});
export type LoggedRequest = z.infer<typeof loggedRequest>;
/**
 * When an organization starts to require a second factor, API keys whose creators have no second factor are suspended
 * after this many days.
 */
export const SUSPENSION_DAYS = 7;
export type ApiKey = z.infer<typeof apiKey>;
export const apiKeyWithValue = apiKey.extend({ key: z.string() });

export const user = z.object({ id: idSchema('user'), name: z.string(), email: z.string() });
export const role = z.enum(['owner', 'admin', 'member']);
export type Role = z.infer<typeof role>;
export const sessionObject = z.object({
  user,
  organization: z.object({ id: idSchema('organization'), name: z.string(), plan: z.string() }),
  role,
  method: z.enum(['password', 'passkey', 'saml', 'oidc']).meta({ description: 'How the session was opened.' }),
  operator: z.boolean().meta({ description: 'True if this organization operates the installation.' }),
  expires_at: timestamp,
  locale: z.string().nullable().meta({ description: 'Language of the profile, such as `en` or `pt-BR`.' }),
  time_zone: z.string().nullable().meta({ description: 'Time zone of the profile, such as `Europe/Berlin`.' }),
  two_factor_required: z.boolean().meta({
    description:
      'True if the organization requires a second factor and this session has none. Until you set one up, all other operations fail with `TWO_FACTOR_REQUIRED`.',
  }),
});

export const SUMMARY_DESCRIPTION =
  'What happened, as a sentence. It is in English for API keys and service credentials, and otherwise in the language from `Accept-Language`.';

export const auditEntry = z.object({
  id: idSchema('audit'),
  stream: z.string(),
  sequence: z.int(),
  timestamp,
  actor: z.object({ kind: z.string(), id: z.string() }),
  action: z.string(),
  target: z.object({ kind: z.string(), id: z.string() }),
  context: z.record(z.string(), z.unknown()),
  previous_hash: z.string(),
  hash: z.string(),
  bytes: z.string().meta({ description: 'The hashed bytes as stored (RFC 8785 JSON), encoded as base64.' }),
  summary: z.string().meta({ description: SUMMARY_DESCRIPTION }),
});
export type AuditEntry = z.infer<typeof auditEntry>;

export const mailSummary = z.object({
  id: idSchema('mail'),
  to: z.string(),
  subject: z.string(),
  kind: z.string(),
  created_at: timestamp,
});
export const mail = mailSummary.extend({ from: z.string(), text: z.string(), html: z.string() });
