/** Security incidents (GDPR articles 33 and 34). */
import { z } from 'zod';
import { idSchema } from './ids.ts';
import { timestamp } from './resources.ts';

export const incidentSeverity = z.enum(['low', 'medium', 'high', 'critical']);
/** `contained` means that the incident is no longer spreading. `closed` means that no further action is needed. */
export const incidentStatus = z.enum(['open', 'contained', 'closed']);
export const noticeKind = z.enum(['authority', 'people']);

const who = z.object({ kind: z.string(), id: z.string(), name: z.string().nullable() });
export const incident = z.object({
  id: idSchema('incident'),
  title: z.string(),
  description: z.string(),
  severity: incidentSeverity,
  status: incidentStatus,
  affected_data: z.string().nullable(),
  affected_people: z.int().nullable().meta({ description: 'Approximate number of people affected. Null if unknown.' }),
  reported_by: who,
  reported_at: timestamp,
  aware_at: timestamp.meta({
    description: 'When the incident became known. The 72 hours of GDPR article 33 start at this time.',
  }),
  notify_by: timestamp.meta({ description: 'Deadline for the notice to the authority.' }),
  authority_notified_at: timestamp.nullable(),
  people_notified_at: timestamp.nullable(),
  closed_at: timestamp.nullable(),
  timeline: z.array(
    z.object({
      at: timestamp,
      by: who,
      changes: z
        .array(z.string())
        .meta({ description: 'Names of the changed properties. Empty for a note without changes.' }),
      note: z.string().nullable(),
    }),
  ),
});
export type Incident = z.infer<typeof incident>;

export const incidentNotice = z.object({
  kind: noticeKind,
  subject: z.string(),
  text: z.string(),
  missing: z.array(z.string()).meta({ description: 'Information required by law that is still missing.' }),
});
export type IncidentNotice = z.infer<typeof incidentNotice>;

export const incidentMailing = z.object({
  number: z.int(),
  subject: z.string(),
  text: z.string(),
  created_at: timestamp,
  created_by: who,
  waiting: z.int(),
  sent: z.int(),
  failed: z.int(),
  failures: z
    .array(z.object({ email: z.string(), reason: z.string() }))
    .meta({ description: 'The first 100 e-mails that failed or whose outcome is unknown.' }),
});
export type IncidentMailing = z.infer<typeof incidentMailing>;

export const incidentMailPreview = z.object({
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  recipients: z
    .int()
    .meta({ description: 'Number of people who would receive the e-mail. Duplicate addresses are counted once.' }),
  mailed_before: z
    .array(z.string())
    .meta({ description: 'Addresses that have already received an e-mail about this incident.' }),
});
export type IncidentMailPreview = z.infer<typeof incidentMailPreview>;
