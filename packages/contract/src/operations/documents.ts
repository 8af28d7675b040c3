/** Documents: upload, list, send, sign, download and verify (docs/understand/signing-flow.md). */
import { z } from 'zod';
import { idSchema } from '../ids.ts';
import { defineOperation, json } from '../operation.ts';
import {
  acceptWarnings,
  auditEntry,
  trailCheck,
  document,
  documentCounts,
  documentListEntry,
  documentStatus,
  documentTag,
  documentStatusObject,
  externalIdInput,
  FIELD_LIMITS,
  filePassword,
  downloadObject,
  fieldInput,
  fieldList,
  fieldText,
  hand,
  LIMITS,
  multiLine,
  notifyInputs,
  placeTagsInput,
  sendAtInput,
  shownRevision,
  signer,
  signerInput,
  signingOrder,
  singleLine,
  timestamp,
  timeZone,
  verificationObject,
} from '../resources.ts';
import { receipt } from '../receipt.ts';
import { idParam, pathParam } from '../path-params.ts';
import { opaque, strict } from '../field-class.ts';
import { documentFilters, pageOfAll, pagination as listPagination, replacedBy } from '../lists.ts';
import { redirectInputs } from '../embedding.ts';
import { callbackUrl } from '../callback-url.ts';
import { expirationDays, remindersInput, removeUnfitting } from '../templates.ts';
import { numberParameter } from '../query-params.ts';

const params = z.object({ id: idParam('document', 'DOCUMENT_NOT_FOUND') });
const success = z.object({ success: z.literal(true) });
const reads = {
  credentials: ['session', 'api-key'],
  scope: 'documents:read',
  rate: 'credential',
  tag: 'Documents',
} as const;
const writes = { ...reads, scope: 'documents:write' } as const;
/**
 * With a session, users can also read documents that were sent to their address, because the signing page would show
 * them too.
 */
const AS_RECIPIENT = [
  'ACCESS_CODE_REQUIRED',
  'ACCESS_CODE_LOCKED',
  'SIGNER_STEP_REQUIRED',
  'SIGNER_STEP_LOCKED',
  'DOCUMENT_VOIDED',
  'DOCUMENT_DECLINED',
  'DOCUMENT_EXPIRED',
] as const;
export const uploadDocument = defineOperation({
  ...writes,
  id: 'uploadDocument',
  work: 'upload',
  method: 'POST',
  path: '/api/documents/upload',
  summary: 'Upload a document',
  description: 'Uploads a PDF of at most 50 MB and creates a draft.',
  body: {
    kind: 'multipart',
    file: 'file',
    fields: z.strictObject({
      title: singleLine(255).optional(),
      description: multiLine(2000).optional(),
      externalId: externalIdInput,
      password: filePassword,
    }),
  },
  success: { status: 201, body: json(success.extend({ document })) },
  errors: [
    'EXTERNAL_ID_TAKEN',
    'FILE_TOO_LARGE',
    'UNSUPPORTED_MEDIA_TYPE',
    'SERVICE_UNAVAILABLE',
    'STORAGE_QUOTA_EXCEEDED',
  ],
});

export const replaceDocumentFile = defineOperation({
  ...writes,
  id: 'replaceDocumentFile',
  work: 'upload',
  method: 'PUT',
  path: '/api/documents/:id/file',
  summary: "Replace a draft's file",
  description:
    'Replaces the PDF of a draft. The server checks and cleans the new PDF in the same way as an upload. The draft keeps its title, recipients, tags, metadata, and the fields that fit the new file. If someone has the draft open in the editor, their next save fails with `DRAFT_CHANGED`.',
  params,
  body: { kind: 'multipart', file: 'file', fields: z.strictObject({ password: filePassword, removeUnfitting }) },
  success: {
    status: 200,
    body: json(
      success.extend({
        document,
        removed: z.array(z.object({ field: z.string(), message: z.string(), code: z.string() })).meta({
          description:
            'Fields that were removed because they do not fit the new file, with the reason. `planned.fields[n]` is a field of the document before the change. `draft.content.fields[n]` is a field of the saved draft.',
        }),
      }),
    ),
  },
  errors: [
    'DOCUMENT_NOT_FOUND',
    'INVALID_STATE',
    'DRAFT_CHANGED',
    'LEGAL_HOLD',
    'FILE_TOO_LARGE',
    'UNSUPPORTED_MEDIA_TYPE',
    'SERVICE_UNAVAILABLE',
    'STORAGE_QUOTA_EXCEEDED',
  ],
});

