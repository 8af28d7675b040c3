import type { DocumentForm, DocumentOfTemplate, Template } from '@countersign/contract';
import { type SendDependencies, templateWarnings, type UploadDependencies } from '../documents/index.ts';
import type { SecretKey } from '../../platform/crypto/tokens.ts';
import type { Mailer } from '../../platform/ports/mailer.ts';
import { isSilent, recipientAddresses, refuseUnreachable, refuseWithoutMail } from '../notifications/index.ts';
import {
  cancelBulkSend,
  failuresCsv,
  getBulkSend,
  listBulkSendRows,
  listBulkSends,
  retryBulkSend,
} from './bulk-sends.ts';
import { deleteTemplate, restoreTemplate, shareTemplate, updateTemplate } from './change-template.ts';
import {
  checkBulkSendFromFile,
  checkBulkSendFromRows,
  createBulkSendFromFile,
  createBulkSendFromRows,
} from './create-bulk-send.ts';
import { createDocumentFromFile, createDocumentFromTemplate } from './create-document.ts';
import { createTemplateFromDocument, createTemplateFromFile } from './create-template.ts';
import {
  getTemplate,
  getTemplateFile,
  getTemplatePage,
  listTemplateVersions,
  listTemplates,
} from './read-templates.ts';
import { replaceTemplateFile } from './replace-file.ts';
import { useTemplate } from './use-template.ts';
import { ByteAnswer } from '../../platform/invoke/answers.ts';
import { invalid } from '../../platform/errors.ts';
import { sha256Hex } from '../../platform/crypto/tokens.ts';
import type { Handlers } from '../../platform/invoke/operations.ts';

const success = { success: true } as const;

export type Services = SendDependencies &
  UploadDependencies & {
    linkKey: SecretKey;
    smtp: Mailer | undefined;
    isMailOwnersOnly: boolean;
  };

/** True if the document is sent immediately or at a set time. */
const isSent = ({ send, sendAt }: { send: boolean; sendAt?: string | undefined }): boolean =>
  send || sendAt !== undefined;

export function operations(services: Services) {
  const { uow, fonts } = services;
  const lists = { uow, cursorKey: services.linkKey };
  const warned = async (template: Template): Promise<Template> => {
    const warnings = await templateWarnings(fonts, template);
    return warnings.length === 0 ? template : { ...template, warnings: [...template.warnings, ...warnings] };
  };
  return {
    createTemplate: async ({ file, body }, context) => {
      if (file) return { ...success, template: await warned(await createTemplateFromFile(services, context, file)) };
      if (!body) throw invalid('body', 'is required. Send a JSON object, or a form with a file');
      return { ...success, template: await warned(await createTemplateFromDocument(services, context, body)) };
    },
    listTemplates: ({ query }, { principal }) => listTemplates(lists, principal, query),
    getTemplate: async ({ params, query }, { principal }) => ({
      template: await warned(await getTemplate(uow, principal, params.id, query.version)),
    }),
    getTemplatePage: async ({ params, query }, { principal }) => {
      const { bytes, etag } = await getTemplatePage(services, principal, params.id, {
        page: params.n,
        ...query,
      });
      return ByteAnswer.of(bytes, etag);
    },
    getTemplateFile: ({ params, query }, { principal }) =>
      getTemplateFile(services, principal, params.id, query.version),
    updateTemplate: async ({ params, body }, context) => ({
      ...success,
      template: await warned(await updateTemplate(uow, context, params.id, body)),
    }),
    replaceTemplateFile: async ({ params, file }, context) => ({
      ...success,
      ...(await replaceTemplateFile(services, context, params.id, file)),
    }),
    listTemplateVersions: ({ params, query }, { principal }) =>
      listTemplateVersions(lists, principal, params.id, query),
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
    createDocument: async ({ file, body }, context) => {
      const judge = async (given: DocumentForm | DocumentOfTemplate): Promise<void> => {
        if (isSent(given) && !isSilent(given)) refuseWithoutMail(services, context);
        await refuseUnreachable(services, context.environment, recipientAddresses(given.signers));
      };
      if (file) {
        const fields = async () => {
          const form = await file.fields();
          await judge(form);
          return form;
        };
        return { ...success, ...(await createDocumentFromFile(services, context, { ...file, fields })) };
      }
      if (!body) throw invalid('body', 'is required. Send a JSON object with `templateId`, or a form with a file');
      await judge(body);
      return { ...success, ...(await createDocumentFromTemplate(services, context, body)) };
    },
    useTemplate: async ({ params, body }, context) => {
      if (isSent(body) && !isSilent(body)) refuseWithoutMail(services, context);
      await refuseUnreachable(services, context.environment, recipientAddresses(body.signers));
      return { ...success, ...(await useTemplate(services, context, params.id, body)) };
    },
    checkBulkSend: async ({ params, file, body }, context) => {
      if (file) return { ...success, ...(await checkBulkSendFromFile(services, context, params.id, file)) };
      if (!body) throw invalid('body', 'is required. Send a JSON object, or a form with a file');
      return { ...success, check: await checkBulkSendFromRows(services, context, params.id, body) };
    },
    createBulkSend: async ({ params, file, body }, context) => {
      refuseWithoutMail(services, context);
      if (file) return { ...success, ...(await createBulkSendFromFile(services, context, params.id, file)) };
      if (!body) throw invalid('body', 'is required. Send a JSON object, or a form with a file');
      return { ...success, bulkSend: await createBulkSendFromRows(services, context, params.id, body) };
    },
    listBulkSends: ({ query }, { principal }) => listBulkSends(lists, principal, query),
    getBulkSend: async ({ params }, { principal }) => ({ bulkSend: await getBulkSend(uow, principal, params.id) }),
    listBulkSendRows: ({ params, query }, { principal }) => listBulkSendRows(uow, principal, params.id, query),
    getBulkSendFailures: async ({ params }, { principal }) => {
      const { bytes, filename } = await failuresCsv(uow, principal, params.id);
      return ByteAnswer.of(bytes, sha256Hex(bytes).slice(0, 32), { filename });
    },
    cancelBulkSend: async ({ params }, context) => ({
      ...success,
      bulkSend: await cancelBulkSend(uow, context, params.id),
    }),
    retryBulkSend: async ({ params }, context) => {
      refuseWithoutMail(services, context);
      return { ...success, bulkSend: await retryBulkSend(uow, context, params.id) };
    },
  } satisfies Partial<Handlers>;
}
