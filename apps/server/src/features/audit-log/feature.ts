import type { Feature } from '../../platform/feature.ts';
import { operations, type Services } from './operations.ts';

export const auditLog = {
  name: 'audit-log',
  operations,
} satisfies Feature<Services>;
