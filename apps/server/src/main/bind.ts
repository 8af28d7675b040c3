/** Contract operation -> use case, for every operation there is. */
import type { Id } from '@countersign/contract';
import { attachFile, detachFile, getAttachment, listAttachments } from '../features/attachments/index.ts';
import { createApiKey, handOverApiKey, listApiKeys, revokeApiKey, rotateApiKey } from '../features/api-keys/index.ts';
import {
  type DocumentFile,
  loadDocument,
  progress,
  streamDocumentFile,
  ownDocumentsOnly,
  selectStatus,
} from '../features/documents/index.ts';
import {
  deleteDocument,
  downloadAsRecipient,
  downloadDocument,
  duplicateDocument,
  eraseTrash,
  getDocument,
  getPlacements,
  listCertificates,
  listDocuments,
  moveDocuments,
  openGrantedFile,
  restoreDocument,
  revokeCertificate,
  sendDocument,
  updateDocument,
  getDraft,
  saveDraft,
  uploadDocument,
  verifyDocument,
  voidDocument,
} from '../features/documents/use-cases.ts';
import { clockProblem, damageProblem, problemsOf, signingHealth } from '../features/health/index.ts';
import { listInbox } from '../features/inbox/index.ts';
import { getMail, listMail, recipientAddresses, refuseUnreachable } from '../features/notifications/index.ts';
import {
  correctSigner,
  declineDocument,
  extendDocument,
  forwardDocument,
  issueSigningLink,
  remindSigners,
  resendInvitation,
} from '../features/progress/index.ts';
import { sweepOld } from '../features/retention/index.ts';
import { advanceClock } from '../features/sandbox/index.ts';
import {
  actAsSigner,
  getPage,
  getPageText,
  getPdf,
  getView,
  issueOwnLink,
  markStarted,
  markViewed,
  memberOrRecipient,
  openSession,
  type OwnReading,
  recipientDocument,
  recipientStatus,
  renderPage,
  sendVisitCode,
  signDocument,
} from '../features/signing/index.ts';
import { readAuditTrail } from '../features/trail/index.ts';
import { verifyFile } from '../features/verification/index.ts';
import { eraseTemplates } from '../features/templates/index.ts';
import { addTrustAnchor, listTrustAnchors, removeTrustAnchor } from '../features/trust/index.ts';
import { bindLive } from './bind-live.ts';
import { bindPackages } from './bind-packages.ts';
import { bindTemplates } from './bind-templates.ts';
import { bindWebhooks } from './bind-webhooks.ts';
import type { RequestWork } from '../platform/db/request-work.ts';
import { sha256Hex } from '../platform/crypto/tokens.ts';
import { AppError } from '../platform/errors.ts';
import type { MemberPrincipal, RequestContext } from '../platform/principal.ts';
import type { Bindings } from '../transport/bindings.ts';
import { ByteAnswer } from '../transport/bytes.ts';
import { openApiAnswer } from '../transport/openapi-answer.ts';
import { addressBucket } from '../transport/rate-limit.ts';
import { bindAccounts } from './bind-accounts.ts';
import { bindInPerson } from './bind-in-person.ts';
import { bindSso } from './bind-sso.ts';
import { type Services, servicesOf } from './wiring.ts';

const success = { success: true } as const;

type Reading<T> = {
  asMember: (principal: MemberPrincipal) => Promise<T>;
  asRecipient: (own: OwnReading) => Promise<T>;
};

/** Handlers for one request, whose work in the database they are given. */
export function bind(services: Services): (work: RequestWork) => Bindings {
  // Made once, when it is first asked for: whoever asks needs no credential, and it takes a quarter of a second.
  let description: ByteAnswer | undefined;
  const describe = () => (description ??= openApiAnswer());
  return (work) => bindRequest(servicesOf(services, work), describe);
}

