/** The content that the document editor saves as the user types (ADR 50). */
import { z } from 'zod';
import { draftContent, draftSave, savedDraft } from '../draft.ts';
import { defineOperation, json } from '../operation.ts';
import { fieldInput, fieldList, LIMITS, plannedInput } from '../resources.ts';
import { idParam } from '../path-params.ts';

const params = z.object({ id: idParam('document', 'DOCUMENT_NOT_FOUND') });
const path = '/api/documents/:id/draft';
const common = { preparing: true, credentials: ['session', 'api-key'], tag: 'Documents', path, params } as const;

export const getDraft = defineOperation({
  ...common,
  id: 'getDraft',
  secretAnswer: true,
  method: 'GET',
  summary: 'Retrieve a draft',
  description: 'Returns the draft as the editor last saved it, including incomplete input.',
  scope: 'documents:read',
  rate: 'credential',
  success: {
    status: 200,
    body: json(
      z.object({
        draft: savedDraft.extend({
          content: draftContent.nullable().meta({
            description:
              'Null if nothing has been saved in the editor, or if `updateDocument` has changed the recipients and fields since then.',
          }),
        }),
      }),
    ),
  },
  errors: ['DOCUMENT_NOT_FOUND'],
});

export const saveDraft = defineOperation({
  ...common,
  id: 'saveDraft',
  method: 'PUT',
  summary: 'Save a draft',
  description:
    "Stores the editor's input. Recipients and fields that are complete become the planned recipients and fields of the document. A save that changes nothing creates no revision.",
  scope: 'documents:write',
  rate: 'frequent',
  body: json(
    z.strictObject({
      revision: z.int().min(0).meta({
        description:
          'The revision that this change is based on. If it is outdated, the request fails with `DRAFT_CHANGED`.',
      }),
      save: draftSave,
      content: draftContent,
      signers: z.array(plannedInput).max(LIMITS.signers).optional().meta({
        description:
          'Recipients whose details are complete, in the format of `updateDocument`. Absent if there are none yet.',
      }),
      fields: fieldList(fieldInput, LIMITS.fields).optional(),
    }),
  ),
  success: { status: 200, body: json(z.object({ draft: savedDraft })) },
  errors: ['DOCUMENT_NOT_FOUND', 'INVALID_STATE', 'DRAFT_CHANGED'],
});
