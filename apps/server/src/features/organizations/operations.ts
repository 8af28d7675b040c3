import type { AccountDependencies } from '../accounts/index.ts';
import type { LogoDependencies } from './logo.ts';
import type { Mailer } from '../../platform/ports/mailer.ts';
import { refuseUnreachable } from '../notifications/index.ts';
import { bulkImportUsers, createUser, listUsers } from './admin-users.ts';
import { deactivateUser, reactivateUser } from './deactivation.ts';
import { getHandOver, startHandOver } from './hand-over.ts';
import { createImport, getImport, importResults, listImportRows, startImport, undoImport } from './imports.ts';
import {
  acceptInvitation,
  createInvitation,
  listInvitations,
  previewInvitation,
  registerInvited,
  revokeInvitation,
} from './invitations.ts';
import { getOrganizationLogo, removeOrganizationLogo, setOrganizationLogo } from './logo.ts';
import { listMembers, removeMember, transferOwnership, updateMember } from './members.ts';
import {
  cancelOrganizationDeletion,
  createOrganization,
  deleteOrganization,
  getOrganization,
  listOrganizations,
  switchOrganization,
} from './organization.ts';
import { updateOrganization } from './settings.ts';
import { sha256 } from '../../platform/crypto/tokens.ts';
import { ByteAnswer } from '../../platform/invoke/answers.ts';
import { beginSession, register } from '../accounts/index.ts';
import type { Handlers } from '../../platform/invoke/operations.ts';
import { inPages } from '../../platform/paging.ts';

const success = { success: true } as const;

export type Services = AccountDependencies & LogoDependencies & { smtp: Mailer | undefined };

export function operations(services: Services) {
  const { uow } = services;
  return {
    register: async ({ body: { invitationToken, ...body } }, context, effects) => {
      if (invitationToken === undefined) {
        await refuseUnreachable(services, 'live', [{ field: 'email', email: body.email }]);
        const { device, expiresAt } = await register(services, context, body);
        effects.setDevice(device);
        return { ...success, registration: { status: 'verification-sent' as const, expires_at: expiresAt } };
      }
      const session = await registerInvited(services, context, { ...body, invitationToken });
      return {
        ...beginSession(session, effects),
        registration: { status: 'completed' as const, expires_at: null },
      };
    },
    previewInvitation: async ({ body }) => ({ invitation: await previewInvitation(services, body) }),
    listOrganizations: async ({ query }, { principal }) =>
      inPages('organizations', await listOrganizations(uow, principal), query, ({ id }) => id),
    createOrganization: async ({ body }, context) => ({
      ...success,
      organization: await createOrganization(services, context, body),
    }),
    switchOrganization: async ({ body }, context, { setSession }) => {
      const { token, view } = await switchOrganization(services, context, body);
      setSession(token);
      return { ...success, session: view };
    },
    acceptInvitation: async ({ body }, context, { setSession }) => {
      const { token, view } = await acceptInvitation(services, context, body);
      setSession(token);
      return { ...success, session: view };
    },
    getOrganization: async (_input, { principal }) => ({ organization: await getOrganization(uow, principal) }),
    updateOrganization: async ({ body }, context) => {
      const updated = await updateOrganization(uow, context, body);
      return { ...success, ...updated };
    },
    getOrganizationLogo: async (_input, { principal }) => {
      const { png, sha256 } = await getOrganizationLogo(uow, principal);
      return ByteAnswer.of(png, sha256);
    },
    setOrganizationLogo: async ({ file }, context) => ({
      ...success,
      logo: await setOrganizationLogo(services, context, file),
    }),
    removeOrganizationLogo: async (_input, context) => {
      await removeOrganizationLogo(services, context);
      return success;
    },
    deleteOrganization: async ({ body }, context) => ({
      ...success,
      organization: await deleteOrganization(services, context, body),
    }),
    cancelOrganizationDeletion: async (_input, context) => ({
      ...success,
      organization: await cancelOrganizationDeletion(uow, context),
    }),
    transferOwnership: async ({ body }, context) => {
      await transferOwnership(services, context, body);
      return success;
    },
    listMembers: ({ query }, { principal }) => listMembers(services, principal, query),
    updateMember: async ({ params, body }, context) => {
      const member = await updateMember(uow, context, params.userId, body.role);
      return { ...success, member };
    },
    removeMember: async ({ params, query }, context) => {
      const moved = await removeMember(uow, context, params.userId, query);
      return { ...success, ...moved };
    },
    createInvitation: async ({ body }, context) => {
      await refuseUnreachable(services, 'live', [{ field: 'email', email: body.email }]);
      return { ...success, ...(await createInvitation(uow, context, body)) };
    },
    listInvitations: ({ query }, { principal }) => listInvitations(uow, principal, query),
    revokeInvitation: async ({ params }, context) => {
      await revokeInvitation(uow, context, params.invitationId);
      return success;
    },
    listUsers: ({ query }, { principal }) => listUsers(uow, principal, query),
    createUser: async ({ body }, context) => {
      await refuseUnreachable(services, 'live', [{ field: 'email', email: body.email }]);
      return { ...success, user: await createUser(uow, context, body) };
    },
    bulkImportUsers: async ({ file }, context) => ({
      ...success,
      ...(await bulkImportUsers(uow, context, file.content)),
    }),
    createUserImport: async ({ file }, context) => ({
      ...success,
      ...(await createImport(uow, context, file.content)),
    }),
    getUserImport: async ({ params }, { principal }) => ({ import: await getImport(uow, principal, params.importId) }),
    listUserImportRows: ({ params, query }, { principal }) => listImportRows(uow, principal, params.importId, query),
    getUserImportResults: async ({ params }, { principal }) => {
      const bytes = Buffer.from(await importResults(uow, principal, params.importId));
      return ByteAnswer.of(bytes, sha256(bytes).toString('hex'), { filename: 'import-results.csv' });
    },
    startUserImport: async ({ params }, context) => ({
      ...success,
      import: await startImport(uow, context, params.importId),
    }),
    undoUserImport: async ({ params }, context) => ({
      ...success,
      import: await undoImport(uow, context, params.importId),
    }),
    deactivateUser: async ({ params, body }, context) => ({
      ...success,
      ...(await deactivateUser(uow, context, params.userId, body)),
    }),
    reactivateUser: async ({ params }, context) => ({
      ...success,
      member: await reactivateUser(uow, context, params.userId),
    }),
    startHandOver: async ({ params, body }, context) => ({
      ...success,
      handOver: await startHandOver(uow, context, params.userId, body),
    }),
    getHandOver: async ({ params }, { principal }) => ({
      handOver: await getHandOver(uow, principal, params.userId),
    }),
  } satisfies Partial<Handlers>;
}
