/** The value of TIMESTAMP_URLS: authorities in order of preference. */
export type TimestampAddress = 'built-in' | { url: URL; policy: string | undefined };

const POLICY = /^[0-2](?:\.\d+)+$/;

/**
 * Parses a list such as `https://tsa.example/tsr#1.2.3.4, built-in`. The part after # is the policy to request, which
 * is not sent as part of the URL. Throws an Error whose message is for the operator and repeats no address, because it
 * may contain a password.
 */
export function timestampSettings(text: string): TimestampAddress[] {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  if (parts.length === 0) throw new Error('must list at least one authority, or be omitted to use the built-in one');
  const read = parts.map((part, index) => (part === 'built-in' ? part : readAddress(part, index + 1)));
  if (read.filter((one) => one === 'built-in').length > 1) throw new Error('contains "built-in" more than once');
  return read;
}

function readAddress(part: string, position: number): TimestampAddress {
  const url = URL.canParse(part) ? new URL(part) : undefined;
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    throw new Error(`entry ${position} must be built-in or an address that begins with http:// or https://`);
  try {
    decodeURIComponent(url.username + url.password);
  } catch {
    throw new Error(`entry ${position}: a % in the user or password must be written as %25`);
  }
  const policy = url.hash === '' ? undefined : url.hash.slice(1);
  if (policy !== undefined && !POLICY.test(policy))
    throw new Error(`entry ${position}: the text after # must be the OID of a policy, such as 1.2.3.4`);
  url.hash = '';
  return { url, policy };
}