export const listDocuments = defineOperation({
  ...reads,
  id: 'listDocuments',
  work: 'list',
  method: 'GET',
  path: '/api/documents/paginated',
  summary: 'List documents',
  description:
    'Returns documents that match the filters, page by page. Members get their own documents. Admins and owners get all documents of the organization.',
  query: z
    .strictObject({
      page: numberParameter(1, LIMITS.exactTotal).optional().meta(replacedBy('cursor')),
      pageSize: numberParameter(1, LIMITS.pageSizeMax).default(LIMITS.pageSizeDefault),
      status: documentStatus.optional(),
      search: multiLine(200).optional().meta({ description: 'Part of the title. Case and accents are ignored.' }),
      find: multiLine(200).optional().meta({
        description: "Part of the title, or of a recipient's name or e-mail address. Case and accents are ignored.",
      }),
      recipient: multiLine(200).optional().meta({
        description: "Part of a recipient's name or e-mail address. Case and accents are ignored.",
      }),
      tag: documentTag.optional().meta({ description: 'Only return documents with this tag (exact match).' }),
      trash: z
        .enum(['true', 'false'])
        .default('false')
        .transform((value) => value === 'true')
        .meta({ description: 'If true, only documents in the trash are returned.' }),
      archived: z
        .enum(['true', 'false'])
        .default('true')
        .transform((value) => value === 'true')
        .meta({
          description: 'If false, archived documents are not included. Cannot be combined with the status `archived`.',
        }),
      expiresBefore: timestamp
        .refine((moment) => !moment.startsWith('0000'), 'must be in the year 0001 or later')
        .optional()
        .meta({ description: 'Only return documents that expire before this time.' }),
      owner: idSchema('user').optional(),
      ...documentFilters,
      folder: idSchema('folder').optional().meta({ description: 'Only return documents in the folder with this ID.' }),
      sortBy: z
        .enum(['created_at', 'updated_at', 'title', 'status', 'expiration'])
        .default('created_at')
        .meta({ description: 'With `expiration`, documents that do not expire come last.' }),
      sortOrder: z.enum(['asc', 'desc']).default('desc'),
      cursor: opaque(z.string()).max(2000).optional(),
      withCursors: z
        .enum(['true', 'false'])
        .default('false')
        .transform((value) => value === 'true')
        .meta({ description: 'If true, the response has a cursor for each document in `pagination.cursors`.' }),
      withCounts: z
        .enum(['true', 'false'])
        .default('false')
        .transform((value) => value === 'true')
        .meta({ description: 'If true, the response has the number of documents in each state in `counts`.' }),
    })
    .refine(({ status, archived }) => archived || status !== 'archived', {
      path: ['archived'],
      message: 'cannot be false if `status` is `archived`',
    }),
  success: {
    status: 200,
    body: json(
      z.object({
        documents: z.array(documentListEntry),
        counts: documentCounts.optional().meta({
          description:
            'Present if `withCounts` is true. Counts all documents that you can see. The filters of the request are ignored.',
        }),
        pagination: z.object({
          page: z.int().nullable().meta(replacedBy('nextCursor')),
          pageSize: z.int(),
          total: z.int(),
          totalIsExact: z.boolean(),
          totalPages: z.int().meta(replacedBy('hasMore')),
          hasMore: z.boolean(),
          nextCursor: z.string().nullable(),
          prevCursor: z.string().nullable(),
          cursors: z.array(z.string()).optional().meta({ description: 'Present if `withCursors` is true.' }),
        }),
      }),
    ),
  },
  errors: [],
});

