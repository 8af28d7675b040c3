/** Contract operation -> use case, for every operation there is. */
import { type Id, LIMITS } from '@countersign/contract';
import { createApiKey, listApiKeys, revokeApiKey } from '../features/api-keys/index.ts';
import { getSession, logIn, logOut, needsSetup, setUp } from '../features/accounts/index.ts';
import {
  type DocumentFile,
  loadDocument,
  progress,
  readAuditTrail,
  streamDocumentFile,
  ownDocumentsOnly,
  selectStatus,
} from '../features/documents/index.ts';
import {
  downloadDocument,
  getDocument,
  listDocuments,
  openGrantedFile,
  sendDocument,
  TotalCache,
  uploadDocument,
  verifyDocument,
  voidDocument,
} from '../features/documents/use-cases.ts';
import { databaseHealth, signingHealth } from '../features/health/index.ts';
import { getMail, listMail } from '../features/notifications/index.ts';
import {
  getPage,
  getPageText,
  getPdf,
  getView,
  markMoment,
  openSession,
  renderPage,
  signDocument,
} from '../features/signing/index.ts';
import { AppError } from '../platform/errors.ts';
import type { MemberPrincipal } from '../platform/principal.ts';
import type { Bindings } from '../transport/bindings.ts';
import { ByteAnswer } from '../transport/bytes.ts';
import { openApiDocument } from '../transport/openapi.ts';
import type { Services } from './wiring.ts';

const success = { success: true } as const;

export function bind(services: Services): Bindings {
  const { uow, blobs, authority, clock, database, links } = services;
  const fileAnswer = ({ file, filename }: { file: DocumentFile; filename: string }) =>
    new ByteAnswer({
      size: file.size,
      etag: file.sha256,
      filename,
      open: (range) => streamDocumentFile(blobs, file, range),
    });
  const totals = new TotalCache(uow, LIMITS.exactTotal + 1);
  const verify = (principal: MemberPrincipal, id: Id<'document'>) => verifyDocument(services, principal, id);

  return {
    getSetup: async () => ({ needed: await needsSetup(services) }),
    setup: async ({ body }, context, { setSession }) => {
      const { token, view } = await setUp(services, context, body);
      setSession(token);
      return { ...success, session: view };
    },
    login: async ({ body }, context, { setSession }) => {
      const { token, view } = await logIn(services, context, body);
      setSession(token);
      return { ...success, session: view };
    },
    logout: async (_input, context, { setSession }) => {
      await logOut(services, context);
      services.forgetCredentials();
      setSession(undefined);
      return success;
    },
    getSession: async (_input, { principal }) => ({ session: await getSession(services, principal) }),
    listApiKeys: async (_input, { principal }) => ({ apiKeys: await listApiKeys(uow, principal) }),
    createApiKey: async ({ body }, context) => ({ ...success, apiKey: await createApiKey(uow, context, body) }),
    revokeApiKey: async ({ query }, context) => {
      await revokeApiKey(uow, context, query.id);
      services.forgetCredentials();
      return success;
    },

    uploadDocument: async ({ file }, context) => ({
      ...success,
      document: await uploadDocument(services, context, file),
    }),
    listDocuments: ({ query }, context) => listDocuments({ uow, cursorKey: services.linkKey, totals }, context, query),
    getDocument: async ({ params }, { principal }) => ({ document: await getDocument(uow, principal, params.id) }),
    getDocumentStatus: async ({ params }, { principal }) => {
      const [row] = await uow.read(
        principal.tenantId,
        selectStatus(principal.tenantId, params.id, ownDocumentsOnly(principal)),
      );
      if (!row) throw new AppError('DOCUMENT_NOT_FOUND', { documentId: params.id });
      const signers = row.signers.map(({ email, name, status, signed_at }) => ({ email, name, status, signed_at }));
      return { ...progress(row.signers), status: row.status, signers };
    },
    sendForSigning: async ({ params, body }, context) => ({
      ...success,
      ...(await sendDocument(services, context, params.id, body)),
    }),
    voidDocument: async ({ params, body }, context) => ({
      ...success,
      document: await voidDocument(uow, context, params.id, body.reason),
    }),
    downloadDocument: async ({ params, query }, context) => ({
      ...success,
      ...(await downloadDocument(services, context, params.id, query.type)),
    }),
    verifyDocument: ({ params }, { principal }) => verify(principal, params.id),
    verifyDocumentPost: ({ params }, { principal }) => verify(principal, params.id),
    getDocumentAudit: async ({ params }, { principal }) => {
      await loadDocument(uow, principal, params.id);
      const { entries, isValid } = await readAuditTrail(uow, principal.tenantId, params.id);
      return { entries, isValid };
    },
    getDocumentPage: async ({ params, query }, { principal }) => {
      const { document } = await loadDocument(uow, principal, params.id);
      const { bytes, etag } = await renderPage(
        services,
        principal.tenantId,
        { id: document.id, pages: document.page_count },
        params.n,
        query.width,
      );
      return ByteAnswer.of(bytes, etag);
    },
    signDocument: async ({ params, body }, context) => ({
      ...success,
      ...(await signDocument(services, context, params.id, body)),
    }),

    openSigningSession: async (_input, { principal }) => ({
      ...success,
      ...(await openSession({ uow, links }, principal)),
    }),
    getSigningView: async ({ params }, { principal }) => ({ view: await getView(uow, principal, params.signerId) }),
    getSigningPdf: async ({ params }, { principal }) => fileAnswer(await getPdf(uow, principal, params.signerId)),
    getSigningPage: async ({ params, query }, { principal }) => {
      const { bytes, etag } = await getPage(services, principal, params.signerId, params.n, query.width);
      return ByteAnswer.of(bytes, etag);
    },
    getSigningPageText: ({ params }, { principal }) => getPageText(services, principal, params.signerId, params.n),
    markViewed: async ({ params }, context) => {
      await markMoment(uow, context, params.signerId, 'viewed');
      return success;
    },
    markStarted: async ({ params }, context) => {
      await markMoment(uow, context, params.signerId, 'started');
      return success;
    },

    getHealth: async () => ({ status: 'healthy', timestamp: clock.now().toISOString() }),
    getSigningHealth: () => signingHealth(authority, clock),
    getDatabaseHealth: () => databaseHealth(database),
    getFile: async ({ params }) => fileAnswer(await openGrantedFile(uow, services.linkKey, params.token)),
    getOpenApi: async () => openApiDocument(),
    listMail: ({ query }, { principal }) => listMail(uow, principal, query.before),
    getMail: async ({ params }, { principal }) => ({ mail: await getMail(uow, principal, params.id) }),
  };
}
