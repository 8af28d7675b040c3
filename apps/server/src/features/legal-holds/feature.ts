import type { Feature } from '../../platform/feature.ts';
import { operations, type Services } from './operations.ts';

export const legalHolds = {
  name: 'legal-holds',
  operations,
} satisfies Feature<Services>;
