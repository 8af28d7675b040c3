import type { Feature } from '../../platform/feature.ts';
import { operations, type Services } from './operations.ts';

export const sandbox = {
  name: 'sandbox',
  operations,
} satisfies Feature<Services>;
