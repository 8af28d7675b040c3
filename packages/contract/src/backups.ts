/** Backups of the whole installation, for those who run it. */
import { z } from 'zod';
import { idSchema } from './ids.ts';
import { timestamp } from './resources.ts';

/** `missing`: it was complete, and is not in the place of backups any more. */
export const backupState = z.enum(['queued', 'running', 'ready', 'failed', 'missing']);
export const backupCheck = z.object({
  name: z
    .enum(['manifest', 'database', 'files', 'ledger', 'keys', 'audit-chains', 'signature'])
    .meta({ description: 'what was checked' }),
  valid: z.boolean(),
  message: z.string().meta({ description: 'what was found, as a sentence' }),
});
/** `none`: nobody has asked for it. `failed`: it could not be carried out, which says nothing of the backup. */
export const backupVerification = z.object({
  state: z.enum(['none', 'queued', 'running', 'valid', 'invalid', 'failed']),
  checks: z.array(backupCheck),
  finished_at: timestamp.nullable(),
});
export const backup = z.object({
  id: idSchema('backup'),
  state: backupState,
  trigger: z
    .enum(['request', 'schedule', 'command'])
    .meta({ description: 'who began it: somebody here, the schedule, or a command on the server' }),
  progress: z
    .object({ step: z.enum(['tables', 'files']), done: z.int(), total: z.int() })
    .nullable()
    .meta({ description: 'of one that is running' }),
  taken_at: timestamp.nullable().meta({ description: 'the moment that it shows' }),
  rows: z.int().nullable(),
  files: z.int().nullable(),
  copied_files: z.int().nullable().meta({ description: 'of the files those that no earlier backup had' }),
  size_bytes: z.int().nullable().meta({ description: 'of all that it consists of, files that it shares included' }),
  fault_count: z
    .int()
    .meta({ description: 'how many stored files were missing or damaged when it was made; it holds everything else' }),
  faults: z
    .array(
      z.object({
        file: z.string().meta({ description: 'tenant and id of the file, as in the log' }),
        fault: z
          .enum(['missing', 'size', 'content'])
          .meta({ description: 'not there, of another length, or with other bytes than were stored' }),
        copy: z.enum(['none', 'damaged', 'earlier']).meta({
          description:
            'what the backup holds of it: nothing, the damaged bytes, or the whole file from an earlier backup',
        }),
      }),
    )
    .meta({ description: 'the first 100 of these files' }),
  failure: z.string().nullable().meta({ description: 'why it failed, as a sentence' }),
  created_at: timestamp,
  finished_at: timestamp.nullable(),
  verification: backupVerification,
});
export type Backup = z.infer<typeof backup>;
export type BackupCheck = z.infer<typeof backupCheck>;
