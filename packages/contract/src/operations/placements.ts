/**
 * A preview of fields that are placed by text in the document (ADR 32), and of fields that were detected in the
 * document (ADR 138).
 */
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
  summary: 'Find field positions by text',
  description:
    "Returns the field tags in the document's text. With `anchor`, also returns every position of that text.",
  tag: 'Documents',
  credentials: ['session', 'api-key'],
  preparing: true,
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
          .meta({ description: 'The fields that `placeTags` creates when the document is sent.' }),
        problems: z.array(z.object({ text: z.string(), problem: z.string(), page: z.int() })).meta({
          description:
            'Text in double braces that is not a valid tag. While the document contains such text, sending with `placeTags: true` fails.',
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

export const getFieldSuggestions = defineOperation({
  id: 'getFieldSuggestions',
  method: 'GET',
  path: '/api/documents/:id/field-suggestions',
  summary: 'Suggest fields',
  description:
    'Finds places in the document that look like fields: form fields, blank lines and boxes next to labels such as "Signature" or "Date", and labels before empty space. Labels are recognized in all languages of the service. The document does not change.',
  tag: 'Documents',
  credentials: ['session', 'api-key'],
  preparing: true,
  scope: 'documents:read',
  rate: 'credential',
  work: 'bulk',
  params: z.object({ id: idParam('document', 'DOCUMENT_NOT_FOUND') }),
  success: {
    status: 200,
    body: json(
      z.object({
        fields: z
          .array(
            place.extend({
              kind: z.enum(FIELD_KINDS),
              label: z.string().nullable().meta({ description: 'The text next to the field.' }),
              from: z.enum(['form-field', 'blank', 'label']).meta({
                description:
                  '`form-field`: a form field of the file. `blank`: a line, box or square to fill in. `label`: a label before empty space.',
              }),
            }),
          )
          .meta({
            description:
              'Suggested fields in reading order, at most 500. Positions are in points from the top left corner of the page.',
          }),
        isCut: z.boolean().meta({ description: 'True if the document has more text or fields than were searched.' }),
      }),
    ),
  },
  errors: ['DOCUMENT_NOT_FOUND', 'SERVICE_UNAVAILABLE', 'FILE_DAMAGED'],
});
