/** Where somebody logs in. By the domain of the address and nothing else, in one look-up whatever comes of it. */
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
