/**
 * In-person signing (ADR 31). The evidence records only who was present and how the host verified the signer's
 * identity.
 */
import { z } from 'zod';
import { idSchema } from '../ids.ts';
import { identityCheckMethod, identityDocumentKind, inPersonSession, inPersonStatus } from '../in-person.ts';
import { pageOfAll, pagination } from '../lists.ts';
import { defineOperation, json } from '../operation.ts';
import {
  acceptWarnings,
  accessCode,
  documentStatus,
  emailAddress,
  FIELD_LIMITS,
  LIMITS,
  fieldText,
  shownRevision,
  singleLine,
  timestamp,
  timeZone,
} from '../resources.ts';
import { receipt } from '../receipt.ts';
import { idParam } from '../path-params.ts';
import { opaque } from '../field-class.ts';

const success = z.object({ success: z.literal(true) });
const host = {
  credentials: ['session', 'api-key'],
  scope: 'documents:write',
  rate: 'credential',
  tag: 'In-person signing',
} as const;

const identityCheck = z
  .strictObject({
    method: identityCheckMethod,
    kind: identityDocumentKind
      .optional()
      .meta({ description: 'Required if `method` is `document`. Not allowed otherwise.' }),
  })
  .superRefine(({ method, kind }, context) => {
    if (method === 'document' && kind === undefined)
      context.addIssue({ code: 'custom', path: ['kind'], message: 'is required if `method` is `document`' });
    if (method !== 'document' && kind !== undefined)
      context.addIssue({ code: 'custom', path: ['kind'], message: 'must be omitted unless `method` is `document`' });
  });

export const startInPersonSession = defineOperation({
  ...host,
  id: 'startInPersonSession',
  secretAnswer: true,
  work: 'signing',
  method: 'POST',
  path: '/api/signing/in-person',
  summary: 'Start an in-person session',
  description:
    'Starts a session for a device that you hand to the signer. The session lasts 30 minutes. If the document is a draft without recipients, it is sent to this signer first.',
  body: json(
    z.strictObject({
      documentId: idSchema('document'),
      signerEmail: emailAddress,
      signerId: idSchema('signer').optional().meta({
        description:
          'ID of the recipient, if the address has several roles. Default: the first role that can sign now.',
      }),
      signerName: singleLine(120).optional().meta({
        description:
          'Name of the signer if this request sends a draft. Otherwise, the server uses the name in the document.',
      }),
      accessCode: accessCode.optional().meta({
        description:
          "Code that the signer must enter on the device. It replaces the recipient's access code for this session.",
      }),
      identityCheck: identityCheck.optional().meta({
        description:
          'How you checked the identity of the signer. The audit trail and the certificate of completion contain this information. If you omit it, they state that no check was recorded.',
      }),
      acceptWarnings,
    }),
  ),
  success: {
    status: 201,
    body: json(
      success.extend({
        sessionId: z.string().meta({ description: 'Credential for the device. It is returned only in this response.' }),
        status: inPersonStatus,
        documentId: idSchema('document'),
        signerEmail: z.string(),
        accessCodeRequired: z.boolean(),
        url: z.string().meta({ description: 'URL to open on the device.' }),
        qrCode: z.string().meta({ description: 'QR code of `url`, as a `data:` URL of an SVG image.' }),
        expiresAt: timestamp,
        session: inPersonSession,
      }),
    ),
  },
  errors: [
    'PLAN_REQUIRED',
    'DOCUMENT_NOT_FOUND',
    'DOCUMENT_IN_PACKAGE',
    'SIGNER_NOT_FOUND',
    'INVALID_STATE',
    'NOT_A_SIGNER',
    'SIGNER_HAS_SIGNED',
    'SIGNER_NOT_INVITED',
    'IN_PERSON_NOT_ALLOWED',
    'SERVICE_UNAVAILABLE',
  ],
});

