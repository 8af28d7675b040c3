/** What waits for one's own signature, whichever organization it comes from. */
import { z } from 'zod';
import { idSchema } from '../ids.ts';
import { defineOperation, json } from '../operation.ts';
import { signerRole, timestamp } from '../resources.ts';

const entry = z.object({
  document_id: idSchema('document'),
  signer_id: idSchema('signer'),
  title: z
    .string()
    .nullable()
    .meta({ description: 'null where a code has to be entered before anything of the document is shown' }),
  role: signerRole,
  sender: z.object({ name: z.string(), organization: z.string() }),
  invited_at: timestamp.nullable(),
  expiration: timestamp.nullable(),
});
export type InboxEntry = z.infer<typeof entry>;

export const listInbox = defineOperation({
  id: 'listInbox',
  method: 'GET',
  path: '/api/inbox',
  summary: "Documents that wait for the caller's own signature: those sent to the address the caller has proved",
  tag: 'Signing',
  credentials: ['session'],
  rate: 'credential',
  success: {
    status: 200,
    body: json(
      z.object({
        inbox: z.array(entry).meta({ description: 'the newest first' }),
        email_verified: z
          .boolean()
          .meta({ description: 'false: the address has to be proved first, and the list is empty' }),
        is_complete: z
          .boolean()
          .meta({ description: 'false: only the newest documents addressed to it were looked at' }),
      }),
    ),
  },
  errors: [],
});
