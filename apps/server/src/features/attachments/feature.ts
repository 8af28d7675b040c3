import type { Feature } from '../../platform/feature.ts';
import { operations, type Services } from './operations.ts';

export const attachments = {
  name: 'attachments',
  operations,
} satisfies Feature<Services>;
