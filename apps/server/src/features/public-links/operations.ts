import type { Handlers } from '../../platform/invoke/operations.ts';
import { inPages } from '../../platform/paging.ts';
import { recipientAddresses, refuseUnreachable, refuseWithoutMail } from '../notifications/index.ts';
import {
  createPublicLink,
  deletePublicLink,
  listPublicLinks,
  type ManageDependencies,
  updatePublicLink,
} from './manage-links.ts';
import { confirmPublicLink, openPublicLink, sendPublicLinkCode, type VisitDependencies } from './visit-link.ts';

const success = { success: true } as const;

export type Services = ManageDependencies & VisitDependencies;

export function operations(services: Services) {
  return {
    createPublicLink: async ({ params, body }, context) => {
      refuseWithoutMail(services, context);
      await refuseUnreachable(services, context.environment, recipientAddresses(body.signers));
      return { ...success, publicLink: await createPublicLink(services, context, params.id, body) };
    },
    listPublicLinks: async ({ params, query }, context) =>
      inPages('publicLinks', await listPublicLinks(services, context, params.id), query, ({ id }) => id),
    updatePublicLink: async ({ params, body }, context) => {
      await refuseUnreachable(services, context.environment, recipientAddresses(body.signers));
      return { ...success, publicLink: await updatePublicLink(services, context, params, body) };
    },
    deletePublicLink: async ({ params }, context) => {
      await deletePublicLink(services.uow, context, params);
      return success;
    },
    openPublicLink: async ({ body }) => ({ ...success, ...(await openPublicLink(services, body.token)) }),
    sendPublicLinkCode: async ({ body }, context) => ({
      ...success,
      ...(await sendPublicLinkCode(services, context, body)),
    }),
    confirmPublicLink: async ({ body }, context) => ({
      ...success,
      ...(await confirmPublicLink(services, context, body)),
    }),
  } satisfies Partial<Handlers>;
}
