import type { Document } from '@countersign/contract';
import { readCallback } from '../callbacks/index.ts';
import { readRedirects } from './redirects.ts';
import { withFontWarnings } from './font-warnings.ts';
import type { SendDependencies } from './sending.ts';
import { type UploadDependencies, uploadDocument } from './upload-document.ts';
import type { TotalCache } from './total-cache.ts';
import type { SecretKey } from '../../platform/crypto/tokens.ts';
import type { Mailer } from '../../platform/ports/mailer.ts';
import { isSilent, recipientAddresses, refuseUnreachable, refuseWithoutMail } from '../notifications/index.ts';
import { getDocument, getDocuments, getStatus } from './get-document.ts';
import { memberOrRecipient, recipientDocument, recipientStatus } from '../recipient-access/index.ts';
import { duplicateDocument } from './duplicate-document.ts';
import { getPlacements, getSuggestions } from './find-anchors.ts';
import { listDocuments } from './list-documents.ts';
import { deleteDocument, type MoveDependencies, moveDocuments, restoreDocument } from './move-document.ts';
import { createPreparingLink, endPreparing, openPreparingSession, refuseForPreparing } from './preparing.ts';
import { replaceDocumentFile } from './replace-file.ts';
import { getDraft, saveDraft } from './saved-draft.ts';
import { cancelSchedule, scheduleDocument } from './schedule.ts';
import { sendDocument } from './send-document.ts';
import { updateDocument } from './update-document.ts';
import { loadDocument, progress } from '../document-core/index.ts';
import { type PageDependencies, renderPage } from './render-page.ts';
import { ByteAnswer } from '../../platform/invoke/answers.ts';
import type { CredentialSource } from '../../platform/invoke/credentials.ts';
import type { Handlers } from '../../platform/invoke/operations.ts';

const success = { success: true } as const;

export type Services = SendDependencies &
  UploadDependencies &
  MoveDependencies &
  PageDependencies & {
    credentials: CredentialSource;
    linkKey: SecretKey;
    totals: TotalCache;
    smtp: Mailer | undefined;
    isMailOwnersOnly: boolean;
  };

export function operations(services: Services) {
  const { uow, totals, fonts } = services;
  const warned = (document: Document) => withFontWarnings(fonts, document);
  return {
    uploadDocument: async ({ file }, context) => ({
      ...success,
      document: await warned(await uploadDocument(services, context, file)),
    }),
    replaceDocumentFile: async ({ params, file }, context) => {
      const { document, removed } = await replaceDocumentFile(services, context, params.id, file);
      return { ...success, document: await warned(document), removed };
    },
    listDocuments: ({ query }, context) => listDocuments({ uow, cursorKey: services.linkKey, totals }, context, query),
    getDocuments: async ({ query }, { principal }) => ({ documents: await getDocuments(uow, principal, query.ids) }),
    // Available to members and keys of the organization, and to recipients with accounts (ADR 40).
    getDocument: async ({ params: { id } }, context) => ({
      document: await memberOrRecipient(uow, context, id, {
        asMember: async (principal) => warned(await getDocument(uow, principal, id)),
        asRecipient: async (own) => recipientDocument(own),
      }),
    }),
    getDocumentStatus: async ({ params: { id } }, context) => {
      const row = await memberOrRecipient(uow, context, id, {
        asMember: (principal) => getStatus(uow, principal, id),
        asRecipient: async (own) => recipientStatus(own),
      });
      const signers = row.signers.map(({ email, name, status, signed_at }) => ({ email, name, status, signed_at }));
      return {
        ...progress(row.signers),
        status: row.status,
        ...(row.scheduled_for !== null && { scheduledFor: row.scheduled_for }),
        signers,
      };
    },
    sendForSigning: async ({ params, body }, context) => {
      refuseForPreparing(context.principal, body);
      if (!isSilent(body)) refuseWithoutMail(services, context);
      await refuseUnreachable(services, context.environment, recipientAddresses(body.signers));
      const redirects = await readRedirects(uow, context.principal.tenantId, body);
      const callback = await readCallback(services, context.principal.tenantId, body.callbackUrl);
      const { sendAt, ...input } = { ...body, redirects, callback };
      if (sendAt !== undefined) {
        const document = await scheduleDocument(services, context, params.id, { ...input, sendAt });
        return { ...success, document: await warned(document), signers: [] };
      }
      const { document, signers } = await sendDocument(services, context, params.id, input);
      await endPreparing(uow, context);
      return { ...success, document: await warned(document), signers };
    },
    cancelScheduledSending: async ({ params }, context) => ({
      ...success,
      document: await warned(await cancelSchedule(uow, context, params.id)),
    }),
    updateDocument: async ({ params, body }, context) => {
      await refuseUnreachable(services, context.environment, recipientAddresses(body.signers));
      const { document, ...more } = await updateDocument(services, context, params.id, body);
      return { document: await warned(document), ...more };
    },
    getDraft: async ({ params }, context) => ({ draft: await getDraft(services, context, params.id) }),
    saveDraft: async ({ params, body }, context) => {
      await refuseUnreachable(services, context.environment, recipientAddresses(body.signers));
      return { draft: await saveDraft(services, context, params.id, body) };
    },
    createPreparingLink: async ({ params, body }, context) => ({
      ...success,
      ...(await createPreparingLink(uow, context, params.id, body)),
    }),
    openPreparingSession: async ({ body }, context) => ({
      ...success,
      ...(await openPreparingSession(services, context, body)),
    }),
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
      document: await warned(await duplicateDocument(services, context, params.id)),
    }),
    bulkDocuments: async ({ body }, context) => ({ ...success, ...(await moveDocuments(services, context, body)) }),
    getDocumentPlacements: ({ params, query }, { principal }) =>
      getPlacements(services, principal, params.id, query.anchor),
    getFieldSuggestions: ({ params }, { principal }) => getSuggestions(services, principal, params.id),
    getDocumentPage: async ({ params, query }, context) => {
      const { document } = await loadDocument(uow, context.principal, params.id);
      const { bytes, etag } = await renderPage(
        services,
        context,
        { id: document.id, pages: document.page_count },
        { page: params.n, width: query.width },
      );
      return ByteAnswer.of(bytes, etag);
    },
  } satisfies Partial<Handlers>;
}
