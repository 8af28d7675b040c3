import type { KeyUsage } from '../../platform/limits/usage.ts';
import { getKeyUsage } from './key-usage.ts';
import { listKeyRequests, type RequestLog } from './request-log.ts';
import { createApiKey, handOverApiKey, listApiKeys, revokeApiKey, rotateApiKey } from './api-keys.ts';
import type { Handlers } from '../../platform/invoke/operations.ts';
import { confirmDevice, type DeviceServices, finishDevice, reviewDevice, startDevice } from './device.ts';
import { inPages } from '../../platform/paging.ts';

const success = { success: true } as const;

export type Services = DeviceServices & { keyUsage: KeyUsage; requestLog: RequestLog };

export function operations(services: Services) {
  const { uow } = services;
  return {
    listApiKeys: async ({ query }, { principal }) =>
      inPages('apiKeys', await listApiKeys(uow, principal), query, ({ id }) => id),
    getApiKeyUsage: async ({ params, query }, { principal }) => ({
      usage: await getKeyUsage(services, principal, params.keyId, query.hours),
    }),
    listApiKeyRequests: ({ params, query }, { principal }) => listKeyRequests(services, principal, params.keyId, query),
    startDeviceSignIn: ({ body }, context) => startDevice(services, context, body),
    finishDeviceSignIn: async ({ body }) => ({ ...success, apiKey: await finishDevice(services, body.device_code) }),
    reviewDeviceSignIn: ({ body }, context) => reviewDevice(services, context, body.userCode),
    confirmDeviceSignIn: async ({ body }, context) => {
      await confirmDevice(services, context, body);
      return success;
    },
    createApiKey: async ({ body }, context) => ({ ...success, apiKey: await createApiKey(uow, context, body) }),
    revokeApiKey: async ({ query }, context) => {
      await revokeApiKey(uow, context, query.id);
      return success;
    },
    rotateApiKey: async ({ params, body }, context) => {
      const apiKey = await rotateApiKey(uow, context, params.keyId, body);
      return { ...success, apiKey };
    },
    handOverApiKey: async ({ params, body }, context) => {
      const apiKey = await handOverApiKey(uow, context, params.keyId, body.userId);
      return { ...success, apiKey };
    },
  } satisfies Partial<Handlers>;
}
