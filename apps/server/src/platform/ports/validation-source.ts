/** Fetches certificates, CRLs and OCSP responses from the addresses in certificates. */
export interface ValidationSource {
  /** GET, or POST if there is a body. Throws without a response of at most `maxBytes` in time. */
  fetch(address: string, options: { maxBytes: number; body?: { type: string; bytes: Uint8Array } }): Promise<Buffer>;
}
