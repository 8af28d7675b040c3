import { hash } from 'node:crypto';

/** Computes SHA-256 with OpenSSL. Bundles for browsers use sha256-pure.ts instead (see `imports` in package.json). */
export function sha256(bytes: Uint8Array): Uint8Array {
  return hash('sha256', bytes, 'buffer');
}
