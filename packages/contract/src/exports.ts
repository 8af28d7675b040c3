/** Exports of data (GDPR articles 15 and 20). */
import { z } from 'zod';
import { idSchema } from './ids.ts';
import { timestamp } from './resources.ts';

/** `own` includes all data about the caller. `organization` includes all of the organization's data. */
export const exportScope = z.enum(['own', 'organization']);
export const exportStatus = z.enum(['running', 'ready', 'failed', 'cancelled', 'expired']);
export const dataExport = z.object({
  id: idSchema('export'),
  scope: exportScope,
  status: exportStatus,
  documents_done: z.int(),
  documents_total: z.int().meta({
    description:
      'An estimate that is made when the export starts. The number can increase if data is added during the export.',
  }),
  size_bytes: z.number().meta({ description: 'Current size of the ZIP archive in bytes.' }),
  created_at: timestamp,
  finished_at: timestamp.nullable(),
  expires_at: timestamp.nullable().meta({ description: 'When the download link expires and the archive is deleted.' }),
});
export type DataExport = z.infer<typeof dataExport>;
