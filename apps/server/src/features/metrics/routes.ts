/** `/metrics` among the other addresses, only where the operator has set a token. */
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
          // It is asked for most when there is too much to do.
          work: 'none',
          // Whoever guesses at the token spends the budget of their address.
          rate: ({ header }) => (isMetricsToken(header('authorization'), metricsToken) ? 'open' : 'address'),
          handle: async ({ header }) => {
            // Whoever may not read them learns of no metrics.
            if (!isMetricsToken(header('authorization'), metricsToken)) throw new AppError('NOT_FOUND');
            return { type: metrics.contentType, body: await metrics.text() };
          },
        },
      ];
