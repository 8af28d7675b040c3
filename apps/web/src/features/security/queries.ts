/** The queries of this feature, with their keys and cache times. */
import { queryOptions } from '@tanstack/react-query';
import type { AnswerOf } from '@countersign/client';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';

export type Profile = AnswerOf<'getProfile'>['profile'];
export type TwoFactor = AnswerOf<'getTwoFactor'>['twoFactor'];
export type Suspended = AnswerOf<'listSuspendedFactors'>['suspended'][number];
export type Passkey = AnswerOf<'listPasskeys'>['passkeys'][number];

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }) => (await call(api.listSessions, {}, signal)).sessions,
});

export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: async ({ signal }) => (await call(api.listPasskeys, {}, signal)).passkeys,
});

export const suspendedQuery = queryOptions({
  queryKey: ['suspended'],
  queryFn: async ({ signal }) => (await call(api.listSuspendedFactors, {}, signal)).suspended,
});
