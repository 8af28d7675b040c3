export { readDkim } from './dkim.ts';
export { smtpServer } from './server-check.ts';
export { smtpMailer } from './smtp-mailer.ts';
export { smtpSettings } from './smtp-settings.ts';
