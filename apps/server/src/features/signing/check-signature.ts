/** We read back what we made before anybody relies on it: a defect or a flipped bit in memory must not become somebody's signature. */
import type { Certificate } from '@countersign/pki';
import { verifyCms } from '@countersign/pki';

export async function checkSignature(cms: Buffer, digest: Buffer, certificate: Certificate): Promise<void> {
  const result = verifyCms({ der: cms, digestOf: () => digest });
  if (result.problems.length > 0 || result.signer?.serial !== certificate.serial || !result.timestampToken) {
    throw new Error(
      `the signature that was made does not verify: ${result.problems.join(', ') || 'another certificate or no time-stamp'}`,
    );
  }
}
