import type { FontBook, PdfPool } from '../../platform/pdf/index.ts';
import { recoverAccount, type RecoveryDependencies, reviewAccount } from './recovery.ts';
import type { Mailer } from '../../platform/ports/mailer.ts';
import { refuseUnreachable } from '../notifications/index.ts';
import { beginSession, beginSessionOrAsk } from './begin-session.ts';
import { checkSignatureAppearance } from '../signing/index.ts';
import { changeEmail, confirmEmailChange, undoEmailChange } from './change-email.ts';
import { changePassword, forgotPassword, resetPassword } from './change-password.ts';
import { logIn, logOut } from './log-in.ts';
import { endMemberSessions, listMemberSessions } from './member-sessions.ts';
import { getProfile, updateProfile } from './profile.ts';
import { resendVerification, verifyEmail } from './register.ts';
import { getSession, listSessions, revokeOtherSessions, revokeSession } from './sessions.ts';
import { needsSetup, setUp } from './set-up.ts';
import type { Handlers } from '../../platform/invoke/operations.ts';
import { inPages } from '../../platform/paging.ts';

const success = { success: true } as const;

export type Services = RecoveryDependencies & { pdf: PdfPool; fonts: FontBook } & {
  smtp: Mailer | undefined;
};

export function operations(services: Services) {
  return {
    getSetup: async () => ({ needed: await needsSetup(services), registration: services.registration }),
    setup: async ({ body }, context, effects) => beginSession(await setUp(services, context, body), effects),
    login: async ({ body }, context, effects) => beginSessionOrAsk(await logIn(services, context, body), effects),
    logout: async (_input, context, { setSession }) => {
      await logOut(services, context);
      setSession(undefined);
      return success;
    },
    getSession: async (_input, { principal }) => ({ session: await getSession(services, principal) }),
    verifyEmail: async ({ body }, context, effects) =>
      beginSessionOrAsk(await verifyEmail(services, context, body), effects),
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
      setDevice(device);
      setSession(undefined);
      return success;
    },
    undoEmailChange: async ({ body }, context) => {
      await undoEmailChange(services, context, body);
      return success;
    },
    reviewAccount: ({ body }, context) => reviewAccount(services, context, body),
    recoverAccount: async ({ body }, context, { setDevice, setSession }) => {
      const { device, ended } = await recoverAccount(services, context, body);
      setDevice(device);
      setSession(undefined);
      return { ...success, ended };
    },
    changePassword: async ({ body }, context, { setSession }) => {
      setSession(await changePassword(services, context, body));
      return success;
    },
    changeEmail: async ({ body }, context) => {
      await refuseUnreachable(services, 'live', [{ field: 'email', email: body.email }]);
      await changeEmail(services, context, body);
      return success;
    },
    confirmEmailChange: async ({ body }, context, { setSession }) => {
      setSession(await confirmEmailChange(services, context, body));
      return { ...success, profile: await getProfile(services, context.principal) };
    },
    listSessions: async ({ query }, { principal }) =>
      inPages('sessions', await listSessions(services, principal), query, ({ id }) => id),
    revokeSession: async ({ params }, context) => {
      await revokeSession(services, context, params.sessionId);
      return success;
    },
    revokeOtherSessions: async (_input, context) => {
      const ended = await revokeOtherSessions(services, context);
      return { ...success, ended };
    },
    getProfile: async (_input, { principal }) => ({ profile: await getProfile(services, principal) }),
    updateProfile: async ({ body }, context) => ({
      ...success,
      profile: await updateProfile(services, context, body, (signature) =>
        checkSignatureAppearance(services, context.principal, signature),
      ),
    }),
    listMemberSessions: async ({ params, query }, { principal }) =>
      inPages('sessions', await listMemberSessions(services, principal, params.userId), query, ({ id }) => id),
    endMemberSessions: async ({ params, query }, context) => {
      const ended = await endMemberSessions(services, context, { userId: params.userId, sessionId: query.id });
      return { ...success, ended };
    },
  } satisfies Partial<Handlers>;
}
