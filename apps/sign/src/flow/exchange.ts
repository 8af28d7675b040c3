/** Requests the data of the page with the link in the URL or with this tab's session. */
import type { Opened, Proof, Service } from './service.ts';
import { loadSession, tokenInAddress, tabStorage } from './session.ts';

/** The data passed from the first script to the page. */
export type Start = {
  service: Service;
  /** The request that was sent before the page was loaded. Null if there is neither a link nor a session. */
  first: Promise<Opened | null>;
};

export function firstOpening(service: Service): Promise<Opened | null> {
  const first = exchange(service, tokenInAddress(location.hash));
  // The failure is marked as handled here. The code that uses the response handles it later.
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
