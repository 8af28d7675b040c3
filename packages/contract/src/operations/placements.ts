/** Preview of fields placed by the document's text (ADR 32). */
import { z } from 'zod';
import { FIELD_KINDS } from '../fields.ts';
import { defineOperation, json } from '../operation.ts';
import { singleLine } from '../values.ts';
import { idParam } from '../path-params.ts';
import { opaque } from '../field-class.ts';

const place = z.object({ page: z.int(), x: z.number(), y: z.number(), width: z.number(), height: z.number() });

export const getDocumentPlacements = defineOperation({
  id: 'getDocumentPlacements',
  method: 'GET',
  path: '/api/documents/:id/placements',
  summary: 'List field positions in the text',
  description: "Returns the field tags in the document's text, and the positions of an anchor text.",
  tag: 'Documents',
  credentials: ['session', 'api-key'],
  scope: 'documents:read',
  rate: 'credential',
  params: z.object({ id: idParam('document', 'DOCUMENT_NOT_FOUND') }),
  query: z.strictObject({ anchor: opaque(singleLine(200)).optional().meta({ description: 'Text to find.' }) }),
  success: {
    status: 200,
    body: json(
      z.object({
        tags: z
          .array(
            place.extend({
              kind: z.enum(FIELD_KINDS),
              signer: z.int().meta({ description: 'Number of the signer, starting at 1.' }),
              label: z.string().nullable(),
              required: z.boolean(),
            }),
          )
          .meta({ description: 'The fields that sending with `placeTags` would create.' }),
        problems: z.array(z.object({ text: z.string(), problem: z.string(), page: z.int() })).meta({
          description: 'Text in double braces that is not a valid tag. Sending with `placeTags` fails while it exists.',
        }),
        occurrences: z
          .array(place)
          .nullable()
          .meta({ description: 'Occurrences of the anchor text, in reading order.' }),
      }),
    ),
  },
  errors: ['DOCUMENT_NOT_FOUND', 'SERVICE_UNAVAILABLE', 'FILE_DAMAGED'],
});
