import type { Feature } from '../../platform/feature.ts';
import { operations, type Services } from './operations.ts';

export const trail = {
  name: 'trail',
  operations,
} satisfies Feature<Services>;
