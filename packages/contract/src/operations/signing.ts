/** The operations that a recipient's link gives access to (ADR 10). */
import { z } from 'zod';
import { idSchema } from '../ids.ts';
import { defineOperation, json } from '../operation.ts';
import { pageText, signingView, timestamp } from '../resources.ts';
import { idParam, pathParam } from '../path-params.ts';
import { opaque, strict } from '../field-class.ts';

const params = z.object({ signerId: idParam('signer', 'INVALID_LINK') });
const link = { credentials: ['signing-link'], rate: 'credential', tag: 'Signing' } as const;
const gone = [
  'INVALID_LINK',
  'LINK_REPLACED',
  'RECIPIENT_REMOVED',
  'ACCESS_CODE_REQUIRED',
  'DOCUMENT_EXPIRED',
  'DOCUMENT_VOIDED',
  'DOCUMENT_DECLINED',
  'LINK_EXPIRED',
  'ACCESS_CODE_LOCKED',
  'SIGNER_STEP_REQUIRED',
  'SIGNER_STEP_LOCKED',
  'IN_PERSON_ENDED',
] as const;
const token = opaque(z.string()).min(1).max(400).optional();
const pageNumber = strict(z.string())
  .regex(/^\d{1,6}$/)
  .transform(Number)
  .pipe(z.int().min(1));

export const openSigningSession = defineOperation({
  ...link,
  id: 'openSigningSession',
  secretAnswer: true,
  work: 'signing',
  method: 'POST',
  path: '/api/signing/session',
  summary: 'Open a signing session',
  description:
    'Exchanges the token of a signing link for a bearer token that is valid for 30 minutes. With a bearer token, extends its validity.',
  body: json(
    z.strictObject({
      token,
      accessCode: opaque(z.string()).trim().min(1).max(64).optional().meta({
        description:
          'The access code, if the sender set one. Until a correct code is sent, every operation fails with `ACCESS_CODE_REQUIRED`.',
      }),
      stepCode: opaque(z.string()).trim().min(1).max(64).optional().meta({
        description:
          'The code that was sent to the second address, if the sender requires it. Until a correct code is sent, every operation fails with `SIGNER_STEP_REQUIRED`.',
      }),
      embed: idSchema('tenant').optional().meta({
        description:
          "The `embed` parameter of the page's URL, sent by the signing page in a frame. It identifies an organization, and the link must belong to it.",
      }),
    }),
  ),
  success: {
    status: 200,
    body: json(z.object({ success: z.literal(true), bearer: z.string(), expiresAt: timestamp, view: signingView })),
  },
  errors: [...gone, 'ACCESS_CODE_WRONG', 'SIGNER_STEP_WRONG'],
});

export const sendSigningCode = defineOperation({
  ...link,
  id: 'sendSigningCode',
  work: 'signing',
  method: 'POST',
  path: '/api/signing/session/code',
  summary: 'Send a verification code',
  description:
    'Sends a six-digit code to the second address of the recipient. A recipient can request four codes per hour. Each code is valid for 10 minutes.',
  body: json(
    z.strictObject({
      token,
      accessCode: opaque(z.string()).trim().min(1).max(64).optional(),
      signerId: idSchema('signer')
        .optional()
        .meta({ description: 'ID of the recipient in another document of the same package.' }),
    }),
  ),
  success: {
    status: 200,
    body: json(
      z.object({
        success: z.literal(true),
        sentTo: z.string().meta({ description: 'The address, partly hidden.' }),
        expiresAt: timestamp,
      }),
    ),
  },
  errors: ['MAIL_NOT_CONFIGURED', ...gone, 'ACCESS_CODE_WRONG', 'NO_SIGNER_STEP', 'TOO_MANY_CODES', 'SIGNER_NOT_FOUND'],
});

export const getSigningView = defineOperation({
  ...link,
  id: 'getSigningView',
  work: 'signing',
  method: 'GET',
  path: '/api/signing/:signerId',
  summary: 'Retrieve the signing view',
  description:
    'Returns the data for the signing page: the document, the fields of this recipient, and the available actions.',
  params,
  success: { status: 200, body: json(z.object({ view: signingView })) },
  errors: gone,
});

export const getSigningPdf = defineOperation({
  ...link,
  id: 'getSigningPdf',
  work: 'signing',
  method: 'GET',
  path: '/api/signing/:signerId/pdf',
  summary: 'Retrieve the document file',
  description: 'Returns the current revision as a PDF. The audit trail records that this recipient viewed it.',
  params,
  success: { status: 200, body: { kind: 'bytes', contentType: 'application/pdf' } },
  errors: [...gone, 'RANGE_NOT_SATISFIABLE', 'FILE_DAMAGED'],
});

export const getSigningPage = defineOperation({
  ...link,
  id: 'getSigningPage',
  work: 'signing',
  rate: 'frequent',
  method: 'GET',
  path: '/api/signing/:signerId/pages/:n',
  summary: 'Retrieve a page image',
  description: 'Returns a page of the document as a WebP image.',
  params: params.extend({ n: pathParam(pageNumber, 'NOT_FOUND') }),
  query: z.strictObject({
    width: strict(z.string())
      .regex(/^\d{2,4}$/)
      .transform(Number)
      .pipe(z.int().min(64).max(2400))
      .default(900),
  }),
  success: { status: 200, body: { kind: 'bytes', contentType: 'image/webp' } },
  errors: [...gone, 'NOT_FOUND', 'RANGE_NOT_SATISFIABLE', 'SERVICE_UNAVAILABLE', 'FILE_DAMAGED'],
});

export const getSigningPageText = defineOperation({
  ...link,
  id: 'getSigningPageText',
  work: 'signing',
  rate: 'frequent',
  method: 'GET',
  path: '/api/signing/:signerId/pages/:n/text',
  summary: 'Retrieve the text of a page',
  description: 'Returns the words of the page with their positions.',
  params: params.extend({ n: pathParam(pageNumber, 'NOT_FOUND') }),
  success: { status: 200, body: json(pageText) },
  errors: [...gone, 'NOT_FOUND', 'SERVICE_UNAVAILABLE', 'FILE_DAMAGED'],
});

export const openPackageDocument = defineOperation({
  ...link,
  id: 'openPackageDocument',
  secretAnswer: true,
  work: 'signing',
  method: 'POST',
  path: '/api/signing/:signerId/package/:otherSignerId',
  summary: 'Open another document of a package',
  description:
    'Returns a bearer token for another document of the same package. If that document requires an access code or an e-mailed code, the request must contain it.',
  params: params.extend({ otherSignerId: idParam('signer', 'SIGNER_NOT_FOUND') }),
  body: openSigningSession.body,
  success: openSigningSession.success,
  errors: [...openSigningSession.errors, 'SIGNER_NOT_FOUND'],
});

const moment = { ...link, params, body: json(z.strictObject({ token })), errors: gone } as const;
const done = { status: 200, body: json(z.object({ success: z.literal(true) })) } as const;

export const markViewed = defineOperation({
  ...moment,
  id: 'markViewed',
  work: 'signing',
  method: 'POST',
  path: '/api/signing/:signerId/view',
  summary: 'Record that the document was viewed',
  description:
    'Adds an audit entry that records the view. If the recipient has already fetched the file or a page with this link, no further entry is added.',
  success: done,
});

export const markStarted = defineOperation({
  ...moment,
  id: 'markStarted',
  work: 'signing',
  method: 'POST',
  path: '/api/signing/:signerId/start',
  summary: 'Record that signing started',
  description: 'Adds an audit entry that records that the recipient started signing. Further requests have no effect.',
  success: done,
});
