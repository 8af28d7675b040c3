/** Attempts and refusals that concern security. */
import { z } from 'zod';
import { strict } from '../field-class.ts';
import { idSchema } from '../ids.ts';
import { defineOperation, json } from '../operation.ts';
import { numberParameter } from '../query-params.ts';
import { timestamp } from '../resources.ts';

const moment = timestamp.refine((value) => !value.startsWith('0000'), 'must be a year from 0001 on').optional();

export const listSecurityEvents = defineOperation({
  id: 'listSecurityEvents',
  tag: 'Security events',
  method: 'GET',
  path: '/api/admin/security/events',
  summary: "What the request firewall found, newest first; what belongs to no organization belongs to the operator's",
  credentials: ['session', 'api-key'],
  role: 'admin',
  scope: 'admin',
  rate: 'credential',
  work: 'list',
  query: z.strictObject({
    kind: strict(z.string())
      .regex(
        /^[a-z][a-z-]{0,40}(?:\.[a-z-]{1,40})?$/,
        'must be a kind such as request.blocked, or a family such as request',
      )
      .optional(),
    user: idSchema('user').optional(),
    address: strict(z.string())
      .regex(/^[0-9a-fA-F.:/]{2,50}$/, 'must be an address; of IPv6 the network, such as 2001:db8::/64')
      .optional(),
    from: moment.meta({ description: 'not before this moment' }),
    to: moment.meta({ description: 'before this moment' }),
    pageSize: numberParameter(1, 200).default(50),
    cursor: idSchema('securityEvent').optional(),
  }),
  success: {
    status: 200,
    body: json(
      z.object({
        events: z.array(
          z.object({
            id: idSchema('securityEvent'),
            kind: z.string().meta({ description: 'what it happened to, and what happened' }),
            severity: z.enum(['critical', 'high', 'medium', 'low']),
            first_at: timestamp,
            last_at: timestamp,
            count: z.int().meta({ description: 'how often within a minute' }),
            user: z.object({ id: z.string(), name: z.string().nullable() }).nullable(),
            address: z.string().nullable().meta({ description: 'of IPv6 the network' }),
            subject: z.string().nullable().meta({ description: 'what it was about, such as a rule of the firewall' }),
            details: z.record(z.string(), z.unknown()).meta({ description: 'never a value that somebody sent' }),
          }),
        ),
        pagination: z.object({ hasMore: z.boolean(), nextCursor: idSchema('securityEvent').nullable() }),
      }),
    ),
  },
  errors: [],
});
