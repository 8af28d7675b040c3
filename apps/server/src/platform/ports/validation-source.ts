/** Where the world keeps certificates, CRLs and OCSP answers: the addresses that certificates name. */
export interface ValidationSource {
  /** GET, or POST where there is a body. Throws when there is no answer of at most `maxBytes` in time. */
  fetch(address: string, options: { maxBytes: number; body?: { type: string; bytes: Uint8Array } }): Promise<Buffer>;
}
