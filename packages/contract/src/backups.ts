/** Backups of the whole installation, for its operators. */
import { z } from 'zod';
import { idSchema } from './ids.ts';
import { timestamp } from './resources.ts';

/** `missing` means that the backup was completed but is no longer in the backup location. */
export const backupState = z.enum(['queued', 'running', 'ready', 'failed', 'missing']);
export const backupCheck = z.object({
  name: z
    .enum(['manifest', 'database', 'files', 'ledger', 'keys', 'audit-chains', 'signature'])
    .meta({ description: 'The part of the backup that was checked.' }),
  valid: z.boolean(),
  message: z.string().meta({ description: 'The result, as a sentence.' }),
});
/**
 * `none` means that no verification was requested. `failed` means that the verification could not be completed, not
 * that the backup is damaged.
 */
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
    .meta({ description: 'Who started the backup: a user, the schedule, or a command on the server.' }),
  progress: z
    .object({ step: z.enum(['tables', 'files']), done: z.int(), total: z.int() })
    .nullable()
    .meta({ description: 'Progress of a running backup.' }),
  taken_at: timestamp.nullable().meta({ description: 'The backup contains the data as of this time.' }),
  rows: z.int().nullable(),
  files: z.int().nullable(),
  copied_files: z.int().nullable().meta({ description: 'Number of files that are not in an earlier backup.' }),
  size_bytes: z
    .int()
    .nullable()
    .meta({ description: 'Size of the backup in bytes, including files that it shares with other backups.' }),
  fault_count: z.int().meta({
    description:
      'Number of stored files that were missing or damaged at the time of the backup. The backup contains everything else.',
  }),
  faults: z
    .array(
      z.object({
        file: z.string().meta({ description: 'Tenant and ID of the file, as in the server log.' }),
        fault: z.enum(['missing', 'size', 'content']).meta({
          description:
            '`missing`: the file does not exist. `size` or `content`: it differs from the file that was stored.',
        }),
        copy: z.enum(['none', 'damaged', 'earlier']).meta({
          description:
            'What the backup contains. `none`: nothing. `damaged`: the damaged file. `earlier`: the intact file from an earlier backup.',
        }),
      }),
    )
    .meta({ description: 'The first 100 missing or damaged files.' }),
  failure: z.string().nullable().meta({ description: 'Why the backup failed, as a sentence.' }),
  created_at: timestamp,
  finished_at: timestamp.nullable(),
  verification: backupVerification,
});
export type Backup = z.infer<typeof backup>;
export type BackupCheck = z.infer<typeof backupCheck>;
