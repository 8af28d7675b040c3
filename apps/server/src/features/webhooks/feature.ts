import type { Feature } from '../../platform/feature.ts';
import { operations, type Services } from './operations.ts';
import { continuations } from './reactions.ts';

export const webhooks = {
  name: 'webhooks',
  operations,
  continuations,
} satisfies Feature<Services>;
