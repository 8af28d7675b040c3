/** How a caller's budget is told on every answer, and what is counted that no handler counts. */
import type { Environment } from '@countersign/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Invoker } from '../../platform/invoke/invoke.ts';
import type { RateState } from '../../platform/limits/limits.ts';
import { presentedBy } from './credentials.ts';

/** The customary fields, and those of draft-ietf-httpapi-ratelimit-headers-11 (§3, §4). */
export function rateHeaders({
  policy,
  limit,
  remaining,
  reset,
  resetAfter,
}: RateState): Record<string, string | number> {
  return {
    'x-ratelimit-limit': limit,
    'x-ratelimit-remaining': remaining,
    'x-ratelimit-reset': reset,
    'ratelimit-policy': `"${policy}";q=${limit};w=3600`,
    ratelimit: `"${policy}";r=${remaining};t=${resetAfter}`,
  };
}

export function setRateHeaders(reply: FastifyReply, state: RateState): void {
  void reply.headers(rateHeaders(state));
}

export const hasRateHeaders = (reply: FastifyReply): boolean => reply.hasHeader('x-ratelimit-limit');

declare module 'fastify' {
  // An interface is what Fastify extends here.
  interface FastifyRequest {
    /** It came to a handler, which counts it or says why not. */
    isReached: boolean;
  }
}

export function markReached(request: FastifyRequest): void {
  request.isReached = true;
}

export const environmentOf = ({ url }: FastifyRequest): Environment =>
  /^\/sandbox(\/|$)/.test(url) ? 'sandbox' : 'live';

type Counting = { invoker: Pick<Invoker, 'countElsewhere'>; baseUrl: () => string };

/** Counts what came to no handler: unknown addresses, methods that they do not take, bodies that cannot be read. Throws RATE_LIMIT_EXCEEDED. */
export async function countUnreached(
  { invoker, baseUrl }: Counting,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  if (request.isReached) return;
  markReached(request);
  await invoker.countElsewhere(presentedBy(request, baseUrl()), environmentOf(request), (state) =>
    setRateHeaders(reply, state),
  );
}
