import type { Feature } from '../../platform/feature.ts';
import { routes, type Services } from './routes.ts';
import { sealedColumns } from './sealed-columns.ts';

export const authority = {
  name: 'authority',
  routes,
  sealedColumns,
} satisfies Feature<Services>;
