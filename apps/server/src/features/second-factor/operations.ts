import type { FactorDependencies } from './factors.ts';
import {
  disableTwoFactor,
  enableTwoFactor,
  getTwoFactor,
  renewRecoveryCodes,
  setUpTwoFactor,
} from './authenticator-app.ts';
import { addPasskey, listPasskeys, passkeyRegistrationOptions, removePasskey, renamePasskey } from './passkeys.ts';
import { listSuspendedFactors, removeSuspendedFactor, restoreSuspendedFactor } from './suspended.ts';
import {
  challengePasskey,
  finishWithCode,
  loginWithPasskey,
  passkeyLoginOptions,
  provePasskey,
  stepUp,
} from './prove.ts';
import { resetMemberTwoFactor } from './reset-member.ts';
import { beginSession, type NewSession } from '../accounts/index.ts';
import type { Proved } from './prove.ts';
import type { Effects, Handlers } from '../../platform/invoke/operations.ts';
import type { LoginStepPrincipal, RequestContext, UserPrincipal } from '../../platform/principal.ts';
import { inPages } from '../../platform/paging.ts';

const success = { success: true } as const;

export type Services = FactorDependencies;

function finish(session: NewSession, effects: Effects) {
  effects.setLoginStep(undefined);
  return beginSession(session, effects);
}

type Asked = RequestContext<LoginStepPrincipal> | RequestContext<UserPrincipal>;
const isStep = (
  context: RequestContext<LoginStepPrincipal | UserPrincipal>,
): context is Extract<Asked, RequestContext<LoginStepPrincipal>> => context.principal.kind === 'login-step';

export function operations(services: Services) {
  const elevateSession = ({ token, validUntil }: Proved, { setSession }: Effects) => {
    setSession(token);
    return { ...success, valid_until: validUntil };
  };
  return {
    stepUp: async ({ body }, context, effects) => elevateSession(await stepUp(services, context, body), effects),
    getTwoFactor: async (_input, { principal }) => ({ twoFactor: await getTwoFactor(services, principal) }),
    setUpTwoFactor: async (_input, context) => ({ ...success, ...(await setUpTwoFactor(services, context)) }),
    verifyTwoFactor: async ({ body }, context, effects) => {
      if (isStep(context)) return finish(await finishWithCode(services, context, body), effects);
      const { token, recoveryCodes } = await enableTwoFactor(services, context as RequestContext<UserPrincipal>, body);
      effects.setSession(token);
      return { ...success, ...(recoveryCodes && { recoveryCodes }) };
    },
    disableTwoFactor: async (_input, context) => {
      await disableTwoFactor(services, context);
      return success;
    },
    renewRecoveryCodes: async (_input, context) => ({
      ...success,
      recoveryCodes: await renewRecoveryCodes(services, context),
    }),
    challengePasskey: async (_input, context) => ({ options: await challengePasskey(services, context) }),
    provePasskey: async ({ body }, context, effects) => {
      const proved = await provePasskey(services, context, body);
      if ('session' in proved) return finish(proved.session, effects);
      return elevateSession(proved, effects);
    },
    passkeyLoginOptions: async (_input, context) => ({ options: await passkeyLoginOptions(services, context) }),
    loginWithPasskey: async ({ body }, context, effects) =>
      finish(await loginWithPasskey(services, context, body), effects),
    passkeyRegistrationOptions: async (_input, context) => ({
      options: await passkeyRegistrationOptions(services, context),
    }),
    addPasskey: async ({ body }, context, { setSession }) => {
      const { token, passkey, recoveryCodes } = await addPasskey(services, context, body);
      setSession(token);
      return { ...success, passkey, ...(recoveryCodes && { recoveryCodes }) };
    },
    listPasskeys: async ({ query }, { principal }) =>
      inPages('passkeys', await listPasskeys(services, principal), query, ({ id }) => id),
    renamePasskey: async ({ params, body }, context) => ({
      ...success,
      passkey: await renamePasskey(services, context, params.passkeyId, body),
    }),
    removePasskey: async ({ params }, context) => {
      await removePasskey(services, context, params.passkeyId);
      return success;
    },
    listSuspendedFactors: async ({ query }, { principal }) =>
      inPages('suspended', await listSuspendedFactors(services, principal), query, ({ id }) => id),
    restoreSuspendedFactor: async ({ params }, context, { setSession }) => {
      const { token, recoveryCodes } = await restoreSuspendedFactor(services, context, params.suspendedId);
      if (token !== undefined) setSession(token);
      return { ...success, ...(recoveryCodes && { recoveryCodes }) };
    },
    removeSuspendedFactor: async ({ params }, context) => {
      await removeSuspendedFactor(services, context, params.suspendedId);
      return success;
    },
    resetMemberTwoFactor: async ({ params }, context) => {
      await resetMemberTwoFactor(services, context, params.userId);
      return success;
    },
  } satisfies Partial<Handlers>;
}
