/**
 * Fetches the URLs in certificates of configured authorities. Private addresses are allowed, because the certificates
 * chain to a root that the operator configured, and an operator's own authority is often on a private network.
 */
import type { ValidationSource } from '../../ports/validation-source.ts';

export function httpValidationSource(timeoutMs: number): ValidationSource {
  return {
    fetch: async (address, { maxBytes, body }) => {
      const url = new URL(address);
      if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new Error(`${url.protocol} is not supported`);
      const response = await fetch(url, {
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
        ...(body && { method: 'POST', headers: { 'Content-Type': body.type }, body: Buffer.from(body.bytes) }),
      });
      if (response.status !== 200) {
        await response.body?.cancel();
        throw new Error(`${url.host} responded with status ${response.status}`);
      }
      const parts: Uint8Array[] = [];
      let length = 0;
      for await (const part of response.body ?? []) {
        length += part.length;
        if (length > maxBytes) throw new Error(`the response from ${url.host} is longer than ${maxBytes} bytes`);
        parts.push(part);
      }
      return Buffer.concat(parts);
    },
  };
}
