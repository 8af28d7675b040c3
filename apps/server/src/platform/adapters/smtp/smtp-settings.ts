import type { SMTPPoolOptions } from 'nodemailer';
import { isIP } from 'node:net';

/** The time limit in milliseconds of each step: name look-up, connection, greeting, and the wait after any command. */
const STEP_TIMEOUT = 10_000;

/**
 * The connection pool has few connections and does not keep them idle for long, because mail servers have limited
 * resources.
 */
const POOL = { pool: true, maxConnections: 3, maxMessages: 100, idleTimeout: 30_000 } as const;

/**
 * Parses `smtp://[user:password@]host[:port]` (port 587, STARTTLS if offered) or `smtps://...` (port 465, TLS from the
 * start). A password is never sent unencrypted: with a password, STARTTLS is required except on this machine.
 *
 * @throws Error with one line that states the problem and repeats no part of the address, because it contains a password.
 */
export function smtpSettings(url: string, stepTimeout = STEP_TIMEOUT): SMTPPoolOptions {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed === undefined || (parsed.protocol !== 'smtp:' && parsed.protocol !== 'smtps:')) {
    throw new Error('SMTP_URL must be an address such as smtps://user:password@mail.example.com');
  }
  const host = parsed.hostname.replace(/^\[|\]$/g, '');
  if (host === '') throw new Error('SMTP_URL has no host');
  if ((parsed.pathname !== '' && parsed.pathname !== '/') || parsed.search !== '' || parsed.hash !== '') {
    throw new Error(
      'SMTP_URL can contain only user, password, host and port. Write / ? and # in a password as %2F %3F %23',
    );
  }
  const secure = parsed.protocol === 'smtps:';
  const auth = credentials(parsed);
  return {
    ...POOL,
    host,
    port: parsed.port === '' ? (secure ? 465 : 587) : Number(parsed.port),
    secure,
    requireTLS: !secure && auth !== undefined && !isLoopback(host),
    ...(auth && { auth }),
    connectionTimeout: stepTimeout,
    greetingTimeout: stepTimeout,
    socketTimeout: stepTimeout,
    dnsTimeout: stepTimeout,
    // The job that sends the e-mail decides whether and when to retry. A second retry mechanism would interfere.
    maxRequeues: 0,
    // The logo is the only attachment. If an attachment ever comes from input, it must not read files or URLs.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function credentials(url: URL): { user: string; pass: string } | undefined {
  if (url.username === '' && url.password === '') return undefined;
  try {
    return { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) };
  } catch (cause) {
    throw new Error('SMTP_URL has a % in its user or password that is not followed by two hexadecimal digits', {
      cause,
    });
  }
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}
