/** Maps the operations of the contract to use cases. */
import { invalid } from '../../platform/errors.ts';
import type { SecretKey } from '../../platform/crypto/tokens.ts';
import type { SendDependencies } from '../documents/index.ts';
import type { Mailer } from '../../platform/ports/mailer.ts';
import { isSilent, recipientAddresses, refuseUnreachable, refuseWithoutMail } from '../notifications/index.ts';
import { cancelPackage } from './cancel-package.ts';
import { createPackageOfTemplates } from './package-of-templates.ts';
import { createPackage, deletePackage, updatePackage } from './draft-package.ts';
import { getPackage, listPackages } from './read-packages.ts';
import { sendPackage } from './send-package.ts';
import type { Handlers } from '../../platform/invoke/operations.ts';

const success = { success: true } as const;

export type Services = SendDependencies & { linkKey: SecretKey; smtp: Mailer | undefined; isMailOwnersOnly: boolean };

/**
 * Options that require `templates`. For a package of existing documents, these options are given when the package is
 * sent.
 */
const OF_TEMPLATES = [
  'signers',
  'send',
  'signingOrder',
  'expirationDays',
  'emailSubject',
  'emailMessage',
  'reminders',
  'notify',
  'notifyCompletion',
] as const;

export function operations(services: Services) {
  const { uow } = services;
  return {
    createPackage: async ({ body: { documentIds, templates, signers, ...body } }, context) => {
      if (templates) {
        if (documentIds) throw invalid('documentIds', 'cannot be combined with `templates`');
        if (!signers) throw invalid('signers', 'is required with `templates`');
        if (body.send && !isSilent({ ...body, signers })) refuseWithoutMail(services, context);
        await refuseUnreachable(services, context.environment, recipientAddresses(signers));
        const given = { ...body, templates, signers };
        return { ...success, package: await createPackageOfTemplates(services, context, given) };
      }
      if (!documentIds) throw invalid('documentIds', 'is required unless `templates` is set');
      for (const member of OF_TEMPLATES)
        if (member === 'signers' ? signers : body[member])
          throw invalid(member, 'requires `templates`. Send a package of documents with POST /api/packages/:id/send');
      return { ...success, package: await createPackage(uow, context, { ...body, documentIds }) };
    },
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
