import type { Feature } from '../../platform/feature.ts';
import { operations, type Services } from './operations.ts';

export const storage = {
  name: 'storage',
  operations,
} satisfies Feature<Services>;
