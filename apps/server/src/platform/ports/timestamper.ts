/** Whoever proves that something existed at a time (RFC 3161). */
import type { Certificate } from '@countersign/pki';

export type Stamp = {
  /** DER of the TimeStampToken. */
  token: Buffer;
  /** Which authority made it, for logs and health: no credentials. */
  authority: string;
  /** The outside authority's certificate first, its root last; null for the built-in one, whose chain we know. */
  path: readonly Certificate[] | null;
};

export interface Timestamper {
  readonly name: string;
  /** A checked token over a SHA-256 digest of at most `maxTokenBytes`. Throws when there is none to be had. */
  stamp(imprint: Uint8Array): Promise<Stamp>;
}
