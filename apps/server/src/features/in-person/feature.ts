import type { Feature } from '../../platform/feature.ts';
import { operations, type Services } from './operations.ts';

export const inPerson = {
  name: 'in-person',
  operations,
} satisfies Feature<Services>;
