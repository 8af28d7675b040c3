/** The roles of members, with their permissions in sentences. The server enforces the roles that operations declare. */
import type { Session } from '../../api/queries.ts';
import { m } from './member-texts.ts';

export type Role = Session['role'];
export const ROLES: Record<Role, { label: string; text: string; permissions: readonly string[] }> = {
  owner: {
    label: m.memberDialogs.owner,
    text: m.memberDialogs.everythingIncludingBillingAnd,
    permissions: [m.permissions.asAdministrator, m.permissions.paysPlan, m.permissions.transfersAndDeletes],
  },
  admin: {
    label: m.memberDialogs.administrator,
    text: m.memberDialogs.allDocumentsPeopleKeys,
    permissions: [
      m.permissions.asMember,
      m.permissions.allDocuments,
      m.permissions.managesPeople,
      m.permissions.managesSettings,
      m.permissions.managesCompliance,
    ],
  },
  member: {
    label: m.memberDialogs.member,
    text: m.memberDialogs.sendsDocumentsAndSeesOwn,
    permissions: [m.permissions.sendsAndSees, m.permissions.usesTemplates, m.permissions.seesOwnStatistics],
  },
};
