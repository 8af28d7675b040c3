/**
 * Each link in an account e-mail contains the ID of a row and an HMAC, and serves a single purpose. No secret is
 * stored, and the job that sends the e-mail derives the link again on every run (ADR 10). The row contains the expiry
 * and makes the link single-use.
 */
import type { Id } from '@countersign/contract';
import { idBytes, idFromBytes } from '../../platform/crypto/ids.ts';
import { readToken, type SecretKey, signToken } from '../../platform/crypto/tokens.ts';
import type { TokenPurpose } from './proof-store.ts';

type Kind = TokenPurpose | 'registration' | 'invitation' | 'confirm-sso';
/**
 * The page that receives the token. The token is in the URL fragment, which appears neither in server logs nor in the
 * Referer header.
 */
const PAGES: Record<Kind, string> = {
  registration: '/verify-email',
  'verify-email': '/verify-email',
  'reset-password': '/reset-password',
  'change-email': '/change-email',
  'undo-email-change': '/undo-email-change',
  'recover-account': '/recover',
  invitation: '/invitation',
  'confirm-sso': '/sso-confirm',
};
const purposeOf = (kind: Kind) => `countersign/mail/${kind}/1`;

export function mailLink(key: SecretKey, baseUrl: string, kind: Kind, ...ids: string[]): string {
  return `${baseUrl}${PAGES[kind]}#${signToken(key, purposeOf(kind), Buffer.concat(ids.map(idBytes)))}`;
}

function read(key: SecretKey, kind: Kind, token: string, ids: number): Buffer | undefined {
  const body = readToken(key, purposeOf(kind), token);
  return body?.length === ids * 16 ? body : undefined;
}

export function readRegistrationLink(key: SecretKey, token: string): Id<'registration'> | undefined {
  const body = read(key, 'registration', token, 1);
  return body && idFromBytes('registration', body);
}
export function readEmailLink(key: SecretKey, purpose: TokenPurpose, token: string): Id<'emailToken'> | undefined {
  const body = read(key, purpose, token, 1);
  return body && idFromBytes('emailToken', body);
}
export function readInvitationLink(
  key: SecretKey,
  token: string,
): { tenantId: Id<'tenant'>; invitationId: Id<'invitation'> } | undefined {
  const body = read(key, 'invitation', token, 2);
  if (!body) return undefined;
  return {
    tenantId: idFromBytes('tenant', body.subarray(0, 16)),
    invitationId: idFromBytes('invitation', body.subarray(16)),
  };
}

/** Reads the link that confirms a sign-in at an identity provider. */
export function readSsoLink(
  key: SecretKey,
  token: string,
): { tenantId: Id<'tenant'>; confirmationId: Id<'ssoConfirmation'> } | undefined {
  const body = read(key, 'confirm-sso', token, 2);
  if (!body) return undefined;
  return {
    tenantId: idFromBytes('tenant', body.subarray(0, 16)),
    confirmationId: idFromBytes('ssoConfirmation', body.subarray(16)),
  };
}