export const getDocument = defineOperation({
  ...reads,
  id: 'getDocument',
  preparing: true,
  conditional: true,
  method: 'GET',
  path: '/api/documents/:id',
  summary: 'Retrieve a document',
  description: 'Returns the document with its recipients, fields and revisions.',
  params,
  success: { status: 200, body: json(z.object({ document })) },
  errors: [...AS_RECIPIENT, 'DOCUMENT_NOT_FOUND'],
});

const documentIds = strict(z.string())
  .max(LIMITS.pageSizeMax * 40)
  .transform((text) => [...new Set(text.split(','))])
  .pipe(z.array(idSchema('document')).max(LIMITS.pageSizeMax))
  .meta({ description: 'IDs of up to 100 documents, separated by commas.' });

export const getDocuments = defineOperation({
  ...reads,
  id: 'getDocuments',
  method: 'GET',
  path: '/api/documents/details',
  summary: 'Retrieve several documents',
  description: 'Returns the documents with the given IDs, including those in the trash. Unknown IDs are ignored.',
  query: z.strictObject({ ids: documentIds }),
  success: { status: 200, body: json(z.object({ documents: z.array(document) })) },
  errors: [],
});

export const downloadDocuments = defineOperation({
  ...reads,
  id: 'downloadDocuments',
  work: 'bulk',
  idempotency: 'none',
  method: 'POST',
  path: '/api/documents/download',
  summary: 'Download several documents',
  description:
    'Returns a ZIP archive with the newest file of each document: the signed PDF, the current file of a document in progress, or the uploaded file of a draft. `not-included.csv` in the archive lists documents that you cannot see and files that are not ready, with the reason. If no file can be included, the request fails. Each download is recorded in the audit trail.',
  body: json(
    z.strictObject({
      ids: z
        .array(idSchema('document'))
        .min(1, 'must contain at least one document')
        .max(LIMITS.bulkDocuments)
        .transform((ids) => [...new Set(ids)])
        .meta({ description: 'Duplicates are ignored.' }),
    }),
  ),
  success: { status: 200, body: { kind: 'bytes', contentType: 'application/zip' } },
  errors: ['DOCUMENT_NOT_FOUND', 'SERVICE_UNAVAILABLE'],
});

export const getDocumentStatus = defineOperation({
  ...reads,
  id: 'getDocumentStatus',
  conditional: true,
  work: 'signing',
  method: 'GET',
  path: '/api/documents/:id/status',
  summary: "Retrieve a document's signing status",
  description:
    'Returns the state of the document and of each recipient. Use it for polling: with `If-None-Match`, the response is 304 while nothing has changed.',
  params,
  success: { status: 200, body: json(documentStatusObject) },
  errors: [...AS_RECIPIENT, 'DOCUMENT_NOT_FOUND'],
});

export const sendForSigning = defineOperation({
  ...writes,
  id: 'sendForSigning',
  preparing: 'send',
  work: 'sending',
  method: 'POST',
  path: '/api/documents/:id/send-for-signing',
  summary: 'Send a document for signing',
  description:
    'Sends a draft to its recipients, who get invitations by e-mail. With `sendAt`, the server sends the draft at that time. If the draft is already scheduled, `sendAt` changes the time, and a request without `sendAt` sends the draft immediately.',
  params,
  body: json(
    z.strictObject({
      signers: z
        .array(signerInput)
        .min(1, 'must include at least one signer')
        .max(LIMITS.signers)
        .optional()
        .meta({ description: 'Default: the recipients and fields that were planned with PATCH.' }),
      fields: fieldList(fieldInput, LIMITS.fields).optional(),
      draftRevision: z.int().min(0).optional().meta({
        description:
          'Revision of the draft that you want to send. If the draft has changed since then, the request fails with `DRAFT_CHANGED`.',
      }),
      placeTags: placeTagsInput,
      signingOrder: signingOrder.optional().meta({
        description: 'Default: the signing order of the draft, which is `parallel` unless a template sets it.',
      }),
      expirationDays,
      emailSubject: singleLine(200).optional(),
      emailMessage: multiLine(2000).optional(),
      reminders: remindersInput,
      callbackUrl,
      ...redirectInputs,
      ...notifyInputs,
      acceptWarnings,
      sendAt: sendAtInput,
    }),
  ),
  success: { status: 200, body: json(success.extend({ document, signers: z.array(signer) })) },
  errors: [
    'MAIL_NOT_CONFIGURED',
    'PLAN_REQUIRED',
    'DOCUMENT_NOT_FOUND',
    'INVALID_STATE',
    'DRAFT_CHANGED',
    'DOCUMENT_IN_PACKAGE',
    'SERVICE_UNAVAILABLE',
    'FILE_DAMAGED',
  ],
});

