/** Templates and bulk sends (ADR 29). */
import { z } from 'zod';
import { defineOperation, json } from '../operation.ts';
import { document, externalId, LIMITS, multiLine, signer } from '../resources.ts';
import {
  bulkCheck,
  bulkCheckForm,
  bulkCheckInput,
  bulkRowStatus,
  bulkSend,
  bulkSendForm,
  bulkSendInput,
  bulkSendRow,
  bulkSendStatus,
  template,
  TEMPLATE_LIMITS,
  templateChange,
  templateFileForm,
  templateForm,
  templateInput,
  templateListEntry,
  documentForm,
  documentOfTemplate,
  templateUse,
  templateVersion,
} from '../templates.ts';
import {
  cursorParameter,
  documentFilters,
  nextPage,
  ofDocuments,
  ownerFilter,
  pageByNumber,
  pageWithCursor,
  replacedBy,
  timeFilters,
} from '../lists.ts';
import { idParam, pathParam } from '../path-params.ts';
import { strict } from '../field-class.ts';
import { csvEncoding } from '../values.ts';

const success = z.object({ success: z.literal(true) });
const common = {
  tag: 'Templates',
  credentials: ['session', 'api-key'],
  scope: 'templates',
  rate: 'credential',
} as const;
const params = z.object({ id: idParam('template', 'TEMPLATE_NOT_FOUND') });
const bulkParams = z.object({ id: idParam('bulkSend', 'BULK_SEND_NOT_FOUND') });

/** Query parameters are text, so numbers are parsed from text. */
const whole = (min: number, max: number) =>
  strict(z.string())
    .regex(/^\d{1,9}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.int().min(min).max(max));
const flag = z
  .enum(['true', 'false'])
  .default('false')
  .transform((value) => value === 'true');
export const createTemplate = defineOperation({
  ...common,
  id: 'createTemplate',
  work: 'upload',
  method: 'POST',
  path: '/api/templates/create',
  summary: 'Create a template',
  description:
    'Creates a template from a PDF (multipart) or from a document (JSON). In a form, send lists and objects as JSON, such as `roles=[{"name":"Tenant"}]`.',
  body: { kind: 'multipart', file: 'file', fields: templateForm, json: templateInput },
  success: { status: 201, body: json(success.extend({ template })) },
  errors: [
    'DOCUMENT_NOT_FOUND',
    'EXTERNAL_ID_TAKEN',
    'FILE_TOO_LARGE',
    'UNSUPPORTED_MEDIA_TYPE',
    'SERVICE_UNAVAILABLE',
    'FILE_DAMAGED',
    'STORAGE_QUOTA_EXCEEDED',
  ],
});

export const listTemplates = defineOperation({
  ...common,
  id: 'listTemplates',
  work: 'list',
  method: 'GET',
  path: '/api/templates',
  summary: 'List templates',
  description:
    'Returns your own and shared templates, most recently updated first. Admins and owners get all templates.',
  query: z.strictObject({
    ...pageByNumber,
    search: multiLine(200).optional().meta({ description: 'Part of the name. Case and accents are ignored.' }),
    trash: flag.meta({ description: 'If true, only deleted templates are returned. They can be restored.' }),
    owner: ownerFilter,
    externalId: externalId.optional(),
    metadata: documentFilters.metadata,
    ...timeFilters,
  }),
  success: {
    status: 200,
    body: json(z.object({ templates: z.array(templateListEntry), pagination: pageWithCursor })),
  },
  errors: [],
});

export const getTemplate = defineOperation({
  ...common,
  id: 'getTemplate',
  method: 'GET',
  path: '/api/templates/:id',
  summary: 'Retrieve a template',
  description: 'Returns the current version of a template, or the version that you specify.',
  params,
  query: z.strictObject({ version: whole(1, 1_000_000).optional() }),
  success: { status: 200, body: json(z.object({ template })) },
  errors: ['TEMPLATE_NOT_FOUND', 'NOT_FOUND'],
});

