/**
 * Finds a person's sign-in method. Only the domain of the address matters, and one database query answers every
 * request.
 */
import { domainOf, planAllows } from '@countersign/contract';
import { addressesOf, type SsoDependencies } from './dependencies.ts';
import { selectByDomain } from './store.ts';

export async function discoverSingleSignOn(
  { uow }: SsoDependencies,
  baseUrl: string,
  { email }: { email: string },
): Promise<string | null> {
  const [found] = await uow.readAuth(selectByDomain(domainOf(email)));
  if (!found || !planAllows(found.plan, 'singleSignOn')) return null;
  return addressesOf(baseUrl, found.organization_id).loginUrl[found.protocol];
}
