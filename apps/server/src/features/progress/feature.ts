import type { Feature } from '../../platform/feature.ts';
import { operations, type Services } from './operations.ts';
import { routes } from './routes.ts';

export const progress = {
  name: 'progress',
  operations,
  routes,
} satisfies Feature<Services>;
