import type { Feature } from '../../platform/feature.ts';
import { operations, type Services } from './operations.ts';

export const webhooks = {
  name: 'webhooks',
  operations,
} satisfies Feature<Services>;
