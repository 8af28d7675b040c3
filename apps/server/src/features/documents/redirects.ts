/** Redirects after signing: validates the sender's addresses, and selects the one for a recipient. */
import { readSettings, redirectHost, type RedirectInputs } from '@countersign/contract';
import { ValidationError } from '../../platform/errors.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import type { Redirects } from '../document-core/index.ts';
import { selectSettings } from './sender-store.ts';

const MEMBERS = [
  ['redirectUrl', 'signed'],
  ['declineRedirectUrl', 'declined'],
  ['expiredRedirectUrl', 'expired'],
] as const;

/**
 * Validates the redirects. Returns undefined if none is given. Throws a ValidationError for a host that is not on the
 * organization's list.
 */
export async function readRedirects(
  uow: UnitOfWork,
  tenantId: string,
  input: RedirectInputs,
): Promise<Redirects | undefined> {
  if (MEMBERS.every(([member]) => input[member] === undefined)) return undefined;
  const hosts = await redirectHosts(uow, tenantId);
  const [first, ...more] = MEMBERS.flatMap(([member]) => {
    const host = input[member] === undefined ? undefined : redirectHost(input[member]);
    if (host === undefined || hosts.includes(host)) return [];
    const message = `points to ${host}, which is not in the organization's redirect_hosts`;
    return [{ field: member, message, code: 'host_not_allowed' as const }];
  });
  if (first) throw new ValidationError(first, ...more);
  return Object.fromEntries(
    MEMBERS.flatMap(([member, when]) => (input[member] === undefined ? [] : [[when, input[member]]])),
  );
}

async function redirectHosts(uow: UnitOfWork, tenantId: string): Promise<readonly string[]> {
  const [row] = await uow.read(tenantId, selectSettings(tenantId));
  return readSettings(row?.settings ?? {}).redirect_hosts;
}
