/** Legal holds, retention and the deletion of accounts. */
import { z } from 'zod';
import { idSchema } from './ids.ts';
import { timestamp } from './resources.ts';

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
