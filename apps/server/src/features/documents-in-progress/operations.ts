import type { Mailer } from '../../platform/ports/mailer.ts';
import type { SigningLinks } from '../../platform/signing-links.ts';
import {
  recipientAddresses,
  refuseRecipientWithoutMail,
  refuseUnreachable,
  refuseWithoutMail,
} from '../notifications/index.ts';
import { actAsSigner } from '../signing/index.ts';
import { correctSigner, extendDocument, issueSigningLink, resendInvitation } from './by-sender.ts';
import { type ChangeDependencies, changeRecipients } from './change-recipients.ts';
import { declineDocument, forwardDocument } from './by-signer.ts';
import { remindSigners } from './reminders.ts';
import { removeRecipient } from './remove-recipient.ts';
import { voidDocument } from './void-document.ts';
import type { Handlers } from '../../platform/invoke/operations.ts';

const success = { success: true } as const;

export type Services = ChangeDependencies & { links: SigningLinks; smtp: Mailer | undefined };

export function operations(services: Services) {
  const { uow } = services;
  return {
    voidDocument: async ({ params, body }, context) => ({
      ...success,
      document: await voidDocument(uow, context, params.id, body.reason),
    }),
    declineDocument: async ({ params, body }, context) => ({
      ...success,
      ...(await actAsSigner(uow, context, params.id, (own) => declineDocument(uow, own, params.id, body.reason))),
    }),
    forwardDocument: async ({ params, body: { email, name } }, context) => {
      await refuseUnreachable(services, context.environment, [{ field: 'email', email }]);
      const forwardedTo = await actAsSigner(uow, context, params.id, async (own) => {
        await refuseRecipientWithoutMail(services, own);
        return forwardDocument(uow, own, params.id, { email, name });
      });
      return { ...success, forwardedTo };
    },
    remindSigners: async ({ params, body }, context) => {
      refuseWithoutMail(services, context);
      return { ...success, ...(await remindSigners(uow, context, params.id, body)) };
    },
    extendDocument: async ({ params, body }, context) => ({
      ...success,
      document: await extendDocument(services, context, params.id, body.expirationDays),
    }),
    correctSigner: async ({ params, body }, context) => {
      await refuseUnreachable(services, context.environment, [{ field: 'email', email: body.email }]);
      return { ...success, signer: await correctSigner(services, context, params, body) };
    },
    changeRecipients: async ({ params, body }, context) => {
      await refuseUnreachable(services, context.environment, recipientAddresses(body.signers));
      return { ...success, ...(await changeRecipients(services, context, params.id, body)) };
    },
    removeRecipient: async ({ params }, context) => ({
      ...success,
      document: await removeRecipient(services, context, params),
    }),
    resendInvitation: async ({ params }, context) => {
      refuseWithoutMail(services, context);
      return { ...success, signer: await resendInvitation(uow, context, params) };
    },
    issueSigningLink: async ({ params, body }, context) => ({
      ...success,
      ...(await issueSigningLink(services, context, params, body)),
    }),
  } satisfies Partial<Handlers>;
}
