/** Settings for embedding our pages in other pages, and for redirects after signing. */
import { z } from 'zod';
import { opaque } from './field-class.ts';

/**
 * Whether a string is an https origin, or an http origin on the developer's own machine. It must be written as browsers
 * write it: in lower case, without a path or the default port.
 */
export function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, origin } = new URL(text);
  // The host of a URL can contain characters that host names cannot contain. Some of them would end a directive in a
  // content security policy.
  if (!/^([a-z0-9.-]+|\[[0-9a-f:.]+\])$/.test(hostname)) return false;
  return origin === text && (protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname)));
}

const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]';

/**
 * Encodes an origin as base64url for use in a page's URL, because the request firewall blocks some URLs within URLs,
 * for example those of a developer's own machine.
 */
export const originInAddress = (origin: string): string =>
  btoa(origin).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

/**
 * Returns the host of a URL that a signer may be redirected to. The URL must use https, or http on the developer's own
 * machine.
 */
export function redirectHost(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, hostname, host, username, password } = new URL(text);
  if (username !== '' || password !== '') return undefined;
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname)) ? host : undefined;
}

/** Whether a string is a host with an optional port. The default port must be omitted. */
export const isHost = (text: string): boolean =>
  /^[a-z0-9.-]+(:\d{1,5})?$/.test(text) && redirectHost(`https://${text}`) === text;

const MAX_URL = 2000;
const redirect = (when: string) =>
  opaque(z.string())
    .trim()
    .max(MAX_URL)
    .refine((text) => redirectHost(text) !== undefined, 'must be an https URL without a user name')
    .optional()
    .meta({
      description: `URL that the signing page redirects to ${when}. Its host must be in the organization's \`redirect_hosts\`. The server adds the parameters \`documentId\` and \`status\`.`,
    });

/** The redirects that can be set in operations that lead a signer to the signing page. */
export const redirectInputs = {
  redirectUrl: redirect('after the signer has signed (`status=signed`)'),
  declineRedirectUrl: redirect('after the signer has declined (`status=declined`)'),
  expiredRedirectUrl: redirect('if the document has expired (`status=expired`)'),
};
export type RedirectInputs = { [Member in keyof typeof redirectInputs]?: string | undefined };
