import type { Feature } from '../../platform/feature.ts';
import { operations, type Services } from './operations.ts';
import { type RouteServices, routes } from './routes.ts';

export const singleSignOn = {
  name: 'single-sign-on',
  operations,
  routes,
} satisfies Feature<Services & RouteServices>;
