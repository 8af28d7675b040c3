import type { Feature } from '../../platform/feature.ts';
import { operations, type Services } from './operations.ts';

export const secondFactor = {
  name: 'second-factor',
  operations,
} satisfies Feature<Services>;