export const getTemplatePage = defineOperation({
  ...common,
  id: 'getTemplatePage',
  rate: 'frequent',
  method: 'GET',
  path: '/api/templates/:id/pages/:n',
  summary: 'Retrieve a template page image',
  description: 'Returns a page of the template as a WebP image.',
  params: params.extend({ n: pathParam(whole(1, 100_000), 'NOT_FOUND') }),
  query: z.strictObject({
    width: whole(64, 2400).default(900),
    version: whole(1, 1_000_000)
      .optional()
      .meta({ description: 'Version of the template. Default: the current version.' }),
  }),
  success: { status: 200, body: { kind: 'bytes', contentType: 'image/webp' } },
  errors: ['TEMPLATE_NOT_FOUND', 'NOT_FOUND', 'RANGE_NOT_SATISFIABLE', 'SERVICE_UNAVAILABLE', 'FILE_DAMAGED'],
});

export const getTemplateFile = defineOperation({
  ...common,
  id: 'getTemplateFile',
  method: 'GET',
  path: '/api/templates/:id/file',
  summary: "Download a template's file",
  description: 'Returns the PDF of the current version, or of the version that you specify.',
  params,
  query: z.strictObject({ version: whole(1, 1_000_000).optional() }),
  success: { status: 200, body: { kind: 'bytes', contentType: 'application/pdf' } },
  errors: ['TEMPLATE_NOT_FOUND', 'NOT_FOUND', 'RANGE_NOT_SATISFIABLE', 'FILE_DAMAGED'],
});

export const updateTemplate = defineOperation({
  ...common,
  id: 'updateTemplate',
  method: 'PUT',
  path: '/api/templates/:id/update',
  summary: 'Update a template',
  description:
    'Creates a new version of the template. Properties that you do not send keep their values. Existing documents do not change.',
  params,
  body: json(templateChange),
  success: { status: 200, body: json(success.extend({ template })) },
  errors: ['TEMPLATE_NOT_FOUND', 'TEMPLATE_CHANGED'],
});

export const replaceTemplateFile = defineOperation({
  ...common,
  id: 'replaceTemplateFile',
  work: 'upload',
  method: 'PUT',
  path: '/api/templates/:id/file',
  summary: "Replace a template's file",
  description:
    'Creates a new version of the template with a different PDF. Fields that fit on the new pages are kept. Existing documents do not change.',
  params,
  body: { kind: 'multipart', file: 'file', fields: templateFileForm },
  success: {
    status: 200,
    body: json(
      success.extend({
        template,
        removed: z.array(z.object({ field: z.string(), message: z.string(), code: z.string() })).meta({
          description:
            'Fields of the previous version that were removed because they do not fit the new file, with their index and the reason.',
        }),
      }),
    ),
  },
  errors: [
    'TEMPLATE_NOT_FOUND',
    'TEMPLATE_CHANGED',
    'FILE_TOO_LARGE',
    'UNSUPPORTED_MEDIA_TYPE',
    'SERVICE_UNAVAILABLE',
    'STORAGE_QUOTA_EXCEEDED',
  ],
});

export const listTemplateVersions = defineOperation({
  ...common,
  id: 'listTemplateVersions',
  method: 'GET',
  path: '/api/templates/:id/versions',
  summary: 'List template versions',
  description: 'Returns all versions, newest first.',
  params,
  query: z.strictObject(pageByNumber),
  success: { status: 200, body: json(z.object({ versions: z.array(templateVersion), pagination: pageWithCursor })) },
  errors: ['TEMPLATE_NOT_FOUND'],
});

export const shareTemplate = defineOperation({
  ...common,
  id: 'shareTemplate',
  method: 'POST',
  path: '/api/templates/:id/share',
  summary: 'Share a template',
  description:
    'Shares the template with the whole organization, or stops sharing it. If the template is not shared, only its creator and admins can use it.',
  params,
  body: json(z.strictObject({ shared: z.boolean() })),
  success: { status: 200, body: json(success.extend({ template })) },
  errors: ['TEMPLATE_NOT_FOUND'],
});

