/** Security events, such as failed attempts and refused requests. */
import { z } from 'zod';
import { strict } from '../field-class.ts';
import { idSchema } from '../ids.ts';
import { defineOperation, json } from '../operation.ts';
import { numberParameter } from '../query-params.ts';
import { timestamp } from '../resources.ts';
import { securityEvent, severity } from '../security-event.ts';

const moment = timestamp.refine((value) => !value.startsWith('0000'), 'must be in the year 0001 or later').optional();

const common = {
  tag: 'Security events',
  method: 'GET',
  credentials: ['session', 'api-key'],
  role: 'admin',
  scope: 'admin',
  rate: 'credential',
  work: 'list',
} as const;

const filter = {
  kind: strict(z.string())
    .regex(
      /^[a-z][a-z-]{0,40}(?:\.[a-z-]{1,40})?$/,
      'must be a kind such as request.blocked, or a family such as request',
    )
    .optional(),
  severity: severity.optional().meta({ description: 'Only return events of this severity or higher.' }),
  user: idSchema('user').optional(),
  address: strict(z.string())
    .regex(/^[0-9a-fA-F.:/]{2,50}$/, 'must be an IPv4 address or an IPv6 network such as 2001:db8::/64')
    .optional(),
  from: moment.meta({ description: 'Only return events that occurred at this time or later.' }),
  to: moment.meta({ description: 'Only return events that occurred before this time.' }),
};

export const listSecurityEvents = defineOperation({
  ...common,
  id: 'listSecurityEvents',
  path: '/api/admin/security/events',
  summary: 'List security events',
  description:
    "Returns sign-ins, rejected and blocked requests, and changes to credentials and permissions, newest first. Events without an organization are listed in the operator's organization.",
  query: z.strictObject({
    ...filter,
    pageSize: numberParameter(1, 200).default(50),
    cursor: idSchema('securityEvent').optional(),
  }),
  success: {
    status: 200,
    body: json(
      z.object({
        events: z.array(securityEvent),
        pagination: z.object({ hasMore: z.boolean(), nextCursor: idSchema('securityEvent').nullable() }),
      }),
    ),
  },
  errors: [],
});

export const exportSecurityEvents = defineOperation({
  ...common,
  id: 'exportSecurityEvents',
  path: '/api/admin/security/events/export',
  summary: 'Export security events',
  description:
    'Returns security events as a file, newest first: JSON lines with the same properties as the list, or CSV.',
  query: z.strictObject({ ...filter, format: z.enum(['jsonl', 'csv']).default('jsonl') }),
  success: { status: 200, body: { kind: 'bytes', contentType: 'application/jsonl' } },
  errors: [],
});
