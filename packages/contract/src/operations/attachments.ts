/** Files that signers attach to a document (ADR 32). */
import { z } from 'zod';
import { FIELD_LIMITS } from '../fields.ts';
import { idSchema } from '../ids.ts';
import { pageOfAll, pagination } from '../lists.ts';
import { defineOperation, json } from '../operation.ts';
import { attachment, ownAttachment } from '../resources.ts';
import { idParam } from '../path-params.ts';

const own = {
  path: '/api/signing/:signerId/attachments',
  credentials: ['signing-link'],
  rate: 'credential',
  tag: 'Signing',
  params: z.object({ signerId: idParam('signer', 'INVALID_LINK') }),
  query: z.strictObject({ field: idSchema('field') }),
} as const;
/** The errors are the same as for signing, because files can be attached only while the document can be signed. */
const refused = [
  'INVALID_LINK',
  'LINK_REPLACED',
  'RECIPIENT_REMOVED',
  'ACCESS_CODE_REQUIRED',
  'NOT_A_SIGNER',
  'NOT_YOUR_TURN',
  'ALREADY_SIGNED',
  'INVALID_STATE',
  'DOCUMENT_EXPIRED',
  'DOCUMENT_VOIDED',
  'DOCUMENT_DECLINED',
  'ACCESS_CODE_LOCKED',
  'SIGNER_STEP_REQUIRED',
  'SIGNER_STEP_LOCKED',
  'IN_PERSON_ENDED',
] as const;

export const attachFile = defineOperation({
  ...own,
  id: 'attachFile',
  work: 'signing',
  method: 'POST',
  summary: 'Attach a file to a field',
  description:
    'Attaches a PDF, PNG or JPEG of at most 10 MB to an attachment field, and replaces the earlier file. Until the recipient signs, nobody else can see the file.',
  body: {
    kind: 'multipart',
    file: 'file',
    contentType: 'application/octet-stream',
    fields: z.strictObject({}),
    maxBytes: FIELD_LIMITS.attachmentBytes,
  },
  success: { status: 201, body: json(z.object({ success: z.literal(true), attachment: ownAttachment })) },
  errors: [...refused, 'FILE_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE', 'SERVICE_UNAVAILABLE', 'STORAGE_QUOTA_EXCEEDED'],
});

export const detachFile = defineOperation({
  ...own,
  id: 'detachFile',
  work: 'signing',
  method: 'DELETE',
  summary: 'Remove an attached file',
  description: 'Removes the file from an attachment field before signing. Succeeds even if there is no file.',
  success: { status: 200, body: json(z.object({ success: z.literal(true) })) },
  errors: refused,
});

const sender = {
  credentials: ['session', 'api-key'],
  scope: 'documents:read',
  rate: 'credential',
  tag: 'Documents',
} as const;

export const listAttachments = defineOperation({
  ...sender,
  id: 'listAttachments',
  method: 'GET',
  path: '/api/documents/:id/attachments',
  summary: 'List attachments',
  description:
    'Returns the files that recipients attached. Files from recipients who have not signed yet are not included.',
  params: z.object({ id: idParam('document', 'DOCUMENT_NOT_FOUND') }),
  query: z.strictObject(pageOfAll),
  success: { status: 200, body: json(z.object({ attachments: z.array(attachment), pagination })) },
  errors: ['DOCUMENT_NOT_FOUND'],
});

export const getAttachment = defineOperation({
  ...sender,
  id: 'getAttachment',
  method: 'GET',
  path: '/api/documents/:id/attachments/:attachmentId',
  summary: 'Download an attachment',
  description: 'Returns a file that a signer attached to the document.',
  params: z.object({
    id: idParam('document', 'DOCUMENT_NOT_FOUND'),
    attachmentId: idParam('attachment', 'ATTACHMENT_NOT_FOUND'),
  }),
  success: { status: 200, body: { kind: 'bytes', contentType: 'application/octet-stream' } },
  errors: ['DOCUMENT_NOT_FOUND', 'ATTACHMENT_NOT_FOUND', 'RANGE_NOT_SATISFIABLE', 'FILE_DAMAGED'],
});
