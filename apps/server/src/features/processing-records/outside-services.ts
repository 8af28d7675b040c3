/**
 * The services to which an installation sends data according to its settings. `configured-services.ts` reads them from
 * the configuration.
 */
import type { OutsideService } from '@countersign/contract';

export type OutsideHost = { readonly kind: OutsideService['kind']; readonly host: string };

/** The purpose of each service and the data it receives. */
const SAID: Record<OutsideHost['kind'], { service: string; data: string }> = {
  mail: { service: 'Sends e-mail', data: 'Names and e-mail addresses of members and recipients, texts of e-mails' },
  timestamps: { service: 'Time-stamps signatures', data: 'Hashes of signatures; no personal data' },
  keys: { service: 'Stores keys and signs with them', data: 'Hashes of signed data, without personal data' },
  payments: { service: 'Collects payments', data: 'Name, e-mail address and plan of the organization that pays' },
  log: { service: 'Receives security events', data: 'Security events of the operator with network addresses' },
  database: { service: 'Database', data: 'All data except files' },
  storage: { service: 'Stores files', data: 'Documents, attachments and exports' },
};

/** @param named the sub-processors in force; a host counts as named if it appears anywhere in the list */
export function servicesInUse(
  outside: readonly OutsideHost[],
  named: readonly Readonly<Record<string, string>>[],
): OutsideService[] {
  const words = named.map((entry) => Object.values(entry).join('\n').toLowerCase());
  return outside.map(({ kind, host }) => ({
    kind,
    host,
    ...SAID[kind],
    listed: words.some((text) => text.includes(host.toLowerCase())),
  }));
}