export const deleteTemplate = defineOperation({
  ...common,
  id: 'deleteTemplate',
  method: 'DELETE',
  path: '/api/templates/:id',
  summary: 'Delete a template',
  description: `Deletes the template. You can restore it for ${LIMITS.trashDays} days. Documents created from it are kept.`,
  params,
  success: { status: 200, body: json(success) },
  errors: ['TEMPLATE_NOT_FOUND'],
});

export const restoreTemplate = defineOperation({
  ...common,
  id: 'restoreTemplate',
  method: 'POST',
  path: '/api/templates/:id/restore',
  summary: 'Restore a template',
  description: 'Restores a template that was deleted in the last 30 days.',
  params,
  success: { status: 200, body: json(success.extend({ template })) },
  errors: ['TEMPLATE_NOT_FOUND'],
});

export const useTemplate = defineOperation({
  ...common,
  id: 'useTemplate',
  work: 'sending',
  method: 'POST',
  path: '/api/templates/:id/use',
  summary: 'Create a document from a template',
  description:
    'Creates a document from the template. With `send` or `sendAt`, the document is sent. Otherwise it is a draft.',
  params,
  body: json(templateUse),
  success: { status: 201, body: json(success.extend({ document, signers: z.array(signer) })) },
  errors: ['MAIL_NOT_CONFIGURED', 'PLAN_REQUIRED', 'TEMPLATE_NOT_FOUND', 'EXTERNAL_ID_TAKEN', 'SERVICE_UNAVAILABLE'],
});

export const createDocument = defineOperation({
  ...common,
  tag: 'Documents',
  scope: 'documents:write',
  id: 'createDocument',
  work: 'sending',
  method: 'POST',
  path: '/api/documents',
  summary: 'Create and send a document',
  description:
    'Creates a document from a file (multipart) or a template (JSON) and sends it in one call. If the request fails, no document is created. In a form, send lists, objects, numbers and Booleans as JSON, such as `tags=["lease"]`. With a template, an API key also needs the scope `templates`.',
  body: { kind: 'multipart', file: 'file', fields: documentForm, json: documentOfTemplate },
  success: { status: 201, body: json(success.extend({ document, signers: z.array(signer) })) },
  errors: [
    'MAIL_NOT_CONFIGURED',
    'PLAN_REQUIRED',
    'TEMPLATE_NOT_FOUND',
    'EXTERNAL_ID_TAKEN',
    'FILE_TOO_LARGE',
    'UNSUPPORTED_MEDIA_TYPE',
    'SERVICE_UNAVAILABLE',
    'STORAGE_QUOTA_EXCEEDED',
  ],
});

export const checkBulkSend = defineOperation({
  ...common,
  id: 'checkBulkSend',
  work: 'bulk',
  method: 'POST',
  path: '/api/templates/:id/bulk-send/check',
  summary: 'Check a bulk send',
  description: 'Checks all rows and returns the errors by row and column. Nothing is sent or stored.',
  params,
  body: {
    kind: 'multipart',
    file: 'file',
    contentType: 'text/csv',
    describedBytes: TEMPLATE_LIMITS.bulkFileBytes,
    fields: bulkCheckForm,
    json: bulkCheckInput,
  },
  success: { status: 200, body: json(success.extend({ check: bulkCheck, encoding: csvEncoding.optional() })) },
  errors: ['TEMPLATE_NOT_FOUND', 'FILE_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'],
});

export const createBulkSend = defineOperation({
  ...common,
  id: 'createBulkSend',
  work: 'bulk',
  method: 'POST',
  path: '/api/templates/:id/bulk-send',
  summary: 'Create a bulk send',
  description: `Sends one document for each row of a CSV file (multipart) or of a JSON list, up to ${TEMPLATE_LIMITS.bulkRows} rows. The documents are sent in the background.`,
  params,
  body: {
    kind: 'multipart',
    file: 'file',
    contentType: 'text/csv',
    describedBytes: TEMPLATE_LIMITS.bulkFileBytes,
    fields: bulkSendForm,
    json: bulkSendInput,
  },
  success: { status: 202, body: json(success.extend({ bulkSend, encoding: csvEncoding.optional() })) },
  errors: [
    'MAIL_NOT_CONFIGURED',
    'TEMPLATE_NOT_FOUND',
    'EXTERNAL_ID_TAKEN',
    'TOO_MANY_BULK_SENDS',
    'FILE_TOO_LARGE',
    'UNSUPPORTED_MEDIA_TYPE',
  ],
});

