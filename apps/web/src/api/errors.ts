import { ApiError, type ReceivedFault } from '@countersign/client';
import { errorIn, faultIn } from './language.ts';
import { m } from './texts.ts';

/** Returns the first error of each field, for a form. Errors of fields that are not in `fields` are omitted. */
export function faultsByField(error: unknown, fields: readonly string[]): Record<string, string> {
  if (!(error instanceof ApiError)) return {};
  const found: Record<string, string> = {};
  for (const fault of error.faults) {
    if (fields.includes(fault.field)) found[fault.field] ??= faultText(fault);
  }
  return found;
}

/** Converts a message to a sentence. The contract's messages start in lower case, such as "must not be empty". */
export function sentence(message: string): string {
  const text = message.charAt(0).toUpperCase() + message.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** Returns the sentence for an input error: in the app's language, or else the server's English sentence. */
export const faultText = (fault: ReceivedFault): string => faultIn(fault) ?? sentence(fault.message);

/** Explains an error: what happened, which data was kept, and what to do next. */
export type Explanation = { title: string; detail: string; requestId: string | null };

function waitOf(seconds: number | null): string {
  if (seconds === null) return m.errors.inMoment;
  return seconds < 120 ? m.errors.inSeconds(seconds) : m.errors.inMinutes(Math.ceil(seconds / 60));
}

function explainApi(error: ApiError): Explanation {
  const { requestId } = error;
  const said = errorIn(error.code) ?? sentence(error.message);
  const inSeconds = waitOf(error.retryAfter);
  switch (true) {
    case error.isOutcomeUnknown:
      return {
        title: error.code === 'NETWORK' ? m.errors.serverCannotBeReached : m.errors.noAnswer,
        detail: m.errors.outcomeUnknown,
        requestId,
      };
    case error.code === 'NETWORK' || error.code === 'TIMEOUT':
      return {
        title: m.errors.serverCannotBeReached,
        detail: m.errors.connectionOrServerDown,
        requestId,
      };
    case error.status === 401 && error.code === 'UNAUTHORIZED':
      return {
        title: m.errors.signedOut,
        detail: m.errors.sessionEnded,
        requestId,
      };
    case error.status === 403 && error.code !== 'PLAN_REQUIRED':
      return { title: m.errors.doNotHavePermission, detail: said, requestId: null };
    case error.status === 404:
      return {
        title: m.errors.notFound,
        detail: m.errors.mayHaveBeenDeleted(said),
        requestId: null,
      };
    case error.status === 422:
      return {
        title: m.errors.somethingNeedsCorrecting,
        detail: error.faults[0] === undefined ? sentence(error.message) : faultText(error.faults[0]),
        requestId: null,
      };
    case error.code === 'TOO_MANY_ATTEMPTS':
      return {
        title: m.errors.tooManyAttempts,
        detail: m.errors.enteredWrongValueTooOften(inSeconds),
        requestId: null,
      };
    case error.code === 'PLAN_REQUIRED':
      return { title: m.errors.notPartOfPlan, detail: said, requestId: null };
    case error.status === 410:
      return { title: m.errors.linkNoLongerWorks, detail: said, requestId: null };
    case error.status === 429:
      return { title: m.errors.tooManyRequests, detail: m.errors.nothingChanged(inSeconds), requestId };
    case error.status === 503:
      return {
        title: m.errors.temporarilyUnavailable,
        detail: m.errors.tryAgain(said, inSeconds),
        requestId,
      };
    case error.status >= 500 || error.code === 'UNREADABLE_ANSWER':
      return {
        title: m.errors.somethingWentWrongOnServer,
        detail: m.errors.savedDataSafe,
        requestId,
      };
    default:
      return { title: m.errors.didNotWork, detail: said, requestId: null };
  }
}

/** Browser errors related to passkeys, by name (Web Authentication Level 3, §5.1.3 and §5.1.4). */
const PASSKEY_FAULTS: Record<string, string> = {
  NotAllowedError: m.errors.canceledOrTookTooLong,
  AbortError: m.errors.canceled,
  InvalidStateError: m.errors.deviceOrPasswordManagerAlready,
  SecurityError: m.errors.passkeysDoNotWork,
  NotSupportedError: m.errors.browserOrDeviceCannotCreate,
};

/** Explains any error to a person. The request ID is shown only if the server is at fault. */
export function explain(error: unknown): Explanation {
  if (error instanceof ApiError) return explainApi(error);
  const passkey = error instanceof Error ? PASSKEY_FAULTS[error.name] : undefined;
  if (passkey !== undefined) return { title: m.errors.passkeyNotUsed, detail: passkey, requestId: null };
  return {
    title: m.errors.pageHasProblem,
    detail: m.errors.documentsSafeOnServer,
    requestId: null,
  };
}
