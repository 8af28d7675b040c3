import type { Feature } from '../../platform/feature.ts';
import { operations, type Services } from './operations.ts';

export const signing = {
  name: 'signing',
  operations,
} satisfies Feature<Services>;
