import { AppError } from '../../platform/errors.ts';
import type { Decision } from './domain.ts';

/** Throws the decision's error with its details if the decision is a refusal. */
export function refuseUnless(decision: Decision): void {
  if (decision.refused !== undefined) throw new AppError(decision.refused, decision.details);
}
