/**
 * The sentences for errors that people can encounter in the app, by error code. The server's own sentences are in
 * English, so only the other languages have them. Errors without a sentence here are shown in English, because the
 * server's sentence names a limit or another detail that a fixed sentence would omit.
 */
import type { ErrorCode } from '@countersign/contract';

export type ErrorSentences = Readonly<
  Record<
    Extract<
      ErrorCode,
      | 'INVALID_CREDENTIALS'
      | 'LOGIN_STEP_EXPIRED'
      | 'INVALID_LINK'
      | 'PAYMENT_FAILED'
      | 'FORBIDDEN'
      | 'STORAGE_QUOTA_EXCEEDED'
      | 'REGISTRATION_CLOSED'
      | 'WRONG_PASSWORD'
      | 'WRONG_CODE'
      | 'TWO_FACTOR_REQUIRED'
      | 'NETWORK_NOT_ALLOWED'
      | 'PASSKEY_REFUSED'
      | 'EMAIL_NOT_VERIFIED'
      | 'NO_ORGANIZATION'
      | 'SSO_REFUSED'
      | 'SSO_NOT_ALLOWED'
      | 'NOT_FOUND'
      | 'DOCUMENT_NOT_FOUND'
      | 'TEMPLATE_NOT_FOUND'
      | 'DRAFT_CHANGED'
      | 'SETTINGS_CHANGED'
      | 'TEMPLATE_CHANGED'
      | 'SIGNER_HAS_SIGNED'
      | 'ACCOUNT_EXISTS'
      | 'ALREADY_INVITED'
      | 'ALREADY_MEMBER'
      | 'LAST_OWNER'
      | 'EMAIL_TAKEN'
      | 'DOMAIN_RECORD_MISSING'
      | 'LEGAL_HOLD'
      | 'MAIL_LINK_INVALID'
      | 'SERVICE_UNAVAILABLE'
      | 'MAIL_NOT_CONFIGURED'
    >,
    string
  >
>;
