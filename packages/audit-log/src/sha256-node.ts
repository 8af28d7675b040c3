import { hash } from 'node:crypto';

/** SHA-256 by OpenSSL. Bundles for browsers use sha256-pure.ts instead (`imports` in package.json). */
export function sha256(bytes: Uint8Array): Uint8Array {
  return hash('sha256', bytes, 'buffer');
}
