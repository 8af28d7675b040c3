import { type SignDependencies, signDocument } from './sign-document.ts';
import type { SigningLinks } from '../../platform/signing-links.ts';
import { issueOwnLink } from './own-link.ts';
import { asSigner } from '../recipient-access/index.ts';
import { getPage, getPageText, getPdf, getView, markStarted, markViewed, openSession } from './recipient-page.ts';
import { refuseRecipientWithoutMail } from '../notifications/index.ts';
import { actAsSigner, openPackageDocument, sendVisitCode } from './visit.ts';
import { ByteAnswer } from '../../platform/invoke/answers.ts';
import { createDrawingLink, getDrawing, openDrawingLink, sendDrawing } from './drawing-links.ts';
import { type DocumentFile, streamDocumentFile } from '../document-core/index.ts';
import type { PageDependencies } from '../documents/index.ts';
import { listCertificates, revokeCertificate } from './certificates.ts';
import type { Handlers } from '../../platform/invoke/operations.ts';
import { inPages } from '../../platform/paging.ts';

const success = { success: true } as const;

export type Services = SignDependencies &
  PageDependencies & { links: SigningLinks; baseUrl: () => string; isMailOwnersOnly: boolean };

export function operations(services: Services) {
  const { uow, blobs, links } = services;
  const fileAnswer = ({
    file,
    filename,
    noteShown: beforeBytes,
  }: {
    file: DocumentFile;
    filename: string;
    noteShown: () => Promise<void>;
  }) =>
    new ByteAnswer({
      size: file.size,
      etag: file.sha256,
      filename,
      beforeBytes,
      open: (range) => streamDocumentFile(blobs, file, range),
    });
  return {
    signDocument: async ({ params, body }, context) => ({
      ...success,
      ...(await actAsSigner(
        uow,
        context,
        params.id,
        (own) => signDocument(services, own, params.id, body),
        body.signerId,
      )),
    }),
    openSigningSession: async ({ body }, context) => ({
      ...success,
      ...(await openSession({ uow, links }, context, body)),
    }),
    sendSigningCode: async ({ body }, context) => {
      await refuseRecipientWithoutMail(services, context);
      return { ...success, ...(await sendVisitCode({ uow, links }, context, body)) };
    },
    openInboxEntry: async ({ params }, context) => ({
      ...success,
      ...(await issueOwnLink(services, context, params.signerId)),
    }),
    getSigningView: async ({ params }, { principal }) => ({ view: await getView(uow, principal, params.signerId) }),
    getSigningPdf: async ({ params }, context) => fileAnswer(await getPdf(uow, context, params.signerId)),
    getSigningPage: async ({ params, query }, context) => {
      const { bytes, etag, noteShown } = await getPage(services, context, params.signerId, {
        page: params.n,
        width: query.width,
      });
      return ByteAnswer.of(bytes, etag, { beforeBytes: noteShown });
    },
    getSigningPageText: ({ params }, context) => getPageText(services, context, params.signerId, params.n),
    markViewed: async ({ params }, context) => {
      await markViewed(uow, context, params.signerId);
      return success;
    },
    markStarted: async ({ params }, context) => {
      await markStarted(uow, context, params.signerId);
      return success;
    },
    createDrawingLink: async ({ params, body }, context) => ({
      ...success,
      ...(await createDrawingLink(uow, context, params.signerId, body.what)),
    }),
    getDrawing: ({ params }, { principal }) => getDrawing(uow, principal, params),
    openDrawingLink: async ({ body }, context) => ({
      ...success,
      ...(await openDrawingLink(uow, context, body.token)),
    }),
    sendDrawing: async ({ body }, context) => {
      await sendDrawing(services, context, body);
      return success;
    },
    openPackageDocument: async ({ params, body }, context) => ({
      ...success,
      ...(await openPackageDocument(services, context, params, body)),
    }),
    listCertificates: async ({ params, query }, { principal }) =>
      inPages('certificates', await listCertificates(uow, principal, params.id), query, ({ serial }) => serial),
    revokeCertificate: async ({ params, body }, context) => ({
      ...success,
      certificates: await revokeCertificate(uow, context, params, body),
    }),
    openOwnSigningSession: async ({ params }, context) => {
      return { ...success, ...(await openSession(services, await asSigner(uow, context, params.id))) };
    },
  } satisfies Partial<Handlers>;
}