export const cancelScheduledSending = defineOperation({
  ...writes,
  id: 'cancelScheduledSending',
  method: 'DELETE',
  path: '/api/documents/:id/schedule',
  summary: 'Cancel a scheduled send',
  description: 'Cancels the scheduled send. The document remains a draft and keeps its recipients and fields.',
  params,
  success: { status: 200, body: json(success.extend({ document })) },
  errors: ['DOCUMENT_NOT_FOUND', 'INVALID_STATE'],
});

export const voidDocument = defineOperation({
  ...writes,
  id: 'voidDocument',
  method: 'POST',
  path: '/api/documents/:id/void',
  summary: 'Void a document',
  description: 'Ends a document in progress. Invited recipients are notified by e-mail.',
  params,
  body: json(z.strictObject({ reason: singleLine(500) })),
  success: { status: 200, body: json(success.extend({ document })) },
  errors: ['DOCUMENT_NOT_FOUND', 'INVALID_STATE'],
});

export const downloadDocument = defineOperation({
  ...reads,
  id: 'downloadDocument',
  secretAnswer: true,
  work: 'signing',
  method: 'GET',
  path: '/api/documents/:id/download',
  summary: 'Create a download link',
  description:
    'Returns a link that is valid for 15 minutes. `type=audit` returns the certificate of completion, and `type=bundle` a ZIP archive of all files.',
  params,
  query: z.strictObject({ type: z.enum(['signed', 'original', 'current', 'audit', 'bundle']).default('signed') }),
  success: { status: 200, body: json(downloadObject) },
  errors: [...AS_RECIPIENT, 'DOCUMENT_NOT_FOUND', 'DOCUMENT_NOT_COMPLETED', 'SERVICE_UNAVAILABLE'],
});

const verification = {
  ...reads,
  path: '/api/documents/:id/verify',
  params,
  success: { status: 200, body: json(verificationObject) },
  errors: [...AS_RECIPIENT, 'DOCUMENT_NOT_FOUND', 'SERVICE_UNAVAILABLE'],
} as const;

export const verifyDocument = defineOperation({
  ...verification,
  id: 'verifyDocument',
  work: 'list',
  method: 'GET',
  summary: 'Verify a document',
  description: 'Checks every signature of the document and its audit trail.',
});

/** The verification operation accepts GET and POST, and responds to both methods in the same way. */
export const verifyDocumentPost = defineOperation({
  ...verification,
  id: 'verifyDocumentPost',
  work: 'bulk',
  method: 'POST',
  summary: 'Verify a document (POST)',
  description: 'Equivalent to `GET /api/documents/:id/verify`.',
});

export const getDocumentAudit = defineOperation({
  ...reads,
  id: 'getDocumentAudit',
  method: 'GET',
  path: '/api/documents/:id/audit',
  summary: "Retrieve a document's audit trail",
  description: 'Returns the audit entries of the document, oldest first.',
  params,
  query: z.strictObject(pageOfAll),
  success: {
    status: 200,
    body: json(
      z.object({ entries: z.array(auditEntry), isValid: z.boolean(), ...trailCheck, pagination: listPagination }),
    ),
  },
  errors: ['DOCUMENT_NOT_FOUND'],
});

