/** Sets the rate limit headers of every response, and counts requests that reach no handler. */
import type { Environment } from '@countersign/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Invoker } from '../../platform/invoke/invoke.ts';
import type { RateState } from '../../platform/limits/limits.ts';
import { presentedBy } from './credentials.ts';

/** Returns the customary headers, and the headers of draft-ietf-httpapi-ratelimit-headers-11 (§3, §4). */
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
  // Fastify requires an interface here.
  interface FastifyRequest {
    /**
     * True if the request reached a handler. Such requests are counted by the handler, or are deliberately not counted.
     */
    isReached: boolean;
  }
}

export function markReached(request: FastifyRequest): void {
  request.isReached = true;
}

export const environmentOf = ({ url }: FastifyRequest): Environment =>
  /^\/sandbox(\/|$)/.test(url) ? 'sandbox' : 'live';

type Counting = { invoker: Pick<Invoker, 'countElsewhere'>; baseUrl: () => string };

/**
 * Counts requests that reached no handler: unknown addresses, unsupported methods, unreadable bodies. Throws
 * RATE_LIMIT_EXCEEDED.
 */
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
