/** The part of the bindings that is about people and organizations. */
import {
  changeEmail,
  changePassword,
  endMemberSessions,
  listMemberSessions,
  confirmEmailChange,
  forgotPassword,
  getProfile,
  getSession,
  listSessions,
  logIn,
  logOut,
  needsSetup,
  register,
  resendVerification,
  resetPassword,
  revokeOtherSessions,
  revokeSession,
  setUp,
  undoEmailChange,
  updateProfile,
  verifyEmail,
} from '../features/accounts/index.ts';
import {
  acceptInvitation,
  bulkImportUsers,
  cancelOrganizationDeletion,
  createInvitation,
  createOrganization,
  createUser,
  deleteOrganization,
  getOrganization,
  getOrganizationLogo,
  listInvitations,
  listMembers,
  listOrganizations,
  listUsers,
  previewInvitation,
  registerInvited,
  removeMember,
  removeOrganizationLogo,
  revokeInvitation,
  setOrganizationLogo,
  switchOrganization,
  transferOwnership,
  updateMember,
  updateOrganization,
} from '../features/organizations/index.ts';
import { getOrganizationStorage } from '../features/storage/index.ts';
import { asSigner, checkSignatureMark, openSession } from '../features/signing/index.ts';
import type { Bindings } from '../transport/bindings.ts';
import { ByteAnswer } from '../transport/bytes.ts';
import { begin, beginOrAsk, bindSecondFactor } from './bind-second-factor.ts';
import { refuseUnreachable } from '../features/notifications/index.ts';
import type { Services } from './wiring.ts';

const success = { success: true } as const;

export function bindAccounts(services: Services) {
  return {
    ...bindLogins(services),
    ...bindOwn(services),
    ...bindSecondFactor(services),
    ...bindOrganizations(services),
  };
}

function bindLogins(services: Services) {
  return {
    getSetup: async () => ({ needed: await needsSetup(services), registration: services.registration }),
    setup: async ({ body }, context, effects) =>
      begin({ services, context }, await setUp(services, context, body), effects),
    login: async ({ body }, context, effects) =>
      beginOrAsk({ services, context }, await logIn(services, context, body), effects),
    logout: async (_input, context, { setSession }) => {
      await logOut(services, context);
      services.forgetCredentials();
      setSession(undefined);
      return success;
    },
    getSession: async (_input, { principal }) => ({ session: await getSession(services, principal) }),
    register: async ({ body: { invitationToken, ...body } }, context, effects) => {
      if (invitationToken === undefined) {
        await refuseUnreachable(services, 'live', [{ field: 'email', email: body.email }]);
        const { device, expiresAt } = await register(services, context, body);
        effects.setDevice(device);
        return { ...success, registration: { status: 'verification-sent' as const, expires_at: expiresAt } };
      }
      const session = await registerInvited(services, context, { ...body, invitationToken });
      return {
        ...begin({ services, context }, session, effects),
        registration: { status: 'completed' as const, expires_at: null },
      };
    },
    verifyEmail: async ({ body }, context, effects) =>
      beginOrAsk({ services, context }, await verifyEmail(services, context, body), effects),
    resendVerification: async ({ body }, context) => {
      await resendVerification(services, context, body);
      return success;
    },
    forgotPassword: async ({ body }, context) => {
      await forgotPassword(services, context, body);
      return success;
    },
    resetPassword: async ({ body }, context, { setDevice, setSession }) => {
      const { device } = await resetPassword(services, context, body);
      services.forgetCredentials();
      setDevice(device);
      setSession(undefined);
      return success;
    },
    undoEmailChange: async ({ body }, context) => {
      await undoEmailChange(services, context, body);
      services.forgetCredentials();
      return success;
    },
    previewInvitation: async ({ body }) => ({ invitation: await previewInvitation(services, body) }),
  } satisfies Partial<Bindings>;
}

