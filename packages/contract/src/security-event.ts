/** A security event as it appears in lists, files and webhooks. */
import { z } from 'zod';
import { idSchema } from './ids.ts';
import { SUMMARY_DESCRIPTION, timestamp } from './resources.ts';

export const severity = z.enum(['critical', 'high', 'medium', 'low']);

export const securityEvent = z.object({
  id: idSchema('securityEvent'),
  kind: z
    .string()
    .meta({ description: 'The audited action or the rejection that the event reports, such as `api-key.created`.' }),
  severity,
  summary: z.string().meta({ description: `${SUMMARY_DESCRIPTION} In files and webhooks, it is always in English.` }),
  first_at: timestamp,
  last_at: timestamp,
  count: z
    .int()
    .meta({ description: 'Number of identical events within one minute, which are combined into this event.' }),
  user: z.object({ id: z.string(), name: z.string().nullable() }).nullable(),
  address: z.string().nullable().meta({ description: 'IP address. For IPv6, this is the network.' }),
  subject: z.string().nullable().meta({
    description: 'Subject of the event: the ID of an object, a firewall rule or an operation.',
  }),
  details: z
    .record(z.string(), z.unknown())
    .meta({ description: 'Further details. They never contain values from a request.' }),
});
export type SecurityEventView = z.infer<typeof securityEvent>;
