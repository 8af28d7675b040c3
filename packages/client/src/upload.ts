import type { Fetch } from './client.ts';

type Progress = { lengthComputable: boolean; loaded: number; total: number };
type Listening<Event> = { addEventListener(kind: string, listener: (event: Event) => void): void };
/** The parts of XMLHttpRequest that are used here. Node's types do not include them. */
type Exchange = Listening<unknown> & {
  readonly upload: Listening<Progress>;
  readonly status: number;
  readonly response: unknown;
  responseType: 'arraybuffer';
  withCredentials: boolean;
  open(method: string, url: string): void;
  setRequestHeader(name: string, value: string): void;
  getAllResponseHeaders(): string;
  send(body: unknown): void;
  abort(): void;
};
declare const XMLHttpRequest: new () => Exchange;

/**
 * Returns a `fetch` function that reports how much of the body has been sent, from 0 to 1. Browsers report progress
 * only for XMLHttpRequest.
 *
 * @throws TypeError if there is no response, or an AbortError if the signal is aborted, like `fetch`
 *
 * client.call(uploadDocument, { body: form }, { fetch: withProgress((part) => show(part)) })
 */
export const withProgress =
  (onProgress: (part: number) => void): Fetch =>
  (url, { method = 'GET', headers, body, credentials, signal }) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(method, url);
      request.responseType = 'arraybuffer';
      request.withCredentials = credentials === 'include';
      for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value);
      request.upload.addEventListener('progress', (event) => {
        if (event.lengthComputable) onProgress(event.loaded / event.total);
      });
      request.addEventListener('load', () => {
        const { status } = request;
        // A Response with status 101, 204, 205 or 304 must not have a body.
        const answer = [101, 204, 205, 304].includes(status) ? null : (request.response as ArrayBuffer);
        resolve(new Response(answer, { status, headers: headersOf(request) }));
      });
      request.addEventListener('error', () => reject(new TypeError('The upload got no response.')));
      request.addEventListener('abort', () => reject(new DOMException('The upload was canceled.', 'AbortError')));
      const stop = () => request.abort();
      signal?.addEventListener('abort', stop, { once: true });
      request.addEventListener('loadend', () => signal?.removeEventListener('abort', stop));
      if (signal?.aborted === true) reject(new DOMException('The upload was canceled.', 'AbortError'));
      else request.send(body);
    });

function headersOf(request: Exchange): Headers {
  const headers = new Headers();
  for (const line of request
    .getAllResponseHeaders()
    .trim()
    .split(/[\r\n]+/)) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  return headers;
}
