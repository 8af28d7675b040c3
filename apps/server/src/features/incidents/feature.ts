import type { Feature } from '../../platform/feature.ts';
import { operations, type Services } from './operations.ts';

export const incidents = {
  name: 'incidents',
  operations,
} satisfies Feature<Services>;
