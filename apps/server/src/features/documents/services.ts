import { LIMITS } from '@countersign/contract';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { TotalCache } from './total-cache.ts';

/** Caches the number of documents in a list. */
export const documentServices = ({ uow }: { uow: UnitOfWork }): { totals: TotalCache } => ({
  totals: new TotalCache(uow, LIMITS.exactTotal + 1),
});
