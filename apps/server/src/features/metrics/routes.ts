/** Serves `/metrics` on the main port, but only if the operator has set a token. */
import { AppError } from '../../platform/errors.ts';
import type { Route } from '../../platform/invoke/route.ts';
import type { Metrics } from '../../platform/ports/metrics.ts';
import { isMetricsToken } from './access.ts';

export type Services = { metrics: Metrics | undefined; metricsToken: Uint8Array | undefined };

export const routes = ({ metrics, metricsToken }: Services): Route[] =>
  metrics === undefined || metricsToken === undefined
    ? []
    : [
        {
          method: 'GET',
          path: '/metrics',
          // Requests for metrics are never refused under load, because that is when metrics matter most.
          work: 'none',
          // Guessing the token uses up the rate limit of the network address.
          rate: ({ header }) => (isMetricsToken(header('authorization'), metricsToken) ? 'open' : 'address'),
          handle: async ({ header }) => {
            // Clients without the token get the same response as for an unknown URL.
            if (!isMetricsToken(header('authorization'), metricsToken)) throw new AppError('NOT_FOUND');
            return { type: metrics.contentType, body: await metrics.text() };
          },
        },
      ];
