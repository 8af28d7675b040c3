/** Exports of data (GDPR articles 15 and 20). */
import { z } from 'zod';
import { idSchema } from './ids.ts';
import { timestamp } from './resources.ts';

/** `own`: what there is about the person who asks; `organization`: everything the organization has. */
export const exportScope = z.enum(['own', 'organization']);
export const exportStatus = z.enum(['running', 'ready', 'failed', 'cancelled', 'expired']);
export const dataExport = z.object({
  id: idSchema('export'),
  scope: exportScope,
  status: exportStatus,
  documents_done: z.int(),
  documents_total: z.int().meta({ description: 'as counted at the start; more may come while it runs' }),
  size_bytes: z.number().meta({ description: 'of the zip so far' }),
  created_at: timestamp,
  finished_at: timestamp.nullable(),
  expires_at: timestamp.nullable().meta({ description: 'until when it can be downloaded; it is erased then' }),
});
export type DataExport = z.infer<typeof dataExport>;
