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

export type PostRequest = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
};

/** `body`: what came of it within the limits, undecoded. */
export type FetchOutcome =
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
      readonly body: Uint8Array;
    }
  | { readonly kind: 'failed'; readonly reason: string }
  /** Ended by `close`: no word about the receiver. */
  | { readonly kind: 'aborted' };

export interface Fetcher {
  /** Judges an address before it is saved. A name that cannot be looked up at the moment passes: it is judged again at every request. */
  judge(url: string): Promise<Refusal | undefined>;
  /**
   * One POST, over within 10 seconds, redirects not followed. What the address leads to is judged, and the very socket goes there.
   * Never throws: what goes wrong is an outcome.
   */
  post(request: PostRequest): Promise<FetchOutcome>;
  /** Ends what is under way. */
  close(): void;
}
