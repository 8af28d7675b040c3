import type { Feature } from '../../platform/feature.ts';
import { operations, type Services } from './operations.ts';

export const templates = {
  name: 'templates',
  operations,
} satisfies Feature<Services>;
