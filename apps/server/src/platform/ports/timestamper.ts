/** An authority that proves that data existed at a time (RFC 3161). */
import type { Certificate } from '@countersign/pki';

export type Stamp = {
  /** The DER of the TimeStampToken. */
  token: Buffer;
  /** The authority that issued the token, for logs and health, without credentials. */
  authority: string;
  /**
   * The certificate chain of an external authority, from its own certificate to its root. Null for the built-in
   * authority, whose chain is known.
   */
  path: readonly Certificate[] | null;
};

export interface Timestamper {
  readonly name: string;
  /** Returns a checked token of at most `maxTokenBytes` over a SHA-256 digest. Throws if no authority is available. */
  stamp(imprint: Uint8Array): Promise<Stamp>;
}
