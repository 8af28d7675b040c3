/** Documents that are waiting for the caller's signature, from any organization. */
import { z } from 'zod';
import { idSchema } from '../ids.ts';
import { pageOfAll, pagination } from '../lists.ts';
import { defineOperation, json } from '../operation.ts';
import { signerRole, timestamp } from '../resources.ts';
import { idParam } from '../path-params.ts';

const entry = z.object({
  document_id: idSchema('document'),
  signer_id: idSchema('signer'),
  title: z
    .string()
    .nullable()
    .meta({ description: 'Title of the document. Null if you must enter a code before the document is shown.' }),
  role: signerRole,
  is_your_turn: z.boolean().meta({
    description: 'False if other recipients must sign this document before you.',
  }),
  sender: z.object({ name: z.string(), organization: z.string() }),
  invited_at: timestamp.nullable(),
  expiration: timestamp.nullable(),
});
export type InboxEntry = z.infer<typeof entry>;

const own = { tag: 'Signing', credentials: ['session'], rate: 'credential' } as const;

export const listInbox = defineOperation({
  ...own,
  id: 'listInbox',
  work: 'list',
  method: 'GET',
  path: '/api/inbox',
  summary: 'List documents to sign',
  description:
    'Returns the documents that were sent to your verified e-mail address and are waiting for your signature.',
  query: z.strictObject(pageOfAll),
  success: {
    status: 200,
    body: json(
      z.object({
        inbox: z.array(entry).meta({ description: 'Documents to sign, newest first.' }),
        email_verified: z
          .boolean()
          .meta({ description: 'False if the address is not verified. The list is then empty.' }),
        is_complete: z
          .boolean()
          .meta({ description: 'False if only the newest documents for this address were searched.' }),
        pagination,
      }),
    ),
  },
  errors: [],
});

export const openInboxEntry = defineOperation({
  ...own,
  id: 'openInboxEntry',
  secretAnswer: true,
  work: 'signing',
  method: 'POST',
  path: '/api/inbox/:signerId/link',
  summary: 'Open a document to sign',
  description:
    'Returns a link to the signing page. The link works once within 10 minutes. The audit trail records that your account requested the link. If the document requires an access code or an e-mailed code, you must still enter it.',
  params: z.object({ signerId: idParam('signer', 'SIGNER_NOT_FOUND') }),
  body: json(z.strictObject({})),
  success: {
    status: 201,
    body: json(z.object({ success: z.literal(true), url: z.string(), expiresAt: timestamp })),
  },
  errors: [
    'EMAIL_NOT_VERIFIED',
    'SIGNER_NOT_FOUND',
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
  ],
});
