/** What becomes of a request body that is refused before all of it has come. */
import type { IncomingMessage } from 'node:http';

/** More than any upload takes; what a client sends beyond it is a connection that ends. */
const MOST_BYTES = 64 * 1024 * 1024;
const MOST_MS = 10_000;

/**
 * Reads on for a while and drops what comes. A connection that is closed with unread bytes is reset (RFC 9112 §9.6), and the reset
 * overtakes the answer: a client that sends its whole body before it reads would never learn why it was refused.
 */
export function drain(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return;
  const { socket } = request;
  const end = () => socket.destroy();
  const timer = setTimeout(end, MOST_MS);
  timer.unref();
  let left = MOST_BYTES;
  request.unpipe();
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) end();
  });
  request.once('close', () => clearTimeout(timer));
  request.resume();
}
