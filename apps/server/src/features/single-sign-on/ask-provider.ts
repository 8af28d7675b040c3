/**
 * Sends the requests of openid-client to identity providers, with the interface of `fetch`. They go through the guarded
 * fetcher, because administrators entered the addresses.
 */
import type { FetchRequest, Fetcher } from '../../platform/ports/fetcher.ts';

/** The maximum size of a response, enough for the metadata and keys of large providers. */
const MAX_BYTES = 1024 * 1024;
/** Status codes for which the platform's `Response` allows no body (Fetch standard, "null body status"). */
const WITHOUT_BODY = [101, 103, 204, 205, 304];

/**
 * Redirects are returned, not followed. @throws Error with a sentence for the administrator, if the response is
 * incomplete
 */
export async function askProvider(fetcher: Fetcher, request: Omit<FetchRequest, 'maxBytes'>): Promise<Response> {
  const { host } = new URL(request.url);
  const outcome = await fetcher.fetch({ ...request, maxBytes: MAX_BYTES });
  if (outcome.kind === 'aborted') throw new Error('the server is shutting down');
  if (outcome.kind === 'failed') {
    const isPrivate = outcome.code === 'private_address';
    throw new Error(
      isPrivate
        ? `${host} is on a private network. The operator can allow it with the setting SSO_PRIVATE_HOSTS`
        : `${host}: ${outcome.reason}`,
    );
  }
  if (!outcome.isWhole) throw new Error(`the response from ${host} is too long or incomplete`);
  const headers = new Headers();
  for (const [name, value] of Object.entries(outcome.headers))
    for (const one of [value ?? []].flat()) headers.append(name, one);
  const body = WITHOUT_BODY.includes(outcome.status) ? null : new Uint8Array(outcome.body);
  return new Response(body, { status: outcome.status, headers });
}