function bindOwn(services: Services) {
  const { uow } = services;
  return {
    changePassword: async ({ body }, context, { setSession }) => {
      setSession(await changePassword(services, context, body));
      services.forgetCredentials();
      return success;
    },
    changeEmail: async ({ body }, context) => {
      await refuseUnreachable(services, 'live', [{ field: 'email', email: body.email }]);
      await changeEmail(services, context, body);
      return success;
    },
    confirmEmailChange: async ({ body }, context, { setSession }) => {
      setSession(await confirmEmailChange(services, context, body));
      services.forgetCredentials();
      return { ...success, profile: await getProfile(services, context.principal) };
    },
    listSessions: async (_input, { principal }) => ({ sessions: await listSessions(services, principal) }),
    revokeSession: async ({ params }, context) => {
      await revokeSession(services, context, params.sessionId);
      services.forgetCredentials();
      return success;
    },
    revokeOtherSessions: async (_input, context) => {
      const ended = await revokeOtherSessions(services, context);
      services.forgetCredentials();
      return { ...success, ended };
    },
    getProfile: async (_input, { principal }) => ({ profile: await getProfile(services, principal) }),
    updateProfile: async ({ body }, context) => ({
      ...success,
      profile: await updateProfile(services, context, body, (signature) =>
        checkSignatureMark(services, context.principal, signature),
      ),
    }),
    openOwnSigningSession: async ({ params }, context) => {
      return { ...success, ...(await openSession(services, await asSigner(uow, context, params.id))) };
    },
    listOrganizations: async (_input, { principal }) => ({ organizations: await listOrganizations(uow, principal) }),
    createOrganization: async ({ body }, context) => ({
      ...success,
      organization: await createOrganization(services, context, body),
    }),
    switchOrganization: async ({ body }, context, { setSession }) => {
      const { token, view } = await switchOrganization(services, context, body);
      services.forgetCredentials();
      setSession(token);
      return { ...success, session: view };
    },
    acceptInvitation: async ({ body }, context, { setSession }) => {
      const { token, view } = await acceptInvitation(services, context, body);
      services.forgetCredentials();
      setSession(token);
      return { ...success, session: view };
    },
  } satisfies Partial<Bindings>;
}

function bindOrganizations(services: Services) {
  const { uow } = services;
  return {
    getOrganization: async (_input, { principal }) => ({ organization: await getOrganization(uow, principal) }),
    getOrganizationStorage: async (_input, { principal }) => ({
      storage: await getOrganizationStorage(uow, principal),
    }),
    updateOrganization: async ({ body }, context) => {
      const updated = await updateOrganization(uow, context, body);
      // Idle limits are remembered with the sessions they end.
      services.forgetCredentials();
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
      services.forgetCredentials();
      return success;
    },
    listMembers: ({ query }, { principal }) => listMembers(uow, principal, query),
    listMemberSessions: async ({ params }, { principal }) => ({
      sessions: await listMemberSessions(services, principal, params.userId),
    }),
    endMemberSessions: async ({ params, query }, context) => {
      const ended = await endMemberSessions(services, context, { userId: params.userId, sessionId: query.id });
      services.forgetCredentials();
      return { ...success, ended };
    },
    updateMember: async ({ params, body }, context) => {
      const member = await updateMember(uow, context, params.userId, body.role);
      services.forgetCredentials();
      return { ...success, member };
    },
    removeMember: async ({ params, query }, context) => {
      const moved = await removeMember(uow, context, params.userId, query);
      services.forgetCredentials();
      return { ...success, ...moved };
    },
    createInvitation: async ({ body }, context) => {
      await refuseUnreachable(services, 'live', [{ field: 'email', email: body.email }]);
      return { ...success, invitation: await createInvitation(uow, context, body) };
    },
    listInvitations: async (_input, { principal }) => ({ invitations: await listInvitations(uow, principal) }),
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
  } satisfies Partial<Bindings>;
}
