/** Legal holds, retention and the deletion of accounts. */
import { z } from 'zod';
import { idSchema } from './ids.ts';
import { documentStatus, timestamp } from './resources.ts';

/** `person`: documents that somebody owns or is a recipient of, and their account. */
export const holdKind = z.enum(['document', 'person', 'tag']);
const who = z.object({ kind: z.string(), id: z.string(), name: z.string().nullable() });

export const legalHold = z.object({
  id: idSchema('legalHold'),
  kind: holdKind,
  target: z.string().meta({ description: 'id of the document, e-mail address of the person, or the tag' }),
  title: z.string().nullable().meta({ description: 'of the document, where the hold is on one' }),
  reason: z.string(),
  documents: z.int().meta({
    description: 'how many it covered when it was placed; what matches later is covered too',
  }),
  placed_by: who,
  placed_at: timestamp,
  released_by: who.nullable(),
  released_at: timestamp.nullable(),
  release_reason: z.string().nullable(),
});
export type LegalHold = z.infer<typeof legalHold>;

/** Of the shortest and the longest period. */
export const RETENTION_DAYS = { min: 30, max: 36_500, rules: 200 } as const;
export const retentionRules = z.object({
  document_retention_days: z.int().meta({ description: "the organization's own period, where no rule says otherwise" }),
  rules: z.array(
    z.object({
      kind: z.enum(['template', 'tag']),
      target: z.string().meta({ description: 'id of the template, or the tag' }),
      days: z.int(),
      name: z.string().nullable().meta({ description: 'of the template' }),
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
  announced_at: timestamp.nullable().meta({ description: 'null until the next run announces it' }),
  erase_at: timestamp.nullable().meta({ description: 'not before this; null while held or not yet announced' }),
  held: z.boolean().meta({ description: 'a legal hold keeps it' }),
});
export type DueDocument = z.infer<typeof dueDocument>;

export const wouldGo = z.object({
  kind: z.enum(['document', 'template']),
  id: z.union([idSchema('document'), idSchema('template')]),
  title: z.string(),
  reason: z.enum(['retention', 'trash']),
  due_since: timestamp,
  files: z.int().meta({ description: 'stored files, with attachments; one that other documents use stays' }),
});

export const accountDeletion = z.object({
  requested_at: timestamp,
  due_at: timestamp.meta({ description: 'until then it can be cancelled' }),
  waits_for: z.enum(['legal-hold', 'ownership']).nullable().meta({
    description:
      'what keeps the account after its day: a legal hold, or an organization that would be without an owner',
  }),
});
export type AccountDeletion = z.infer<typeof accountDeletion>;
