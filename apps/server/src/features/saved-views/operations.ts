import type { Handlers } from '../../platform/invoke/operations.ts';
import { inPages } from '../../platform/paging.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { createView, deleteView, listViews, updateView } from './views.ts';

const success = { success: true } as const;

export type Services = { uow: UnitOfWork };

export function operations({ uow }: Services) {
  return {
    listViews: async ({ query }, { principal }) =>
      inPages('views', await listViews(uow, principal), query, ({ id }) => id),
    createView: async ({ body }, context) => ({ ...success, view: await createView(uow, context, body) }),
    updateView: async ({ params, body }, context) => ({
      ...success,
      view: await updateView(uow, context, params.viewId, body),
    }),
    deleteView: async ({ params }, context) => {
      await deleteView(uow, context, params.viewId);
      return success;
    },
  } satisfies Partial<Handlers>;
}
