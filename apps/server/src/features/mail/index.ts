export { type Speech, speech } from './language.ts';
export { LOGO, withPictures } from './logo.ts';
export { accountMail, type AccountMailInput, type AccountMailKind, startsRecovery } from './templates/account.ts';
export {
  accessLocked,
  type Audience,
  bounced,
  certificateRevoked,
  changed,
  type BounceReason,
  completed,
  copy,
  declined,
  expired,
  forwardedOn,
  type MailReceipt,
  removed,
  notSent,
  voided,
} from './templates/document-mails.ts';
export { publicLinkCode } from './templates/public-link-code.ts';
export { incidentNotice } from './templates/incident-notice.ts';
export { packageEnded, type PackageEnding } from './templates/package-mail.ts';
export { forwarded, invitation, reminder, signingCode } from './templates/signing-mails.ts';
export type { Brand, Linked, MailContent, MailInput, Person } from './templates/types.ts';
export { webhookDisabled } from './templates/webhook-disabled.ts';
