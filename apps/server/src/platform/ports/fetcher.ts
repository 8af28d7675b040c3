/** Sends requests to untrusted URLs. It never connects to private addresses. */

/**
 * The reason why a URL is refused. The message is for the person who entered the URL and reveals nothing about the
 * server's network.
 */
export type Refusal = {
  readonly code:
    | 'invalid_url'
    | 'insecure_url'
    | 'url_credentials'
    | 'port_not_allowed'
    | 'unknown_host'
    | 'private_address';
  readonly message: string;
};

/** The reason why there was no response. If it is a code of `Refusal`, no request was sent. */
export type FetchFault =
  | Refusal['code']
  | 'timeout'
  | 'connection_refused'
  | 'connection_closed'
  | 'connection_failed'
  | 'tls_failed'
  | 'invalid_response'
  | 'request_failed';

export type FetchRequest = {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | undefined;
  /** The maximum number of bytes of the response body that are read. Default: 64 KB. */
  readonly maxBytes?: number;
};

/** The data that arrived within the limits, not decoded. */
export type FetchAnswer = {
  readonly kind: 'answer';
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Uint8Array;
  /** False if the body was cut off: by the limit on size or time, or by a broken connection. */
  readonly isWhole: boolean;
};
export type FetchOutcome =
  | FetchAnswer
  | { readonly kind: 'failed'; readonly code: FetchFault; readonly reason: string }
  /** `close` ended the request, so the result says nothing about the receiver. */
  | { readonly kind: 'aborted' };

export interface Fetcher {
  /**
   * Checks a URL before it is saved. A name that cannot be looked up at the moment passes, because it is checked again
   * at every request.
   */
  judge(url: string): Promise<Refusal | undefined>;
  /** Returns whether the operator listed exactly this host, which may then be private and be reached without TLS. */
  isListed(url: URL): boolean;
  /**
   * Sends one request within 10 seconds, without following redirects. The resolved address is checked, and the socket
   * connects to exactly that address. Never throws, because errors are outcomes.
   */
  fetch(request: FetchRequest): Promise<FetchOutcome>;
  close(): void;
}
