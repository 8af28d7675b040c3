import type { Feature } from '../../platform/feature.ts';
import type { EraseDependencies } from './erase-trash.ts';
import { erasures } from './erasures.ts';
import { operations, type Services } from './operations.ts';

export const documents = {
  name: 'documents',
  operations,
  erasures,
} satisfies Feature<Services & EraseDependencies>;
