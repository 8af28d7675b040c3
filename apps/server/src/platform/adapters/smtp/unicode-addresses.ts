/** Whether the mail server takes addresses such as ünï@example.com (SMTPUTF8, RFC 6531). */
import { newConnection, type SmtpSettings } from './connection.ts';

/** A server that was just replaced is asked again after this long. */
const REMEMBER_MS = 10 * 60_000;

/** Remembers what the server said. True while it cannot be asked: then the delivery tells. */
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
      // The library says it nowhere else; a version that keeps it elsewhere fails the test.
      const extensions: unknown = Reflect.get(connection, '_supportedExtensions');
      resolve(!Array.isArray(extensions) || extensions.includes('SMTPUTF8'));
      connection.quit();
    });
  });
}
