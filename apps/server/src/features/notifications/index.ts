export { notifyRecipientsJob, sendMailJob, type MailKind } from './jobs.ts';
export { getMail, listMail } from './mailbox.ts';
export { notifyRecipientsHandler, sendMailHandler, type MailDependencies } from './send-mail.ts';
