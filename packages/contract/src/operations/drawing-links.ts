/** Drawing a signature on a phone for a signing page that is open on another device (ADR 154). */
import { z } from 'zod';
import { opaque } from '../field-class.ts';
import { idSchema } from '../ids.ts';
import { LIMITS } from '../limits.ts';
import { defineOperation, json } from '../operation.ts';
import { idParam } from '../path-params.ts';
import { timestamp } from '../values.ts';
import { getSigningView } from './signing.ts';

const success = z.object({ success: z.literal(true) });
const what = z.enum(['signature', 'initials']);
const token = opaque(z.string()).min(1).max(300);
const { credentials, rate, tag, params, errors } = getSigningView;

export const createDrawingLink = defineOperation({
  credentials,
  rate,
  tag,
  id: 'createDrawingLink',
  secretAnswer: true,
  work: 'signing',
  method: 'POST',
  path: '/api/signing/:signerId/drawing-link',
  summary: 'Create a drawing link',
  description: `Returns a link and its QR code. The signer opens the link on a phone and draws the signature there. The link can be opened once, within ${LIMITS.drawingMinutes} minutes. The phone shows only the drawing area, not the document. Creating another link ends the signer's previous link. The audit trail records when the link was created and opened, and when the drawing was sent. Drawing links are not available during in-person sessions.`,
  params,
  body: json(z.strictObject({ token: opaque(z.string()).min(1).max(400).optional(), what: what.default('signature') })),
  success: {
    status: 201,
    body: json(
      success.extend({
        id: idSchema('drawing'),
        url: z.string(),
        qrCode: z.string().meta({ description: 'QR code of `url`, as a `data:` URL of an SVG image.' }),
        expiresAt: timestamp,
      }),
    ),
  },
  errors: [...errors, 'ALREADY_SIGNED', 'NOT_YOUR_TURN', 'NOT_A_SIGNER', 'INVALID_STATE'],
});

export const getDrawing = defineOperation({
  credentials,
  rate: 'frequent',
  tag,
  id: 'getDrawing',
  work: 'signing',
  method: 'GET',
  path: '/api/signing/:signerId/drawing-link/:drawingId',
  summary: 'Retrieve a drawing',
  description:
    'Returns the status of the drawing link and, after the phone has sent it, the drawing. The page that created the link can poll this operation every few seconds.',
  params: params.extend({ drawingId: idParam('drawing', 'NOT_FOUND') }),
  success: {
    status: 200,
    body: json(
      z.object({
        status: z.enum(['waiting', 'opened', 'drawn', 'expired']),
        drawing: z
          .string()
          .nullable()
          .meta({ description: 'The drawing, as a `data:` URL of an SVG image. Null if it has not been sent yet.' }),
      }),
    ),
  },
  errors: [...errors, 'NOT_FOUND'],
});

export const openDrawingLink = defineOperation({
  id: 'openDrawingLink',
  secretAnswer: true,
  work: 'signing',
  method: 'POST',
  path: '/api/signing/drawing/open',
  summary: 'Open a drawing link',
  description:
    'Exchanges a drawing link for a bearer token that can send one drawing. The page on the phone calls this operation. The link cannot be opened again.',
  tag,
  credentials: ['public'],
  rate: 'open',
  body: json(z.strictObject({ token: token.meta({ description: 'The part of the link after `#`.' }) })),
  success: { status: 200, body: json(success.extend({ bearer: z.string(), what, expiresAt: timestamp })) },
  errors: ['INVALID_LINK'],
});

export const sendDrawing = defineOperation({
  id: 'sendDrawing',
  work: 'signing',
  method: 'POST',
  path: '/api/signing/drawing',
  summary: 'Send a drawing',
  description:
    'Sends the drawing to the page that created the link and ends the token. This does not sign the document. The signer confirms the drawing on that page.',
  tag,
  credentials: ['public'],
  rate: 'open',
  body: json(
    z.strictObject({
      token: token.meta({ description: 'The `bearer` of the opened link.' }),
      drawing: opaque(z.string())
        .max(LIMITS.drawingCharacters)
        .regex(/^data:image\/svg\+xml;base64,[\w+/]+=*$/, 'must be a data: URL of an SVG image in base64')
        .meta({ description: 'A drawn signature, as for `signDocument`.' }),
    }),
  ),
  success: { status: 200, body: json(success) },
  errors: ['INVALID_LINK', 'SERVICE_UNAVAILABLE'],
});
