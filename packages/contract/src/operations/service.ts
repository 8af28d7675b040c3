/** Health, files behind signed links, the built-in mailbox and the API description. */
import { z } from 'zod';
import { idSchema } from '../ids.ts';
import { nextPage, replacedBy } from '../lists.ts';
import { defineOperation, json } from '../operation.ts';
import { numberParameter } from '../query-params.ts';
import { LIMITS, mail, mailSummary, timestamp } from '../resources.ts';
import { idParam, pathParam } from '../path-params.ts';
import { opaque } from '../field-class.ts';

/** Everyone can see the status. Callers with a valid credential see more details. */
const withDetails = { credentials: ['public', 'session', 'api-key', 'service'], rate: 'none' } as const;
const open = { credentials: ['public'], rate: 'none' } as const;
/**
 * `degraded` means that the service works, but needs an operator's attention. If a check fails completely, the response
 * is a 503. Only the lists of checks report this failure as a status.
 */
const state = z.enum(['healthy', 'degraded']);
/**
 * Problems that need an operator's attention although the service works. The member is absent if there are no problems.
 */
const problems = z
  .array(
    z.object({
      code: z.enum([
        'files-damaged',
        'clock-jumped',
        'audit-log-behind-pin',
        'audit-log-not-witnessed',
        'audit-log-not-covered',
        'slow',
        'space-low',
        'storage-unavailable',
        'signing-key-unavailable',
        'not-checked',
        'mail-not-configured',
        'overloaded',
        'processes-failing',
        'backup-failed',
        'backup-overdue',
        'backup-unverified',
      ]),
      message: z.string(),
      since: timestamp,
    }),
  )
  .optional();
const part = z.object({ status: state, latency_ms: z.number(), problems });
/** The worst state in `checks`. */
const verdict = z.enum(['healthy', 'degraded', 'unhealthy']);
const check = z.object({
  name: z.string().meta({ description: 'Stable identifier for programs.' }),
  status: verdict,
  message: z.string().meta({ description: 'The result as a sentence, without secrets or names.' }),
  fix: z.string().nullable().meta({ description: 'How to solve the problem. Null if there is nothing to do.' }),
});
const checks = z.object({ status: verdict, timestamp, checks: z.array(check) });

export const getHealth = defineOperation({
  ...open,
  id: 'getHealth',
  work: 'none',
  method: 'GET',
  path: '/api/health',
  summary: 'Check the server',
  description: 'Checks that the server responds.',
  tag: 'Health',
  success: { status: 200, body: json(z.object({ status: z.enum(['healthy', 'degraded']), timestamp, problems })) },
  errors: [],
});

export const getLiveness = defineOperation({
  ...open,
  id: 'getLiveness',
  work: 'none',
  method: 'GET',
  path: '/api/health/live',
  summary: 'Check the process',
  description: 'Checks that the process is running. The operation also responds while the database is unavailable.',
  tag: 'Health',
  success: { status: 200, body: json(z.object({ status: z.literal('alive'), timestamp })) },
  errors: [],
});

