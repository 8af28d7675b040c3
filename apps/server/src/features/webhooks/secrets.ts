/** Secrets of endpoints and custom headers. They are stored sealed and opened for each attempt. */
import type { Vault } from '../../platform/crypto/seal.ts';

/** The name used instead of an endpoint's ID for the shared secret of a tenant's callbacks. */
export const CALLBACKS = 'callbacks';

type Owner = { tenantId: string; endpointId: string };

/** Both columns use the same vault purpose, because a rotation moves the sealed value from one to the other. */
export const webhookSecretPurpose = (tenantId: string, endpointId: string): string =>
  `webhook ${tenantId}/${endpointId}`;

export function sealSecret(vault: Vault, { tenantId, endpointId }: Owner, secret: string): Buffer {
  return vault.seal(webhookSecretPurpose(tenantId, endpointId), Buffer.from(secret));
}
export function openSecret(vault: Vault, { tenantId, endpointId }: Owner, sealed: Buffer): string {
  return vault.open(webhookSecretPurpose(tenantId, endpointId), sealed).toString();
}

export const webhookHeadersPurpose = (tenantId: string, endpointId: string): string =>
  `webhook headers ${tenantId}/${endpointId}`;

export function sealHeaders(
  vault: Vault,
  { tenantId, endpointId }: Owner,
  headers: Readonly<Record<string, string>>,
): Buffer | null {
  if (Object.keys(headers).length === 0) return null;
  return vault.seal(webhookHeadersPurpose(tenantId, endpointId), Buffer.from(JSON.stringify(headers)));
}
export function openHeaders(
  vault: Vault,
  { tenantId, endpointId }: Owner,
  sealed: Buffer | null,
): Record<string, string> {
  return sealed === null
    ? {}
    : (JSON.parse(vault.open(webhookHeadersPurpose(tenantId, endpointId), sealed).toString()) as Record<
        string,
        string
      >);
}

const SHOWN_CHARACTERS = 4;
/** Hides all but the end of each value. A short value is hidden completely, because its end would reveal too much. */
export const maskHeaders = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      `…${value.length >= 4 * SHOWN_CHARACTERS ? value.slice(-SHOWN_CHARACTERS) : ''}`,
    ]),
  );
