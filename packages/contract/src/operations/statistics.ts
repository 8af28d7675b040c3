/** Figures: of an organization for its administrators, and of each member for themselves. */
import { z } from 'zod';
import { strict } from '../field-class.ts';
import { idSchema } from '../ids.ts';
import { defineOperation, json } from '../operation.ts';
import { timestamp } from '../resources.ts';

const BUCKETS = ['hour', 'day', 'week', 'month'] as const;

/** A day or a moment. */
const moment = strict(z.string())
  .regex(
    /^[1-9]\d{3}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d))?$/,
    'must be a day such as 2026-03-31, or a time such as 2026-03-31T12:00:00Z',
  )
  .refine((value) => !Number.isNaN(Date.parse(value)) && isDay(value.slice(0, 10)), 'must be a day of the calendar')
  .optional();

function isDay(day: string): boolean {
  const at = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day);
}

const query = z.strictObject({
  from: moment.meta({
    description:
      'where the range begins: a day of the time zone, or a moment. It is moved back to the start of its bucket. Default: 48 hours, 30 days, 26 weeks or 12 months before `to`',
  }),
  to: moment.meta({
    description:
      'where the range ends; what happens at this moment is no longer in it. It is moved on to the end of its bucket. Default: now',
  }),
  bucket: z.enum(BUCKETS).default('day').meta({ description: 'weeks begin on Monday' }),
  timeZone: strict(z.string())
    .regex(/^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/, 'must be a time zone such as Europe/Berlin')
    .optional()
    .meta({ description: "such as Europe/Berlin. Default: the time zone of the caller's profile, else UTC" }),
});

const count = z.int();
const counts = {
  created: count.meta({ description: 'documents uploaded, copied or created from a template' }),
  sent: count,
  completed: count,
  declined: count,
  voided: count,
  expired: count.meta({ description: 'without those that were given more time since' }),
  medianSecondsToComplete: z.number().nullable().meta({
    description: 'from sending to the last signature, of what was completed; accurate to 2 %; null where nothing was',
  }),
};
const figures = {
  ...counts,
  completionRate: z.number().nullable().meta({
    description:
      'of what was sent in the range, the share that has been completed since: 0 to 1; null where nothing was sent',
  }),
};
const statistics = {
  asOf: timestamp.nullable().meta({
    description:
      'everything that happened before this moment is counted; null while documents from before are being counted',
  }),
  complete: z.boolean().meta({ description: 'false while documents from before are being counted' }),
  progress: z.number().meta({ description: 'how many of them have been counted: 0 to 1' }),
  from: timestamp.meta({ description: 'the range that was counted; what happened at `to` is not in it' }),
  to: timestamp,
  bucket: z.enum(BUCKETS),
  timeZone: z.string(),
  documents: z
    .array(
      z.object({
        state: z.enum(['draft', 'in-progress', 'completed', 'declined', 'voided', 'expired', 'archived', 'deleted']),
        count,
      }),
    )
    .meta({ description: 'how many there are now, whenever they were created; `deleted` are in the trash' }),
  totals: z.object(figures).meta({ description: 'of the whole range' }),
  series: z
    .array(z.object({ from: timestamp, to: timestamp, ...counts }))
    .meta({ description: 'a bucket each, also where nothing happened' }),
};
const calls = z.object({ from: timestamp, to: timestamp });

const shared = {
  tag: 'Statistics',
  method: 'GET',
  credentials: ['session', 'api-key'],
  rate: 'credential',
  work: 'list',
  query,
  errors: [],
} as const;

export const getStatistics = defineOperation({
  ...shared,
  id: 'getStatistics',
  path: '/api/admin/stats',
  summary: 'Retrieve organization statistics',
  description:
    'Returns figures about documents, members, templates, API requests, webhooks, storage and seats of the organization.',
  role: 'admin',
  scope: 'admin',
  success: {
    status: 200,
    body: json(
      z.object({
        ...statistics,
        members: z
          .array(
            z.object({
              id: idSchema('user'),
              name: z.string().nullable().meta({ description: 'null: no longer a member' }),
              ...figures,
            }),
          )
          .meta({
            description:
              'who did anything in the range, most sent first, at most 100. A document counts for whoever created it',
          }),
        templates: z
          .array(
            z.object({
              id: idSchema('template'),
              name: z.string().nullable().meta({ description: 'null: the template has been deleted' }),
              ...figures,
            }),
          )
          .meta({ description: 'templates used in the range, most sent first, at most 100' }),
        api: z.object({
          requests: count.meta({ description: 'requests with an API key' }),
          refused: count.meta({ description: 'refused, because they were above the limit' }),
          series: z.array(calls.extend({ requests: count, refused: count })),
        }),
        webhooks: z.object({
          delivered: count,
          failed: count.meta({ description: 'attempts that failed' }),
          dead: count.meta({ description: 'deliveries given up' }),
          series: z.array(calls.extend({ delivered: count, failed: count, dead: count })),
        }),
        storage: z.object({
          files: count,
          bytes: z.number(),
          quotaBytes: z
            .number()
            .nullable()
            .meta({ description: 'of the organization, live and sandbox together; null: unlimited' }),
          asOf: timestamp.nullable().meta({ description: 'when it was added up last' }),
        }),
        seats: z.object({
          members: count,
          invited: count.meta({ description: 'invitations that can still be accepted' }),
        }),
      }),
    ),
  },
});

export const getAnalytics = defineOperation({
  ...shared,
  id: 'getAnalytics',
  path: '/api/analytics',
  summary: 'Retrieve your statistics',
  description: 'Returns figures about your own documents.',
  scope: 'documents:read',
  success: { status: 200, body: json(z.object(statistics)) },
});
