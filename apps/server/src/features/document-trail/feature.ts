import type { Feature } from '../../platform/feature.ts';
import { operations, type Services } from './operations.ts';

export const trail = {
  name: 'document-trail',
  operations,
} satisfies Feature<Services>;