const pageParams = params.extend({ n: pathParam(numberParameter(1, 100_000), 'NOT_FOUND') });

export const getDocumentPage = defineOperation({
  ...reads,
  id: 'getDocumentPage',
  preparing: true,
  rate: 'frequent',
  method: 'GET',
  path: '/api/documents/:id/pages/:n',
  summary: 'Retrieve a page image',
  description: 'Returns a page of the current revision as a WebP image.',
  params: pageParams,
  query: z.strictObject({ width: numberParameter(64, 2400).default(900) }),
  success: { status: 200, body: { kind: 'bytes', contentType: 'image/webp' } },
  errors: ['DOCUMENT_NOT_FOUND', 'NOT_FOUND', 'RANGE_NOT_SATISFIABLE', 'SERVICE_UNAVAILABLE', 'FILE_DAMAGED'],
});

/** An image of at most 1 MB in base64. Its contents are validated when the image is drawn. */
const picture = opaque(z.string())
  .min(1, 'must not be empty')
  .max(1_400_000)
  .regex(/^[\x20-\x7e\r\n]*$/, 'must be base64');
const signatureInput = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('drawn'),
    data: picture.meta({ description: 'Drawn signature: SVG or PNG, encoded as base64.' }),
  }),
  z.strictObject({
    type: z.literal('uploaded'),
    data: picture.meta({ description: 'Uploaded signature: PNG or JPEG, encoded as base64.' }),
  }),
  z.strictObject({
    type: z.literal('typed'),
    data: singleLine(200).meta({ description: 'Typed signature: the name as text.' }),
    hand: hand.optional(),
  }),
]);

export const signDocument = defineOperation({
  id: 'signDocument',
  work: 'signing',
  method: 'POST',
  path: '/api/documents/:id/sign',
  summary: 'Sign a document',
  description: 'Creates a PKI signature with a trusted time-stamp. The server responds after both have been stored.',
  tag: 'Signing',
  credentials: ['signing-link', 'session'],
  rate: 'credential',
  params,
  body: json(
    z.strictObject({
      token: opaque(z.string()).max(400).optional().meta({
        description:
          'Token of the signing link or of the signing session. You can send it as `Authorization: Bearer` instead. A session of a user with the same verified e-mail address also works.',
      }),
      signerId: idSchema('signer').optional().meta({
        description:
          'ID of another role that the same address has in this document. Default: the role that the link was created for.',
      }),
      consent: z.literal(true, 'must be true, because signing electronically requires consent'),
      signature: signatureInput.optional(),
      initials: signatureInput.optional().meta({ description: 'Required if the signer has initials fields.' }),
      fields: z
        .array(
          z.strictObject({ id: idSchema('field'), value: z.union([fieldText(FIELD_LIMITS.valueLength), z.boolean()]) }),
        )
        .max(LIMITS.fields)
        .default([]),
      revision: shownRevision,
      timeZone: timeZone.optional(),
    }),
  ),
  success: {
    status: 200,
    body: json(
      success.extend({ signer, document: z.object({ id: idSchema('document'), status: documentStatus }), receipt }),
    ),
  },
  errors: [
    'INVALID_LINK',
    'LINK_REPLACED',
    'RECIPIENT_REMOVED',
    'EMAIL_NOT_VERIFIED',
    'ACCESS_CODE_REQUIRED',
    'DOCUMENT_NOT_FOUND',
    'SIGNER_NOT_FOUND',
    'NOT_A_SIGNER',
    'NOT_YOUR_TURN',
    'REVISION_NOT_SHOWN',
    'ALREADY_SIGNED',
    'INVALID_STATE',
    'DOCUMENT_EXPIRED',
    'DOCUMENT_VOIDED',
    'DOCUMENT_DECLINED',
    'ACCESS_CODE_LOCKED',
    'SIGNER_STEP_REQUIRED',
    'SIGNER_STEP_LOCKED',
    'IN_PERSON_ENDED',
    'SERVICE_UNAVAILABLE',
  ],
});
