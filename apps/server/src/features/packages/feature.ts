import type { Feature } from '../../platform/feature.ts';
import { operations, type Services } from './operations.ts';

export const packages = {
  name: 'packages',
  operations,
} satisfies Feature<Services>;
