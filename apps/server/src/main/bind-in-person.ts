/** In-person signing: contract operation -> use case. */
import { LIMITS } from '@countersign/contract';
import { sendDocument } from '../features/documents/use-cases.ts';
import {
  captureSignature,
  endSession,
  listSessions,
  startSession,
  verifySession,
} from '../features/in-person/index.ts';
import { qrCode } from '../platform/qr-code.ts';
import type { Bindings } from '../transport/bindings.ts';
import type { Services } from './wiring.ts';

const success = { success: true } as const;

export function bindInPerson(services: Services) {
  const { uow } = services;
  const sendHere: Parameters<typeof startSession>[0]['sendHere'] = (context, id, signer) =>
    sendDocument(services, context, id, {
      signers: [{ ...signer, role: 'signer' }],
      fields: [],
      signingOrder: 'parallel',
      expirationDays: LIMITS.expirationDaysDefault,
      isInPerson: true,
    });
  return {
    startInPersonSession: async ({ body }, context) => {
      const { sessionId, url, session } = await startSession({ ...services, sendHere }, context, body);
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
    listInPersonSessions: async ({ query }, { principal }) => ({
      sessions: await listSessions(uow, principal, query.documentId),
    }),
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
      document: await captureSignature(services, context, body),
    }),
  } satisfies Partial<Bindings>;
}
