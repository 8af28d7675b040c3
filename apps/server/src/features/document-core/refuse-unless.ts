import { AppError } from '../../platform/errors.ts';
import type { Decision } from './domain.ts';

export function refuseUnless(decision: Decision): void {
  if (decision.refused !== undefined) throw new AppError(decision.refused, decision.details);
}
