import type { Feature } from '../../platform/feature.ts';
import { operations, type Services } from './operations.ts';
import { sealedColumns } from './sealed-columns.ts';

export const secondFactor = {
  name: 'second-factor',
  operations,
  sealedColumns,
} satisfies Feature<Services>;