export const listInPersonSessions = defineOperation({
  ...host,
  scope: 'documents:read',
  id: 'listInPersonSessions',
  method: 'GET',
  path: '/api/signing/in-person',
  summary: 'List in-person sessions',
  description:
    'With `documentId`, returns up to 100 sessions of that document, newest first. Otherwise, returns the active sessions of all documents.',
  query: z.strictObject({ ...pageOfAll, documentId: idSchema('document').optional() }),
  success: { status: 200, body: json(z.object({ sessions: z.array(inPersonSession), pagination })) },
  errors: [],
});

export const endInPersonSession = defineOperation({
  ...host,
  id: 'endInPersonSession',
  method: 'DELETE',
  path: '/api/signing/in-person/:inPersonId',
  summary: 'End an in-person session',
  description: 'Ends the session. The device can no longer open the document.',
  params: z.object({ inPersonId: idParam('inPersonSession', 'IN_PERSON_SESSION_NOT_FOUND') }),
  success: { status: 200, body: json(success.extend({ session: inPersonSession })) },
  errors: ['IN_PERSON_SESSION_NOT_FOUND', 'IN_PERSON_ENDED'],
});

/** These operations are called on the device, with the credential of the in-person session. */
const device = {
  method: 'POST',
  tag: 'In-person signing',
  credentials: ['signing-link'],
  rate: 'credential',
} as const;
const sessionId = opaque(z.string())
  .min(1)
  .max(400)
  .optional()
  .meta({ description: 'Required, either here or as `Authorization: Bearer`.' });
const deviceErrors = ['INVALID_LINK', 'IN_PERSON_ENDED', 'ACCESS_CODE_REQUIRED', 'ACCESS_CODE_LOCKED'] as const;

export const verifyInPersonSession = defineOperation({
  ...device,
  id: 'verifyInPersonSession',
  work: 'signing',
  path: '/api/signing/in-person/verify',
  summary: 'Open an in-person session',
  description: 'Opens the session on the device. If the host set a code, the request must contain it.',
  body: json(
    z.strictObject({
      sessionId,
      verificationCode: opaque(z.string()).trim().min(1).max(64).optional(),
    }),
  ),
  success: {
    status: 200,
    body: json(
      success.extend({
        verified: z.literal(true),
        session: inPersonSession,
        document: z.object({
          id: idSchema('document'),
          title: z.string(),
          status: documentStatus,
          page_count: z.int(),
          signerId: idSchema('signer'),
        }),
      }),
    ),
  },
  errors: [
    ...deviceErrors,
    'ACCESS_CODE_WRONG',
    'DOCUMENT_EXPIRED',
    'DOCUMENT_VOIDED',
    'DOCUMENT_DECLINED',
    'LINK_EXPIRED',
  ],
});

/** An image of at most 1 MB in base64. Its contents are validated when the image is drawn. */
const picture = opaque(z.string())
  .min(1, 'must not be empty')
  .max(1_400_000, 'must be at most 1 MB in base64')
  .regex(/^[\x20-\x7e\r\n]*$/, 'must be base64')
  .meta({ description: 'PNG or SVG, encoded as base64, with or without a `data:` prefix.' });

export const captureInPersonSignature = defineOperation({
  ...device,
  id: 'captureInPersonSignature',
  work: 'signing',
  path: '/api/signing/in-person/capture',
  summary: 'Sign a document in person',
  description:
    'Signs the document with the signature drawn on the device and ends the session. The server responds after the signature has been stored.',
  body: json(
    z.strictObject({
      sessionId,
      signatureData: picture,
      initialsData: picture.optional().meta({ description: 'Required if the signer has initials fields.' }),
      consent: z.literal(true, 'must be true, or omitted if you obtain the consent yourself').optional().meta({
        description: 'True if the signer agreed to the consent text. If omitted, no consent is recorded.',
      }),
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
    body: json(success.extend({ document: z.object({ id: idSchema('document'), status: documentStatus }), receipt })),
  },
  errors: [
    ...deviceErrors,
    'NOT_A_SIGNER',
    'NOT_YOUR_TURN',
    'REVISION_NOT_SHOWN',
    'ALREADY_SIGNED',
    'INVALID_STATE',
    'DOCUMENT_EXPIRED',
    'DOCUMENT_VOIDED',
    'DOCUMENT_DECLINED',
    'SERVICE_UNAVAILABLE',
  ],
});
