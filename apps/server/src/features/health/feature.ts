import type { Feature } from '../../platform/feature.ts';
import { type HealthDependencies, operations } from './operations.ts';
import { routes, type RouteServices } from './routes.ts';

export const health = {
  name: 'health',
  operations,
  routes,
} satisfies Feature<HealthDependencies & RouteServices>;