function bindRequest(services: Services, describe: () => ByteAnswer): Bindings {
  const { uow, blobs, authority, clock, links, totals } = services;
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
  /** For the organization's people and programs, and for those whom the document was sent to. */
  const reading = <T>(context: RequestContext<MemberPrincipal>, id: Id<'document'>, read: Reading<T>) =>
    memberOrRecipient(uow, context, id, read);
  const verify = (context: RequestContext<MemberPrincipal>, id: Id<'document'>) =>
    reading(context, id, {
      asMember: async (principal) =>
        verifyDocument(services, principal.tenantId, await loadDocument(uow, principal, id)),
      asRecipient: ({ principal, whole }) => verifyDocument(services, principal.tenantId, whole),
    });

  const retention = async () => {
    const { doubt } = services.clockGuard;
    if (doubt)
      throw new AppError('SERVICE_UNAVAILABLE', { check: 'clock' }, { message: doubt.message, retryAfter: 60 });
    return {
      ...success,
      erased: {
        ...(await sweepOld(services)),
        templates: await eraseTemplates(services),
        documents: await eraseTrash(services),
        files: await services.removeUnclaimed(),
      },
    };
  };

  return {
    ...bindAccounts(services),
    ...bindSso(services),
    ...bindLive(services),
    ...bindPackages(services),
    ...bindTemplates(services),
    ...bindWebhooks(services),
    ...bindInPerson(services),
    listApiKeys: async (_input, { principal }) => ({ apiKeys: await listApiKeys(uow, principal) }),
    createApiKey: async ({ body }, context) => ({ ...success, apiKey: await createApiKey(uow, context, body) }),
    revokeApiKey: async ({ query }, context) => {
      await revokeApiKey(uow, context, query.id);
      services.forgetCredentials();
      return success;
    },
    rotateApiKey: async ({ params, body }, context) => {
      const apiKey = await rotateApiKey(uow, context, params.keyId, body);
      services.forgetCredentials();
      return { ...success, apiKey };
    },
    handOverApiKey: async ({ params, body }, context) => {
      const apiKey = await handOverApiKey(uow, context, params.keyId, body.userId);
      services.forgetCredentials();
      return { ...success, apiKey };
    },

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
    listTrustAnchors: async (_input, context) => ({ trustAnchors: await listTrustAnchors(uow, context) }),
    addTrustAnchor: async ({ body }, context) => ({
      ...success,
      trustAnchor: await addTrustAnchor(uow, context, body),
    }),
    removeTrustAnchor: async ({ params }, context) => {
      await removeTrustAnchor(uow, context, params.anchorId);
      return success;
    },
    verifyFile: async ({ file, query: { report } }, { address, environment }) => {
      const verified = await verifyFile(services, { from: addressBucket(address), environment, report }, file);
      if ('verdict' in verified) return verified.verdict;
      const { contentType, filename } = verified;
      const bytes = Buffer.from(verified.report);
      return new ByteAnswer({
        size: bytes.length,
        etag: sha256Hex(bytes).slice(0, 32),
        filename,
        contentType,
        open: ({ start, end }) => bytes.subarray(start, end + 1),
      });
    },
    verifyDocument: ({ params }, context) => verify(context, params.id),
    verifyDocumentPost: ({ params }, context) => verify(context, params.id),
    getDocumentPlacements: ({ params, query }, { principal }) =>
      getPlacements(services, principal, params.id, query.anchor),
    getDocumentAudit: async ({ params }, { principal }) => {
      await loadDocument(uow, principal, params.id);
      const { entries, isValid, findings, personal } = await readAuditTrail(services, principal.tenantId, params.id);
      return { entries, isValid, findings, personal };
    },
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
    signDocument: async ({ params, body }, context) => ({
      ...success,
      ...(await actAsSigner(uow, context, params.id, (own) => signDocument(services, own, params.id, body))),
    }),

    declineDocument: async ({ params, body }, context) => ({
      ...success,
      ...(await actAsSigner(uow, context, params.id, (own) => declineDocument(uow, own, params.id, body.reason))),
    }),
    forwardDocument: async ({ params, body: { email, name } }, context) => {
      await refuseUnreachable(services, context.environment, [{ field: 'email', email }]);
      const forwardedTo = await actAsSigner(uow, context, params.id, (own) =>
        forwardDocument(uow, own, params.id, { email, name }),
      );
      return { ...success, forwardedTo };
    },
    remindSigners: async ({ params, body }, context) => ({
      ...success,
      ...(await remindSigners(uow, context, params.id, body)),
    }),
    extendDocument: async ({ params, body }, context) => ({
      ...success,
      document: await extendDocument(uow, context, params.id, body.expirationDays),
    }),
    correctSigner: async ({ params, body }, context) => {
      await refuseUnreachable(services, context.environment, [{ field: 'email', email: body.email }]);
      return { ...success, signer: await correctSigner(uow, context, params, body) };
    },
    resendInvitation: async ({ params }, context) => ({
      ...success,
      signer: await resendInvitation(uow, context, params),
    }),
    issueSigningLink: async ({ params }, context) => ({
      ...success,
      ...(await issueSigningLink(services, context, params)),
    }),

    openSigningSession: async ({ body }, context) => ({
      ...success,
      ...(await openSession({ uow, links }, context, body)),
    }),
    sendSigningCode: async ({ body }, context) => ({
      ...success,
      ...(await sendVisitCode({ uow, links }, context, body)),
    }),
    listInbox: (_input, context) => listInbox(uow, context),
    openInboxEntry: async ({ params }, context) => ({
      ...success,
      ...(await issueOwnLink(services, context, params.signerId)),
    }),
    getSigningView: async ({ params }, { principal }) => ({ view: await getView(uow, principal, params.signerId) }),
    getSigningPdf: async ({ params }, context) => fileAnswer(await getPdf(uow, context, params.signerId)),
    getSigningPage: async ({ params, query }, context) => {
      const { bytes, etag, noteShown } = await getPage(services, context, params.signerId, params.n, query.width);
      return ByteAnswer.of(bytes, etag, noteShown);
    },
    getSigningPageText: ({ params }, context) => getPageText(services, context, params.signerId, params.n),
    attachFile: async ({ params: { signerId }, query, file }, context) => ({
      ...success,
      attachment: await attachFile(services, context, { signerId, fieldId: query.field }, file),
    }),
    detachFile: async ({ params: { signerId }, query }, context) => {
      await detachFile(uow, context, { signerId, fieldId: query.field });
      return success;
    },
    listAttachments: async ({ params }, { principal }) => ({
      attachments: await listAttachments(uow, principal, params.id),
    }),
    getAttachment: async ({ params }, { principal }) =>
      new ByteAnswer(await getAttachment(services, principal, params)),
    markViewed: async ({ params }, context) => {
      await markViewed(uow, context, params.signerId);
      return success;
    },
    markStarted: async ({ params }, context) => {
      await markStarted(uow, context, params.signerId);
      return success;
    },

    getHealth: async () => ({
      status: 'healthy',
      timestamp: clock.now().toISOString(),
      ...problemsOf(damageProblem(services.damage.known), clockProblem(services.clockGuard.doubt)),
    }),
    getSigningHealth: async () => ({
      ...(await signingHealth(authority, clock)),
      ...problemsOf(clockProblem(services.clockGuard.doubt)),
    }),
    getDatabaseHealth: () => services.health.of('database'),
    getStorageHealth: () => services.health.of('storage'),
    getFile: async ({ params }) => new ByteAnswer(await openGrantedFile(services, services.linkKey, params.token)),
    getOpenApi: async () => describe(),
    listMail: ({ query }, context) => listMail(uow, context, query.before),
    getMail: async ({ params }, context) => ({ mail: await getMail(uow, context, params.id) }),
    advanceSandboxClock: async ({ body }, context) => ({
      ...success,
      advancedSeconds: await advanceClock({ uow, wake: services.runner.wake }, context, body.seconds),
    }),
    runDataRetention: retention,
    runDataRetentionGet: retention,
  };
}
