/** The address book suggests the recipients of documents that the member sent earlier. */
import { z } from 'zod';
import { contact } from '../contacts.ts';
import { LIMITS } from '../limits.ts';
import { pageOfAll, pagination } from '../lists.ts';
import { defineOperation, json } from '../operation.ts';

const common = { tag: 'Address book', credentials: ['session'], rate: 'credential' } as const;

export const listContacts = defineOperation({
  ...common,
  id: 'listContacts',
  method: 'GET',
  path: '/api/contacts',
  summary: 'List contacts',
  description: `Returns up to ${LIMITS.contacts} recipients of the documents that you sent, most recent first. The list is empty unless the organization has turned on the setting \`address_book\`. Nobody else can see your contacts. Recipients whose accounts were erased are not included.`,
  query: z.strictObject(pageOfAll),
  success: {
    status: 200,
    body: json(
      z.object({
        enabled: z.boolean().meta({ description: 'Whether the organization has turned on the address book.' }),
        contacts: z.array(contact),
        pagination,
      }),
    ),
  },
  errors: [],
});

export const clearContacts = defineOperation({
  ...common,
  id: 'clearContacts',
  method: 'DELETE',
  path: '/api/contacts',
  summary: 'Clear your contacts',
  description:
    'Removes all suggestions. A recipient is suggested again after you send them another document. Existing documents are not affected.',
  success: { status: 200, body: json(z.object({ success: z.literal(true) })) },
  errors: [],
});
