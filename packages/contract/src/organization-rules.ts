/** The access rules for operations on an organization. */
import { z } from 'zod';
import { json } from './operation.ts';
import { idParam } from './path-params.ts';

export const success = z.object({ success: z.literal(true) });
export const done = { status: 200, body: json(success) } as const;
export const tag = 'Organizations';
/**
 * Operations on personal data, such as listing the caller's organizations, and operations that require an owner with a
 * password.
 */
export const own = { tag, credentials: ['session'], rate: 'credential', environment: 'live' } as const;
/**
 * Administration by a person, or by an API key with the required scope. These operations are available only in the live
 * environment, because a sandbox key must not reach the organization's real members.
 */
export const administers = {
  tag,
  credentials: ['session', 'api-key'],
  role: 'admin',
  scope: 'admin',
  rate: 'credential',
  environment: 'live',
} as const;

export const memberPath = {
  path: '/api/organization/members/:userId',
  params: z.object({ userId: idParam('user', 'MEMBER_NOT_FOUND') }),
} as const;
