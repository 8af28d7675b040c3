/** Fetches certificates, CRLs and OCSP responses from the addresses in certificates. */
export interface ValidationSource {
  /**
   * Fetches with GET, or with POST if there is a body. Throws unless a response of at most `maxBytes` arrives in time.
   */
  fetch(address: string, options: { maxBytes: number; body?: { type: string; bytes: Uint8Array } }): Promise<Buffer>;
}
