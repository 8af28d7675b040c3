import type { Feature } from '../../platform/feature.ts';
import { auditActions } from './audit-actions.ts';
import { operations, type Services } from './operations.ts';
import { sealedColumns } from './sealed-columns.ts';

export const secondFactor = {
  name: 'second-factor',
  auditActions,
  operations,
  sealedColumns,
} satisfies Feature<Services>;
