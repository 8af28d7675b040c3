import { AppError } from '../../platform/errors.ts';
import type { Decision } from './domain.ts';

/** Throws the error, with its details, if a decision refuses. */
export function refuseUnless(decision: Decision): void {
  if (decision.refused !== undefined) throw new AppError(decision.refused, decision.details);
}
