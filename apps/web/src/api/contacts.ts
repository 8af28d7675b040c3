/** The member's own past recipients. They are available only if the organization has turned on the address book. */
import { queryOptions } from '@tanstack/react-query';
import type { AnswerOf } from '@countersign/client';
import * as api from '@countersign/client/operations';
import { call } from './client.ts';

export type Contact = AnswerOf<'listContacts'>['contacts'][number];

export const contactsQuery = queryOptions({
  queryKey: ['contacts'],
  queryFn: ({ signal }) => call(api.listContacts, {}, signal),
  staleTime: 60_000,
});
