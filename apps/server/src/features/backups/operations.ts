import type { Handlers } from '../../platform/invoke/operations.ts';
import {
  type BackupServices,
  deleteBackup,
  downloadBackup,
  getBackup,
  listBackups,
  requestBackup,
  verifyBackup,
} from './backups.ts';

const success = { success: true } as const;

export function operations(services: BackupServices) {
  return {
    createBackup: async (_input, context) => ({ ...success, backup: await requestBackup(services, context) }),
    listBackups: ({ query }, context) => listBackups(services, context, query),
    getBackup: async ({ params }, context) => ({ backup: await getBackup(services, context, params.backupId) }),
    verifyBackup: async ({ params }, context) => ({
      ...success,
      ...(await verifyBackup(services, context, params.backupId)),
    }),
    downloadBackup: ({ params }, context) => downloadBackup(services, context, params.backupId),
    deleteBackup: async ({ params }, context) => {
      await deleteBackup(services, context, params.backupId);
      return success;
    },
  } satisfies Partial<Handlers>;
}
