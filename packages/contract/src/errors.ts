/**
 * The error catalogue: every code a caller can meet, its HTTP status and the sentence that goes with it.
 * Validation errors (422) have the object form and are not listed here (decisions §7).
 */
export const ERRORS = {
  UNAUTHORIZED: [401, 'Sign in, or send a valid API key as "Authorization: Bearer <key>".'],
  INVALID_CREDENTIALS: [401, 'The e-mail address or the password is not right.'],
  LOGIN_STEP_EXPIRED: [
    401,
    'The sign-in took longer than 5 minutes or was finished already. Enter your password again.',
  ],
  INVALID_LINK: [401, 'This link is not valid. Open the newest link you were sent, or ask the sender for a new one.'],
  SETUP_LINK_INVALID: [401, 'This setup link is not valid. Use the one printed at the last start of the server.'],
  FORBIDDEN: [403, 'Your role or the scopes of this key do not allow this.'],
  API_KEY_SUSPENDED: [
    403,
    'This key is suspended: the organization requires a second factor, and whoever answers for the key has none. The key works again once they set one up, or it is handed over to somebody who has.',
  ],
  WRONG_ENVIRONMENT: [403, 'This key belongs to the other environment (live keys outside /sandbox, test keys inside).'],
  PLAN_REQUIRED: [403, "Your organization's plan does not include this."],
  STORAGE_QUOTA_EXCEEDED: [
    403,
    "The file does not fit into your organization's storage. Delete what is no longer needed, or ask whoever runs this server for more.",
  ],
  CROSS_SITE_REQUEST: [403, 'The request came from another site and was refused.'],
  REGISTRATION_CLOSED: [403, 'New accounts are made by invitation here. Ask an administrator of your organization.'],
  WRONG_PASSWORD: [403, 'The password is not right.'],
  STEP_UP_REQUIRED: [403, 'Enter your password again first: this change needs a proof of less than 10 minutes ago.'],
  SECOND_STEP_REQUIRED: [
    403,
    'The password is right. Finish within 5 minutes with your second factor: POST /api/auth/2fa/verify with a code, or a passkey.',
  ],
  WRONG_CODE: [403, 'The code is not right, or it was used already. Wait for the next one, or take a recovery code.'],
  TWO_FACTOR_REQUIRED: [
    403,
    'This organization requires a second factor. Set one up first: POST /api/auth/2fa/setup, or add a passkey.',
  ],
  PASSKEY_REFUSED: [
    403,
    'This passkey was not accepted. Ask for new options and try again, or use another way to sign in.',
  ],
  MEMBER_ELSEWHERE: [
    403,
    'This person belongs to other organizations too, so their second factor is theirs alone to change.',
  ],
  EMAIL_NOT_VERIFIED: [403, 'Your e-mail address is not proved yet. Open the link in the mail we sent you.'],
  NO_ORGANIZATION: [403, 'Your account belongs to no organization any more. Ask for an invitation to one.'],
  INVITATION_FOR_ANOTHER: [403, 'This invitation was sent to another e-mail address than that of your account.'],
  SSO_REFUSED: [
    403,
    'Signing in through your organization did not work. Try again; if it fails again, ask your administrator to look at the reason in the settings.',
  ],
  SSO_NOT_ALLOWED: [
    403,
    'Your organization confirmed who you are, but does not let you in here yet. Ask an administrator to invite you or to allow your address.',
  ],
  ANOTHER_BROWSER: [403, 'Open this link in the browser in which you signed in, or sign in again in this one.'],
  OPERATOR_ORGANIZATION: [403, 'This organization runs the installation and cannot be deleted.'],
  ACCESS_CODE_REQUIRED: [
    403,
    'Enter the access code that the sender gave you. Until then nothing of the document is shown.',
  ],
  ACCESS_CODE_WRONG: [403, 'This is not the access code. After five wrong codes the document is locked for you.'],
  SIGNER_STEP_REQUIRED: [
    403,
    'One more step is asked of you before anything of the document is shown: details.step says which.',
  ],
  SIGNER_STEP_WRONG: [
    403,
    'This is not the newest code, or its 10 minutes are over. After five wrong codes the document is locked for you.',
  ],
  FORWARD_NOT_ALLOWED: [
    403,
    'This document is protected by a code or a second step that is yours alone, so it cannot be passed on. Ask the sender to name the other person.',
  ],
  NOT_FOUND: [404, 'There is nothing at this address.'],
  DOCUMENT_NOT_FOUND: [404, 'Document not found.'],
  TEMPLATE_NOT_FOUND: [404, 'Template not found.'],
  PACKAGE_NOT_FOUND: [404, 'Package not found.'],
  BULK_SEND_NOT_FOUND: [404, 'Bulk send not found.'],
  SIGNER_NOT_FOUND: [404, 'This document has no such signer.'],
  TRUST_ANCHOR_NOT_FOUND: [404, 'Trust anchor not found.'],
  API_KEY_NOT_FOUND: [404, 'API key not found.'],
  IN_PERSON_SESSION_NOT_FOUND: [404, 'In-person session not found.'],
  SESSION_NOT_FOUND: [404, 'Session not found. It may have ended already.'],
  ORGANIZATION_NOT_FOUND: [404, 'Organization not found.'],
  MEMBER_NOT_FOUND: [404, 'Member not found.'],
  INVITATION_NOT_FOUND: [404, 'Invitation not found. It may have been accepted or withdrawn.'],
  SSO_NOT_FOUND: [404, 'This organization has no single sign-on.'],
  DOMAIN_NOT_FOUND: [404, 'Domain not found.'],
  PASSKEY_NOT_FOUND: [404, 'Passkey not found.'],
  ATTACHMENT_NOT_FOUND: [404, 'This document has no such attachment.'],
  MAIL_NOT_FOUND: [404, 'Mail not found.'],
  FILE_NOT_FOUND: [404, 'This download link has expired or is not valid. Ask for a new one.'],
  WEBHOOK_NOT_FOUND: [404, 'Webhook not found.'],
  DELIVERY_NOT_FOUND: [404, 'This webhook has no such delivery.'],
  METHOD_NOT_ALLOWED: [405, 'This address does not take that method.'],
  INVALID_STATE: [409, "The document's present state does not allow this."],
  PACKAGE_STATE: [409, "The package's present state does not allow this."],
  DOCUMENT_IN_PACKAGE: [
    409,
    'This document belongs to a package and is sent with it. Take it out of the package first: details.packageId says which.',
  ],
  DOCUMENT_CHANGED: [
    409,
    'A document of the package was changed or sent in the meantime, so nothing was sent. Look at it and send the package again.',
  ],
  DRAFT_CHANGED: [
    409,
    'Someone else saved this draft in the meantime: `savedBy` and `savedAt` say who and when. Load it and apply your changes again.',
  ],
  TEMPLATE_CHANGED: [409, 'Somebody changed this template in the meantime. Load it anew and make your change again.'],
  BULK_SEND_STATE: [409, "The bulk send's present state does not allow this."],
  TOO_MANY_BULK_SENDS: [
    409,
    'Your organization has 10 bulk sends that are not finished. Wait for one to end, or cancel one.',
  ],
  ALREADY_REVOKED: [409, 'This certificate has been revoked already, from the same time or an earlier one.'],
  TRUST_ANCHOR_EXISTS: [409, 'This certificate is among the trust anchors already.'],
  NOT_YOUR_TURN: [409, 'Others sign before you. You will get an e-mail when it is your turn.'],
  NO_SIGNER_STEP: [409, 'No code is asked of you: open the link as it is.'],
  NOT_A_SIGNER: [409, 'This recipient gets a copy to read and has nothing to sign.'],
  SIGNER_HAS_SIGNED: [
    409,
    'This recipient has signed already: name and address stand in the signature and cannot be changed any more.',
  ],
  IN_PERSON_NOT_ALLOWED: [
    409,
    'A second step is asked of this signer, which they pass on a device of their own: they sign by the link from their mail.',
  ],
  SIGNER_NOT_INVITED: [
    409,
    'Others sign before this recipient. The invitation goes out by itself when it is their turn.',
  ],
  REVISION_NOT_SHOWN: [
    409,
    'This recipient was not shown this revision. Fetch the document first, or leave out the revision.',
  ],
  ALREADY_SIGNED: [409, 'You have signed this document already.'],
  DOCUMENT_NOT_COMPLETED: [
    409,
    'Not everybody has signed yet, so there is no finished document. Ask for type=current to see it as it stands.',
  ],
  IDEMPOTENCY_KEY_IN_USE: [409, 'The first request with this Idempotency-Key is still running. Try again shortly.'],
  ACCOUNT_EXISTS: [409, 'This address has an account already. Sign in, then open the link again.'],
  ALREADY_MEMBER: [409, 'This person is a member already.'],
  LAST_OWNER: [409, 'An organization needs an owner. Hand the ownership over first, or delete the organization.'],
  EMAIL_TAKEN: [409, 'Another account has this address by now.'],
  TOO_MANY_ORGANIZATIONS: [409, 'You own 20 organizations, which is as many as one person can have.'],
  DOMAIN_EXISTS: [409, 'This domain is in the list already.'],
  DOMAIN_TAKEN: [409, 'Another organization here has proved this domain. It has to give the domain up first.'],
  DOMAIN_RECORD_MISSING: [
    409,
    'The TXT record is not there yet, or holds something else. DNS changes can take up to a day to be seen everywhere.',
  ],
  TOO_MANY_DOMAINS: [409, 'An organization can have 100 domains.'],
  TWO_FACTOR_ENABLED: [409, 'An authenticator app is set up already. Disable it first to set up another one.'],
  TWO_FACTOR_NOT_ENABLED: [409, 'There is no such second factor to use or to change.'],
  NO_TWO_FACTOR_SETUP: [409, 'No authenticator app is being set up, or it took longer than 30 minutes. Begin again.'],
  PASSKEY_EXISTS: [409, 'This passkey is registered already.'],
  TOO_MANY_PASSKEYS: [409, 'An account can have 20 passkeys. Remove one that you no longer use.'],
  PASSKEYS_UNAVAILABLE: [
    409,
    'Passkeys need a host name: this installation is reached by a bare network address (PUBLIC_URL).',
  ],
  DELETION_SCHEDULED: [409, 'The organization is to be deleted already.'],
  NO_DELETION_SCHEDULED: [409, 'The organization is not to be deleted.'],
  TOO_MANY_WEBHOOKS: [409, 'An organization can have 20 webhooks. Delete one that is no longer needed.'],
  ROTATION_IN_PROGRESS: [
    409,
    'The secret was changed a short while ago and the old one still counts. Send {"confirm": true} first, or {"overlapHours": 0} to end the old one at once.',
  ],
  NO_ROTATION: [409, 'There is no change of the secret to confirm: one secret counts.'],
  SETUP_DONE: [409, 'This installation has been set up already. Sign in instead.'],
  DOCUMENT_DECLINED: [410, 'Somebody declined to sign this document, so it cannot be completed. Ask the sender.'],
  DOCUMENT_EXPIRED: [410, 'The time to sign this document has passed. Ask the sender to send it again.'],
  DOCUMENT_VOIDED: [410, 'The sender has withdrawn this document.'],
  IN_PERSON_ENDED: [
    410,
    'This in-person session is over. Give the device back to whoever handed it to you; they can begin a new one.',
  ],
  MAIL_LINK_INVALID: [410, 'This link has expired, was used already or is not whole. Ask for a new one.'],
  LINK_EXPIRED: [410, 'This link is no longer readable. Ask the sender for a copy.'],
  FILE_TOO_LARGE: [413, 'The file is larger than 50 MB.'],
  BODY_TOO_LARGE: [413, 'The request body is too large.'],
  UNSUPPORTED_MEDIA_TYPE: [415, 'This address takes another Content-Type.'],
  RANGE_NOT_SATISFIABLE: [416, 'The requested range lies outside the file.'],
  ACCESS_CODE_LOCKED: [
    423,
    'Five wrong access codes were entered, so this document is locked for you. The sender has been told and can send you a new link.',
  ],
  TOO_MANY_STREAMS: [429, 'This user or key has 20 event streams open. Close one, or share one among several pages.'],
  SIGNER_STEP_LOCKED: [
    423,
    'Five wrong codes were entered, so this document is locked for you. The sender has been told and can send you a new link.',
  ],
  TOO_MANY_CODES: [
    429,
    'Four codes were sent within an hour. Wait for the time that Retry-After gives, or use the newest one.',
  ],
  TOO_MANY_MAILS: [
    429,
    'You had several e-mails sent to this address within a short time. Wait for the time that Retry-After gives.',
  ],
  RATE_LIMIT_EXCEEDED: [429, 'Too many requests. Try again after the time that Retry-After gives.'],
  TOO_MANY_ATTEMPTS: [
    429,
    'Too many wrong passwords. Wait for the time that Retry-After gives, or choose a new password by mail.',
  ],
  FILE_DAMAGED: [
    500,
    'The stored file is damaged or missing, so nothing of it was sent. The administrators have been notified and can restore it from a backup.',
  ],
  INTERNAL_ERROR: [500, 'Something went wrong on our side. Nothing was changed. Please quote the request id.'],
  SERVICE_UNAVAILABLE: [503, 'This cannot be done at the moment. Nothing was changed. Try again shortly.'],
  OUTCOME_UNKNOWN: [503, 'It is unknown whether this was done. Repeat it with the same Idempotency-Key.'],
} as const satisfies Record<string, readonly [number, string]>;

export type ErrorCode = keyof typeof ERRORS;

/** One fault of an input: `field` is the path of the offending value, such as `signers[0].email`. */
export type FieldFault = {
  field: string;
  message: string;
  code: string;
  /** Of a field of the document that was not sent, and has to be: which one. */
  id?: string;
  label?: string | null;
  page?: number;
};
