import type { Feature } from '../../platform/feature.ts';
import { operations, type Services } from './operations.ts';

export const retention = {
  name: 'retention',
  operations,
} satisfies Feature<Services>;
