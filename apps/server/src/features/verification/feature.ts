import type { Feature } from '../../platform/feature.ts';
import { operations, type Services } from './operations.ts';

export const verification = {
  name: 'verification',
  operations,
} satisfies Feature<Services>;
