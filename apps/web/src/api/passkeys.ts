/**
 * Uses passkeys in the browser's format. The contract uses the JSON formats of the standard, for which the library has
 * stricter types.
 */
import { browserSupportsWebAuthn, startAuthentication, startRegistration } from '@simplewebauthn/browser';
import type { AnswerOf, RequestOf } from '@countersign/client';

type Asking = Parameters<typeof startAuthentication>[0]['optionsJSON'];
type Making = Parameters<typeof startRegistration>[0]['optionsJSON'];
type Asked = RequestOf<'loginWithPasskey'>['body']['response'];
type Made = RequestOf<'addPasskey'>['body']['response'];

export const canUsePasskeys = browserSupportsWebAuthn;

/** @throws the browser's error if the request was canceled or is not possible; `explain` accepts this error */
export function askPasskey(options: AnswerOf<'passkeyLoginOptions'>['options']): Promise<Asked> {
  return startAuthentication({ optionsJSON: options as unknown as Asking });
}

export function makePasskey(options: AnswerOf<'passkeyRegistrationOptions'>['options']): Promise<Made> {
  return startRegistration({ optionsJSON: options as unknown as Making });
}
