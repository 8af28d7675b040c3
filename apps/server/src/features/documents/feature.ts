import type { Feature } from '../../platform/feature.ts';
import { operations, type Services } from './operations.ts';

export const documents = {
  name: 'documents',
  operations,
} satisfies Feature<Services>;
