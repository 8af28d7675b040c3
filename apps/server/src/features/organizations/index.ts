export { bulkImportUsers, createUser, listUsers } from './admin-users.ts';
export {
  acceptInvitation,
  createInvitation,
  listInvitations,
  previewInvitation,
  registerInvited,
  revokeInvitation,
} from './invitations.ts';
export { getOrganizationLogo, type LogoDependencies, removeOrganizationLogo, setOrganizationLogo } from './logo.ts';
export { listMembers, removeMember, transferOwnership, updateMember } from './members.ts';
export {
  cancelOrganizationDeletion,
  createOrganization,
  deleteOrganization,
  getOrganization,
  listOrganizations,
  switchOrganization,
  notifyAdministrators,
  notifyOperators,
  tenantsOf,
  updateOrganization,
} from './organization.ts';
