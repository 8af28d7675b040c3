/** A suggested recipient. */
import { z } from 'zod';
import { timestamp } from './values.ts';

export const contact = z.object({
  name: z.string(),
  email: z.string(),
  last_sent_at: timestamp.meta({ description: 'When you last sent a document to this contact.' }),
});
export type Contact = z.infer<typeof contact>;
