/** Handles the rest of a request body that was refused early. */
import type { IncomingMessage } from 'node:http';

/** The maximum number of discarded bytes, more than the largest upload. A client that sends more is disconnected. */
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_MS = 10_000;

/**
 * Keeps reading for a while and discards the data. Closing a connection with unread bytes resets it (RFC 9112 §9.6),
 * and the reset overtakes the response. A client that sends its whole body first would then never see the error.
 */
export function drain(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return;
  const { socket } = request;
  const end = () => socket.destroy();
  const timer = setTimeout(end, MAX_MS);
  timer.unref();
  let left = MAX_BYTES;
  request.unpipe();
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) end();
  });
  request.once('close', () => clearTimeout(timer));
  request.resume();
}
