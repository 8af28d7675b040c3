import type { Feature } from '../../platform/feature.ts';
import { auditActions } from './audit-actions.ts';
import { operations, type Services } from './operations.ts';

export const packages = {
  name: 'packages',
  auditActions,
  operations,
} satisfies Feature<Services>;
