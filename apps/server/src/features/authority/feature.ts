import type { Feature } from '../../platform/feature.ts';
import { routes, type Services } from './routes.ts';

export const authority = {
  name: 'authority',
  routes,
} satisfies Feature<Services>;
