/** The SDK without an API key, for signing with a link and for verifying files. It is safe to load in a web page. */
import { type Api, createApi } from './api.ts';
import { PublicGroups } from './generated/public-resources.ts';

export type { CallOptions, UploadOptions } from './api.ts';
export { ApiError } from './errors.ts';
export type { FileInput } from './files.ts';
export type { Answer, Body, Query } from './types.ts';

/** The options of a public client. */
export interface PublicOptions {
  /** The URL of the installation. Defaults to the origin of the page. */
  baseUrl?: string | undefined;
  /** The part of a signing link after `#`, or the `bearer` of `signing.openSession`. */
  token?: string | undefined;
  /** Whether the link belongs to the sandbox. */
  sandbox?: boolean | undefined;
  timeoutMs?: number | undefined;
  maxRetries?: number | undefined;
  fetch?: typeof fetch | undefined;
}

/**
 * A client for web pages.
 *
 *   const countersign = new PublicCountersign({ baseUrl: 'https://sign.example.com', token });
 *   const { view } = await countersign.signing.openSession({});
 *
 * @throws TypeError if the token is an API key, which must not be part of a page
 */
export class PublicCountersign extends PublicGroups {
  constructor({ baseUrl = '', token, sandbox = false, timeoutMs, maxRetries, fetch }: PublicOptions = {}) {
    if (token?.startsWith('sk_') === true)
      throw new TypeError('This is an API key. Everyone who opens the page can read it. Pass a signing link instead.');
    const api: Api = createApi({
      baseUrl: baseUrl && new URL(baseUrl).origin,
      sandbox,
      timeoutMs,
      maxRetries,
      fetch,
      openFile: () => Promise.reject(new TypeError('A browser cannot open a file path. Pass a File, a Blob or bytes.')),
      headers: () => (token === undefined ? {} : { authorization: `Bearer ${token}` }),
    });
    super(api);
  }
}
