export { bounceOf } from './bounce.ts';
export { deliver, type DeliveryDependencies, MAIL_RETRIES } from './delivery.ts';
export { type MailKind, mails } from './send-mail-job.ts';
export {
  isSilent,
  recipientAddresses,
  refuseRecipientWithoutMail,
  refuseTenantWithoutMail,
  refuseUnreachable,
  refuseWithoutMail,
} from './reachable.ts';
export type { MailDependencies } from './send-mail.ts';
