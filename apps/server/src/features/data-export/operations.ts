import type { CheckedBlobs } from '../../platform/blobs/checked-blobs.ts';
import type { Handlers } from '../../platform/invoke/operations.ts';
import { inPages } from '../../platform/paging.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { cancelExport } from './cancel-export.ts';
import { downloadExport } from './download-export.ts';
import { getExport, listExports } from './read-exports.ts';
import { requestExport } from './request-export.ts';

const success = { success: true } as const;

export type Services = { uow: UnitOfWork; blobs: CheckedBlobs };

export function operations({ uow, blobs }: Services) {
  return {
    exportData: async ({ body }, context) => {
      const asked = await requestExport(uow, context, body.scope);
      return { ...success, exportId: asked.id, status: asked.status, export: asked };
    },
    listExports: async ({ query }, { principal }) =>
      inPages('exports', await listExports(uow, principal), query, ({ id }) => id),
    getExport: async ({ params }, { principal }) => ({ export: await getExport(uow, principal, params.exportId) }),
    cancelExport: async ({ params }, context) => ({
      ...success,
      export: await cancelExport(uow, context, params.exportId),
    }),
    downloadExport: ({ params }, context) => downloadExport({ uow, blobs }, context, params.exportId),
  } satisfies Partial<Handlers>;
}
