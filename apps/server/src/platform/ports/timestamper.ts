/** An authority that proves that something existed at a time (RFC 3161). */
import type { Certificate } from '@countersign/pki';

export type Stamp = {
  /** DER of the TimeStampToken. */
  token: Buffer;
  /** The authority that issued it, for logs and health; without credentials. */
  authority: string;
  /** The external authority's certificate first, its root last; null for the built-in one, whose chain we know. */
  path: readonly Certificate[] | null;
};

export interface Timestamper {
  readonly name: string;
  /** A checked token over a SHA-256 digest of at most `maxTokenBytes`. Throws if none is available. */
  stamp(imprint: Uint8Array): Promise<Stamp>;
}
