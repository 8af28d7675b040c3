/** Connects to the mail server, starts encryption, authenticates and sends one command, as before each e-mail. */
import type { NodemailerError } from 'nodemailer';
import { type MailServer, MailServerError, type MailServerFault } from '../../ports/mailer.ts';
import { newConnection } from './connection.ts';
import { isLoopback, smtpSettings } from './smtp-settings.ts';

/**
 * @param stepTimeout milliseconds for each step of the dialogue; default: 10 seconds
 * @throws Error for an address that smtpSettings refuses
 */
export function smtpServer(url: string, stepTimeout?: number): MailServer {
  const settings = smtpSettings(url, stepTimeout);
  return {
    isEncrypted: settings.secure === true || settings.requireTLS === true || isLoopback(settings.host ?? ''),
    check: () =>
      new Promise((resolve, reject) => {
        const connection = newConnection(settings);
        const fail = (cause: unknown) => {
          // The promise is rejected before the connection is closed, because closing it raises another, less specific
          // error.
          reject(new MailServerError(faultOf(cause), { cause }));
          connection.close();
        };
        connection.once('error', fail);
        connection.once('end', () => fail(new Error('the connection was closed')));
        // The command is RSET, because the library does not offer NOOP. RSET changes nothing here either, and requires
        // a response (RFC 5321 §4.1.1.5).
        const command = () =>
          connection.reset((error) => {
            if (error) return fail(error);
            resolve();
            return connection.quit();
          });
        connection.connect((error) => {
          if (error) return fail(error);
          if (!settings.auth) return command();
          return connection.login(settings.auth, (refused) => (refused ? fail(refused) : command()));
        });
      }),
  };
}

/**
 * Recognizes TLS errors by the messages of OpenSSL and Node, because the library uses one code for all socket errors.
 */
const OF_TLS = /certificate|altnames|\b(?:ssl|tls)\b/i;

function faultOf(error: unknown): MailServerFault {
  const { code, message, responseCode }: NodemailerError = error instanceof Error ? error : new Error(String(error));
  if (code === 'EAUTH') return 'login';
  if (code === 'ETLS' || (code === 'ESOCKET' && OF_TLS.test(message))) return 'encryption';
  return responseCode === undefined ? 'unreachable' : 'refused';
}
