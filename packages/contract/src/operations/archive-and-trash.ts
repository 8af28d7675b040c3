/**
 * Operations on documents other than signing, such as updating, archiving, deleting, restoring and duplicating (ADR
 * 24).
 */
import { z } from 'zod';
import { ERRORS, type ErrorCode } from '../errors.ts';
import { defineOperation, json } from '../operation.ts';
import {
  document,
  documentDescription,
  documentMetadata,
  externalId,
  documentStatus,
  documentTags,
  documentTitle,
  fieldInput,
  fieldList,
  LIMITS,
  plannedInput,
} from '../resources.ts';
import { idParam } from '../path-params.ts';
import { strict } from '../field-class.ts';

const params = z.object({ id: idParam('document', 'DOCUMENT_NOT_FOUND') });
const success = z.object({ success: z.literal(true) });
const writes = {
  credentials: ['session', 'api-key'],
  scope: 'documents:write',
  rate: 'credential',
  tag: 'Documents',
} as const;

export const updateDocument = defineOperation({
  ...writes,
  id: 'updateDocument',
  method: 'PATCH',
  path: '/api/documents/:id',
  summary: 'Update a document',
  description:
    'Changes the title, description, tags or metadata of a document in any state, and the planned recipients and fields of a draft. Properties that you do not send keep their values. `addTags` and `removeTags` change individual tags and keep tags that someone else adds at the same time.',
  params,
  body: json(
    z
      .strictObject({
        title: documentTitle.optional(),
        description: documentDescription.nullable().optional(),
        tags: documentTags.optional().meta({ description: 'Replaces all tags.' }),
        addTags: documentTags.optional().meta({ description: 'Tags to add. Existing tags are kept.' }),
        removeTags: documentTags.optional().meta({ description: 'Tags to remove.' }),
        metadata: documentMetadata.optional().meta({ description: 'Replaces all metadata.' }),
        externalId: externalId.nullable().optional().meta({ description: 'Your own ID. Send null to remove it.' }),
        signers: z
          .array(plannedInput)
          .max(LIMITS.signers)
          .optional()
          .meta({ description: 'Planned recipients of a draft. Stored until the draft is sent.' }),
        fields: fieldList(fieldInput, LIMITS.fields)
          .optional()
          .meta({ description: 'Planned fields of a draft. Stored until the draft is sent.' }),
      })
      .refine((body) => Object.values(body).some((value) => value !== undefined), 'must contain at least one change')
      .superRefine(({ tags, addTags, removeTags }, context) => {
        for (const [member, value] of Object.entries({ addTags, removeTags }))
          if (tags !== undefined && value !== undefined)
            context.addIssue({ code: 'custom', path: [member], message: 'cannot be combined with `tags`' });
        if (addTags?.some((tag) => removeTags?.includes(tag)))
          context.addIssue({
            code: 'custom',
            path: ['removeTags'],
            message: 'must not contain a tag that is also in `addTags`',
          });
      }),
  ),
  success: {
    status: 200,
    body: json(
      z.object({
        document,
        changedTags: z
          .object({ added: z.array(z.string()), removed: z.array(z.string()) })
          .optional()
          .meta({
            description: 'With `addTags` or `removeTags`: the tags that were added to or removed from the document.',
          }),
      }),
    ),
  },
  errors: ['DOCUMENT_NOT_FOUND', 'INVALID_STATE', 'EXTERNAL_ID_TAKEN'],
});

export const deleteDocument = defineOperation({
  ...writes,
  id: 'deleteDocument',
  method: 'DELETE',
  path: '/api/documents/:id',
  summary: 'Delete a document',
  description: `Moves the document to the trash, where you can restore it for ${LIMITS.trashDays} days. Documents in progress must be voided first.`,
  params,
  success: { status: 200, body: json(success) },
  errors: ['DOCUMENT_NOT_FOUND', 'INVALID_STATE', 'LEGAL_HOLD', 'SERVICE_UNAVAILABLE'],
});

export const restoreDocument = defineOperation({
  ...writes,
  id: 'restoreDocument',
  method: 'POST',
  path: '/api/documents/:id/restore',
  summary: 'Restore a document',
  description: 'Moves a document out of the trash or the archive.',
  params,
  success: { status: 200, body: json(success.extend({ document })) },
  errors: ['DOCUMENT_NOT_FOUND', 'INVALID_STATE'],
});

export const duplicateDocument = defineOperation({
  ...writes,
  id: 'duplicateDocument',
  work: 'upload',
  method: 'POST',
  path: '/api/documents/:id/duplicate',
  summary: 'Duplicate a document',
  description: 'Creates a draft with the same file, description, tags and metadata.',
  params,
  success: { status: 201, body: json(success.extend({ document })) },
  errors: ['DOCUMENT_NOT_FOUND', 'SERVICE_UNAVAILABLE', 'FILE_DAMAGED'],
});

const errorCode = z.enum(Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]]);

export const bulkDocuments = defineOperation({
  ...writes,
  id: 'bulkDocuments',
  work: 'bulk',
  method: 'POST',
  path: '/api/documents/paginated',
  summary: 'Archive, delete or restore several documents',
  description: `Applies one action to up to ${LIMITS.bulkDocuments} documents. Each document succeeds or fails independently.`,
  body: json(
    z.strictObject({
      action: z.enum(['archive', 'delete', 'restore']),
      documentIds: z
        .array(strict(z.string()).max(200))
        .min(1, 'must contain at least one document')
        .max(LIMITS.bulkDocuments)
        .meta({ description: 'Duplicates are ignored.' }),
    }),
  ),
  success: {
    status: 200,
    body: json(
      success.extend({
        action: z.enum(['archive', 'delete', 'restore']),
        processed: z.int().meta({ description: 'Number of documents that were changed.' }),
        failed: z.int(),
        results: z
          .array(
            z.object({
              documentId: z.string(),
              success: z.boolean(),
              status: documentStatus
                .nullable()
                .meta({ description: 'Current status of the document. Null if the document does not exist.' }),
              error: errorCode.optional(),
              message: z.string().optional(),
            }),
          )
          .meta({ description: 'One result per document, in the order of the request.' }),
      }),
    ),
  },
  errors: [],
});
