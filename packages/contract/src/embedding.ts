/** Where an organization embeds its pages. */

/** An https origin, or http on the developer's own machine. As browsers write it: lower case, no path, no default port. */
export function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, origin } = new URL(text);
  // URLs take more signs in a host than names have, and some of them would end a directive of a content security policy.
  if (!/^([a-z0-9.-]+|\[[0-9a-f:.]+\])$/.test(hostname)) return false;
  return origin === text && (protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname)));
}

const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]';
