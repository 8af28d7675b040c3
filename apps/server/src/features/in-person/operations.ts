import type { SendDependencies } from '../documents/index.ts';
import type { SignDependencies } from '../signing/index.ts';
import { endSession, listSessions, startSession } from './by-host.ts';
import { captureSignature, verifySession } from './on-device.ts';
import { qrCode } from '../../platform/qr-code.ts';
import { sendDocument } from '../documents/index.ts';
import type { StartDependencies } from './by-host.ts';
import type { Handlers } from '../../platform/invoke/operations.ts';
import { inPages } from '../../platform/paging.ts';

const success = { success: true } as const;

export type Services = SendDependencies & SignDependencies & { baseUrl: () => string };

export function operations(services: Services) {
  const { uow, baseUrl } = services;
  const sendHere: StartDependencies['sendHere'] = (context, id, signer, acceptWarnings) =>
    sendDocument(services, context, id, {
      signers: [{ ...signer, role: 'signer' }],
      fields: [],
      signingOrder: 'parallel',
      isInPerson: true,
      acceptWarnings,
    });
  return {
    startInPersonSession: async ({ body }, context) => {
      const { sessionId, url, session } = await startSession({ uow, baseUrl, sendHere }, context, body);
      return {
        ...success,
        sessionId,
        status: session.status,
        documentId: session.document.id,
        signerEmail: session.signer.email,
        accessCodeRequired: session.access_code_required,
        url,
        qrCode: qrCode(url),
        expiresAt: session.expires_at,
        session,
      };
    },
    listInPersonSessions: async ({ query }, { principal }) =>
      inPages('sessions', await listSessions(uow, principal, query.documentId), query, ({ id }) => id),
    endInPersonSession: async ({ params }, context) => ({
      ...success,
      session: await endSession(uow, context, params.inPersonId),
    }),
    verifyInPersonSession: async ({ body }, context) => ({
      ...success,
      verified: true,
      ...(await verifySession(uow, context, body.verificationCode)),
    }),
    captureInPersonSignature: async ({ body }, context) => ({
      ...success,
      ...(await captureSignature(services, context, body)),
    }),
  } satisfies Partial<Handlers>;
}
