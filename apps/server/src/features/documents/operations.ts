/** Operations of the contract -> use cases. */
import type { SendDependencies } from './send-document.ts';
import type { UploadDependencies } from './upload-document.ts';
import type { VerifyDependencies } from './verify-document.ts';
import type { DownloadDependencies } from './download-document.ts';
import type { TotalCache } from './total-cache.ts';
import type { Mailer } from '../../platform/ports/mailer.ts';
import { recipientAddresses, refuseUnreachable } from '../notifications/index.ts';
import {
  memberOrRecipient,
  type OwnReading,
  recipientDocument,
  recipientStatus,
  renderPage,
} from '../signing/index.ts';
import { listCertificates, revokeCertificate } from './certificates.ts';
import { downloadAsRecipient, downloadDocument, openGrantedFile } from './download-document.ts';
import { duplicateDocument } from './duplicate-document.ts';
import { getPlacements } from './find-places.ts';
import { getDocument } from './get-document.ts';
import { listDocuments } from './list-documents.ts';
import { deleteDocument, moveDocuments, restoreDocument } from './move-document.ts';
import { getDraft, saveDraft } from './saved-draft.ts';
import { sendDocument } from './send-document.ts';
import { selectStatus } from './store.ts';
import { updateDocument } from './update-document.ts';
import { uploadDocument } from './upload-document.ts';
import { loadDocument, ownDocumentsOnly } from './view.ts';
import { voidDocument } from './void-document.ts';
import { ByteAnswer } from '../../platform/invoke/answers.ts';
import { AppError } from '../../platform/errors.ts';
import type { Id } from '@countersign/contract';
import { progress } from './domain.ts';
import { verifyDocument } from './verify-document.ts';
import type { MemberPrincipal, RequestContext } from '../../platform/principal.ts';
import type { Handlers } from '../../platform/invoke/operations.ts';

const success = { success: true } as const;

type Reading<T> = {
  asMember: (principal: MemberPrincipal) => Promise<T>;
  asRecipient: (own: OwnReading) => Promise<T>;
};

export type Services = SendDependencies &
  UploadDependencies &
  VerifyDependencies &
  DownloadDependencies & { totals: TotalCache; smtp: Mailer | undefined };

export function operations(services: Services) {
  const { uow, totals } = services;
  /** For the organization's people and programs, and for those whom the document was sent to. */
  const reading = <T>(context: RequestContext<MemberPrincipal>, id: Id<'document'>, read: Reading<T>) =>
    memberOrRecipient(uow, context, id, read);
  const verify = (context: RequestContext<MemberPrincipal>, id: Id<'document'>) =>
    reading(context, id, {
      asMember: async (principal) =>
        verifyDocument(services, principal.tenantId, await loadDocument(uow, principal, id)),
      asRecipient: ({ principal, whole }) => verifyDocument(services, principal.tenantId, whole),
    });
  return {
    uploadDocument: async ({ file }, context) => ({
      ...success,
      document: await uploadDocument(services, context, file),
    }),
    listDocuments: ({ query }, context) => listDocuments({ uow, cursorKey: services.linkKey, totals }, context, query),
    getDocument: async ({ params: { id } }, context) => ({
      document: await reading(context, id, {
        asMember: (principal) => getDocument(uow, principal, id),
        asRecipient: async (own) => recipientDocument(own),
      }),
    }),
    getDocumentStatus: async ({ params: { id } }, context) => {
      const row = await reading(context, id, {
        asMember: async (principal) => {
          const [found] = await uow.read(
            principal.tenantId,
            selectStatus(principal.tenantId, id, ownDocumentsOnly(principal)),
          );
          if (!found) throw new AppError('DOCUMENT_NOT_FOUND', { documentId: id });
          return found;
        },
        asRecipient: async (own) => recipientStatus(own),
      });
      const signers = row.signers.map(({ email, name, status, signed_at }) => ({ email, name, status, signed_at }));
      return { ...progress(row.signers), status: row.status, signers };
    },
    sendForSigning: async ({ params, body }, context) => {
      await refuseUnreachable(services, context.environment, recipientAddresses(body.signers));
      return { ...success, ...(await sendDocument(services, context, params.id, body)) };
    },
    updateDocument: async ({ params, body }, context) => {
      await refuseUnreachable(services, context.environment, recipientAddresses(body.signers));
      return { document: await updateDocument(services, context, params.id, body) };
    },
    getDraft: async ({ params }, context) => ({ draft: await getDraft(services, context, params.id) }),
    saveDraft: async ({ params, body }, context) => {
      await refuseUnreachable(services, context.environment, recipientAddresses(body.signers));
      return { draft: await saveDraft(services, context, params.id, body) };
    },
    deleteDocument: async ({ params }, context) => {
      await deleteDocument(services, context, params.id);
      return success;
    },
    restoreDocument: async ({ params }, context) => ({
      ...success,
      document: await restoreDocument(services, context, params.id),
    }),
    duplicateDocument: async ({ params }, context) => ({
      ...success,
      document: await duplicateDocument(services, context, params.id),
    }),
    bulkDocuments: async ({ body }, context) => ({ ...success, ...(await moveDocuments(services, context, body)) }),
    voidDocument: async ({ params, body }, context) => ({
      ...success,
      document: await voidDocument(uow, context, params.id, body.reason),
    }),
    downloadDocument: async ({ params, query }, context) => ({
      ...success,
      ...(await reading(context, params.id, {
        asMember: (principal) => downloadDocument(services, { ...context, principal }, params.id, query.type),
        asRecipient: ({ principal, whole }) =>
          downloadAsRecipient(services, { ...context, principal }, whole.document, query.type),
      })),
    }),
    listCertificates: async ({ params }, { principal }) => ({
      certificates: await listCertificates(uow, principal, params.id),
    }),
    revokeCertificate: async ({ params, body }, context) => ({
      ...success,
      certificates: await revokeCertificate(uow, context, params, body),
    }),
    verifyDocument: ({ params }, context) => verify(context, params.id),
    verifyDocumentPost: ({ params }, context) => verify(context, params.id),
    getDocumentPlacements: ({ params, query }, { principal }) =>
      getPlacements(services, principal, params.id, query.anchor),
    getDocumentPage: async ({ params, query }, context) => {
      const { document } = await loadDocument(uow, context.principal, params.id);
      const { bytes, etag } = await renderPage(
        services,
        context,
        { id: document.id, pages: document.page_count },
        params.n,
        query.width,
      );
      return ByteAnswer.of(bytes, etag);
    },
    getFile: async ({ params }) => new ByteAnswer(await openGrantedFile(services, services.linkKey, params.token)),
  } satisfies Partial<Handlers>;
}
