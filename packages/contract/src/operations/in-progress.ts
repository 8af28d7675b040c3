/** In-progress changes: what happens to a document between sending and the last signature (ADR 25). */
import { z } from 'zod';
import { redirectInputs } from '../embedding.ts';
import { fieldInput, fieldList } from '../fields.ts';
import { idSchema } from '../ids.ts';
import { defineOperation, json } from '../operation.ts';
import {
  accessCode,
  document,
  documentStatus,
  emailAddress,
  LIMITS,
  multiLine,
  recipientChange,
  signer,
  signingOrder,
  singleLine,
  timestamp,
} from '../resources.ts';
import { idParam } from '../path-params.ts';
import { opaque, prose } from '../field-class.ts';

const params = z.object({ id: idParam('document', 'DOCUMENT_NOT_FOUND') });
const success = z.object({ success: z.literal(true) });

/** By whoever was asked to sign, with what they sign with. */
const bySigner = {
  method: 'POST',
  tag: 'Signing',
  credentials: ['signing-link', 'session'],
  rate: 'credential',
  params,
} as const;
const token = opaque(z.string())
  .max(400)
  .optional()
  .meta({ description: 'the signing link or the bearer of its session; or send it as Authorization: Bearer' });
const signerErrors = [
  'INVALID_LINK',
  'LINK_REPLACED',
  'RECIPIENT_REMOVED',
  'EMAIL_NOT_VERIFIED',
  'ACCESS_CODE_REQUIRED',
  'DOCUMENT_NOT_FOUND',
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

export const declineDocument = defineOperation({
  ...bySigner,
  id: 'declineDocument',
  work: 'signing',
  path: '/api/documents/:id/decline',
  summary: 'Decline to sign: ends the document for everybody; the sender and the others are told',
  body: json(z.strictObject({ token, reason: multiLine(1000).pipe(prose(z.string()).min(1, 'must not be empty')) })),
  success: {
    status: 200,
    body: json(success.extend({ signer, document: z.object({ id: idSchema('document'), status: documentStatus }) })),
  },
  errors: signerErrors,
});

export const forwardDocument = defineOperation({
  ...bySigner,
  id: 'forwardDocument',
  work: 'signing',
  path: '/api/documents/:id/forward',
  summary: 'Name somebody else to sign instead: the link used here ends, the other person gets one of their own',
  body: json(z.strictObject({ token, email: emailAddress, name: singleLine(120) })),
  success: {
    status: 200,
    body: json(success.extend({ forwardedTo: z.object({ email: z.string(), name: z.string() }) })),
  },
  errors: ['MAIL_NOT_CONFIGURED', ...signerErrors, 'FORWARD_NOT_ALLOWED'],
});

const bySender = {
  credentials: ['session', 'api-key'],
  scope: 'documents:write',
  rate: 'credential',
  tag: 'Documents',
} as const;

export const remindSigners = defineOperation({
  ...bySender,
  id: 'remindSigners',
  work: 'sending',
  method: 'POST',
  path: '/api/documents/:id/remind',
  summary:
    'Remind those who have not signed, each at most once an hour; whoever is not reminded is named with the reason',
  params,
  body: json(
    z.strictObject({
      signerEmails: z.array(emailAddress).min(1, 'must name at least one signer').max(LIMITS.signers).optional(),
      message: multiLine(2000).optional(),
    }),
  ),
  success: {
    status: 200,
    body: json(
      success.extend({
        reminded: z.array(z.string()),
        skipped: z.array(
          z.object({
            email: z.string(),
            reason: z.enum([
              'signed',
              'declined',
              'not-a-signer',
              'not-their-turn',
              'reminded-recently',
              'reminders-stopped',
              'notifications-off',
              'no-such-signer',
            ]),
          }),
        ),
      }),
    ),
  },
  errors: ['MAIL_NOT_CONFIGURED', 'DOCUMENT_NOT_FOUND', 'INVALID_STATE'],
});

export const extendDocument = defineOperation({
  ...bySender,
  id: 'extendDocument',
  method: 'POST',
  path: '/api/documents/:id/extend',
  summary: 'Give more time, counted from now; an expired document goes on where it stood, and its links work again',
  params,
  body: json(z.strictObject({ expirationDays: z.int().min(1).max(LIMITS.expirationDaysMax) })),
  success: { status: 200, body: json(success.extend({ document })) },
  errors: ['MAIL_NOT_CONFIGURED', 'DOCUMENT_NOT_FOUND', 'INVALID_STATE'],
});

export const changeRecipients = defineOperation({
  ...bySender,
  id: 'changeRecipients',
  work: 'sending',
  method: 'PUT',
  path: '/api/documents/:id/recipients',
  summary:
    'Change the recipients, their order and the fields of a document that nobody has signed. `signers` is the whole list: a recipient without `id` is recognized by address and role, and recipients who are not in the list are removed. The server builds a new first revision from the upload. All earlier links end with `LINK_REPLACED`. Everyone who was invited gets an e-mail: the new link, or a note that they were removed. New recipients get an invitation. After the first signature, correct or remove recipients one by one.',
  params,
  body: json(
    z
      .strictObject({
        signers: z
          .array(recipientChange)
          .min(1, 'must name at least one signer')
          .max(LIMITS.signers)
          .optional()
          .meta({ description: 'Left out: the recipients stay' }),
        fields: fieldList(fieldInput, LIMITS.fields).optional().meta({
          description: 'All fields. Left out: recipients who stay or are replaced keep their fields',
        }),
        signingOrder: signingOrder.optional().meta({ description: 'Left out: the order stays' }),
      })
      .refine((body) => Object.values(body).some((value) => value !== undefined), 'must change something'),
  ),
  success: { status: 200, body: json(success.extend({ document, signers: z.array(signer) })) },
  errors: [
    'MAIL_NOT_CONFIGURED',
    'DOCUMENT_NOT_FOUND',
    'INVALID_STATE',
    'DOCUMENT_IN_PACKAGE',
    'LEGAL_HOLD',
    'SERVICE_UNAVAILABLE',
    'FILE_DAMAGED',
  ],
});

const ofSigner = { ...bySender, params: params.extend({ signerId: idParam('signer', 'SIGNER_NOT_FOUND') }) } as const;
const ofSignerErrors = ['DOCUMENT_NOT_FOUND', 'SIGNER_NOT_FOUND', 'INVALID_STATE', 'SIGNER_HAS_SIGNED'] as const;

export const correctSigner = defineOperation({
  ...ofSigner,
  id: 'correctSigner',
  method: 'PATCH',
  path: '/api/documents/:id/signers/:signerId',
  summary:
    'Correct the address, second address, name or access code of somebody who has not signed; all but a name ends the old link, and a new one is mailed',
  body: json(
    z
      .strictObject({
        email: emailAddress.optional(),
        name: singleLine(120).optional(),
        accessCode: accessCode.nullable().optional(),
        secondEmail: emailAddress
          .optional()
          .meta({ description: 'where codes go, of a recipient who is asked for them' }),
      })
      .refine((body) => Object.values(body).some((value) => value !== undefined), 'must change something'),
  ),
  success: { status: 200, body: json(success.extend({ signer })) },
  errors: ['MAIL_NOT_CONFIGURED', ...ofSignerErrors],
});

export const removeRecipient = defineOperation({
  ...ofSigner,
  id: 'removeRecipient',
  method: 'DELETE',
  path: '/api/documents/:id/signers/:signerId',
  summary:
    'Remove a recipient who has not signed. The file stays as it is, and the empty signature field of this recipient stays in it. The link of this recipient ends, and a recipient who was invited gets an e-mail about the removal. If everyone else has signed, the document is completed. Void the document to remove the only signer.',
  success: { status: 200, body: json(success.extend({ document })) },
  errors: ['MAIL_NOT_CONFIGURED', ...ofSignerErrors, 'LEGAL_HOLD'],
});

export const resendInvitation = defineOperation({
  ...ofSigner,
  id: 'resendInvitation',
  work: 'sending',
  method: 'POST',
  path: '/api/documents/:id/signers/:signerId/resend',
  summary: 'Mail the link once more; somebody locked by wrong access codes gets a new link and five new tries',
  body: json(z.strictObject({})),
  success: { status: 200, body: json(success.extend({ signer })) },
  errors: ['MAIL_NOT_CONFIGURED', ...ofSignerErrors, 'SIGNER_NOT_INVITED', 'NOTIFICATIONS_OFF'],
});

export const issueSigningLink = defineOperation({
  ...ofSigner,
  id: 'issueSigningLink',
  secretAnswer: true,
  work: 'signing',
  // A server vouches for who sits before the screen; a person with a session could sign for others this way.
  credentials: ['api-key'],
  method: 'POST',
  path: '/api/documents/:id/signers/:signerId/link',
  summary:
    'Create a signing link for your own application. The link opens once within 10 minutes. A second link does not end the first. Its token (the part after `#`) also works in every operation that takes a signing link, until a session was opened or the recipient signed, declined or forwarded. The audit trail records the link as issued to you: you vouch for who opens it.',
  body: json(
    z.strictObject({
      longLived: z.boolean().default(false).meta({
        description:
          'true: a link that opens any number of times until the document expires, to hand out yourself. A correction of the recipient ends it.',
      }),
      ...redirectInputs,
    }),
  ),
  success: {
    status: 201,
    body: json(success.extend({ url: z.string(), expiresAt: timestamp })),
  },
  errors: [...ofSignerErrors, 'SIGNER_NOT_INVITED', 'NOT_A_SIGNER'],
});
