/** Returns whether the mail server accepts addresses such as ünï@example.com (SMTPUTF8, RFC 6531). */
import { newConnection, type SmtpSettings } from './connection.ts';

/**
 * The time for which the response is cached. After that, the server is asked again, because it may have been replaced.
 */
const REMEMBER_MS = 10 * 60_000;

/**
 * Caches the server's response. If the server cannot be reached, returns true, because the delivery will then fail and
 * report the error.
 */
export function unicodeProbe(settings: SmtpSettings): () => Promise<boolean> {
  let known: { answer: Promise<boolean>; until: number } | undefined;
  return () => {
    const now = performance.now();
    if (known === undefined || known.until < now) known = { answer: ask(settings), until: now + REMEMBER_MS };
    return known.answer;
  };
}

function ask(settings: SmtpSettings): Promise<boolean> {
  const connection = newConnection(settings);
  return new Promise((resolve) => {
    connection.once('error', () => resolve(true));
    connection.once('end', () => resolve(true));
    connection.connect(() => {
      // This private property is the only place where the library exposes the value. If a new version of the library
      // moves it, the test fails.
      const extensions: unknown = Reflect.get(connection, '_supportedExtensions');
      resolve(!Array.isArray(extensions) || extensions.includes('SMTPUTF8'));
      connection.quit();
    });
  });
}
