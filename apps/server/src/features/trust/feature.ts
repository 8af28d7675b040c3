import type { Feature } from '../../platform/feature.ts';
import { operations, type Services } from './operations.ts';

export const trust = {
  name: 'trust',
  operations,
} satisfies Feature<Services>;
