/** Operations of templates and bulk sends -> use cases. */
import { recipientAddresses, refuseUnreachable } from '../features/notifications/index.ts';
import { sha256Hex } from '../platform/crypto/tokens.ts';
import {
  cancelBulkSend,
  checkBulkSendFromFile,
  checkBulkSendFromRows,
  createBulkSendFromFile,
  createBulkSendFromRows,
  createTemplateFromDocument,
  createTemplateFromFile,
  deleteTemplate,
  failuresCsv,
  getBulkSend,
  getTemplate,
  getTemplatePage,
  listBulkSendRows,
  listBulkSends,
  listTemplates,
  listTemplateVersions,
  replaceTemplateFile,
  restoreTemplate,
  retryBulkSend,
  shareTemplate,
  updateTemplate,
  useTemplate,
} from '../features/templates/index.ts';
import { invalid } from '../platform/errors.ts';
import type { Bindings } from '../transport/bindings.ts';
import { ByteAnswer } from '../transport/bytes.ts';
import type { Services } from './wiring.ts';

type TemplateOperation =
  | 'createTemplate'
  | 'listTemplates'
  | 'getTemplate'
  | 'getTemplatePage'
  | 'updateTemplate'
  | 'replaceTemplateFile'
  | 'listTemplateVersions'
  | 'shareTemplate'
  | 'deleteTemplate'
  | 'restoreTemplate'
  | 'useTemplate'
  | 'checkBulkSend'
  | 'createBulkSend'
  | 'listBulkSends'
  | 'getBulkSend'
  | 'listBulkSendRows'
  | 'getBulkSendFailures'
  | 'cancelBulkSend'
  | 'retryBulkSend';

const success = { success: true } as const;

export function bindTemplates(services: Services): Pick<Bindings, TemplateOperation> {
  const { uow } = services;
  return {
    createTemplate: async ({ file, body }, context) => {
      if (file) return { ...success, template: await createTemplateFromFile(services, context, file) };
      if (!body) throw invalid('body', 'is required: a JSON object, or a form with a file');
      return { ...success, template: await createTemplateFromDocument(services, context, body) };
    },
    listTemplates: ({ query }, { principal }) => listTemplates(uow, principal, query),
    getTemplate: async ({ params, query }, { principal }) => ({
      template: await getTemplate(uow, principal, params.id, query.version),
    }),
    getTemplatePage: async ({ params, query }, { principal }) => {
      const { bytes, etag } = await getTemplatePage(services, principal, params.id, {
        page: params.n,
        ...query,
      });
      return ByteAnswer.of(bytes, etag);
    },
    updateTemplate: async ({ params, body }, context) => ({
      ...success,
      template: await updateTemplate(uow, context, params.id, body),
    }),
    replaceTemplateFile: async ({ params, file }, context) => ({
      ...success,
      ...(await replaceTemplateFile(services, context, params.id, file)),
    }),
    listTemplateVersions: ({ params, query }, { principal }) => listTemplateVersions(uow, principal, params.id, query),
    shareTemplate: async ({ params, body }, context) => ({
      ...success,
      template: await shareTemplate(uow, context, params.id, body.shared),
    }),
    deleteTemplate: async ({ params }, context) => {
      await deleteTemplate(uow, context, params.id);
      return success;
    },
    restoreTemplate: async ({ params }, context) => ({
      ...success,
      template: await restoreTemplate(uow, context, params.id),
    }),
    useTemplate: async ({ params, body }, context) => {
      await refuseUnreachable(services, context.environment, recipientAddresses(body.signers));
      return { ...success, ...(await useTemplate(services, context, params.id, body)) };
    },
    checkBulkSend: async ({ params, file, body }, context) => {
      if (file) return { ...success, check: await checkBulkSendFromFile(services, context, params.id, file) };
      if (!body) throw invalid('body', 'is required: a JSON object, or a form with a file');
      return { ...success, check: await checkBulkSendFromRows(services, context, params.id, body) };
    },
    createBulkSend: async ({ params, file, body }, context) => {
      if (file) return { ...success, bulkSend: await createBulkSendFromFile(services, context, params.id, file) };
      if (!body) throw invalid('body', 'is required: a JSON object, or a form with a file');
      return { ...success, bulkSend: await createBulkSendFromRows(services, context, params.id, body) };
    },
    listBulkSends: ({ query }, { principal }) => listBulkSends(uow, principal, query),
    getBulkSend: async ({ params }, { principal }) => ({ bulkSend: await getBulkSend(uow, principal, params.id) }),
    listBulkSendRows: ({ params, query }, { principal }) => listBulkSendRows(uow, principal, params.id, query),
    getBulkSendFailures: async ({ params }, { principal }) => {
      const { bytes, filename } = await failuresCsv(uow, principal, params.id);
      const open = ({ start, end }: { start: number; end: number }) => bytes.subarray(start, end + 1);
      return new ByteAnswer({ size: bytes.length, etag: sha256Hex(bytes).slice(0, 32), filename, open });
    },
    cancelBulkSend: async ({ params }, context) => ({
      ...success,
      bulkSend: await cancelBulkSend(uow, context, params.id),
    }),
    retryBulkSend: async ({ params }, context) => ({
      ...success,
      bulkSend: await retryBulkSend(uow, context, params.id),
    }),
  };
}
