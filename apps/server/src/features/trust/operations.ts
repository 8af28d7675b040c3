import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { addTrustAnchor, listTrustAnchors, removeTrustAnchor } from './anchors.ts';
import type { Handlers } from '../../platform/invoke/operations.ts';
import { inPages } from '../../platform/paging.ts';

const success = { success: true } as const;

export type Services = { uow: UnitOfWork };

export function operations(services: Services) {
  const { uow } = services;
  return {
    listTrustAnchors: async ({ query }, context) =>
      inPages('trustAnchors', await listTrustAnchors(uow, context), query, ({ id }) => id),
    addTrustAnchor: async ({ body }, context) => ({
      ...success,
      trustAnchor: await addTrustAnchor(uow, context, body),
    }),
    removeTrustAnchor: async ({ params }, context) => {
      await removeTrustAnchor(uow, context, params.anchorId);
      return success;
    },
  } satisfies Partial<Handlers>;
}
