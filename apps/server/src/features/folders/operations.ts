import type { Handlers } from '../../platform/invoke/operations.ts';
import { inPages } from '../../platform/paging.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { addToFolder, removeFromFolder } from './folder-documents.ts';
import { createFolder, deleteFolder, listFolders, updateFolder } from './folders.ts';

const success = { success: true } as const;

export type Services = { uow: UnitOfWork };

export function operations({ uow }: Services) {
  return {
    listFolders: async ({ query }, { principal }) =>
      inPages('folders', await listFolders(uow, principal), query, ({ id }) => id),
    createFolder: async ({ body }, context) => ({ ...success, folder: await createFolder(uow, context, body) }),
    updateFolder: async ({ params, body }, context) => ({
      ...success,
      folder: await updateFolder(uow, context, params.folderId, body),
    }),
    deleteFolder: async ({ params }, context) => {
      await deleteFolder(uow, context, params.folderId);
      return success;
    },
    addToFolder: async ({ params, body }, context) => ({
      ...success,
      results: await addToFolder(uow, context, params.folderId, body),
    }),
    removeFromFolder: async ({ params, body }, context) => ({
      ...success,
      results: await removeFromFolder(uow, context, params.folderId, body.documentIds),
    }),
  } satisfies Partial<Handlers>;
}
