import type { Reason } from './reasons.ts';

/**
 * The error catalog: every code that callers can receive, with its HTTP status and message. Validation errors (422)
 * have the object form and are not listed here, because each error contains the name of the invalid field.
 */
export const ERRORS = {
  BAD_REQUEST: [400, 'The request is not valid HTTP, so the server could not read it.'],
  INVALID_SIGNATURE: [400, 'The signature of this request is missing, incorrect or too old.'],
  UNAUTHORIZED: [401, 'Sign in, or send a valid API key as "Authorization: Bearer <key>".'],
  INVALID_CREDENTIALS: [401, 'The e-mail address or password is incorrect.'],
  LOGIN_STEP_EXPIRED: [
    401,
    'This sign-in expired after 5 minutes or has already been completed. Enter your password again.',
  ],
  INVALID_LINK: [
    401,
    'This link is not valid. Open the most recent link you received, or ask the sender for a new one.',
  ],
  SETUP_LINK_INVALID: [401, 'This setup link is not valid. Use the link printed when the server last started.'],
  PAYMENT_FAILED: [
    402,
    'The payment was declined, so the plan was not changed. Update the payment method in the billing portal and try again.',
  ],
  FORBIDDEN: [403, 'Your role or the scopes of this API key do not allow this operation.'],
  API_KEY_SUSPENDED: [
    403,
    'This API key is suspended: the organization requires a second factor, and the member responsible for the key has none. Set up a second factor, or transfer the key to a member who has one.',
  ],
  WRONG_ENVIRONMENT: [
    403,
    'This API key belongs to the other environment. Use test keys for paths under /sandbox, and live keys for all other paths.',
  ],
  PLAN_REQUIRED: [403, "Your organization's plan does not include this feature."],
  STORAGE_QUOTA_EXCEEDED: [
    403,
    "The file exceeds your organization's storage quota. Delete files you no longer need, or ask the operator of this server for more storage.",
  ],
  REQUEST_BLOCKED: [
    403,
    'The request firewall blocked this request because a value looks like an attack. In the details, `field` names the value and `ruleId` names the rule. If the value is harmless, send the rule and the request ID to the operator of this server.',
  ],
  CROSS_SITE_REQUEST: [403, 'The request came from another site and was rejected.'],
  REGISTRATION_CLOSED: [
    403,
    'Registration is by invitation only. Ask an administrator of your organization to invite you.',
  ],
  WRONG_PASSWORD: [403, 'The password is incorrect.'],
  STEP_UP_REQUIRED: [
    403,
    'This change requires confirmation within the last 10 minutes. Enter your password again and retry.',
  ],
  SECOND_STEP_REQUIRED: [
    403,
    'The password is correct. Complete the sign-in within 5 minutes with your second factor: send a code to POST /api/auth/2fa/verify, or use a passkey.',
  ],
  WRONG_CODE: [403, 'The code is incorrect or has already been used. Wait for the next one, or use a recovery code.'],
  TWO_FACTOR_REQUIRED: [
    403,
    'This organization requires a second factor. Set one up first with POST /api/auth/2fa/setup, or add a passkey.',
  ],
  NETWORK_NOT_ALLOWED: [
    403,
    'Your organization allows access only from certain networks, and your address (`address` in the details) is not in one of them. Connect from an allowed network, or ask an administrator to add your address.',
  ],
  PASSKEY_REFUSED: [403, 'This passkey was not accepted. Request new options and try again, or sign in another way.'],
  MEMBER_ELSEWHERE: [403, 'This person also belongs to other organizations, so you cannot reset their second factor.'],
  EMAIL_NOT_VERIFIED: [403, 'Your e-mail address has not been verified. Open the link in the verification e-mail.'],
  NO_ORGANIZATION: [403, 'Your account no longer belongs to an organization. Ask an administrator to invite you.'],
  INVITATION_FOR_ANOTHER: [
    403,
    'This invitation was sent to a different e-mail address. Sign in with the account that has that address.',
  ],
  SSO_REFUSED: [
    403,
    'Sign-in through your organization failed. Try again. If it fails again, ask your administrator to check the reason in the single sign-on settings.',
  ],
  SSO_NOT_ALLOWED: [
    403,
    'Your organization confirmed your identity but has not given you access. Ask an administrator to invite you or to allow your address.',
  ],
  ANOTHER_BROWSER: [
    403,
    'Open this link in the browser where you started the sign-in, or sign in again in this browser.',
  ],
  OPERATOR_ORGANIZATION: [403, 'This organization operates the installation and cannot be deleted.'],
  ACCESS_CODE_REQUIRED: [
    403,
    'An access code is required to view this document. Enter the code that the sender gave you.',
  ],
  ACCESS_CODE_WRONG: [403, 'The access code is incorrect. After five wrong codes, the document is locked for you.'],
  SIGNER_STEP_REQUIRED: [
    403,
    'This document requires recipient authentication before it can be viewed. `details.step` is the method.',
  ],
  SIGNER_STEP_WRONG: [
    403,
    'The code is incorrect, expired after 10 minutes, or was replaced by a newer code. After five wrong codes, the document is locked for you.',
  ],
  PUBLIC_LINK_CODE_WRONG: [403, 'The code is incorrect. After five wrong codes, request a new one.'],
  FORWARD_NOT_ALLOWED: [
    403,
    'This document is protected by a code or by recipient authentication that is only for you, so you cannot forward it. Ask the sender to replace you with the other person.',
  ],
  NOT_FOUND: [404, 'There is nothing at this address.'],
  DOCUMENT_NOT_FOUND: [404, 'Document not found.'],
  TEMPLATE_NOT_FOUND: [404, 'Template not found.'],
  PUBLIC_LINK_NOT_FOUND: [404, 'Public link not found.'],
  FOLDER_NOT_FOUND: [404, 'Folder not found.'],
  VIEW_NOT_FOUND: [404, 'Saved view not found.'],
  PACKAGE_NOT_FOUND: [404, 'Package not found.'],
  BULK_SEND_NOT_FOUND: [404, 'Bulk send not found.'],
  SIGNER_NOT_FOUND: [404, 'This document has no such recipient.'],
  INVOICE_NOT_FOUND: [404, 'Invoice not found.'],
  AUDIT_ENTRY_NOT_FOUND: [404, 'Audit log entry not found.'],
  EXPORT_NOT_FOUND: [404, 'Export not found.'],
  BACKUP_NOT_FOUND: [404, 'Backup not found.'],
  INCIDENT_NOT_FOUND: [404, 'Incident not found.'],
  PROCESSING_ACTIVITY_NOT_FOUND: [404, 'Your organization has no such entry in its records of processing activities.'],
  CONSENT_TEXT_NOT_FOUND: [404, 'Consent text not found, or it is no longer in force.'],
  LEGAL_HOLD_NOT_FOUND: [404, 'Legal hold not found. It may have been released.'],
  TRUST_ANCHOR_NOT_FOUND: [404, 'Trust anchor not found.'],
  API_KEY_NOT_FOUND: [404, 'API key not found.'],
  IN_PERSON_SESSION_NOT_FOUND: [404, 'In-person session not found.'],
  SESSION_NOT_FOUND: [404, 'Session not found. It may have ended already.'],
  ORGANIZATION_NOT_FOUND: [404, 'Organization not found.'],
  MEMBER_NOT_FOUND: [404, 'Member not found.'],
  IMPORT_NOT_FOUND: [404, 'Import not found.'],
  HAND_OVER_NOT_FOUND: [404, 'There is no transfer from this member.'],
  DEVICE_CODE_EXPIRED: [
    404,
    'This code is incorrect, expired after 10 minutes, or was already used. Start again in the application that showed the code.',
  ],
  INVITATION_NOT_FOUND: [404, 'Invitation not found. It may have been accepted or revoked.'],
  SSO_NOT_FOUND: [404, 'This organization has not configured single sign-on.'],
  DOMAIN_NOT_FOUND: [404, 'Domain not found.'],
  PASSKEY_NOT_FOUND: [404, 'Passkey not found.'],
  ATTACHMENT_NOT_FOUND: [404, 'This document has no such attachment.'],
  MAIL_NOT_FOUND: [404, 'E-mail not found.'],
  FILE_NOT_FOUND: [404, 'This download link has expired or is not valid. Request a new one.'],
  WEBHOOK_NOT_FOUND: [404, 'Webhook not found.'],
  DELIVERY_NOT_FOUND: [404, 'This webhook has no such delivery.'],
  METHOD_NOT_ALLOWED: [405, 'This URL does not support the HTTP method of the request.'],
  REQUEST_TIMEOUT: [408, 'The request took too long to arrive. Send it again.'],
  AUDIT_LOG_NOT_CONTRADICTED: [409, 'This audit log has no contradiction to accept.'],
  INVALID_STATE: [409, 'The current status of the document does not allow this operation.'],
  EXPORT_STATE: [409, 'The current status of the export does not allow this operation.'],
  BACKUP_STATE: [409, 'The current status of the backup does not allow this operation.'],
  BACKUP_RUNNING: [409, 'A backup is in progress. Wait until it is complete, then try again.'],
  PACKAGE_STATE: [409, 'The current status of the package does not allow this operation.'],
  DOCUMENT_IN_PACKAGE: [
    409,
    'This document belongs to a package and is sent with it. Remove it from the package first. `details.packageId` is the ID of the package.',
  ],
  DOCUMENT_CHANGED: [
    409,
    'A document in this package has since been changed or sent, so nothing was sent. Review it and send the package again.',
  ],
  DRAFT_CHANGED: [
    409,
    'Someone else saved this draft. `savedBy` and `savedAt` in the details show who and when. Reload the draft and apply your changes again.',
  ],
  SETTINGS_CHANGED: [
    409,
    'Someone else changed the settings. `revision` in the details is the current revision. Reload the settings and apply your change again.',
  ],
  REGISTER_CHANGED: [
    409,
    'Someone else changed this entry in the records of processing activities. Reload it and apply your change again.',
  ],
  TEMPLATE_CHANGED: [409, 'Someone else changed this template. Reload it and apply your change again.'],
  MEMBER_DEACTIVATED: [409, 'This member is deactivated. Reactivate them first.'],
  HAND_OVER_RUNNING: [409, 'A transfer from this member is already in progress. Wait until it is complete.'],
  IMPORT_STATE: [409, 'The current status of the import does not allow this operation.'],
  BULK_SEND_STATE: [409, 'The current status of the bulk send does not allow this operation.'],
  TOO_MANY_BULK_SENDS: [
    409,
    'Your organization has reached the limit of 10 unfinished bulk sends. Wait for one to finish, or cancel one.',
  ],
  TOO_MANY_PUBLIC_LINKS: [409, 'A template can have at most 20 public links. Delete one that you no longer need.'],
  PUBLIC_LINK_CLOSED: [
    409,
    'This link is not accepting visitors at the moment. `status` in the details gives the reason. Contact the organization that published the link.',
  ],
  ALREADY_REVOKED: [409, 'This certificate has already been revoked with the same or an earlier date.'],
  TRUST_ANCHOR_EXISTS: [409, 'This certificate is already a trust anchor.'],
  NOT_YOUR_TURN: [409, 'Other recipients must sign before you. You will get an e-mail when it is your turn.'],
  NO_SIGNER_STEP: [409, 'This document does not require a code. Open the link without a code.'],
  NOT_A_SIGNER: [409, 'This recipient receives a copy and has nothing to sign.'],
  SIGNER_HAS_SIGNED: [
    409,
    'This recipient has already signed. The name and address are part of the signature and can no longer be changed.',
  ],
  IN_PERSON_NOT_ALLOWED: [
    409,
    'This signer must complete recipient authentication on their own device. Ask them to sign through the link in their e-mail.',
  ],
  SIGNER_NOT_INVITED: [
    409,
    'Other recipients must sign first. This recipient is invited automatically when it is their turn.',
  ],
  EXTERNAL_ID_TAKEN: [409, 'This `externalId` is already in use. `details.id` is the ID of the object that uses it.'],
  NOTIFICATIONS_OFF: [
    409,
    'This recipient does not get notifications (`notify` is false). Create a link with POST /api/documents/:id/signers/:signerId/link and send it yourself.',
  ],
  LINK_REPLACED: [
    409,
    'The sender changed this document after it was sent, so this link no longer works. Open the document with the link in the newest e-mail about it.',
  ],
  REVISION_NOT_SHOWN: [
    409,
    'This revision of the document has not been shown to the recipient. Fetch the document first, or omit the revision.',
  ],
  ALREADY_SIGNED: [409, 'You have already signed this document.'],
  DOCUMENT_NOT_COMPLETED: [
    409,
    'Not everyone has signed yet, so there is no completed document. To get the current file, use `type=current`.',
  ],
  IDEMPOTENCY_KEY_IN_USE: [409, 'The first request with this Idempotency-Key is still in progress. Try again shortly.'],
  ACCOUNT_EXISTS: [409, 'An account with this address already exists. Sign in, then open the link again.'],
  ALREADY_INVITED: [
    409,
    'This person already has an open invitation with another role. Revoke it first, or invite them with the role in `details.role`.',
  ],
  ALREADY_MEMBER: [409, 'This person is already a member.'],
  LAST_OWNER: [409, 'An organization needs an owner. Transfer ownership first, or delete the organization.'],
  EMAIL_TAKEN: [409, 'Another account already uses this address.'],
  TOO_MANY_ORGANIZATIONS: [409, 'You already own 20 organizations, which is the limit.'],
  DOMAIN_EXISTS: [409, 'This domain has already been added.'],
  DOMAIN_TAKEN: [
    409,
    'Another organization on this server has already verified this domain. That organization must remove it first.',
  ],
  DOMAIN_RECORD_MISSING: [
    409,
    'The TXT record was not found or has a different value. DNS changes can take up to a day to become visible everywhere, so try again later.',
  ],
  TOO_MANY_DOMAINS: [409, 'An organization can have at most 100 domains. Remove one that you no longer need.'],
  TWO_FACTOR_ENABLED: [409, 'An authenticator app has already been set up. Turn it off before you set up another one.'],
  TWO_FACTOR_NOT_ENABLED: [409, 'This second factor is not set up.'],
  NO_TWO_FACTOR_SETUP: [
    409,
    'No authenticator app is being set up, or the setup expired after 30 minutes. Start again.',
  ],
  PASSKEY_EXISTS: [409, 'This passkey has already been added.'],
  TOO_MANY_VIEWS: [409, 'You can have at most 50 saved views. Delete one that you no longer need.'],
  TOO_MANY_FOLDERS: [409, 'You can have at most 200 folders. Delete one that you no longer need.'],
  FOLDER_NESTING: [409, 'A folder cannot contain itself, and folders can be nested up to 5 levels deep.'],
  FOLDER_FULL: [409, 'A folder can contain at most 10,000 documents. Remove some of them, or use another folder.'],
  FOLDER_SHARED_BY_OTHERS: [
    409,
    "This shared folder was created by another person or contains other people's folders, so you cannot make it private. Move their folders out of it first.",
  ],
  TOO_MANY_PASSKEYS: [409, 'An account can have at most 20 passkeys. Remove one that you no longer use.'],
  PASSKEYS_UNAVAILABLE: [
    409,
    'Passkeys require a host name, but this installation uses an IP address. Set PUBLIC_URL to an address with a host name.',
  ],
  ACCOUNT_DELETION_SCHEDULED: [
    409,
    'Your account is already scheduled for deletion. `due_at` in the details is the deletion date.',
  ],
  NO_ACCOUNT_DELETION: [409, 'Your account is not scheduled for deletion.'],
  HAND_OVER_FIRST: [
    409,
    'You are the only owner of one or more organizations (see `organizations` in the details). Transfer their ownership or delete them first.',
  ],
  LEGAL_HOLD: [
    409,
    'A legal hold covers this data. An administrator must release the hold before the data can be deleted.',
  ],
  DELETION_SCHEDULED: [409, 'This organization is already scheduled for deletion.'],
  NO_DELETION_SCHEDULED: [409, 'This organization is not scheduled for deletion.'],
  TOO_MANY_WEBHOOKS: [409, 'An organization can have at most 20 webhooks. Delete one that you no longer need.'],
  ROTATION_IN_PROGRESS: [
    409,
    'A secret rotation is in progress and the previous secret is still accepted. Send {"confirm": true} first, or {"overlapHours": 0} to revoke the previous secret immediately.',
  ],
  NO_ROTATION: [409, 'No secret rotation is in progress.'],
  SUBSCRIPTION_EXISTS: [409, 'This organization already has a subscription. Change its plan instead.'],
  NO_SUBSCRIPTION: [409, 'This organization has no subscription. Subscribe to a plan first.'],
  SUBSCRIPTION_BUSY: [409, 'Another change to this subscription is in progress. Try again in a minute.'],
  SETUP_DONE: [409, 'This installation has already been set up. Sign in instead.'],
  DOCUMENT_DECLINED: [
    410,
    'A recipient declined to sign this document, so it cannot be completed. Contact the sender.',
  ],
  DOCUMENT_EXPIRED: [410, 'The deadline to sign this document has passed. Ask the sender to send it again.'],
  RECIPIENT_REMOVED: [
    410,
    'The sender removed you as a recipient of this document, so this link no longer works. Contact the sender if you have questions.',
  ],
  DOCUMENT_VOIDED: [410, 'This document has been voided. Contact the sender.'],
  IN_PERSON_ENDED: [
    410,
    'This in-person session has ended. Return the device to the host, who can start a new session.',
  ],
  MAIL_LINK_INVALID: [410, 'This link has expired, has already been used or is incomplete. Request a new one.'],
  PUBLIC_LINK_CODE_EXPIRED: [
    410,
    'This code expired after 10 minutes, or five wrong codes were entered. Request a new one.',
  ],
  LINK_EXPIRED: [410, 'This link has expired. Ask the sender for a copy.'],
  FILE_TOO_LARGE: [413, 'The file is larger than 50 MB.'],
  BODY_TOO_LARGE: [413, 'The request body is too large.'],
  UNSUPPORTED_MEDIA_TYPE: [415, 'Unsupported Content-Type.'],
  RANGE_NOT_SATISFIABLE: [416, 'The requested range is outside the file.'],
  ACCESS_CODE_LOCKED: [
    423,
    'Five wrong access codes were entered, so this document is locked for you. The sender has been notified and can send you a new link.',
  ],
  HEADERS_TOO_LARGE: [431, 'The request headers are too large. They can have at most 16 kB in total.'],
  TOO_MANY_STREAMS: [
    429,
    'This user or API key already has 20 open event streams, which is the limit. Close a stream, or share one between pages.',
  ],
  SIGNER_STEP_LOCKED: [
    423,
    'Five wrong codes were entered, so this document is locked for you. The sender has been notified and can send you a new link.',
  ],
  TOO_MANY_CODES: [
    429,
    'The limit of four codes per hour has been reached. Use the most recent code, or wait for the number of seconds in the `Retry-After` header.',
  ],
  TOO_MANY_MAILS: [
    429,
    'Too many e-mails have been sent to this address in a short time. Wait for the number of seconds in the `Retry-After` header.',
  ],
  RATE_LIMIT_EXCEEDED: [429, 'Too many requests. Wait for the number of seconds in the `Retry-After` header.'],
  TOO_MANY_ATTEMPTS: [
    429,
    'Too many failed attempts. Wait for the number of seconds in the `Retry-After` header, or reset your password by e-mail.',
  ],
  FILE_DAMAGED: [
    500,
    'The stored file is damaged or missing, so it was not sent. The administrators have been notified and can restore it from a backup.',
  ],
  INTERNAL_ERROR: [
    500,
    'Something went wrong on our side. Nothing was changed. If you contact support, include the request ID.',
  ],
  SERVICE_UNAVAILABLE: [503, 'The service is temporarily unavailable. Nothing was changed. Try again shortly.'],
  MAIL_NOT_CONFIGURED: [
    503,
    'No mail server is configured, so documents cannot be sent. Ask the operator of this server to set SMTP_URL.',
  ],
  OUTCOME_UNKNOWN: [
    503,
    'The result is unknown: the request may or may not have taken effect. Send it again with the same Idempotency-Key.',
  ],
} as const satisfies Record<string, readonly [number, string]>;

export type ErrorCode = keyof typeof ERRORS;

/** The reason why a row of a bulk send was not sent: its input is invalid, or the server refused to send it. */
export type RowFault = { field: string; message: string; code: Reason | Lowercase<ErrorCode> };

/** One error in an input. `field` is the path of the invalid value, such as `signers[0].email`. */
export type FieldFault = {
  field: string;
  message: string;
  code: Reason;
  /** The ID of the required field whose missing value prevented a document from being sent. */
  id?: string;
  label?: string | null;
  page?: number;
  /** The limit that the value exceeds or does not reach, such as the maximum number of characters. */
  limit?: number;
  /** The required format. Present only for `wrong_format`. */
  format?: 'email' | 'date' | 'datetime';
};
