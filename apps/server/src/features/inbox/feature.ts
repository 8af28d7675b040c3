import type { Feature } from '../../platform/feature.ts';
import { operations, type Services } from './operations.ts';

export const inbox = {
  name: 'inbox',
  operations,
} satisfies Feature<Services>;
