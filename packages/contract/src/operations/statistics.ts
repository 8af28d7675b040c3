/** Statistics. Administrators see the organization's statistics, and members see their own. */
import { z } from 'zod';
import { strict } from '../field-class.ts';
import { idSchema } from '../ids.ts';
import { defineOperation, json } from '../operation.ts';
import { timestamp } from '../resources.ts';

const BUCKETS = ['hour', 'day', 'week', 'month'] as const;

/** A date, or a date and a time. */
const moment = strict(z.string())
  .regex(
    /^[1-9]\d{3}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d))?$/,
    'must be a date such as 2026-03-31, or a time such as 2026-03-31T12:00:00Z',
  )
  .refine((value) => !Number.isNaN(Date.parse(value)) && isDay(value.slice(0, 10)), 'must be a valid calendar date')
  .optional();

function isDay(day: string): boolean {
  const at = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day);
}

const query = z.strictObject({
  from: moment.meta({
    description:
      'Start of the range: a date in the time zone, or a time. The server moves it back to the start of its bucket. Default: 48 hours, 30 days, 26 weeks or 12 months before `to`, depending on `bucket`.',
  }),
  to: moment.meta({
    description: 'End of the range, exclusive. The server moves it forward to the end of its bucket. Default: now.',
  }),
  bucket: z
    .enum(BUCKETS)
    .default('day')
    .meta({ description: 'Length of the intervals in `series`. Weeks start on Monday.' }),
  timeZone: strict(z.string())
    .regex(/^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/, 'must be a time zone such as Europe/Berlin')
    .optional()
    .meta({ description: 'Time zone, such as `Europe/Berlin`. Default: the time zone of your profile, or UTC.' }),
});

const count = z.int();
const counts = {
  created: count.meta({ description: 'Number of documents that were uploaded, copied or created from a template.' }),
  sent: count,
  completed: count,
  declined: count,
  voided: count,
  expired: count.meta({
    description: 'Number of documents that expired, not counting those whose expiry was extended afterwards.',
  }),
  medianSecondsToComplete: z.number().nullable().meta({
    description:
      'Median time from sending to the last signature, for completed documents, accurate to within 2%. Null if no document was completed.',
  }),
};
const figures = {
  ...counts,
  completionRate: z.number().nullable().meta({
    description:
      'Share of documents sent in the range that are completed now, from 0 to 1. Null if no documents were sent.',
  }),
};
const statistics = {
  asOf: timestamp.nullable().meta({
    description: 'The statistics include everything before this time. Null while earlier documents are being counted.',
  }),
  complete: z.boolean().meta({ description: 'False while earlier documents are being counted.' }),
  progress: z.number().meta({ description: 'Share of the earlier documents that have been counted, from 0 to 1.' }),
  from: timestamp.meta({ description: 'Start of the range.' }),
  to: timestamp.meta({ description: 'End of the range, exclusive.' }),
  bucket: z.enum(BUCKETS),
  timeZone: z.string(),
  documents: z
    .array(
      z.object({
        state: z.enum(['draft', 'in-progress', 'completed', 'declined', 'voided', 'expired', 'archived', 'deleted']),
        count,
      }),
    )
    .meta({
      description: 'Current number of documents, regardless of creation date. `deleted` documents are in the trash.',
    }),
  totals: z.object(figures).meta({ description: 'Totals for the whole range.' }),
  series: z
    .array(z.object({ from: timestamp, to: timestamp, ...counts }))
    .meta({ description: 'One entry per bucket, including empty buckets.' }),
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
    'Returns statistics about the documents, members, templates, API requests, webhooks, storage and seats of the organization.',
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
              name: z
                .string()
                .nullable()
                .meta({ description: 'Name of the member. Null if the person is no longer a member.' }),
              ...figures,
            }),
          )
          .meta({
            description:
              'Up to 100 members with activity in the range, sorted by the number of documents sent. Each document is counted for its creator.',
          }),
        templates: z
          .array(
            z.object({
              id: idSchema('template'),
              name: z
                .string()
                .nullable()
                .meta({ description: 'Name of the template. Null if the template was deleted.' }),
              ...figures,
            }),
          )
          .meta({
            description: 'Up to 100 templates that were used in the range, sorted by the number of documents sent.',
          }),
        api: z.object({
          requests: count.meta({ description: 'Number of requests with API keys.' }),
          refused: count.meta({
            description: 'Number of requests that were rejected because they exceeded the rate limit.',
          }),
          series: z.array(calls.extend({ requests: count, refused: count })),
        }),
        webhooks: z.object({
          delivered: count,
          failed: count.meta({ description: 'Number of failed delivery attempts.' }),
          dead: count.meta({ description: 'Number of deliveries that became dead letters.' }),
          series: z.array(calls.extend({ delivered: count, failed: count, dead: count })),
        }),
        storage: z.object({
          files: count,
          bytes: z.number(),
          quotaBytes: z
            .number()
            .nullable()
            .meta({ description: "The organization's quota for live and sandbox together. Null if unlimited." }),
          asOf: timestamp.nullable().meta({ description: 'When the total was last computed.' }),
        }),
        seats: z.object({
          members: count,
          invited: count.meta({ description: 'Number of pending invitations.' }),
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
  description: 'Returns statistics about your own documents.',
  scope: 'documents:read',
  success: { status: 200, body: json(z.object(statistics)) },
});
