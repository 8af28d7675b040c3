/** The webhook for events of the payment provider. */
import { AppError } from '../../platform/errors.ts';
import type { Route, RouteRequest } from '../../platform/invoke/route.ts';
import type { Clock } from '../../platform/ports/clock.ts';
import { type BillingDependencies, noteEvent } from './sync.ts';

export type RouteServices = BillingDependencies & { clock: Clock };

/** A subscription event is a few kilobytes long. */
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
      // The provider sends many signed events from a few addresses. Unsigned requests are limited per address.
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
