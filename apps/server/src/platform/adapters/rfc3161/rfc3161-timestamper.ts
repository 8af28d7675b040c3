/** An external time-stamping authority over HTTP (RFC 3161 §3.4). */
import { type Certificate, requestTimestamp } from '@countersign/pki';
import type { Clock } from '../../ports/clock.ts';
import type { Timestamper } from '../../ports/timestamper.ts';

export type Rfc3161Options = {
  url: URL;
  policy?: string | undefined;
  timeoutMs: number;
  maxTokenBytes: number;
  trust: { anchors: readonly Certificate[]; certificates: readonly Certificate[] };
  clock: Clock;
};

/** The maximum clock skew of a time-stamping authority. A time-stamp from a clock with a larger skew proves nothing. */
const CLOCK_TOLERANCE_MS = 5 * 60 * 1000;

/** The name consists of host and path, so that user and password in the address stay out of logs. */
export function rfc3161Timestamper({ url, policy, clock, ...rest }: Rfc3161Options): Timestamper {
  const name = `${url.host}${url.pathname === '/' ? '' : url.pathname}`;
  return {
    name,
    stamp: async (imprint) => {
      const { token, path } = await requestTimestamp({
        url,
        imprint,
        ...rest,
        ...(policy === undefined ? {} : { policy }),
        clock: { now: () => clock.now(), toleranceMs: CLOCK_TOLERANCE_MS },
      });
      return { token, authority: name, path };
    },
  };
}
