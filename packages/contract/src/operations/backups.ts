/**
 * Backups of the whole installation (ADR 68). The installation's administrators create, verify, download and delete
 * them.
 */
import { z } from 'zod';
import { backup, backupCheck } from '../backups.ts';
import { idSchema } from '../ids.ts';
import { defineOperation, json } from '../operation.ts';
import { idParam } from '../path-params.ts';
import { numberParameter } from '../query-params.ts';

const common = {
  tag: 'Backups',
  credentials: ['session', 'api-key', 'service'],
  scope: 'admin',
  role: 'admin',
  environment: 'live',
  rate: 'credential',
} as const;
const path = '/api/admin/database/backups';
const params = z.object({ backupId: idParam('backup', 'BACKUP_NOT_FOUND') });
const success = z.literal(true);

export const createBackup = defineOperation({
  ...common,
  id: 'createBackup',
  method: 'POST',
  path,
  summary: 'Create a backup',
  description:
    "Backs up the database and the files while the service keeps running. The backup runs in the background. Poll it until it is ready. Requires an admin of the operator's organization.",
  success: { status: 202, body: json(z.object({ success, backup })) },
  errors: ['BACKUP_RUNNING'],
});

export const listBackups = defineOperation({
  ...common,
  id: 'listBackups',
  work: 'list',
  method: 'GET',
  path,
  summary: 'List backups',
  description:
    "Returns the backups of this installation, newest first. Requires an admin of the operator's organization.",
  query: z.strictObject({
    pageSize: numberParameter(1, 100).default(20),
    cursor: idSchema('backup').optional(),
  }),
  success: {
    status: 200,
    body: json(
      z.object({
        backups: z.array(backup),
        place: z.string().meta({ description: 'Location of the backups.' }),
        schedule: z
          .object({ at: z.string(), keep: z.object({ daily: z.int(), weekly: z.int(), monthly: z.int() }) })
          .nullable()
          .meta({
            description:
              'Time of the daily backup (UTC), and the number of backups to keep. Null if there is no schedule.',
          }),
        pagination: z.object({ hasMore: z.boolean(), nextCursor: idSchema('backup').nullable() }),
      }),
    ),
  },
  errors: [],
});

export const getBackup = defineOperation({
  ...common,
  id: 'getBackup',
  method: 'GET',
  path: `${path}/:backupId`,
  summary: 'Retrieve a backup',
  description:
    "Returns the progress, contents and verification result of a backup. Requires an admin of the operator's organization.",
  params,
  success: { status: 200, body: json(z.object({ backup })) },
  errors: ['BACKUP_NOT_FOUND'],
});

export const verifyBackup = defineOperation({
  ...common,
  id: 'verifyBackup',
  work: 'bulk',
  method: 'POST',
  path: `${path}/:backupId/verify`,
  summary: 'Verify a backup',
  description:
    "Restores the backup into a temporary database and checks the rows, files, audit chains, keys and a signature. If this takes longer than one minute, the server responds with 202 and continues in the background. Poll the backup for the result. Requires an admin of the operator's organization.",
  params,
  success: {
    status: 200,
    body: json(
      z.object({
        success,
        valid: z
          .boolean()
          .nullable()
          .meta({ description: 'True if the backup is valid. Null while the verification is running.' }),
        checks: z.array(backupCheck),
        backup,
      }),
    ),
    goesOn: 'valid',
  },
  errors: ['BACKUP_NOT_FOUND', 'BACKUP_STATE'],
});

export const downloadBackup = defineOperation({
  ...common,
  stepUp: 'session',
  id: 'downloadBackup',
  work: 'bulk',
  method: 'GET',
  path: `${path}/:backupId/download`,
  summary: 'Download a backup',
  description:
    "Returns the backup as a tar archive. Its contents are encrypted. To restore the backup, unpack the archive first. Requires an admin of the operator's organization.",
  params,
  success: { status: 200, body: { kind: 'bytes', contentType: 'application/x-tar' } },
  errors: ['BACKUP_NOT_FOUND', 'BACKUP_STATE'],
});

export const deleteBackup = defineOperation({
  ...common,
  stepUp: 'session',
  id: 'deleteBackup',
  method: 'DELETE',
  path: `${path}/:backupId`,
  summary: 'Delete a backup',
  description:
    "Deletes the backup and the stored files that no other backup needs. Requires an admin of the operator's organization.",
  params,
  success: { status: 200, body: json(z.object({ success })) },
  errors: ['BACKUP_NOT_FOUND', 'BACKUP_STATE', 'BACKUP_RUNNING'],
});
