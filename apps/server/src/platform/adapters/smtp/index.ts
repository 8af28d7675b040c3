export { readDkim } from './dkim.ts';
export { smtpMailer } from './smtp-mailer.ts';
export { smtpSettings } from './smtp-settings.ts';
