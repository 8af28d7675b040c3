import type { Feature } from '../../platform/feature.ts';
import { operations, type Services } from './operations.ts';

export const health = {
  name: 'health',
  operations,
} satisfies Feature<Services>;
