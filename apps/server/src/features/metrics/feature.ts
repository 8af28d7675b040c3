import type { Feature } from '../../platform/feature.ts';
import { routes, type Services } from './routes.ts';

export const metrics = {
  name: 'metrics',
  routes,
} satisfies Feature<Services>;
