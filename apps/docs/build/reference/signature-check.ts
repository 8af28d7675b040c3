/** Sample code for verifying webhook signatures. A test runs the TypeScript version with a real delivery. */
export const CHECK_IN_TYPESCRIPT = `import { createHmac, timingSafeEqual } from 'node:crypto';

/** body: the raw bytes, before any JSON.parse. headers: with lowercase names. */
export function isFromCountersign(body: Uint8Array, headers: Record<string, unknown>, secret: string): boolean {
  const id = String(headers['webhook-id']);
  const timestamp = String(headers['webhook-timestamp']);
  // An old delivery could be a replay.
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= 300)) return false;
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signature = createHmac('sha256', key).update(id + '.' + timestamp + '.').update(body).digest('base64');
  const expected = Buffer.from('v1,' + signature);
  // During a rotation there are two signatures.
  return String(headers['webhook-signature']).split(' ').some((one) => {
    const received = Buffer.from(one);
    return received.length === expected.length && timingSafeEqual(received, expected);
  });
}`;

export const CHECK_IN_PYTHON = `import base64
import hashlib
import hmac
import time

def is_from_countersign(body: bytes, headers: dict[str, str], secret: str) -> bool:
    """body: the raw bytes, before any json.loads. headers: with lowercase names."""
    message_id = headers.get("webhook-id", "")
    timestamp = headers.get("webhook-timestamp", "")
    # An old delivery could be a replay.
    if not timestamp.isdigit() or abs(time.time() - int(timestamp)) > 300:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{message_id}.{timestamp}.".encode() + body
    expected = b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
    # During a rotation there are two signatures.
    received = headers.get("webhook-signature", "").split(" ")
    return any(hmac.compare_digest(one.encode(), expected) for one in received)`;

/** Sample code for receivers that check the `x-service-signature` header. */
export const OWN_CHECK_IN_TYPESCRIPT = `import { createHmac, timingSafeEqual } from 'node:crypto';

/** body: the raw bytes, before any JSON.parse. header: x-service-signature. */
export function isFromCountersign(body: Uint8Array, header: string, secret: string): boolean {
  const expected = Buffer.from('sha256=' + createHmac('sha256', secret).update(body).digest('hex'));
  const received = Buffer.from(header);
  return received.length === expected.length && timingSafeEqual(received, expected);
}`;

export const OWN_CHECK_IN_PYTHON = `import hashlib
import hmac

def is_from_countersign(body: bytes, header: str, secret: str) -> bool:
    """body: the raw bytes, before any json.loads. header: x-service-signature."""
    expected = "sha256=" + hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(header.encode(), expected.encode())`;
