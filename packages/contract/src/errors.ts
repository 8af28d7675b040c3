/**
 * The error catalogue: every code a caller can meet, its HTTP status and the sentence that goes with it.
 * Validation errors (422) have the object form and are not listed here (decisions §7).
 */
export const ERRORS = {
  UNAUTHORIZED: [401, 'Sign in, or send a valid API key as "Authorization: Bearer <key>".'],
  INVALID_CREDENTIALS: [401, 'The e-mail address or the password is not right.'],
  INVALID_LINK: [401, 'This link is not valid. Open the newest link you were sent, or ask the sender for a new one.'],
  SETUP_LINK_INVALID: [401, 'This setup link is not valid. Use the one printed at the last start of the server.'],
  FORBIDDEN: [403, 'Your role or the scopes of this key do not allow this.'],
  WRONG_ENVIRONMENT: [403, 'This key belongs to the other environment (live keys outside /sandbox, test keys inside).'],
  CROSS_SITE_REQUEST: [403, 'The request came from another site and was refused.'],
  NOT_FOUND: [404, 'There is nothing at this address.'],
  DOCUMENT_NOT_FOUND: [404, 'Document not found.'],
  API_KEY_NOT_FOUND: [404, 'API key not found.'],
  MAIL_NOT_FOUND: [404, 'Mail not found.'],
  FILE_NOT_FOUND: [404, 'This download link has expired or is not valid. Ask for a new one.'],
  METHOD_NOT_ALLOWED: [405, 'This address does not take that method.'],
  INVALID_STATE: [409, "The document's present state does not allow this."],
  NOT_YOUR_TURN: [409, 'Others sign before you. You will get an e-mail when it is your turn.'],
  ALREADY_SIGNED: [409, 'You have signed this document already.'],
  DOCUMENT_NOT_COMPLETED: [
    409,
    'Not everybody has signed yet, so there is no finished document. Ask for type=current to see it as it stands.',
  ],
  SETUP_DONE: [409, 'This installation has been set up already. Sign in instead.'],
  DOCUMENT_EXPIRED: [410, 'The time to sign this document has passed. Ask the sender to send it again.'],
  DOCUMENT_VOIDED: [410, 'The sender has withdrawn this document.'],
  LINK_EXPIRED: [410, 'This link is no longer readable. Ask the sender for a copy.'],
  FILE_TOO_LARGE: [413, 'The file is larger than 50 MB.'],
  BODY_TOO_LARGE: [413, 'The request body is too large.'],
  UNSUPPORTED_MEDIA_TYPE: [415, 'This address takes another Content-Type.'],
  RANGE_NOT_SATISFIABLE: [416, 'The requested range lies outside the file.'],
  RATE_LIMIT_EXCEEDED: [429, 'Too many requests. Try again after the time that Retry-After gives.'],
  INTERNAL_ERROR: [500, 'Something went wrong on our side. Nothing was changed. Please quote the request id.'],
  SERVICE_UNAVAILABLE: [503, 'This cannot be done at the moment. Nothing was changed. Try again shortly.'],
} as const satisfies Record<string, readonly [number, string]>;

export type ErrorCode = keyof typeof ERRORS;

/** One fault of an input: `field` is the path of the offending value, such as `signers[0].email`. */
export type FieldFault = { field: string; message: string; code: string };
