import type { Feature } from '../../platform/feature.ts';
import { operations, type Services } from './operations.ts';

export const organizations = {
  name: 'organizations',
  operations,
} satisfies Feature<Services>;
