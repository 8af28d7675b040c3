/** Returns the errors of an operation: its errors in the contract, and the errors of every call. */
import { type ErrorCode, type Operation, takesIdempotencyKey } from '@countersign/contract';

/** Lists each error once, starting with the operation's own. */
export function errorsOf(operation: Operation): ReadonlySet<ErrorCode> {
  const guarded = operation.credentials.some((credential) => credential === 'public' || credential === 'file-link')
    ? []
    : (['UNAUTHORIZED', 'FORBIDDEN'] as const);
  const judged =
    operation.credentials.includes('session') && operation.withoutSecondFactor !== true
      ? (['TWO_FACTOR_REQUIRED'] as const)
      : [];
  const placed =
    operation.credentials.some((one) => one === 'session' || one === 'api-key') &&
    operation.withoutSecondFactor !== true
      ? (['NETWORK_NOT_ALLOWED'] as const)
      : [];
  const proved = operation.stepUp === undefined ? [] : (['STEP_UP_REQUIRED'] as const);
  const counted = operation.rate === 'none' ? [] : (['RATE_LIMIT_EXCEEDED'] as const);
  const sized = operation.body?.kind === 'json' ? (['BODY_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const) : [];
  const repeated = takesIdempotencyKey(operation) ? (['IDEMPOTENCY_KEY_IN_USE'] as const) : [];
  const changing = operation.method === 'GET' ? [] : (['OUTCOME_UNKNOWN'] as const);
  const broken = ['INTERNAL_ERROR', 'SERVICE_UNAVAILABLE', ...changing] as const;
  return new Set([
    ...operation.errors,
    'REQUEST_BLOCKED',
    ...guarded,
    ...judged,
    ...placed,
    ...proved,
    ...counted,
    ...sized,
    ...repeated,
    ...broken,
  ]);
}
