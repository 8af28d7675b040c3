import { LIMITS } from '@countersign/contract';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { TotalCache } from './total-cache.ts';

export const documentServices = ({ uow }: { uow: UnitOfWork }): { totals: TotalCache } => ({
  totals: new TotalCache(uow, LIMITS.exactTotal + 1),
});
