/** Operations of packages -> use cases. */
import {
  cancelPackage,
  createPackage,
  deletePackage,
  getPackage,
  listPackages,
  sendPackage,
  updatePackage,
} from '../features/packages/use-cases.ts';
import { openPackageDocument } from '../features/signing/index.ts';
import type { Bindings } from '../transport/bindings.ts';
import { recipientAddresses, refuseUnreachable } from '../features/notifications/index.ts';
import type { Services } from './wiring.ts';

type PackageOperation =
  | 'createPackage'
  | 'listPackages'
  | 'getPackage'
  | 'updatePackage'
  | 'deletePackage'
  | 'sendPackage'
  | 'cancelPackage'
  | 'openPackageDocument';

const success = { success: true } as const;

export function bindPackages(services: Services): Pick<Bindings, PackageOperation> {
  const { uow } = services;
  return {
    createPackage: async ({ body }, context) => ({ ...success, package: await createPackage(uow, context, body) }),
    listPackages: ({ query }, { principal }) => listPackages(uow, principal, query),
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
      await refuseUnreachable(services, context.environment, recipientAddresses(body.signers));
      return { ...success, package: await sendPackage(services, context, params.id, body) };
    },
    cancelPackage: async ({ params, body }, context) => ({
      ...success,
      package: await cancelPackage(uow, context, params.id, body.reason),
    }),
    openPackageDocument: async ({ params, body }, context) => ({
      ...success,
      ...(await openPackageDocument(services, context, params, body)),
    }),
  };
}
