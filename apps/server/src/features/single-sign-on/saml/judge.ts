/** Checks a response in order: its form, its signature, and the signed content. */
import { SsoRefusal } from '../refusal.ts';
import { readAssertion, type ReadAssertion } from './assertion.ts';
import { type IdentityProvider, type ServiceProvider, verifiedAssertion } from './service-provider.ts';

/**
 * `requestId` belongs to the sign-in that the browser started. Undefined for an unsolicited response.
 * @throws SsoRefusal
 */
export async function judgeResponse(
  encoded: string,
  { sp, idp, requestId, now }: { sp: ServiceProvider; idp: IdentityProvider; requestId: string | undefined; now: Date },
): Promise<ReadAssertion> {
  const { signedText, inResponseTo } = await verifiedAssertion(encoded, sp, idp);
  if (inResponseTo !== requestId) throw new SsoRefusal('other-request');
  return readAssertion(signedText, {
    idpEntityId: idp.entityId,
    audience: sp.entityId,
    acsUrl: sp.acsUrl,
    requestId,
    now,
  });
}
