/** Changes to a document between sending and the last signature (ADR 25). */
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

/** These operations are called by a recipient, with the same credential that is used for signing. */
const bySigner = {
  method: 'POST',
  tag: 'Signing',
  credentials: ['signing-link', 'session'],
  rate: 'credential',
  params,
} as const;
const token = opaque(z.string()).max(400).optional().meta({
  description:
    'Token of the signing link or of the signing session. You can send it as `Authorization: Bearer` instead.',
});
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
  summary: 'Decline to sign',
  description:
    'Declines to sign. Nobody can sign the document after that. The sender and the other recipients are notified.',
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
  summary: 'Forward a document',
  description:
    'Asks another person to sign instead. The link that was used for this request stops working, and the other person gets a new link.',
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
  summary: 'Remind recipients',
  description:
    'Sends a reminder to each recipient who has not signed, at most once an hour. The response lists the recipients who were not reminded and the reason.',
  params,
  body: json(
    z.strictObject({
      signerEmails: z.array(emailAddress).min(1, 'must include at least one signer').max(LIMITS.signers).optional(),
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
  summary: "Extend a document's expiry",
  description:
    'Sets a new expiration date, counted from now. If the document has expired, signing continues and the links work again.',
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
  summary: 'Change recipients',
  description:
    'Changes the recipients, their order and the fields of a document that nobody has signed. `signers` is the complete list: recipients without an `id` are matched by address and role, and recipients who are not in the list are removed. The server recreates the first revision from the uploaded file, and earlier links return `LINK_REPLACED`. Recipients who were already invited get an e-mail with a new link, or a notice that they were removed. New recipients get an invitation. After the first signature, use `correctSigner` and `removeRecipient` instead.',
  params,
  body: json(
    z
      .strictObject({
        signers: z
          .array(recipientChange)
          .min(1, 'must include at least one signer')
          .max(LIMITS.signers)
          .optional()
          .meta({ description: 'If omitted, the recipients do not change.' }),
        fields: fieldList(fieldInput, LIMITS.fields).optional().meta({
          description:
            'The complete list of fields. If omitted, the fields of recipients who are kept or replaced do not change.',
        }),
        signingOrder: signingOrder.optional().meta({ description: 'If omitted, the signing order does not change.' }),
      })
      .refine((body) => Object.values(body).some((value) => value !== undefined), 'must contain at least one change'),
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
  summary: 'Correct a recipient',
  description:
    'Changes the e-mail address, second address, name or access code of a recipient who has not signed. Unless you change only the name, the old link stops working, and the server sends a new one.',
  body: json(
    z
      .strictObject({
        email: emailAddress.optional(),
        name: singleLine(120).optional(),
        accessCode: accessCode.nullable().optional(),
        secondEmail: emailAddress
          .optional()
          .meta({ description: 'Address for verification codes. Only for recipients who require them.' }),
      })
      .refine((body) => Object.values(body).some((value) => value !== undefined), 'must contain at least one change'),
  ),
  success: { status: 200, body: json(success.extend({ signer })) },
  errors: ['MAIL_NOT_CONFIGURED', ...ofSignerErrors],
});

export const removeRecipient = defineOperation({
  ...ofSigner,
  id: 'removeRecipient',
  method: 'DELETE',
  path: '/api/documents/:id/signers/:signerId',
  summary: 'Remove a recipient',
  description:
    "Removes a recipient who has not signed. The file does not change and keeps the empty signature field. The recipient's link stops working, and a recipient who was invited gets an e-mail. If everyone else has signed, the document is completed. The only signer cannot be removed: void the document instead.",
  success: { status: 200, body: json(success.extend({ document })) },
  errors: ['MAIL_NOT_CONFIGURED', ...ofSignerErrors, 'LEGAL_HOLD'],
});

export const resendInvitation = defineOperation({
  ...ofSigner,
  id: 'resendInvitation',
  work: 'sending',
  method: 'POST',
  path: '/api/documents/:id/signers/:signerId/resend',
  summary: 'Resend an invitation',
  description:
    'Sends the signing link again. A recipient who was locked out after wrong access codes gets a new link and five new attempts.',
  body: json(z.strictObject({})),
  success: { status: 200, body: json(success.extend({ signer })) },
  errors: ['MAIL_NOT_CONFIGURED', ...ofSignerErrors, 'SIGNER_NOT_INVITED', 'NOTIFICATIONS_OFF'],
});

export const issueSigningLink = defineOperation({
  ...ofSigner,
  id: 'issueSigningLink',
  secretAnswer: true,
  work: 'signing',
  // Only servers can use this operation, because the server vouches for the person at the screen. If sessions were
  // accepted, a user could sign for others.
  credentials: ['api-key'],
  method: 'POST',
  path: '/api/documents/:id/signers/:signerId/link',
  summary: 'Create a signing link',
  description:
    'Returns a link that your own application can open. The link can be opened once within 10 minutes. Creating another link does not invalidate the first one. The token (the part after `#`) also works in every operation that accepts a signing link, until a session is opened or the recipient signs, declines or forwards the document. The audit trail records that the link was issued to you. You are responsible for giving it to the right person.',
  body: json(
    z.strictObject({
      longLived: z.boolean().default(false).meta({
        description:
          'If true, the link can be opened any number of times until the document expires. Use this if you deliver the link yourself. Correcting the recipient revokes the link.',
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
