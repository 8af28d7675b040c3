/** Legal holds, retention and the deletion of accounts. */
import { z } from 'zod';
import { idSchema } from './ids.ts';
import { documentStatus, timestamp } from './resources.ts';

/** `person` covers the person's account and all documents that the person owns or is a recipient of. */
export const holdKind = z.enum(['document', 'person', 'tag']);
const who = z.object({ kind: z.string(), id: z.string(), name: z.string().nullable() });

export const legalHold = z.object({
  id: idSchema('legalHold'),
  kind: holdKind,
  target: z.string().meta({ description: 'ID of the document, e-mail address of the person, or the tag.' }),
  title: z.string().nullable().meta({ description: 'Title of the document, for holds of the kind `document`.' }),
  reason: z.string(),
  documents: z.int().meta({
    description:
      'Number of documents that the hold covered when it was placed. Documents that match later are covered too.',
  }),
  placed_by: who,
  placed_at: timestamp,
  released_by: who.nullable(),
  released_at: timestamp.nullable(),
  release_reason: z.string().nullable(),
});
export type LegalHold = z.infer<typeof legalHold>;

/** The shortest and longest retention period that can be set. */
export const RETENTION_DAYS = { min: 30, max: 36_500, rules: 200 } as const;
export const retentionRules = z.object({
  document_retention_days: z
    .int()
    .meta({ description: 'Retention period of the organization. It applies to documents without a rule.' }),
  rules: z.array(
    z.object({
      kind: z.enum(['template', 'tag']),
      target: z.string().meta({ description: 'ID of the template, or the tag.' }),
      days: z.int(),
      name: z.string().nullable().meta({ description: 'Name of the template.' }),
    }),
  ),
});
export type RetentionRules = z.infer<typeof retentionRules>;

export const dueDocument = z.object({
  id: idSchema('document'),
  title: z.string(),
  status: documentStatus,
  owner: z.object({ id: idSchema('user'), name: z.string(), email: z.string() }).nullable(),
  retention_ends_at: timestamp,
  announced_at: timestamp
    .nullable()
    .meta({ description: 'Time of the announcement. Null until the next retention run announces the deletion.' }),
  erase_at: timestamp.nullable().meta({
    description:
      'Earliest time of deletion. Null while the document is on hold or the deletion has not been announced.',
  }),
  held: z.boolean().meta({ description: 'True if a legal hold prevents the deletion.' }),
});
export type DueDocument = z.infer<typeof dueDocument>;

export const wouldGo = z.object({
  kind: z.enum(['document', 'template']),
  id: z.union([idSchema('document'), idSchema('template')]),
  title: z.string(),
  reason: z.enum(['retention', 'trash']),
  due_since: timestamp,
  files: z.int().meta({
    description: 'Number of stored files, including attachments. Files that other documents also use are kept.',
  }),
});

export const accountDeletion = z.object({
  requested_at: timestamp,
  due_at: timestamp.meta({ description: 'You can cancel the deletion until this time.' }),
  waits_for: z.enum(['legal-hold', 'ownership']).nullable().meta({
    description:
      'Why the deletion is blocked. `legal-hold`: a legal hold covers your data. `ownership`: an organization would have no owner. Null if the deletion is not blocked.',
  }),
});
export type AccountDeletion = z.infer<typeof accountDeletion>;
