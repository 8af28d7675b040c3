import type { Feature } from '../../platform/feature.ts';
import { operations, type Services } from './operations.ts';
import { continuations, reactions } from './reactions.ts';

export const completion = {
  name: 'completion',
  operations,
  reactions,
  continuations,
} satisfies Feature<Services>;
