/** Where the payment provider sends its events. */
import { AppError } from '../../platform/errors.ts';
import type { Route, RouteRequest } from '../../platform/invoke/route.ts';
import type { Clock } from '../../platform/ports/clock.ts';
import { type BillingDependencies, noteEvent } from './sync.ts';

export type RouteServices = BillingDependencies & { clock: Clock };

/** An event of a subscription has some kilobytes. */
const BODY = { types: ['application/json'], maxBytes: 512 * 1024 };
const NONE = new Uint8Array();

export function routes(services: RouteServices): Route[] {
  const { payments, clock } = services;
  if (!payments) return [];
  const eventOf = (request: RouteRequest) =>
    payments.readEvent(request.body ?? NONE, request.header('stripe-signature') ?? '', clock.now());
  return [
    {
      method: 'POST',
      path: '/api/webhooks/stripe',
      // Signed ones come in numbers from few addresses; anything else is a stranger's.
      rate: (request) => (eventOf(request) ? 'open' : 'address'),
      body: BODY,
      handle: async (request) => {
        const event = eventOf(request);
        if (!event) throw new AppError('INVALID_SIGNATURE');
        if (event.customer !== null) await noteEvent(services, event.customer);
        return { type: 'application/json; charset=utf-8', body: '{"received":true}' };
      },
    },
  ];
}
