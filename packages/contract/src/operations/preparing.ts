/** Preparing a single draft inside a frame in another application, without a session. */
import { z } from 'zod';
import { isOrigin } from '../embedding.ts';
import { opaque } from '../field-class.ts';
import { idSchema } from '../ids.ts';
import { defineOperation, json } from '../operation.ts';
import { idParam } from '../path-params.ts';
import { timestamp } from '../values.ts';

const success = z.object({ success: z.literal(true) });
const origin = opaque(z.string()).max(300).refine(isOrigin, 'must be an origin, such as https://app.example.com');

export const createPreparingLink = defineOperation({
  id: 'createPreparingLink',
  secretAnswer: true,
  method: 'POST',
  path: '/api/documents/:id/prepare-link',
  summary: 'Create a preparation link',
  description:
    "Returns a link to the editor of a draft, for a frame in your own application. The link can be opened once within 10 minutes. The page that opens it gets a token that is valid for 2 hours and can only read, save and send this draft. With `canSend: false`, the token cannot send it. If the API key that created the link is revoked, the token stops working. The audit trail records the person's actions as actions of that key.",
  tag: 'Documents',
  credentials: ['api-key'],
  scope: 'documents:write',
  rate: 'credential',
  params: z.object({ id: idParam('document', 'DOCUMENT_NOT_FOUND') }),
  body: json(
    z.strictObject({
      origin: origin.optional().meta({
        description:
          "Origin of the pages that can show the editor in a frame. It must be in the organization's `allowed_origins`. Default: all allowed origins.",
      }),
      canSend: z.boolean().default(true).meta({
        description:
          'If false, the person prepares the draft, and your application sends it. The editor then shows "Save" instead of "Review and send".',
      }),
    }),
  ),
  success: { status: 201, body: json(success.extend({ url: z.string(), expiresAt: timestamp })) },
  errors: ['DOCUMENT_NOT_FOUND', 'INVALID_STATE'],
});

export const openPreparingSession = defineOperation({
  id: 'openPreparingSession',
  secretAnswer: true,
  method: 'POST',
  path: '/api/preparing/session',
  summary: 'Open a preparation session',
  description:
    'Exchanges a preparation link for a bearer token for its draft. The editor in the frame calls this operation. The link cannot be opened again.',
  tag: 'Documents',
  credentials: ['public'],
  rate: 'open',
  body: json(
    z.strictObject({
      token: opaque(z.string()).min(1).max(300).meta({ description: 'The part of the link after `#`.' }),
      embed: idSchema('tenant').optional().meta({ description: "The `embed` parameter of the page's URL." }),
      origin: opaque(z.string())
        .max(400)
        .regex(/^[\w-]+$/)
        .optional()
        .meta({ description: "The `origin` parameter of the page's URL, unchanged." }),
    }),
  ),
  success: {
    status: 200,
    body: json(
      success.extend({
        bearer: z.string(),
        expiresAt: timestamp,
        documentId: idSchema('document'),
        canSend: z.boolean().meta({ description: 'Whether the token can send the draft.' }),
        settings: z
          .object({
            default_expiration_days: z.int(),
            default_reminders: z.object({ everyDays: z.int(), max: z.int() }).nullable(),
          })
          .meta({ description: 'Default settings of the organization.' }),
      }),
    ),
  },
  errors: ['INVALID_LINK'],
});
