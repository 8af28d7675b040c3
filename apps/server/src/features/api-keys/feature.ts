import type { Feature } from '../../platform/feature.ts';
import { operations, type Services } from './operations.ts';

export const apiKeys = {
  name: 'api-keys',
  operations,
} satisfies Feature<Services>;