export const listBulkSends = defineOperation({
  ...common,
  id: 'listBulkSends',
  work: 'list',
  method: 'GET',
  path: '/api/bulk-sends',
  summary: 'List bulk sends',
  description: 'Returns bulk sends, newest first.',
  query: z.strictObject({
    ...pageByNumber,
    status: bulkSendStatus.optional(),
    owner: ownerFilter,
    externalId: externalId.optional(),
    ...timeFilters,
    ...ofDocuments,
  }),
  success: { status: 200, body: json(z.object({ bulkSends: z.array(bulkSend), pagination: pageWithCursor })) },
  errors: [],
});

export const getBulkSend = defineOperation({
  ...common,
  id: 'getBulkSend',
  work: 'signing',
  method: 'GET',
  path: '/api/bulk-sends/:id',
  summary: 'Retrieve a bulk send',
  description: 'Returns the status and progress of a bulk send.',
  params: bulkParams,
  success: { status: 200, body: json(z.object({ bulkSend })) },
  errors: ['BULK_SEND_NOT_FOUND'],
});

export const listBulkSendRows = defineOperation({
  ...common,
  id: 'listBulkSendRows',
  work: 'list',
  method: 'GET',
  path: '/api/bulk-sends/:id/rows',
  summary: 'List bulk send rows',
  description: `Returns each row with its document or its error. Rows are deleted ${TEMPLATE_LIMITS.bulkRowDays} days after the bulk send ends.`,
  params: bulkParams,
  query: z.strictObject({
    status: bulkRowStatus.optional(),
    after: whole(0, TEMPLATE_LIMITS.bulkRows).default(0).meta(replacedBy('cursor')),
    pageSize: pageByNumber.pageSize,
    cursor: cursorParameter,
  }),
  success: {
    status: 200,
    body: json(
      z.object({
        rows: z.array(bulkSendRow),
        pagination: nextPage.extend({ nextAfter: z.int().nullable().meta(replacedBy('nextCursor')) }),
      }),
    ),
  },
  errors: ['BULK_SEND_NOT_FOUND'],
});

export const getBulkSendFailures = defineOperation({
  ...common,
  id: 'getBulkSendFailures',
  work: 'list',
  method: 'GET',
  path: '/api/bulk-sends/:id/failures.csv',
  summary: 'Download the failed rows of a bulk send',
  description:
    'Returns the failed rows as a CSV file with a column for the reason. You can correct the file and use it for another bulk send.',
  params: bulkParams,
  success: { status: 200, body: { kind: 'bytes', contentType: 'text/csv; charset=utf-8' } },
  errors: ['BULK_SEND_NOT_FOUND', 'RANGE_NOT_SATISFIABLE'],
});

export const cancelBulkSend = defineOperation({
  ...common,
  id: 'cancelBulkSend',
  method: 'POST',
  path: '/api/bulk-sends/:id/cancel',
  summary: 'Cancel a bulk send',
  description: 'Stops the bulk send. Documents that were already sent are not affected.',
  params: bulkParams,
  success: { status: 200, body: json(success.extend({ bulkSend })) },
  errors: ['BULK_SEND_NOT_FOUND', 'BULK_SEND_STATE'],
});

export const retryBulkSend = defineOperation({
  ...common,
  id: 'retryBulkSend',
  work: 'bulk',
  method: 'POST',
  path: '/api/bulk-sends/:id/retry',
  summary: 'Retry the failed rows of a bulk send',
  description: 'Resends the failed rows with the template version that the other rows used.',
  params: bulkParams,
  success: { status: 202, body: json(success.extend({ bulkSend })) },
  errors: ['MAIL_NOT_CONFIGURED', 'BULK_SEND_NOT_FOUND', 'BULK_SEND_STATE'],
});
