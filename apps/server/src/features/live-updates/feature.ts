import type { Feature } from '../../platform/feature.ts';
import { operations, type Services } from './operations.ts';

export const liveUpdates = {
  name: 'live-updates',
  operations,
} satisfies Feature<Services>;
