/** A separate connection for requests about the mail server itself. E-mails are sent over other connections. */
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { smtpSettings } from './smtp-settings.ts';

export type SmtpSettings = ReturnType<typeof smtpSettings>;

/** Creates a connection with the address, encryption and time limits of the settings. It is not connected yet. */
export function newConnection(settings: SmtpSettings): SMTPConnection {
  const { host, port, secure, requireTLS, connectionTimeout, greetingTimeout, socketTimeout, dnsTimeout } = settings;
  return new SMTPConnection({
    ...(host !== undefined && { host }),
    ...(port !== undefined && { port }),
    ...(secure !== undefined && { secure }),
    ...(requireTLS !== undefined && { requireTLS }),
    ...(connectionTimeout !== undefined && { connectionTimeout }),
    ...(greetingTimeout !== undefined && { greetingTimeout }),
    ...(socketTimeout !== undefined && { socketTimeout }),
    ...(dnsTimeout !== undefined && { dnsTimeout }),
  });
}
