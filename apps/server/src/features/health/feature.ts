import type { Feature } from '../../platform/feature.ts';
import { type HealthDependencies, operations } from './operations.ts';

export const health = {
  name: 'health',
  operations,
} satisfies Feature<HealthDependencies>;
