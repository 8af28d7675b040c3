import type { Feature } from '../../platform/feature.ts';
import { operations, type Services } from './operations.ts';
import { routes } from './routes.ts';

export const notifications = {
  name: 'notifications',
  operations,
  routes,
} satisfies Feature<Services>;
