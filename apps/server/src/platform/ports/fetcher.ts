/** Requests to addresses that strangers chose. Nothing private can be reached with it, whatever the address says. */

/** Why an address is refused; the sentence is for whoever entered it and tells nothing of our network. */
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

export type FetchRequest = {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | undefined;
  /** How much of the answer's body is read; default 64 KB. */
  readonly maxBytes?: number;
};

/** What came within the limits, undecoded. */
export type FetchAnswer = {
  readonly kind: 'answer';
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Uint8Array;
  /** False where the body was cut off: by the limit on size or time, or by a connection that broke. */
  readonly isWhole: boolean;
};
export type FetchOutcome =
  | FetchAnswer
  /** `refused`: the address itself was, and nothing was sent. */
  | { readonly kind: 'failed'; readonly reason: string; readonly refused?: Refusal['code'] }
  /** Ended by `close`: says nothing about the receiver. */
  | { readonly kind: 'aborted' };

export interface Fetcher {
  /** Judges an address before it is saved. A name that cannot be looked up at the moment passes: it is judged again at every request. */
  judge(url: string): Promise<Refusal | undefined>;
  /** Whether the operator listed this very host, which may then be private and be reached without TLS. */
  isListed(url: URL): boolean;
  /**
   * One request, over within 10 seconds, redirects not followed. What the address leads to is judged, and the very socket goes there.
   * Never throws: what goes wrong is an outcome.
   */
  fetch(request: FetchRequest): Promise<FetchOutcome>;
  /** Ends what is under way. */
  close(): void;
}
