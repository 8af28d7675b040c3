/** How a receiver checks the signature of a webhook, as the reference shows it. A test runs the first against a real delivery. */
export const CHECK_IN_TYPESCRIPT = `import { createHmac, timingSafeEqual } from 'node:crypto';

/** body: the bytes as they came, before any JSON.parse. */
export function isFromCountersign(body: Uint8Array, header: string, secret: string): boolean {
  const expected = Buffer.from('sha256=' + createHmac('sha256', secret).update(body).digest('hex'));
  const received = Buffer.from(header);
  return received.length === expected.length && timingSafeEqual(received, expected);
}`;

export const CHECK_IN_PYTHON = `import hashlib
import hmac

def is_from_countersign(body: bytes, header: str, secret: str) -> bool:
    """body: the bytes as they came, before any json.loads."""
    expected = "sha256=" + hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(header, expected)`;
