/** Secrets of endpoints: sealed at rest, opened for each signature. */
import type { Vault } from '../../platform/crypto/seal.ts';

type Owner = { tenantId: string; endpointId: string };

/** One purpose for both columns: a rotation moves the sealed value from one to the other. */
export const webhookSecretPurpose = (tenantId: string, endpointId: string): string =>
  `webhook ${tenantId}/${endpointId}`;

export function sealSecret(vault: Vault, { tenantId, endpointId }: Owner, secret: string): Buffer {
  return vault.seal(webhookSecretPurpose(tenantId, endpointId), Buffer.from(secret));
}
export function openSecret(vault: Vault, { tenantId, endpointId }: Owner, sealed: Buffer): string {
  return vault.open(webhookSecretPurpose(tenantId, endpointId), sealed).toString();
}
