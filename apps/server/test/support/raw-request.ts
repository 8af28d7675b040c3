import { request } from 'node:http';
import { noteProvoked } from './provoked.ts';

export interface RawAnswer {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: unknown;
  /** The number of bytes of the request body that were sent before the response arrived. */
  sent: number;
}

/**
 * Sends a request whose body is generated while it is being sent. The response may arrive before the request is
 * complete. `fetch` would report the broken connection instead of the response.
 */
export function sendStream(
  url: string,
  options: { method: string; headers: Record<string, string> },
  body: Iterable<Uint8Array>,
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, options);
    let sent = 0;
    let answered = false;
    outgoing.on('response', (response) => {
      answered = true;
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        outgoing.destroy();
        const text = Buffer.concat(chunks).toString();
        noteProvoked(options.method, new URL(url).pathname, undefined, {
          status: response.statusCode ?? 0,
          body: undefined,
          text,
        });
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: text === '' ? undefined : JSON.parse(text),
          sent,
        });
      });
    });
    outgoing.on('error', (error) => {
      if (!answered) reject(error);
    });
    void (async () => {
      for (const chunk of body) {
        if (answered || outgoing.destroyed) return;
        sent += chunk.length;
        if (!outgoing.write(chunk))
          await new Promise<void>((next) => {
            const goOn = () => {
              outgoing.off('drain', goOn).off('close', goOn);
              next();
            };
            outgoing.once('drain', goOn).once('close', goOn);
          });
      }
      outgoing.end();
    })();
  });
}
