/** A security event, as lists, files and webhooks give it. */
import { z } from 'zod';
import { idSchema } from './ids.ts';
import { timestamp } from './resources.ts';

export const severity = z.enum(['critical', 'high', 'medium', 'low']);

export const securityEvent = z.object({
  id: idSchema('securityEvent'),
  kind: z.string().meta({ description: 'what it happened to, and what happened: an audited action, or a refusal' }),
  severity,
  summary: z.string().meta({ description: 'what happened, as a sentence' }),
  first_at: timestamp,
  last_at: timestamp,
  count: z.int().meta({ description: 'how often within a minute' }),
  user: z.object({ id: z.string(), name: z.string().nullable() }).nullable(),
  address: z.string().nullable().meta({ description: 'of IPv6 the network' }),
  subject: z.string().nullable().meta({
    description: 'what it was about: an id, a rule of the firewall, an operation',
  }),
  details: z.record(z.string(), z.unknown()).meta({ description: 'never a value that somebody sent' }),
});
export type SecurityEventView = z.infer<typeof securityEvent>;
