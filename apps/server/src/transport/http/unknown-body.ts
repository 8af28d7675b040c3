/**
 * Inspects bodies sent to an address without an operation. No contract describes them, so they are inspected by the
 * rules for strict text.
 */
import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import type { Firewall } from '../../platform/firewall/firewall.ts';

/**
 * The maximum number of bytes that are inspected. Attacks on unknown addresses are short, so the rest of a longer body
 * is neither read nor inspected.
 */
const MAX_BYTES = 16 * 1024;

/** Reads and inspects the beginning of a body. Throws REQUEST_BLOCKED. */
export async function checkUnknownBody(request: FastifyRequest, body: Readable, firewall: Firewall): Promise<void> {
  // Forms contain files, which are not text.
  const type = request.headers['content-type'] ?? '';
  if (/^multipart\//i.test(type)) return;
  const text = await beginningOf(body);
  if (text === '') return;
  const asking = { address: request.ip };
  if (type.includes('x-www-form-urlencoded')) await firewall.checkUnknownQuery(text, asking);
  else await firewall.checkUnknownBody(readJson(text) ?? text.split(/\r?\n/), asking);
}

async function beginningOf(body: Readable): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    // The iterator does not close the connection, because the response still needs it.
    for await (const chunk of body.iterator({ destroyOnReturn: false })) {
      chunks.push(chunk as Uint8Array);
      length += (chunk as Uint8Array).length;
      if (length >= MAX_BYTES) break;
    }
  } catch {
    // The client has disconnected, or its encoding is broken. The received part is inspected.
  }
  return Buffer.concat(chunks).subarray(0, MAX_BYTES).toString();
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