export const getSigningHealth = defineOperation({
  ...open,
  id: 'getSigningHealth',
  work: 'none',
  method: 'GET',
  path: '/api/health/signing',
  summary: 'Check whether signing works',
  description: 'Checks that the server can currently create signatures and time-stamps.',
  tag: 'Health',
  success: {
    status: 200,
    body: json(
      z.object({
        status: state,
        pki: z.literal('operational'),
        certificates: z.literal('valid'),
        /**
         * External time-stamping authorities, in order of preference. Absent if none are configured. The state is
         * `degraded` if one of them fails.
         */
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
  work: 'none',
  method: 'GET',
  path: '/api/health/database',
  summary: 'Check the database',
  description: 'Checks that the database responds and accepts writes.',
  tag: 'Health',
  success: { status: 200, body: json(part) },
  errors: ['SERVICE_UNAVAILABLE'],
});

export const getStorageHealth = defineOperation({
  ...open,
  id: 'getStorageHealth',
  work: 'none',
  method: 'GET',
  path: '/api/health/storage',
  summary: 'Check file storage',
  description: 'Checks that files can be stored, read and deleted, and that there is enough space.',
  tag: 'Health',
  success: {
    status: 200,
    body: json(
      part.extend({
        free_bytes: z.int().optional().meta({ description: 'Free space for files in bytes. Absent if unknown.' }),
      }),
    ),
  },
  errors: ['SERVICE_UNAVAILABLE'],
});

export const getEmailHealth = defineOperation({
  ...open,
  id: 'getEmailHealth',
  work: 'none',
  method: 'GET',
  path: '/api/health/email',
  summary: 'Check the mail server',
  description:
    'Checks that the mail server can be used: connection, encryption, sign-in and one command. The server runs this check once a minute.',
  tag: 'Health',
  success: {
    status: 200,
    body: json(
      part.extend({
        via: z
          .enum(['smtp', 'mailbox'])
          .meta({ description: '`mailbox`: no mail server is configured, and e-mails stay in the built-in mailbox.' }),
        checked_at: timestamp.nullable(),
        age_seconds: z.int().nullable().meta({ description: 'Age of the result in seconds.' }),
      }),
    ),
  },
  errors: ['SERVICE_UNAVAILABLE'],
});

/** Only an operator can see the weaknesses of an installation. */
export const getSecurityHealth = defineOperation({
  id: 'getSecurityHealth',
  work: 'none',
  method: 'GET',
  path: '/api/health/security',
  summary: 'Check security settings',
  description:
    "Checks the age of keys and certificates, weak settings, revocation data, and people without a second factor. Requires an admin of the operator's organization.",
  tag: 'Health',
  environment: 'live',
  credentials: ['session', 'api-key', 'service'],
  scope: 'admin',
  role: 'admin',
  rate: 'credential',
  success: { status: 200, body: json(checks) },
  errors: [],
});

export const getProductionHealth = defineOperation({
  ...withDetails,
  id: 'getProductionHealth',
  work: 'none',
  method: 'GET',
  path: '/api/health/production',
  summary: 'Check readiness for production',
  description:
    "Checks whether the installation is ready for production. Administrators of the operator's organization and the service credential also get the checks. All other callers get only the status.",
  tag: 'Health',
  success: { status: 200, body: json(checks.partial({ timestamp: true, checks: true })) },
  errors: [],
});

export const getStartupCheck = defineOperation({
  ...withDetails,
  id: 'getStartupCheck',
  work: 'none',
  method: 'GET',
  path: '/api/startup-check',
  summary: 'Retrieve the startup checks',
  description:
    "Returns the results of the checks that this process ran at startup. Administrators of the operator's organization and the service credential also get the checks. All other callers get only the status.",
  tag: 'Health',
  success: {
    status: 200,
    body: json(
      z.object({
        status: z.literal('healthy'),
        started_at: timestamp.optional(),
        version: z.string().optional(),
        database_version: z.int().meta({ description: 'Major version of PostgreSQL.' }).optional(),
        migrations: z.object({ applied: z.int(), newest: z.string() }).optional(),
        checks: z
          .array(z.object({ name: z.string(), status: z.literal('healthy'), message: z.string(), took_ms: z.number() }))
          .optional(),
      }),
    ),
  },
  errors: [],
});

export const getFile = defineOperation({
  credentials: ['file-link'],
  id: 'getFile',
  work: 'signing',
  method: 'GET',
  path: '/api/files/:token',
  summary: 'Download a file',
  description: 'Returns the file of a download link. Range requests are supported.',
  tag: 'Documents',
  rate: 'credential',
  params: z.object({ token: pathParam(opaque(z.string()).min(1).max(400), 'FILE_NOT_FOUND') }),
  success: { status: 200, body: { kind: 'bytes', contentType: 'application/pdf' } },
  errors: ['FILE_NOT_FOUND', 'RANGE_NOT_SATISFIABLE', 'FILE_DAMAGED'],
});

export const getOpenApi = defineOperation({
  ...open,
  id: 'getOpenApi',
  work: 'none',
  rate: 'open',
  method: 'GET',
  path: '/api/v1/docs',
  summary: 'Retrieve the OpenAPI description',
  description: 'Returns the description of this API in OpenAPI 3.1.',
  tag: 'Service',
  success: { status: 200, body: { kind: 'bytes', contentType: 'application/json' } },
  errors: ['RANGE_NOT_SATISFIABLE'],
});

/**
 * In the live environment, only the owner of the operator's organization has access, and only with a session, because
 * the e-mails contain signing links. In the sandbox, anyone who can see all documents has access.
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
  secretAnswer: true,
  work: 'list',
  method: 'GET',
  path: '/api/mailbox',
  summary: 'List e-mails in the mailbox',
  description:
    "Returns the e-mails of the built-in mailbox, newest first. The server stores live mail there if no SMTP server is configured. Live mail can be read only by the owner of the operator's organization, with a session. Sandbox keys can read the mail of their sandbox.",
  query: z.strictObject({
    before: idSchema('mail').optional().meta(replacedBy('cursor')),
    pageSize: numberParameter(1, LIMITS.pageSizeMax).default(50),
    cursor: idSchema('mail').optional(),
  }),
  success: {
    status: 200,
    body: json(
      z.object({
        mails: z.array(mailSummary),
        hasMore: z.boolean().meta(replacedBy('pagination.hasMore')),
        pagination: nextPage,
      }),
    ),
  },
  errors: [],
});

export const getMail = defineOperation({
  ...mailbox,
  id: 'getMail',
  secretAnswer: true,
  method: 'GET',
  path: '/api/mailbox/:id',
  summary: 'Retrieve an e-mail from the mailbox',
  description:
    "Returns an e-mail from the built-in mailbox. Live mail requires a session of the owner of the operator's organization. Sandbox keys can read the mail of their sandbox.",
  params: z.object({ id: idParam('mail', 'MAIL_NOT_FOUND') }),
  success: { status: 200, body: json(z.object({ mail })) },
  errors: ['MAIL_NOT_FOUND'],
});

export const advanceSandboxClock = defineOperation({
  id: 'advanceSandboxClock',
  method: 'POST',
  path: '/api/sandbox/clock/advance',
  summary: 'Advance the sandbox clock',
  description:
    'Advances the time of the sandbox, for example to test expirations, reminders, scheduled sends, retries and retention periods.',
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
        advancedSeconds: z.int().meta({ description: 'Total number of seconds by which the clock has been advanced.' }),
      }),
    ),
  },
  errors: [],
});

const sweep = {
  tag: 'Scheduled jobs',
  path: '/api/cron/data-retention',
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
  summary: 'Run data retention',
  description: 'Deletes data whose retention period has ended. The server also does this every hour.',
  work: 'bulk',
  method: 'POST',
});
/** This variant is for schedulers that support only GET. */
export const runDataRetentionGet = defineOperation({
  ...sweep,
  id: 'runDataRetentionGet',
  summary: 'Run data retention (GET)',
  description:
    'Deletes data whose retention period has ended. The server also does this every hour. Use this operation for schedulers that can send only GET requests.',
  work: 'list',
  method: 'GET',
});
