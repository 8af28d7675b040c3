import { ApiError } from '@countersign/client';

/** The first fault of each field, for a form. Faults of fields that are not in `fields` are left out. */
export function faultsByField(error: unknown, fields: readonly string[]): Record<string, string> {
  if (!(error instanceof ApiError)) return {};
  const found: Record<string, string> = {};
  for (const fault of error.faults) {
    if (fields.includes(fault.field)) found[fault.field] ??= sentence(fault.message);
  }
  return found;
}

/** The contract's messages start in lower case ("must not be empty"); a form shows them as sentences. */
function sentence(message: string): string {
  const text = message.charAt(0).toUpperCase() + message.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** The event, the kept data, and the next step. */
export type Explanation = { title: string; detail: string; requestId: string | null };

function waitOf(seconds: number | null): string {
  if (seconds === null) return 'in a moment';
  return seconds < 120 ? `in ${seconds} seconds` : `in ${Math.ceil(seconds / 60)} minutes`;
}

function explainApi(error: ApiError): Explanation {
  const { requestId } = error;
  const inSeconds = waitOf(error.retryAfter);
  switch (true) {
    case error.code === 'NETWORK' || error.code === 'TIMEOUT':
      return {
        title: 'The server cannot be reached',
        detail:
          'Your connection or the server is down. Nothing was changed, and your input is still here. Try again in a moment.',
        requestId,
      };
    case error.status === 401 && error.code === 'UNAUTHORIZED':
      return {
        title: 'You are signed out',
        detail: 'Your session ended. Sign in again to continue.',
        requestId,
      };
    case error.status === 403 && error.code !== 'PLAN_REQUIRED':
      return { title: 'You do not have permission', detail: sentence(error.message), requestId: null };
    case error.status === 404:
      return {
        title: 'Not found',
        detail: `${sentence(error.message)} It may have been deleted, or it belongs to another organization.`,
        requestId: null,
      };
    case error.status === 422:
      return {
        title: 'Something needs correcting',
        detail: sentence(error.faults[0]?.message ?? error.message),
        requestId: null,
      };
    case error.code === 'TOO_MANY_ATTEMPTS':
      return {
        title: 'Too many attempts',
        detail: `You entered a wrong value too often. Try again ${inSeconds}.`,
        requestId: null,
      };
    case error.code === 'PLAN_REQUIRED':
      return { title: 'Not part of your plan', detail: sentence(error.message), requestId: null };
    case error.status === 410:
      return { title: 'This link no longer works', detail: sentence(error.message), requestId: null };
    case error.status === 429:
      return { title: 'Too many requests', detail: `Nothing was changed. Try again ${inSeconds}.`, requestId };
    case error.status === 503:
      return {
        title: 'Temporarily unavailable',
        detail: `${sentence(error.message)} Try again ${inSeconds}.`,
        requestId,
      };
    case error.status >= 500 || error.code === 'UNREADABLE_ANSWER':
      return {
        title: 'Something went wrong on the server',
        detail: 'Your saved data is safe. Try again. If it happens again, send your administrator the request id.',
        requestId,
      };
    default:
      return { title: 'This did not work', detail: sentence(error.message), requestId: null };
  }
}

/** Browser errors with passkeys, by name (Web Authentication Level 3, §5.1.3 and §5.1.4). */
const PASSKEY_FAULTS: Record<string, string> = {
  NotAllowedError: 'It was canceled or took too long. Try again, or use another method.',
  AbortError: 'It was canceled. Try again, or use another method.',
  InvalidStateError: 'This device or password manager already has a passkey for your account.',
  SecurityError: 'Passkeys do not work at this address. Open Countersign by its host name over HTTPS.',
  NotSupportedError: 'This browser or device cannot create a suitable passkey.',
};

/** Explains any error to a person. Shows the request id only if the server is at fault. */
export function explain(error: unknown): Explanation {
  if (error instanceof ApiError) return explainApi(error);
  const passkey = error instanceof Error ? PASSKEY_FAULTS[error.name] : undefined;
  if (passkey !== undefined) return { title: 'The passkey was not used', detail: passkey, requestId: null };
  return {
    title: 'This page has a problem',
    detail: 'Your documents are safe on the server. Reload the page. You may need to enter unsaved changes again.',
    requestId: null,
  };
}
