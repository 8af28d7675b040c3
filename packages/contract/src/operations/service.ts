/** Health, files behind signed links, the built-in mailbox, and the description of all this. */
import { z } from 'zod';
import { idSchema } from '../ids.ts';
import { defineOperation, json } from '../operation.ts';
import { mail, mailSummary, timestamp } from '../resources.ts';
import { idParam, pathParam } from '../path-params.ts';

const open = { credentials: ['public'], rate: 'none' } as const;
const healthy = z.literal('healthy');
/** What an operator has to see to although everything is answered; absent where there is nothing. */
const problems = z
  .array(z.object({ code: z.enum(['files-damaged', 'clock-jumped']), message: z.string(), since: timestamp }))
  .optional();

export const getHealth = defineOperation({
  ...open,
  id: 'getHealth',
  method: 'GET',
  path: '/api/health',
  summary: 'The server answers',
  tag: 'Health',
  success: { status: 200, body: json(z.object({ status: healthy, timestamp, problems })) },
  errors: [],
});

export const getSigningHealth = defineOperation({
  ...open,
  id: 'getSigningHealth',
  method: 'GET',
  path: '/api/health/signing',
  summary: 'A signature and a time-stamp can be made now',
  tag: 'Health',
  success: {
    status: 200,
    body: json(
      z.object({
        status: z.enum(['healthy', 'degraded']),
        pki: z.literal('operational'),
        certificates: z.literal('valid'),
        /** In order of preference, where outside ones are configured; `degraded` when one of them fails. */
        timestamp_authorities: z
          .array(
            z.object({ authority: z.string(), status: z.enum(['working', 'failing']), since: timestamp.nullable() }),
          )
          .optional(),
        problems,
      }),
    ),
  },
  errors: ['SERVICE_UNAVAILABLE'],
});

export const getDatabaseHealth = defineOperation({
  ...open,
  id: 'getDatabaseHealth',
  method: 'GET',
  path: '/api/health/database',
  summary: 'The database answers and takes changes',
  tag: 'Health',
  success: { status: 200, body: json(z.object({ status: healthy, latency_ms: z.number() })) },
  errors: ['SERVICE_UNAVAILABLE'],
});

export const getStorageHealth = defineOperation({
  ...open,
  id: 'getStorageHealth',
  method: 'GET',
  path: '/api/health/storage',
  summary: 'Files can be stored and read',
  tag: 'Health',
  success: { status: 200, body: json(z.object({ status: healthy, latency_ms: z.number() })) },
  errors: ['SERVICE_UNAVAILABLE'],
});

export const getFile = defineOperation({
  credentials: ['file-link'],
  id: 'getFile',
  method: 'GET',
  path: '/api/files/:token',
  summary: 'The file that a download link stands for',
  tag: 'Documents',
  rate: 'credential',
  params: z.object({ token: pathParam(z.string().min(1).max(400), 'FILE_NOT_FOUND') }),
  success: { status: 200, body: { kind: 'bytes', contentType: 'application/pdf' } },
  errors: ['FILE_NOT_FOUND', 'RANGE_NOT_SATISFIABLE', 'FILE_DAMAGED'],
});

export const getOpenApi = defineOperation({
  ...open,
  id: 'getOpenApi',
  method: 'GET',
  path: '/api/v1/docs',
  summary: 'This interface as OpenAPI 3.1',
  tag: 'Service',
  success: { status: 200, body: { kind: 'bytes', contentType: 'application/json' } },
  errors: ['RANGE_NOT_SATISFIABLE'],
});

/**
 * Live: the owner of the operator's organization, by session, because the mails hold signing links. Sandbox: whoever may see all
 * of its documents.
 */
const mailbox = {
  credentials: ['session', 'api-key'],
  scope: 'documents:read',
  rate: 'credential',
  tag: 'Mailbox',
} as const;

export const listMail = defineOperation({
  ...mailbox,
  id: 'listMail',
  method: 'GET',
  path: '/api/mailbox',
  summary: 'Mail kept by the built-in mailbox (no SMTP server is configured), newest first',
  query: z.strictObject({ before: idSchema('mail').optional() }),
  success: { status: 200, body: json(z.object({ mails: z.array(mailSummary), hasMore: z.boolean() })) },
  errors: [],
});

export const getMail = defineOperation({
  ...mailbox,
  id: 'getMail',
  method: 'GET',
  path: '/api/mailbox/:id',
  summary: 'One mail of the built-in mailbox',
  params: z.object({ id: idParam('mail', 'MAIL_NOT_FOUND') }),
  success: { status: 200, body: json(z.object({ mail })) },
  errors: ['MAIL_NOT_FOUND'],
});

export const advanceSandboxClock = defineOperation({
  id: 'advanceSandboxClock',
  method: 'POST',
  path: '/api/sandbox/clock/advance',
  summary: 'Move the time of this sandbox forward: expiries, reminders, retries and retention come nearer by so much',
  tag: 'Sandbox',
  environment: 'sandbox',
  credentials: ['session', 'api-key'],
  role: 'admin',
  scope: 'documents:write',
  rate: 'credential',
  body: json(
    z.strictObject({
      seconds: z
        .int()
        .min(1)
        .max(366 * 86_400),
    }),
  ),
  success: {
    status: 200,
    body: json(
      z.object({
        success: z.literal(true),
        advancedSeconds: z.int().meta({ description: 'altogether, since the sandbox was made' }),
      }),
    ),
  },
  errors: [],
});

const sweep = {
  tag: 'Scheduled jobs',
  path: '/api/cron/data-retention',
  summary: 'Erase what may be kept no longer. Runs by itself every hour as well',
  environment: 'live',
  credentials: ['cron', 'service'],
  rate: 'credential',
  success: {
    status: 200,
    body: json(z.object({ success: z.literal(true), erased: z.record(z.string(), z.int()) })),
  },
  errors: ['SERVICE_UNAVAILABLE'],
} as const;
export const runDataRetention = defineOperation({
  ...sweep,
  id: 'runDataRetention',
  method: 'POST',
});
/** Schedulers that can only GET. */
export const runDataRetentionGet = defineOperation({ ...sweep, id: 'runDataRetentionGet', method: 'GET' });
