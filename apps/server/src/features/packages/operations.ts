/** Operations of the contract -> use cases. */
import type { SecretKey } from '../../platform/crypto/tokens.ts';
import type { SendDependencies } from '../documents/index.ts';
import type { Mailer } from '../../platform/ports/mailer.ts';
import { recipientAddresses, refuseUnreachable, refuseWithoutMail } from '../notifications/index.ts';
import { cancelPackage } from './cancel-package.ts';
import { createPackage, deletePackage, updatePackage } from './draft-package.ts';
import { getPackage, listPackages } from './read-packages.ts';
import { sendPackage } from './send-package.ts';
import type { Handlers } from '../../platform/invoke/operations.ts';

const success = { success: true } as const;

export type Services = SendDependencies & { linkKey: SecretKey; smtp: Mailer | undefined; isMailOwnersOnly: boolean };

export function operations(services: Services) {
  const { uow } = services;
  return {
    createPackage: async ({ body }, context) => ({ ...success, package: await createPackage(uow, context, body) }),
    listPackages: ({ query }, { principal }) => listPackages({ uow, cursorKey: services.linkKey }, principal, query),
    getPackage: async ({ params }, { principal }) => ({ package: await getPackage(uow, principal, params.id) }),
    updatePackage: async ({ params, body }, context) => ({
      ...success,
      package: await updatePackage(uow, context, params.id, body),
    }),
    deletePackage: async ({ params }, context) => {
      await deletePackage(uow, context, params.id);
      return success;
    },
    sendPackage: async ({ params, body }, context) => {
      refuseWithoutMail(services, context);
      await refuseUnreachable(services, context.environment, recipientAddresses(body.signers));
      return { ...success, package: await sendPackage(services, context, params.id, body) };
    },
    cancelPackage: async ({ params, body }, context) => ({
      ...success,
      package: await cancelPackage(uow, context, params.id, body.reason),
    }),
  } satisfies Partial<Handlers>;
}
