import type { Feature } from '../../platform/feature.ts';
import { operations, type Services } from './operations.ts';

export const accounts = {
  name: 'accounts',
  operations,
} satisfies Feature<Services>;
