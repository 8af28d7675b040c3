import type { SsoDependencies } from './dependencies.ts';
import { confirmSingleSignOn } from './confirm.ts';
import { discoverSingleSignOn } from './discover.ts';
import { addDomain, listDomains, removeDomain, verifyDomain } from './domains.ts';
import { decidePendingLogin, getPendingLogin } from './pending.ts';
import { deleteSingleSignOn, getSingleSignOn, setSingleSignOn, testSingleSignOn } from './settings.ts';
import type { Handlers } from '../../platform/invoke/operations.ts';
import { inPages } from '../../platform/paging.ts';

const success = { success: true } as const;

export type Services = { sso: SsoDependencies };

export function operations(services: Services) {
  const { sso } = services;
  return {
    getSingleSignOn: (_input, context) => getSingleSignOn(sso, context),
    setSingleSignOn: async ({ body }, context) => {
      const set = await setSingleSignOn(sso, context, body);
      return { ...success, single_sign_on: set };
    },
    deleteSingleSignOn: async (_input, context) => {
      await deleteSingleSignOn(sso, context);
      return success;
    },
    testSingleSignOn: (_input, context) => testSingleSignOn(sso, context),
    listDomains: async ({ query }, context) =>
      inPages('domains', await listDomains(sso, context), query, ({ id }) => id),
    addDomain: async ({ body }, context) => ({ ...success, domain: await addDomain(sso, context, body) }),
    verifyDomain: async ({ params }, context) => ({
      ...success,
      domain: await verifyDomain(sso, context, params.domainId),
    }),
    removeDomain: async ({ params }, context) => {
      await removeDomain(sso, context, params.domainId);
      return success;
    },
    discoverSingleSignOn: async ({ body }, context) => ({
      url: await discoverSingleSignOn(sso, context.baseUrl, body),
    }),
    getPendingLogin: async (_input, context) => ({ pending: await getPendingLogin(sso, context) }),
    decidePendingLogin: async ({ body }, context, { setSession, setPendingLogin }) => {
      const { token, to } = await decidePendingLogin(sso, context, body);
      setPendingLogin(undefined);
      if (token !== undefined) setSession(token);
      return { ...success, to };
    },
    confirmSingleSignOn: async ({ body }, context, { setSession, setDevice }) => {
      const { token, device, view } = await confirmSingleSignOn(sso, context, body);
      setSession(token);
      setDevice(device);
      return { ...success, session: view };
    },
  } satisfies Partial<Handlers>;
}
