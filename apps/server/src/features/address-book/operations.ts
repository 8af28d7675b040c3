import type { Handlers } from '../../platform/invoke/operations.ts';
import { inPages } from '../../platform/paging.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { clearContacts, listContacts } from './contacts.ts';

export type Services = { uow: UnitOfWork };

export function operations({ uow }: Services) {
  return {
    listContacts: async ({ query }, { principal }) => {
      const { enabled, contacts } = await listContacts(uow, principal);
      return { enabled, ...inPages('contacts', contacts, query, ({ email }) => email) };
    },
    clearContacts: async (_input, { principal }) => {
      await clearContacts(uow, principal);
      return { success: true };
    },
  } satisfies Partial<Handlers>;
}
