/** Exchanges the link in the URL, or this tab's session, for the data of the page. */
import type { Opened, Proof, Service } from './service.ts';
import { loadSession, tokenInAddress, tabStorage } from './session.ts';

/** The data passed from the first script to the page. */
export type Start = {
  service: Service;
  /** A request started before the page was loaded. Null without a link or a session. */
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
