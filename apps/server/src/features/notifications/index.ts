export { mailJobs, type MailKind } from './jobs.ts';
export { getMail, listMail } from './mailbox.ts';
export { type MailDependencies, sendMailHandler } from './send-mail.ts';
