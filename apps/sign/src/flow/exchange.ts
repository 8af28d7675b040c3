/** The link of the address, or the session of this tab, exchanged for what the page shows. */
import type { Opened, Proof, Service } from './service.ts';
import { loadSession, tokenInAddress, tabStorage } from './session.ts';

/** What the first script hands to the page. */
export type Start = {
  service: Service;
  /** Under way since before the page came; null where there is neither a link nor a session. */
  first: Promise<Opened | null>;
};

export function firstOpening(service: Service): Promise<Opened | null> {
  const first = exchange(service, tokenInAddress(location.hash));
  // Whoever asks for it is told why it failed; until then nobody is to miss that.
  first.catch(() => undefined);
  return first;
}

export async function exchange(service: Service, token: string | null, proof?: Proof): Promise<Opened | null> {
  if (token !== null) return service.open(token, proof);
  const session = loadSession(tabStorage);
  if (session === null) return null;
  service.resume(session.bearer);
  return service.extend();
}
