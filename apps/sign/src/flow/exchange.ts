/** Exchanges the link in the address, or this tab's session, for the data of the page. */
import type { Opened, Proof, Service } from './service.ts';
import { loadSession, tokenInAddress, tabStorage } from './session.ts';

/** Passed from the first script to the page. */
export type Start = {
  service: Service;
  /** Started before the page was loaded; null without a link or a session. */
  first: Promise<Opened | null>;
};

export function firstOpening(service: Service): Promise<Opened | null> {
  const first = exchange(service, tokenInAddress(location.hash));
  // The code that uses it handles a failure; until then it must not be an unhandled rejection.
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
